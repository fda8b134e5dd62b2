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
	// firstPollDelay is when a new attempt is polled first.
	firstPollDelay = 4 * time.Second
	// queryTimeout bounds one query; pollLease must be longer.
	queryTimeout = 10 * time.Second
	pollLease    = 15 * time.Second
	// claimTimeout bounds the query made while a workflow processes notices.
	claimTimeout = 3 * time.Second
	// underWayGrace is how long after its expiry an attempt stays open because its
	// provider is still taking the money, or has sent a webhook it does not confirm.
	// Money that arrives later is handled as a late payment.
	underWayGrace = time.Hour
	// claimPollWindow is how long an unconfirmed webhook is polled. Operators see it
	// after unconfirmedAfter.
	claimPollWindow = 72 * time.Hour
)

// nextPoll returns when to poll an attempt again, or the zero time if polling ends.
// The delays grow with the attempt's age: a lost webhook is usually missed while
// the buyer is still waiting, and polling an attempt that is never paid costs as
// much as polling a paid one. Money may still arrive for three days after the
// invoice expired.
func nextPoll(now, created, expires time.Time, status AttemptStatus) time.Time {
	age := now.Sub(created)
	switch {
	case status == AttemptPaid:
		return nextPaidPoll(now, age)
	case now.Before(expires.Add(time.Minute)):
		return now.Add(min(max(firstPollDelay, age/6), 5*time.Minute))
	case now.Before(expires.Add(2 * time.Hour)):
		return now.Add(15 * time.Minute)
	case now.Before(expires.Add(72 * time.Hour)):
		return now.Add(6 * time.Hour)
	default:
		return time.Time{}
	}
}

// nextPaidPoll returns when to poll a paid attempt again: at first to find a second
// payment, and for half a year to find refunds made outside.
func nextPaidPoll(now time.Time, age time.Duration) time.Time {
	const day = 24 * time.Hour
	switch {
	case age < InvoiceTTL:
		return now.Add(10 * time.Minute)
	case age < day:
		return now.Add(6 * time.Hour)
	case age < 14*day:
		return now.Add(day)
	case age < 180*day:
		return now.Add(7 * day)
	}
	return time.Time{}
}

// StatusCheck is an attempt that is due to be polled.
type StatusCheck struct {
	AttemptID, OrderID int64
	Provider           string
	Status             AttemptStatus
	Created, ExpiresAt time.Time
	ref                AttemptRef
	timeout            time.Duration
}

// claimPollDelay returns how long to wait before polling again for a webhook that has
// been unconfirmed for age. The delay equals the age, so delays double, between a
// second and an hour.
func claimPollDelay(age time.Duration) time.Duration { return min(max(age, time.Second), time.Hour) }

// ProvidersWithDueChecks returns the providers that have attempts due to be polled.
func (s *Service) ProvidersWithDueChecks(ctx context.Context) ([]string, error) {
	providers, err := s.w.ProvidersWithDueChecks(ctx, s.clock())
	if err != nil {
		return nil, fmt.Errorf("providers to poll: %w", err)
	}
	return providers, nil
}

// ClaimDueChecks leases up to atMost attempts of a provider that are due to be
// polled. Other instances skip them until the lease ends.
func (s *Service) ClaimDueChecks(ctx context.Context, provider string, atMost int) ([]StatusCheck, error) {
	now := s.clock()
	rows, err := s.w.ClaimDueChecks(ctx, paymentdb.ClaimDueChecksParams{
		Provider: provider, Now: now, Lease: now.Add(pollLease), AtMost: int32(atMost), //nolint:gosec // a few dozen
	})
	if err != nil {
		return nil, fmt.Errorf("attempts of %s to check: %w", provider, err)
	}
	checks := make([]StatusCheck, len(rows))
	for i, r := range rows {
		checks[i] = toStatusCheck(r)
	}
	return checks, nil
}

// ClaimUnconfirmedChecks leases the attempts of an order that have an unconfirmed
// webhook and are due to be polled.
func (s *Service) ClaimUnconfirmedChecks(ctx context.Context, orderID int64) ([]StatusCheck, error) {
	now := s.clock()
	rows, err := s.w.ClaimUnconfirmedChecks(ctx, paymentdb.ClaimUnconfirmedChecksParams{OrderID: orderID, Now: now, Lease: now.Add(pollLease)})
	if err != nil {
		return nil, fmt.Errorf("unconfirmed notices of order %d: %w", orderID, err)
	}
	checks := make([]StatusCheck, len(rows))
	for i, r := range rows {
		checks[i] = toStatusCheck(paymentdb.ClaimDueChecksRow(r))
		checks[i].timeout = claimTimeout
	}
	return checks, nil
}

func toStatusCheck(r paymentdb.ClaimDueChecksRow) StatusCheck {
	c := StatusCheck{
		AttemptID: r.ID, OrderID: r.OrderID, Provider: r.Provider, Status: AttemptStatus(r.Status), Created: r.Created, ExpiresAt: r.ExpiresAt,
		timeout: queryTimeout,
		ref:     AttemptRef{Reference: r.Reference, Method: r.Method, Amount: money.Of(r.Amount, r.Currency), Created: r.Created},
	}
	if r.ProviderID != nil {
		c.ref.ProviderID = *r.ProviderID
	}
	return c
}

// PollAttempt queries the provider and records what it reports in the inbox. updated
// reports whether anything was new. expired reports whether the attempt's time is
// up and the provider, if it can be queried, knows of no payment and none is in
// progress.
func (s *Service) PollAttempt(ctx context.Context, c *StatusCheck) (updated, expired bool, err error) {
	now := s.clock()
	expired = now.After(c.ExpiresAt) && c.Status.IsOpen()
	stuck := now.After(c.ExpiresAt.Add(underWayGrace))
	underWay := false
	p, err := s.provider(c.Provider)
	if err == nil {
		queryCtx, cancel := context.WithTimeout(ctx, c.timeout)
		defer cancel()
		var report AttemptReport
		report, err = p.QueryAttempt(queryCtx, c.ref)
		underWay = report.UnderWay && !stuck
		for _, n := range report.Notices {
			order, err := s.RecordNotice(ctx, c.Provider, SourcePoll, n)
			if err != nil {
				return updated, false, err
			}
			updated = updated || order != 0
			expired = expired && n.Kind != NoticePaid
		}
	}
	if err != nil && !errors.Is(err, ErrQueryUnsupported) && !errors.Is(err, ErrMethodUnavailable) {
		expired = false // a provider that did not respond is polled again first
	} else {
		err = nil
	}
	claimed, e := s.schedule(ctx, c, now, underWay)
	if e != nil {
		return updated, false, e
	}
	return updated, expired && !underWay && (!claimed || stuck), err
}

// schedule sets when to poll again and reports whether the attempt has an
// unconfirmed webhook.
func (s *Service) schedule(ctx context.Context, c *StatusCheck, now time.Time, underWay bool) (claimed bool, err error) {
	next := nextPoll(now, c.Created, c.ExpiresAt, c.Status)
	sooner := func(at time.Time) {
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	if underWay {
		sooner(now.Add(time.Minute))
	}
	since, err := s.w.OldestUnconfirmedNotice(ctx, &c.AttemptID)
	switch claimed = err == nil; {
	case claimed && now.Sub(since) < claimPollWindow:
		sooner(now.Add(claimPollDelay(now.Sub(since))))
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return false, fmt.Errorf("unconfirmed notices of attempt %d: %w", c.AttemptID, err)
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

// CreateInvoice saves the fiscal receipt and opens an invoice with the provider. No
// transaction may be open.
func (s *Service) CreateInvoice(ctx context.Context, provider string, in InvoiceRequest) (OpenedInvoice, error) {
	p, err := s.provider(provider)
	if err != nil {
		return OpenedInvoice{}, err
	}
	if err := s.saveSaleReceipt(ctx, p, &in); err != nil {
		return OpenedInvoice{}, err
	}
	return p.CreateInvoice(ctx, in)
}

// PollOpenAttempt polls the order's open attempt now and reports whether anything was
// new. It returns false if there is no open attempt or its provider cannot be
// queried.
func (s *Service) PollOpenAttempt(ctx context.Context, orderID int64) (updated bool, err error) {
	a, err := s.OpenAttempt(ctx, orderID)
	if errors.Is(err, ErrNoAttempt) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	c := StatusCheck{AttemptID: a.ID, OrderID: a.OrderID, Provider: a.Provider, Status: a.Status, Created: a.Created, ExpiresAt: a.ExpiresAt, timeout: queryTimeout, ref: AttemptRef{
		Reference: a.Reference, ProviderID: a.ProviderID, Method: a.Method, Amount: a.Amount, Created: a.Created,
	}}
	updated, _, err = s.PollAttempt(ctx, &c)
	return updated, err
}
