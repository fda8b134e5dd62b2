package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/payment/paymentdb"
	"larek/internal/problem"
)

// MethodState is what the shop itself does about a method. The values are stored.
type MethodState string

// The states of a method that is watched. One that works has none.
const (
	MethodPaused  MethodState = "paused"  // off for a time
	MethodTrying  MethodState = "trying"  // on again; a few attempts decide
	MethodFailing MethodState = "failing" // it would be off, but is the last of its country
	MethodKept    MethodState = "kept"    // an operator forbids pausing it
)

// When a method fails. Of a method that takes half of its attempts, chance alone pauses one
// check in several hundred.
const (
	checkedTime  = 20 * time.Minute
	checkedTries = 15 // fewer say nothing
	againTries   = 5  // of one that has just failed
	failsBelow   = 3  // the rate is less than a third of last week's
	// answerTime is how long a provider may take to make an invoice.
	answerTime = time.Minute
	firstPause = 15 * time.Minute
	maxPause   = 2 * time.Hour
	// watchTime is how long a method that is hardly used is checked by few attempts.
	watchTime = 24 * time.Hour
)

// Problems of keeping a method on.
var (
	ErrMethodOff     = problem.New(problem.Conflict, "method.off", "Способ отключил человек. Сначала включите его.")
	ErrMethodWatched = problem.New(problem.Conflict, "method.watched", "За способом уже следят так. Обновите страницу.")
)

// MethodRate is how a method did lately and a week ago.
type MethodRate = paymentdb.MethodRatesRow

// Fails reports whether a method does far worse than a week ago. decided is false if there
// are too few attempts to tell.
func Fails(r MethodRate) (fails, decided bool) {
	need := int32(checkedTries)
	if MethodState(r.State) == MethodTrying {
		need = againTries
	}
	if r.Tries < need || r.WeekTries < checkedTries {
		return false, false
	}
	return failsBelow*int64(r.Paid)*int64(r.WeekTries) < int64(r.WeekPaid)*int64(r.Tries), true
}

// MethodRates returns how the methods did that the shop may pause.
func (s *Methods) MethodRates(ctx context.Context) ([]MethodRate, error) {
	now := s.clock()
	week := now.Add(-7 * 24 * time.Hour)
	rates, err := s.q.MethodRates(ctx, paymentdb.MethodRatesParams{
		Since: now.Add(-checkedTime), WeekStart: week.Add(-time.Hour), WeekEnd: week, AnsweredBy: now.Add(-answerTime),
	})
	if err != nil {
		return nil, fmt.Errorf("rates of methods: %w", err)
	}
	return rates, s.q.ForgetPauses(ctx, now.Add(-watchTime))
}

// DuePause is a pause whose time is over.
type DuePause = paymentdb.DuePausesRow

// DuePauses lists the methods to be tried again.
func (s *Methods) DuePauses(ctx context.Context) ([]DuePause, error) {
	return s.q.DuePauses(ctx, s.clock())
}

// CheckMethod does what a rate calls for and returns the state that came of it, empty if
// nothing changed. A method that another worker or a person changed meanwhile is left alone.
func (s *Methods) CheckMethod(ctx context.Context, tx pgx.Tx, r MethodRate) (MethodState, error) {
	fails, decided := Fails(r)
	if !decided || !fails && r.State == "" {
		return "", nil
	}
	q := paymentdb.New(tx)
	c, pause, err := lockWatched(ctx, q, r.ID, r.Version)
	if err != nil || pause.State != r.State {
		return "", leaveAlone(err)
	}
	if !fails {
		return methodWorks, q.EndMethodPause(ctx, r.ID)
	}
	left, err := q.OtherActiveMethods(ctx, paymentdb.OtherActiveMethodsParams{CountryID: c.ID, ID: r.ID})
	if err != nil || left == 0 && pause.State == string(MethodFailing) {
		return "", err
	}
	now := s.clock()
	p := paymentdb.SetMethodPauseParams{
		MethodID: r.ID, State: string(MethodFailing), Since: now, Times: pause.Times + 1, Tries: r.Tries, Paid: r.Paid, WeekTries: r.WeekTries, WeekPaid: r.WeekPaid,
	}
	if left > 0 {
		until := now.Add(pauseTime(p.Times))
		p.State, p.Until = string(MethodPaused), &until
		err = q.SetMethodActive(ctx, paymentdb.SetMethodActiveParams{ID: r.ID, IsActive: false})
	}
	if err == nil {
		err = q.SetMethodPause(ctx, p)
	}
	return MethodState(p.State), err
}

// methodWorks is the end of being watched; it is not stored.
const methodWorks MethodState = "works"

// pauseTime doubles with each pause in a row.
func pauseTime(times int32) time.Duration {
	pause := firstPause
	for range times - 1 {
		pause = min(2*pause, maxPause)
	}
	return pause
}

// TryMethodAgain ends a pause whose time is over, and reports whether it did.
func (s *Methods) TryMethodAgain(ctx context.Context, tx pgx.Tx, d DuePause) (bool, error) {
	q := paymentdb.New(tx)
	_, pause, err := lockWatched(ctx, q, d.ID, d.Version)
	if err != nil || pause.State != string(MethodPaused) {
		return false, leaveAlone(err)
	}
	if err := q.TryMethodAgain(ctx, paymentdb.TryMethodAgainParams{MethodID: d.ID, Since: s.clock()}); err != nil {
		return false, err
	}
	return true, q.SetMethodActive(ctx, paymentdb.SetMethodActiveParams{ID: d.ID, IsActive: true})
}

// KeepMethod keeps a method on whatever its rate is, or lets the shop pause it again.
func (s *Methods) KeepMethod(ctx context.Context, tx pgx.Tx, w MethodSwitch, keep bool) (name, country string, err error) {
	q := paymentdb.New(tx)
	c, m, err := lockCountryMethod(ctx, q, w.ID, w.Version)
	if err != nil {
		return "", "", err
	}
	pause, err := pauseOf(ctx, q, w.ID)
	switch state := MethodState(pause.State); {
	case err != nil:
		return "", "", err
	case keep == (state == MethodKept):
		return "", "", ErrMethodWatched
	case !m.IsActive && state != MethodPaused:
		return "", "", ErrMethodOff
	case keep:
		err = s.keepOn(ctx, q, w)
	default:
		err = q.EndMethodPause(ctx, w.ID)
	}
	if err == nil {
		err = q.SetMethodActive(ctx, paymentdb.SetMethodActiveParams{ID: w.ID, IsActive: true})
	}
	return m.Name, c.Iso, err
}

func (s *Methods) keepOn(ctx context.Context, q *paymentdb.Queries, w MethodSwitch) error {
	return q.SetMethodPause(ctx, paymentdb.SetMethodPauseParams{
		MethodID: w.ID, State: string(MethodKept), Since: s.clock(), Times: 1, KeptBy: &w.StaffID, Reason: w.ReasonText,
	})
}

func lockWatched(ctx context.Context, q *paymentdb.Queries, id int64, version int32) (c paymentdb.LockMethodCountryRow, p paymentdb.MethodPauseRow, err error) {
	if c, _, err = lockCountryMethod(ctx, q, id, version); err == nil {
		p, err = pauseOf(ctx, q, id)
	}
	return c, p, err
}

// pauseOf returns what the shop does about a locked method, empty if nothing.
func pauseOf(ctx context.Context, q *paymentdb.Queries, id int64) (paymentdb.MethodPauseRow, error) {
	p, err := q.MethodPause(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, nil
	}
	return p, err
}

// leaveAlone makes nothing of a method that was changed meanwhile.
func leaveAlone(err error) error {
	if errors.Is(err, ErrMethodStale) || errors.Is(err, ErrNoMethod) {
		return nil
	}
	return err
}
