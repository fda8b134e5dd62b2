package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/problem"
)

// Problems of changing methods.
var (
	ErrNoMethod       = problem.New(problem.NotFound, "method.not_found", "Такого способа оплаты нет.")
	ErrMethodStale    = problem.New(problem.Conflict, "method.stale", "Пока вы смотрели, способ изменили. Посмотрите ещё раз и повторите.")
	ErrMethodSwitched = problem.New(problem.Conflict, "method.switched", "Способ уже в этом состоянии. Обновите страницу.")
	ErrMethodOrder    = problem.New(problem.Conflict, "method.order", "Пока вы меняли порядок, список изменился. Обновите страницу и повторите.")
)

// maxFee is the largest fee in percent that the database accepts.
var maxFee = money.Percents(50)

// Methods lists, changes and pauses payment methods.
type Methods struct {
	q         *paymentdb.Queries
	providers *Providers
	clock     clock.Clock
}

// EditedCountry is a country as operators see it, also one that is not served.
type EditedCountry = paymentdb.EditedCountriesRow

// EditedCountries lists all countries.
func (s *Methods) EditedCountries(ctx context.Context) ([]EditedCountry, error) {
	return s.q.EditedCountries(ctx)
}

// EditedMethod is a method as operators see it.
type EditedMethod = paymentdb.EditedMethodsRow

// EditedMethods lists all methods of a country in their order.
func (s *Methods) EditedMethods(ctx context.Context, countryID int64) ([]EditedMethod, error) {
	return s.q.EditedMethods(ctx, countryID)
}

// Health is how many attempts by a method ended or got no invoice, and how many were paid:
// in the last hour, the last day, and the same hour a week ago.
type Health = paymentdb.MethodHealthRow

// MethodHealth returns the health of the methods that were used in a country.
func (s *Methods) MethodHealth(ctx context.Context, iso string) (map[string]Health, error) {
	now := s.clock()
	week := now.Add(-7 * 24 * time.Hour)
	rows, err := s.q.MethodHealth(ctx, paymentdb.MethodHealthParams{
		Country: iso, Hour: now.Add(-time.Hour), Day: now.Add(-24 * time.Hour), WeekStart: week.Add(-time.Hour), WeekEnd: week, AnsweredBy: now.Add(-answerTime),
	})
	if err != nil {
		return nil, fmt.Errorf("health of methods in %s: %w", iso, err)
	}
	health := map[string]Health{}
	for _, r := range rows {
		health[r.Method] = r
	}
	return health, nil
}

// MethodTerms are what a method costs the buyer, and from which sum on it is offered.
type MethodTerms struct {
	Fee         money.Percent `json:"fee"`
	FixFee      money.RUB     `json:"fix_fee"`
	MinAmount   money.RUB     `json:"min_amount"`
	IsSecondary bool          `json:"is_secondary"`
}

// Cost returns what the buyer pays for goods of a sum: the fee, and all together.
func (t MethodTerms) Cost(goods money.RUB) (fee, due money.RUB) {
	fee = goods.Percent(t.Fee) + t.FixFee
	return fee, goods + fee
}

// ChangeMethod sets the terms of a method. Invoices that were made keep their quote.
func ChangeMethod(ctx context.Context, tx pgx.Tx, id int64, version int32, t MethodTerms) (before MethodTerms, name string, err error) {
	if t.Fee > maxFee {
		return before, "", problem.InvalidFields(problem.Field{Name: "fee", Code: "too_large", Detail: "Не больше 50 %."})
	}
	q := paymentdb.New(tx)
	m, err := lockMethod(ctx, q, id, version)
	if err != nil {
		return before, "", err
	}
	before = MethodTerms{Fee: m.Fee, FixFee: m.FixFee, MinAmount: m.MinAmount, IsSecondary: m.IsSecondary}
	err = q.ChangeMethod(ctx, paymentdb.ChangeMethodParams{ID: id, Fee: t.Fee, FixFee: t.FixFee, MinAmount: t.MinAmount, IsSecondary: t.IsSecondary})
	if err != nil {
		return before, "", fmt.Errorf("change method %d: %w", id, err)
	}
	return before, m.Name, nil
}

// anyVersion is of a change that is based on a row of the queue, not on the method's fees.
const anyVersion = 0

func lockMethod(ctx context.Context, q *paymentdb.Queries, id int64, version int32) (paymentdb.LockMethodRow, error) {
	m, err := q.LockMethod(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, ErrNoMethod
	}
	if err != nil {
		return m, fmt.Errorf("lock method %d: %w", id, err)
	}
	if version != anyVersion && m.Version != version {
		return m, ErrMethodStale
	}
	return m, nil
}

// lockCountryMethod locks a method and its country, in which one method is switched at a time.
func lockCountryMethod(ctx context.Context, q *paymentdb.Queries, id int64, version int32) (c paymentdb.LockMethodCountryRow, m paymentdb.LockMethodRow, err error) {
	if c, err = q.LockMethodCountry(ctx, id); errors.Is(err, pgx.ErrNoRows) {
		return c, m, ErrNoMethod
	}
	if err != nil {
		return c, m, fmt.Errorf("country of method %d: %w", id, err)
	}
	m, err = lockMethod(ctx, q, id, version)
	return c, m, err
}

// MethodSwitch is a request to switch a method off or on.
type MethodSwitch struct {
	ID      int64
	Version int32
	Off     bool
	// EvenLast says that the person knows that nothing is left to pay by in the country.
	EvenLast               bool
	StaffID                int64
	ReasonCode, ReasonText string
}

// SwitchMethod switches a method off or on. Invoices that were made can still be paid.
func (s *Methods) SwitchMethod(ctx context.Context, tx pgx.Tx, w MethodSwitch) (name, country string, err error) {
	q := paymentdb.New(tx)
	c, m, err := lockCountryMethod(ctx, q, w.ID, w.Version)
	if err != nil {
		return "", "", err
	}
	pause, err := pauseOf(ctx, q, w.ID)
	if err != nil {
		return "", "", err
	}
	switch isPaused := pause.State == string(MethodPaused); {
	case m.IsActive != w.Off && !(w.Off && isPaused):
		return "", "", ErrMethodSwitched
	case !w.Off && isPaused:
		err = s.keepOn(ctx, q, w)
	case !w.Off:
		err = q.DeleteMethodSwitch(ctx, w.ID)
	default:
		err = s.switchOff(ctx, q, c, w)
	}
	if err == nil {
		err = q.SetMethodActive(ctx, paymentdb.SetMethodActiveParams{ID: w.ID, IsActive: !w.Off})
	}
	return m.Name, c.Iso, err
}

// switchOff records who switched a method off, and ends the shop's own pause of it.
func (s *Methods) switchOff(ctx context.Context, q *paymentdb.Queries, c paymentdb.LockMethodCountryRow, w MethodSwitch) error {
	if err := refuseLast(ctx, q, c, w); err != nil {
		return err
	}
	if err := q.EndMethodPause(ctx, w.ID); err != nil {
		return err
	}
	return q.InsertMethodSwitch(ctx, paymentdb.InsertMethodSwitchParams{
		MethodID: w.ID, OffAt: s.clock(), SwitchedBy: w.StaffID, ReasonCode: w.ReasonCode, ReasonText: w.ReasonText,
	})
}

// refuseLast refuses to leave a country without a method, unless the person insists.
func refuseLast(ctx context.Context, q *paymentdb.Queries, c paymentdb.LockMethodCountryRow, w MethodSwitch) error {
	left, err := q.OtherActiveMethods(ctx, paymentdb.OtherActiveMethodsParams{CountryID: c.ID, ID: w.ID})
	if err != nil {
		return fmt.Errorf("other methods: %w", err)
	}
	if left == 0 && !w.EvenLast {
		return problem.New(problem.Conflict, "method.last", "Это последний способ в стране «"+c.Name+"»: там нечем будет платить. Подтвердите, что так и надо.")
	}
	return nil
}

// OrderMethods puts the methods of a group in another order, and returns the one before.
// ids must be all of them.
func OrderMethods(ctx context.Context, tx pgx.Tx, ids []int64) (before []int64, err error) {
	q := paymentdb.New(tx)
	if before, err = q.LockGroupMethods(ctx, ids[0]); err != nil {
		return nil, fmt.Errorf("methods of a group: %w", err)
	}
	if !slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(ids))) {
		return nil, ErrMethodOrder
	}
	return before, q.PlaceMethods(ctx, ids)
}
