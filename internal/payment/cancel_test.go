package payment_test

import (
	"context"
	"testing"
	"time"

	"larek/internal/payment"
	"larek/internal/pg/pgtest"
)

// canceller is an acquirer whose status says that an invoice is open, and that can cancel it. If
// it was paid, cancelling refunds it.
type canceller struct {
	acquirer
	cancelled int
}

func (c *canceller) CancelInvoice(context.Context, payment.AttemptRef) error {
	c.cancelled++
	return nil
}

// The invoice of an attempt that has ended is cancelled, unless money of it is known: a status
// that lags shows a paid invoice as open.
func TestInvoiceWithMoneyIsNotCancelled(t *testing.T) {
	t.Parallel()
	const notice = `insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, confirmed_at)
		select 'tbank', '5:x', 'webhook', a.id, a.order_id, $1, '5', 100, 'RUB', $2 from payment_attempts a`
	for name, c := range map[string]struct {
		status, kind string
		confirmed    *time.Time
		cancelled    int
	}{
		"superseded":                    {status: "superseded", cancelled: 1},
		"superseded after a decline":    {status: "superseded", kind: "declined", confirmed: &pollingBegan, cancelled: 1},
		"paid":                          {status: "paid"},
		"superseded and paid":           {status: "superseded", kind: "paid", confirmed: &pollingBegan},
		"superseded, a webhook says so": {status: "superseded", kind: "paid"},
		"expired and refunded":          {status: "expired", kind: "refunded", confirmed: &pollingBegan},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &canceller{acquirer: acquirer{answer: payment.AttemptReport{CanBePaid: true}}}
			s, pool, _ := newPolledAttempt(t, b, func() time.Time { return pollingBegan })
			pgtest.Exec(t, pool, `update payment_attempts set status = $1`, c.status)
			if c.kind != "" {
				pgtest.Exec(t, pool, notice, c.kind, c.confirmed)
			}
			pollOne(t, s)
			if b.cancelled != c.cancelled {
				t.Errorf("cancelled %d times, want %d", b.cancelled, c.cancelled)
			}
		})
	}
}

// pollOne polls the only attempt that is due and reports whether anything was new.
func pollOne(t *testing.T, s *payment.Service) bool {
	t.Helper()
	checks, err := s.ClaimDueChecks(t.Context(), "tbank", 10)
	if err != nil || len(checks) != 1 {
		t.Fatalf("%d attempts to check, %v; want 1", len(checks), err)
	}
	updated, _, err := s.PollAttempt(t.Context(), &checks[0])
	if err != nil {
		t.Fatal(err)
	}
	return updated
}
