package payment

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// refundCalls makes calls for one refund, two minutes after one another.
type refundCalls struct {
	*testing.T
	pool *pgxpool.Pool
	s    *Refunds
	now  time.Time
	id   int64
}

func newRefundCalls(t *testing.T, providers ...Provider) *refundCalls {
	t.Helper()
	c := &refundCalls{T: t, pool: pgtest.New(t), now: time.Now()}
	c.s = New(Config{Write: c.pool, Connected: providers, Clock: func() time.Time { return c.now }}).Refunds
	order := factory.Order(t, c.pool, factory.With{"game_id": factory.Game(t, c.pool, nil)})
	paid := factory.Payment(t, c.pool, factory.PaymentAttempt(t, c.pool, order, factory.With{"status": "paid"}))
	c.id = factory.Refund(t, c.pool, paid, factory.With{"status": "pending"})
	return c
}

func (c *refundCalls) inTx(do func(tx pgx.Tx, r *Refund) error) {
	c.Helper()
	err := pg.InTx(c.Context(), c.pool, func(tx pgx.Tx) error {
		r, err := LockRefund(c.Context(), tx, c.id)
		if err != nil {
			return err
		}
		return do(tx, r)
	})
	if err != nil {
		c.Fatal(err)
	}
}

// claim claims the refund after some time, if it may be sent then.
func (c *refundCalls) claim(after time.Duration) (call *Refund, claimed bool) {
	c.Helper()
	c.now = c.now.Add(after)
	c.inTx(func(tx pgx.Tx, r *Refund) (err error) {
		call = r
		claimed, err = c.s.ClaimRefund(c.Context(), tx, r)
		return err
	})
	return call, claimed
}

// call claims the refund, records the answer, and returns the key of the call and the status.
func (c *refundCalls) call(answer RefundStatus) (key string, status RefundStatus) {
	c.Helper()
	call, claimed := c.claim(2 * time.Minute)
	if !claimed {
		c.Fatal("not claimed")
	}
	c.inTx(func(tx pgx.Tx, r *Refund) (err error) {
		status, err = c.s.RecordRefundOutcome(c.Context(), tx, r, call, Outcome{Status: answer})
		return err
	})
	return call.key(), status
}

// A call without a response may have been carried out, whatever a repeated one returns. It is
// repeated under the same key, for which a bank makes one refund, and in the end a person decides.
func TestRefusalOfARepeatedCallProvesNothing(t *testing.T) {
	t.Parallel()
	c := newRefundCalls(t)
	first, status := c.call(RefundUnknown)
	if status != RefundUnknown {
		t.Fatalf("no answer: %s", status)
	}
	for n := 2; n <= maxTries; n++ {
		want := RefundUnknown
		if n == maxTries {
			want = RefundManual
		}
		if key, status := c.call(RefundRefused); key != first || status != want {
			t.Errorf("call %d, refused: key %s and %s, want %s and %s", n, key, status, first, want)
		}
	}
}

// keyless is a provider that makes a refund of every call.
type keyless struct{ Provider }

func (keyless) Name() string     { return "tbank" } // the provider of the factory's payments
func (keyless) OncePerKey() bool { return false }

func (keyless) Remaining(_ context.Context, _ string, paid money.Money) (money.Minor, error) {
	return paid.Minor, nil
}

// A provider without keys is not called again while the outcome of a call is not known: the
// shop asks for hours, and then a person decides.
func TestRefundWithoutAKeyIsSentAgainByAPersonOnly(t *testing.T) {
	t.Parallel()
	for _, first := range []RefundStatus{RefundSent, RefundUnknown} { // killed before the answer, or none came
		c := newRefundCalls(t, keyless{})
		if first == RefundUnknown {
			c.call(RefundUnknown)
		} else if _, claimed := c.claim(0); !claimed {
			t.Fatal("not claimed")
		}
		for range 5 {
			if r, claimed := c.claim(time.Hour); claimed || r.Status != first {
				t.Fatalf("%s, within hours: claimed %t, now %s", first, claimed, r.Status)
			}
		}
		if r, claimed := c.claim(2 * time.Hour); claimed || r.Status != RefundManual {
			t.Fatalf("%s, hours later: claimed %t, now %s; want that a person decides", first, claimed, r.Status)
		}
		c.inTx(func(tx pgx.Tx, r *Refund) error { return c.s.RetryRefund(c.Context(), tx, r, "anna") })
		if _, status := c.call(RefundDone); status != RefundDone {
			t.Errorf("%s, sent by a person: %s", first, status)
		}
	}
}

// A call that never left is made again by the same key, whatever the provider.
func TestRefundThatWasNotSentIsSentAgain(t *testing.T) {
	t.Parallel()
	c := newRefundCalls(t, keyless{})
	first, status := c.call(RefundPending)
	if status != RefundPending {
		t.Fatalf("not sent: %s, want pending", status)
	}
	for range 2 * maxRounds { // a provider that is down is no reason to give up
		if key, status := c.call(RefundPending); key != first || status != RefundPending {
			t.Fatalf("not sent again: key %s and %s, want %s and pending", key, status, first)
		}
	}
	if key, status := c.call(RefundDone); key != first || status != RefundDone {
		t.Errorf("sent in the end: key %s and %s, want %s and done", key, status, first)
	}
}

// That a repeated call was not sent says nothing of the call before it.
func TestRepeatThatWasNotSentLeavesTheRefundUnknown(t *testing.T) {
	t.Parallel()
	c := newRefundCalls(t)
	c.call(RefundUnknown)
	if _, status := c.call(RefundPending); status != RefundUnknown {
		t.Errorf("got %s, want unknown", status)
	}
}

// A call that was refused was not carried out: the next one is another refund to the bank.
func TestARefusedRefundIsAskedForByAnotherKey(t *testing.T) {
	t.Parallel()
	c := newRefundCalls(t)
	seen := map[string]bool{}
	for n := 1; n <= maxRounds; n++ {
		want := RefundRefused
		if n == maxRounds {
			want = RefundManual
		}
		key, status := c.call(RefundRefused)
		if seen[key] || status != want {
			t.Errorf("call %d, refused: key %s and %s, want a new key and %s", n, key, status, want)
		}
		seen[key] = true
	}
}
