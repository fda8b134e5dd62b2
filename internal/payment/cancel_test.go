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
	refunded  []payment.Notice // by the cancellation
	err       error            // of the cancellation
}

func (c *canceller) CancelInvoice(context.Context, payment.AttemptRef) ([]payment.Notice, error) {
	c.cancelled++
	return c.refunded, c.err
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
				checks, err := s.Poller.ClaimDueChecks(t.Context(), "tbank", 10)
				if err != nil || len(checks) != 1 {
					t.Fatalf("%d attempts to check, %v; want 1", len(checks), err)
				}
				if _, _, err := s.Poller.PollAttempt(t.Context(), &checks[0]); !errors.Is(err, b.err) {
					t.Fatal(err)
				}
			}
			poll()
			now, b.err = now.Add(c.after), nil
			b.answer = payment.AttemptReport{Notices: []payment.Notice{paid}}
			if _, err := s.Inbox.RecordNotice(t.Context(), "tbank", payment.SourceWebhook, paid); err != nil {
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

// The bank refunds a payment that it does not show yet when its invoice is cancelled: it is
// recorded as paid and refunded at once, before the lagging status shows it as paid alone.
func TestPaymentRefundedByItsCancellation(t *testing.T) {
	t.Parallel()
	paid := payment.Notice{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(100_00, money.Ruble)}
	b := &canceller{acquirer: acquirer{answer: payment.AttemptReport{CanBePaid: true}}}
	b.refunded = []payment.Notice{paid, payment.RefundNotice("1-1-x", "5", 0, money.Ruble)}
	s, pool, _ := newPolledAttempt(t, b, func() time.Time { return pollingBegan })
	pgtest.Exec(t, pool, `update payment_attempts set status = 'superseded'`)
	if !pollOne(t, s) {
		t.Error("the order is not notified")
	}
	got := pgtest.One[string](t, pool, `select string_agg(kind || ' ' || (confirmed_at is not null) || coalesce(' ' || left_amount, ''), ', ' order by id) from payment_notices`)
	if want := "paid true, refunded true 0.00"; got != want {
		t.Errorf("%s is recorded, want %s", got, want)
	}
	if open := pgtest.One[bool](t, pool, `select cancel_until is not null from payment_attempts`); open {
		t.Error("the cancellation is still open")
	}
}

// A webhook says that a payment was refunded, and its lagging status shows the payment alone: the
// payment waits for the refund to be confirmed, for a bounded time.
func TestPaymentWaitsForItsReportedRefund(t *testing.T) {
	t.Parallel()
	paid := payment.Notice{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(100_00, money.Ruble)}
	refunded := payment.RefundNotice("1-1-x", "5", 0, money.Ruble)
	for name, c := range map[string]struct {
		after  time.Duration
		report []payment.Notice
		want   string
	}{
		"status lags":             {0, []payment.Notice{paid}, "refunded false"},
		"status shows the refund": {0, []payment.Notice{paid, refunded}, "refunded true, paid true"},
		"never confirmed":         {11 * time.Minute, []payment.Notice{paid}, "refunded false, paid true"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := pollingBegan
			b := &acquirer{}
			s, pool, _ := newPolledAttempt(t, b, func() time.Time { return now })
			if _, err := s.Inbox.RecordNotice(t.Context(), "tbank", payment.SourceWebhook, refunded); err != nil {
				t.Fatal(err)
			}
			now, b.answer.Notices = now.Add(c.after), c.report
			pollOne(t, s)
			got := pgtest.One[string](t, pool, `select string_agg(kind || ' ' || (confirmed_at is not null), ', ' order by id) from payment_notices`)
			if got != c.want {
				t.Errorf("%s is recorded, want %s", got, c.want)
			}
			if left := pgtest.One[bool](t, pool, `select exists (select from attempt_checks)`); !left && c.want == "refunded false" {
				t.Error("the attempt is not asked about again")
			}
		})
	}
}

// A status names a payment and its refund. Each is recorded alone, the refund first: a worker that
// dies between the two leaves no payment that goods would be given for.
func TestRefundOfAStatusIsRecordedBeforeItsPayment(t *testing.T) {
	t.Parallel()
	paid := payment.Notice{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(100_00, money.Ruble)}
	b := &acquirer{answer: payment.AttemptReport{Notices: []payment.Notice{paid, payment.RefundNotice("1-1-x", "5", 0, money.Ruble)}}}
	s, pool, _ := newPolledAttempt(t, b, func() time.Time { return pollingBegan })
	pollOne(t, s)
	if got := pgtest.One[string](t, pool, `select string_agg(kind, ', ' order by id) from payment_notices`); got != "refunded, paid" {
		t.Errorf("%s are recorded, want refunded, paid", got)
	}
}

// pollOne polls the only attempt that is due and reports whether anything was new.
func pollOne(t *testing.T, s *payment.Services) bool {
	t.Helper()
	checks, err := s.Poller.ClaimDueChecks(t.Context(), "tbank", 10)
	if err != nil || len(checks) != 1 {
		t.Fatalf("%d attempts to check, %v; want 1", len(checks), err)
	}
	updated, _, err := s.Poller.PollAttempt(t.Context(), &checks[0])
	if err != nil {
		t.Fatal(err)
	}
	return updated
}
