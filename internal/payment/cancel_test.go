package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
)

// canceller is an acquirer whose status says that an invoice is open, and that can cancel it. If
// it was paid, cancelling refunds it.
type canceller struct {
	acquirer
	cancelled int
	err       error // of the cancellation
}

func (c *canceller) CancelInvoice(context.Context, payment.AttemptRef) error {
	c.cancelled++
	return c.err
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

// A cancellation that was not answered may be carried out while the invoice is being paid, and
// refunds it then: the payment counts once the cancellation is answered, or cannot come any more.
func TestPaymentCountsOnceItCannotBeCancelled(t *testing.T) {
	t.Parallel()
	paid := payment.Notice{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(100_00, money.Ruble)}
	for name, c := range map[string]struct {
		err   error
		after time.Duration
		want  bool
	}{
		"not answered, at once":        {payment.ErrOutcomeUnknown, 10 * time.Second, false},
		"not answered, a minute later": {payment.ErrOutcomeUnknown, 70 * time.Second, true},
		"answered":                     {nil, 10 * time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := pollingBegan
			b := &canceller{acquirer: acquirer{answer: payment.AttemptReport{CanBePaid: true}}, err: c.err}
			s, pool, _ := newPolledAttempt(t, b, func() time.Time { return now })
			pgtest.Exec(t, pool, `update payment_attempts set status = 'superseded'`)
			poll := func() {
				t.Helper()
				checks, err := s.ClaimDueChecks(t.Context(), "tbank", 10)
				if err != nil || len(checks) != 1 {
					t.Fatalf("%d attempts to check, %v; want 1", len(checks), err)
				}
				if _, _, err := s.PollAttempt(t.Context(), &checks[0]); !errors.Is(err, b.err) {
					t.Fatal(err)
				}
			}
			poll()
			now, b.err = now.Add(c.after), nil
			b.answer = payment.AttemptReport{Notices: []payment.Notice{paid}}
			if _, err := s.RecordNotice(t.Context(), "tbank", payment.SourceWebhook, paid); err != nil {
				t.Fatal(err)
			}
			poll()
			if got := pgtest.One[bool](t, pool, `select confirmed_at is not null from payment_notices`); got != c.want {
				t.Errorf("the payment is confirmed: %t, want %t", got, c.want)
			}
			if b.cancelled != 1 {
				t.Errorf("cancelled %d times, want 1", b.cancelled)
			}
			if left := pgtest.One[bool](t, pool, `select exists (select from attempt_checks)`); left == c.want {
				t.Errorf("the attempt is asked about again: %t, want %t", left, !c.want)
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
