package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

const (
	// firstCheck is when a silent attempt is asked about first.
	firstCheck = 4 * time.Second
	// askLimit bounds one question; the lease outlives it.
	askLimit   = 10 * time.Second
	checkLease = 15 * time.Second
)

// nextCheck says when to ask again; zero when there is nothing left to learn.
// Soon at first, because a buyer is waiting; rarely at the end, because money
// may still come to an attempt that was given up.
func nextCheck(now, created, expires time.Time, status AttemptStatus) time.Time {
	age := now.Sub(created)
	switch {
	case status == AttemptPaid && age > InvoiceLife:
		return time.Time{}
	case status == AttemptPaid:
		return now.Add(time.Minute) // only a second payment could be news
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

// Check is an attempt that is due for a question.
type Check struct {
	AttemptID, OrderID int64
	Provider           string
	Status             AttemptStatus
	Created, ExpiresAt time.Time
	asked              Asked
}

// TakeChecks leases attempts that are due; another copy takes others.
func (s *Service) TakeChecks(ctx context.Context, atMost int32) ([]Check, error) {
	now := s.clock()
	rows, err := s.w.TakeChecks(ctx, paymentdb.TakeChecksParams{Now: now, Lease: now.Add(checkLease), AtMost: atMost})
	if err != nil {
		return nil, fmt.Errorf("attempts to check: %w", err)
	}
	checks := make([]Check, len(rows))
	for i, r := range rows {
		checks[i] = Check{
			AttemptID: r.ID, OrderID: r.OrderID, Provider: r.Provider, Status: AttemptStatus(r.Status), Created: r.Created, ExpiresAt: r.ExpiresAt,
			asked: Asked{Reference: r.Reference, Method: r.Method, Amount: money.RUB(r.Amount), Currency: r.Currency, Created: r.Created},
		}
		if r.ProviderID != nil {
			checks[i].asked.ProviderID = *r.ProviderID
		}
	}
	return checks, nil
}

// Ask puts what the provider knows of an attempt into the inbox. News tells
// whether anything in it was new; over, whether its time is up and the
// provider (if it can be asked) knows of no payment.
func (s *Service) Ask(ctx context.Context, c *Check) (news, over bool, err error) {
	now := s.clock()
	over = now.After(c.ExpiresAt) && (c.Status == AttemptStarting || c.Status == AttemptPending)
	p, err := s.provider(c.Provider)
	if err == nil {
		asking, cancel := context.WithTimeout(ctx, askLimit)
		defer cancel()
		var answer Answer
		answer, err = p.Ask(asking, c.asked)
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
	next := nextCheck(now, c.Created, c.ExpiresAt, c.Status)
	at := &next
	if next.IsZero() {
		at = nil
	}
	if e := s.w.ScheduleCheck(ctx, paymentdb.ScheduleCheckParams{ID: c.AttemptID, NextCheckAt: at}); e != nil {
		return news, false, fmt.Errorf("schedule a check: %w", e)
	}
	return news, over, err
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
	c := Check{AttemptID: a.ID, OrderID: a.OrderID, Provider: a.Provider, Status: a.Status, Created: a.Created, ExpiresAt: a.ExpiresAt, asked: Asked{
		Reference: a.Reference, ProviderID: a.ProviderID, Method: a.Method, Amount: a.Amount, Currency: a.Currency, Created: a.Created,
	}}
	news, _, err = s.Ask(ctx, &c)
	return news, err
}
