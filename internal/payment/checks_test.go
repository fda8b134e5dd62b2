package payment_test

import (
	"context"
	"testing"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/paymentdb"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// A lease is written in place: no index has to be written. Only the next time moves an
// entry of one index.
func TestALeaseOfACheckIsAHotUpdate(t *testing.T) {
	t.Parallel()
	const n, due = 500, 50
	ctx, b := t.Context(), &acquirer{}
	_, pool, order := newPolledAttempt(t, b, func() time.Time { return pollingBegan })
	for i := 1; i < n; i++ { // one in ten is due, as spread over the pages as arrivals are
		at := pollingBegan.Add(time.Duration(i%10) * time.Second)
		factory.Check(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{"number": i + 1, "status": "superseded"}), at)
	}
	tx, err := pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is kept
	q := paymentdb.New(tx)
	leased, err := q.ClaimDueChecks(ctx, paymentdb.ClaimDueChecksParams{Provider: "tbank", Now: pollingBegan, Lease: pollingBegan.Add(time.Minute), AtMost: n})
	if err != nil || len(leased) != due {
		t.Fatalf("%d leased, %v; want %d", len(leased), err, due)
	}
	var updated, hot int
	if err := tx.QueryRow(ctx, `select n_tup_upd, n_tup_hot_upd from pg_stat_xact_user_tables where relname = 'attempt_checks'`).Scan(&updated, &hot); err != nil {
		t.Fatal(err)
	}
	if updated != due || hot != due {
		t.Errorf("%d updates, %d of them in place; want %d", updated, hot, due)
	}
}

// A webhook that comes while its attempt is being polled is not lost when that poll ends,
// whether it would have ended polling or planned the next time.
func TestWhatIsAskedForDuringAPollStaysDue(t *testing.T) {
	t.Parallel()
	for name, paid := range map[string]bool{"the poll ends polling": true, "the poll plans another": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, b, now := t.Context(), &acquirer{}, pollingBegan
			s, pool, _ := newPolledAttempt(t, b, func() time.Time { return now })
			if paid {
				b.answer.Notices = []payment.Notice{{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(100_00, "RUB")}}
			}
			checks, err := s.Poller.ClaimDueChecks(ctx, "tbank", 10)
			if err != nil || len(checks) != 1 {
				t.Fatalf("%d checks, %v; want 1", len(checks), err)
			}
			second := payment.Notice{DedupeKey: "6:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "6", Amount: money.Of(100_00, "RUB")}
			b.meanwhile = func() {
				if _, err := s.Inbox.RecordNotice(ctx, "tbank", payment.SourceWebhook, second); err != nil {
					t.Error(err)
				}
			}
			if _, _, err := s.Poller.PollAttempt(ctx, &checks[0]); err != nil {
				t.Fatal(err)
			}
			if got := pgtest.One[string](t, pool, `select concat_ws(' ', due_at = $1, leased_until is null, calls) from attempt_checks`, now); got != "t t 1" {
				t.Errorf("due now, free, calls: %q, want t t 1", got)
			}
		})
	}
}

func TestABuyerAsksAtMostTwice(t *testing.T) {
	t.Parallel()
	ctx, b, now := t.Context(), &acquirer{}, pollingBegan
	s, _, order := newPolledAttempt(t, b, func() time.Time { return now })
	for range 5 {
		now = now.Add(20 * time.Second)
		if _, err := s.Poller.PollOpenAttempt(ctx, order); err != nil {
			t.Fatal(err)
		}
	}
	if b.calls != 2 {
		t.Errorf("%d calls, want 2", b.calls)
	}
}

func TestAPaidAttemptIsNotPolledAgain(t *testing.T) {
	t.Parallel()
	ctx, b := t.Context(), &acquirer{}
	s, pool, _ := newPolledAttempt(t, b, func() time.Time { return pollingBegan })
	b.answer.Notices = []payment.Notice{{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(100_00, "RUB")}}
	checks, err := s.Poller.ClaimDueChecks(ctx, "tbank", 10)
	if err != nil || len(checks) != 1 {
		t.Fatalf("%d checks, %v; want 1", len(checks), err)
	}
	if updated, _, err := s.Poller.PollAttempt(ctx, &checks[0]); err != nil || !updated {
		t.Errorf("updated %t, %v; want updated", updated, err)
	}
	if n := pgtest.One[int](t, pool, `select count(*) from attempt_checks`); n != 0 {
		t.Errorf("%d checks left, want none", n)
	}
}
