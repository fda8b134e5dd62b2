package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// StatusCheck is an attempt that is due to be polled.
type StatusCheck struct {
	AttemptID, OrderID int64
	Provider           string
	account            string
	Status             AttemptStatus
	Created, ExpiresAt time.Time
	// IsGivenUp says that its provider has been silent so long that it is not waited for.
	IsGivenUp       bool
	ref             AttemptRef
	timeout         time.Duration
	asked, failures int32 // as leased
	isRefundClaimed bool  // by a webhook that is not confirmed
}

// Poller queries providers about attempts, so that no payment depends on a webhook.
type Poller struct {
	pool      *pgxpool.Pool
	q         *paymentdb.Queries
	providers *Providers
	inbox     *Inbox
	gates     gates
	clock     clock.Clock
}

// ProvidersWithDueChecks returns the providers that have attempts due to be polled.
func (s *Poller) ProvidersWithDueChecks(ctx context.Context) ([]string, error) {
	providers, err := s.q.ProvidersWithDueChecks(ctx, s.clock())
	if err != nil {
		return nil, fmt.Errorf("providers to poll: %w", err)
	}
	return providers, nil
}

// ClaimDueChecks leases up to atMost attempts of a provider that are due to be
// polled, and no more than its gate admits now. Other instances skip them until the
// lease ends.
func (s *Poller) ClaimDueChecks(ctx context.Context, provider string, atMost int) ([]StatusCheck, error) {
	now, gate := s.clock(), s.gates.of(provider)
	admitted := gate.admit(now, atMost)
	if admitted == 0 {
		return nil, nil
	}
	rows, err := s.q.ClaimDueChecks(ctx, paymentdb.ClaimDueChecksParams{
		Provider: provider, Now: now, Lease: now.Add(pollLease), AtMost: int32(admitted), //nolint:gosec // a few dozen
	})
	gate.giveBack(admitted - len(rows))
	if err != nil {
		return nil, fmt.Errorf("attempts of %s to check: %w", provider, err)
	}
	checks := make([]StatusCheck, len(rows))
	for i, r := range rows {
		checks[i] = toStatusCheck(r, queryTimeout)
	}
	return checks, nil
}

// ClaimUnconfirmedChecks leases the attempts of an order that have an unconfirmed
// webhook and are due to be polled. Those of a provider that does not respond are left to
// the poller, which probes it.
func (s *Poller) ClaimUnconfirmedChecks(ctx context.Context, orderID int64) ([]StatusCheck, error) {
	now := s.clock()
	rows, err := s.q.ClaimUnconfirmedChecks(ctx, paymentdb.ClaimUnconfirmedChecksParams{
		OrderID: orderID, Now: now, Lease: now.Add(pollLease), Resting: s.gates.resting(now),
	})
	if err != nil {
		return nil, fmt.Errorf("unconfirmed notices of order %d: %w", orderID, err)
	}
	checks := make([]StatusCheck, len(rows))
	for i, r := range rows {
		checks[i] = toStatusCheck(paymentdb.ClaimDueChecksRow(r), claimTimeout)
	}
	return checks, nil
}

// AskAbout makes attempts due, also paid ones: the provider's registry says something of
// them that we do not know. It returns how many there are.
func (s *Poller) AskAbout(ctx context.Context, provider string, references []string) (int64, error) {
	if p, known := s.providers.Newest(provider); !known || !p.CanQuery() || len(references) == 0 {
		return 0, nil
	}
	n, err := s.q.AskAboutReferences(ctx, paymentdb.AskAboutReferencesParams{Provider: provider, Now: s.clock(), Refs: references})
	if err != nil {
		return 0, fmt.Errorf("ask about attempts of %s: %w", provider, err)
	}
	return n, nil
}

// QueryNow lets the next poll query the provider of the order's open attempt. It
// reports whether there is one.
func (s *Poller) QueryNow(ctx context.Context, tx pgx.Tx, orderID int64) (bool, error) {
	n, err := paymentdb.New(tx).AskAboutOpenAttempt(ctx, paymentdb.AskAboutOpenAttemptParams{OrderID: orderID, Now: s.clock()})
	if err != nil {
		return false, fmt.Errorf("query the provider of order %d: %w", orderID, err)
	}
	return n > 0, nil
}

// claimForBuyer leases an attempt a buyer waits for, if it may be polled now.
func (s *Poller) claimForBuyer(ctx context.Context, a *Attempt) ([]StatusCheck, error) {
	now := s.clock()
	if s.gates.of(a.Provider).rests(now) {
		return nil, ErrOutcomeUnknown
	}
	rows, err := s.q.ClaimCheckForBuyer(ctx, paymentdb.ClaimCheckForBuyerParams{AttemptID: a.ID, Now: now, Lease: now.Add(pollLease), AtMost: maxBuyerAsks})
	if err != nil {
		return nil, fmt.Errorf("check of attempt %d: %w", a.ID, err)
	}
	checks := make([]StatusCheck, len(rows))
	for i, r := range rows {
		checks[i] = toStatusCheck(paymentdb.ClaimDueChecksRow(r), queryTimeout)
	}
	return checks, nil
}

func toStatusCheck(r paymentdb.ClaimDueChecksRow, timeout time.Duration) StatusCheck {
	c := StatusCheck{
		AttemptID: r.ID, OrderID: r.OrderID, Provider: r.Provider, account: r.Account, Status: AttemptStatus(r.Status), Created: r.Created, ExpiresAt: r.ExpiresAt,
		timeout: timeout, asked: r.Asked, failures: r.Failures, isRefundClaimed: r.IsRefundClaimed,
		ref: AttemptRef{Reference: r.Reference, Method: r.Method, Amount: money.Of(r.Amount, r.Currency), Created: r.Created},
	}
	if r.ProviderID != nil {
		c.ref.ProviderID = *r.ProviderID
	}
	return c
}
