package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

const (
	// firstCheck is when a silent attempt is asked about first.
	firstCheck = 4 * time.Second
	// askLimit bounds one question; the lease outlives it.
	askLimit   = 10 * time.Second
	checkLease = 15 * time.Second
	// claimLimit bounds the question a flow puts while it settles.
	claimLimit = 3 * time.Second
	// underWayLimit is how long after its time an attempt stays open because its
	// provider is still taking the money, or has told so without confirming it.
	// What comes later than that is honoured like any late payment.
	underWayLimit = time.Hour
	// claimAsks is how long we go on asking about a webhook that is not
	// confirmed. Operators see it long before, and go on seeing it.
	claimAsks = 72 * time.Hour
)

// nextCheck says when to ask again; zero when there is nothing left to learn.
// Soon at first, because a buyer is waiting; rarely at the end, because money
// may still come to an attempt that was given up.
func nextCheck(now, created, expires time.Time, status AttemptStatus) time.Time {
	age := now.Sub(created)
	switch {
	case status == AttemptPaid:
		return nextPaidCheck(now, age)
	case now.Before(expires.Add(time.Minute)) && age < 3*time.Minute:
		return now.Add(4 * time.Second)
	case now.Before(expires.Add(time.Minute)) && age < 10*time.Minute:
		return now.Add(15 * time.Second)
	case now.Before(expires.Add(time.Minute)):
		return now.Add(time.Minute)
	case now.Before(expires.Add(2 * time.Hour)):
		return now.Add(15 * time.Minute)
	case now.Before(expires.Add(72 * time.Hour)):
		return now.Add(6 * time.Hour)
	default:
		return time.Time{}
	}
}

// nextPaidCheck says when to ask about a payment that has come: a second one is
// news at first, and for half a year that it went back without us.
func nextPaidCheck(now time.Time, age time.Duration) time.Time {
	const day = 24 * time.Hour
	switch {
	case age < InvoiceLife:
		return now.Add(time.Minute)
	case age < day:
		return now.Add(6 * time.Hour)
	case age < 14*day:
		return now.Add(day)
	case age < 180*day:
		return now.Add(7 * day)
	}
	return time.Time{}
}

// Check is an attempt that is due for a question.
type Check struct {
	AttemptID, OrderID int64
	Provider           string
	Status             AttemptStatus
	Created, ExpiresAt time.Time
	asked              Asked
	limit              time.Duration
}

// pauseAfter is how long to wait before asking again about a webhook that came
// so long ago and is not confirmed: as long as it has waited, so pauses double.
func pauseAfter(age time.Duration) time.Duration { return min(max(age, time.Second), time.Hour) }

// TakeChecks leases attempts that are due; another copy takes others.
func (s *Service) TakeChecks(ctx context.Context, atMost int32) ([]Check, error) {
	now := s.clock()
	rows, err := s.w.TakeChecks(ctx, paymentdb.TakeChecksParams{Now: now, Lease: now.Add(checkLease), AtMost: atMost})
	if err != nil {
		return nil, fmt.Errorf("attempts to check: %w", err)
	}
	checks := make([]Check, len(rows))
	for i, r := range rows {
		checks[i] = check(r)
	}
	return checks, nil
}

// TakeClaimed leases the attempts of an order whose provider told us something
// it has not confirmed yet.
func (s *Service) TakeClaimed(ctx context.Context, orderID int64) ([]Check, error) {
	now := s.clock()
	rows, err := s.w.TakeClaimed(ctx, paymentdb.TakeClaimedParams{OrderID: orderID, Now: now, Lease: now.Add(checkLease)})
	if err != nil {
		return nil, fmt.Errorf("claims about order %d: %w", orderID, err)
	}
	checks := make([]Check, len(rows))
	for i, r := range rows {
		checks[i] = check(paymentdb.TakeChecksRow(r))
		checks[i].limit = claimLimit
	}
	return checks, nil
}

func check(r paymentdb.TakeChecksRow) Check {
	c := Check{
		AttemptID: r.ID, OrderID: r.OrderID, Provider: r.Provider, Status: AttemptStatus(r.Status), Created: r.Created, ExpiresAt: r.ExpiresAt,
		limit: askLimit,
		asked: Asked{Reference: r.Reference, Method: r.Method, Amount: money.Of(r.Amount, r.Currency), Created: r.Created},
	}
	if r.ProviderID != nil {
		c.asked.ProviderID = *r.ProviderID
	}
	return c
}

// Ask puts what the provider knows of an attempt into the inbox. News tells
// whether anything in it was new; over, whether its time is up and the
// provider (if it can be asked) knows of no payment and takes none just now.
func (s *Service) Ask(ctx context.Context, c *Check) (news, over bool, err error) {
	now := s.clock()
	over = now.After(c.ExpiresAt) && c.Status.IsOpen()
	stuck := now.After(c.ExpiresAt.Add(underWayLimit))
	underWay := false
	p, err := s.provider(c.Provider)
	if err == nil {
		asking, cancel := context.WithTimeout(ctx, c.limit)
		defer cancel()
		var answer Answer
		answer, err = p.Ask(asking, c.asked)
		underWay = answer.UnderWay && !stuck
		for _, n := range answer.Notices {
			order, err := s.Keep(ctx, c.Provider, ByAsking, n)
			if err != nil {
				return news, false, err
			}
			news = news || order != 0
			over = over && n.Kind != Paid
		}
	}
	if err != nil && !errors.Is(err, ErrCannotAsk) && !errors.Is(err, ErrMethodUnavailable) {
		over = false // a provider that does not answer is asked again before we give up
	} else {
		err = nil
	}
	claimed, e := s.schedule(ctx, c, now, underWay)
	if e != nil {
		return news, false, e
	}
	return news, over && !underWay && (!claimed || stuck), err
}

// schedule decides when to ask again, and reports whether the provider has told
// us something it does not confirm.
func (s *Service) schedule(ctx context.Context, c *Check, now time.Time, underWay bool) (claimed bool, err error) {
	next := nextCheck(now, c.Created, c.ExpiresAt, c.Status)
	sooner := func(at time.Time) {
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	if underWay {
		sooner(now.Add(time.Minute))
	}
	told, err := s.w.OldestClaim(ctx, &c.AttemptID)
	switch claimed = err == nil; {
	case claimed && now.Sub(told) < claimAsks:
		sooner(now.Add(pauseAfter(now.Sub(told))))
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return false, fmt.Errorf("claims about attempt %d: %w", c.AttemptID, err)
	}
	at := &next
	if next.IsZero() {
		at = nil
	}
	if err := s.w.ScheduleCheck(ctx, paymentdb.ScheduleCheckParams{ID: c.AttemptID, NextCheckAt: at}); err != nil {
		return claimed, fmt.Errorf("schedule a check: %w", err)
	}
	return claimed, nil
}

// Invoice asks the attempt's provider for an invoice. No transaction is open.
func (s *Service) Invoice(ctx context.Context, provider string, in Invoice) (Opened, error) {
	p, err := s.provider(provider)
	if err != nil {
		return Opened{}, err
	}
	if err := s.keepSaleReceipt(ctx, p, in); err != nil {
		return Opened{}, err
	}
	return p.Invoice(ctx, in)
}

// AskOpen asks about the order's open attempt now. A provider that cannot be
// asked has nothing to tell.
func (s *Service) AskOpen(ctx context.Context, orderID int64) (news bool, err error) {
	a, err := s.OpenAttempt(ctx, orderID)
	if errors.Is(err, ErrNoAttempt) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	c := Check{AttemptID: a.ID, OrderID: a.OrderID, Provider: a.Provider, Status: a.Status, Created: a.Created, ExpiresAt: a.ExpiresAt, limit: askLimit, asked: Asked{
		Reference: a.Reference, ProviderID: a.ProviderID, Method: a.Method, Amount: a.Amount, Created: a.Created,
	}}
	news, _, err = s.Ask(ctx, &c)
	return news, err
}
