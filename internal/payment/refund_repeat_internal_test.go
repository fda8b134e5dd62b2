package payment

import (
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// refundCalls makes calls for one refund, two minutes after one another.
type refundCalls struct {
	*testing.T
	pool *pgxpool.Pool
	s    *Service
	now  time.Time
	id   int64
}

func newRefundCalls(t *testing.T) *refundCalls {
	t.Helper()
	c := &refundCalls{T: t, pool: pgtest.New(t), now: time.Now()}
	c.s = NewService(c.pool, c.pool, nil, func() time.Time { return c.now }, slog.New(slog.DiscardHandler))
	order := factory.Order(t, c.pool, factory.With{"game_id": factory.Game(t, c.pool, nil)})
	paid := factory.Payment(t, c.pool, factory.PaymentAttempt(t, c.pool, order, factory.With{"status": "paid"}))
	c.id = factory.Refund(t, c.pool, paid, factory.With{"status": "pending"})
	return c
}

// call claims the refund, is answered so, and returns the key it was asked by and the status.
func (c *refundCalls) call(answer RefundStatus) (key string, status RefundStatus) {
	c.Helper()
	c.now = c.now.Add(2 * time.Minute)
	var call *Refund
	inTx := func(do func(tx pgx.Tx, r *Refund) error) {
		c.Helper()
		err := pg.InTx(c.Context(), c.pool, func(tx pgx.Tx) error {
			r, err := c.s.LockRefund(c.Context(), tx, c.id)
			if err != nil {
				return err
			}
			return do(tx, r)
		})
		if err != nil {
			c.Fatal(err)
		}
	}
	inTx(func(tx pgx.Tx, r *Refund) error {
		claimed, err := c.s.ClaimRefund(c.Context(), tx, r)
		if !claimed {
			c.Fatalf("not claimed: %v", err)
		}
		call = r
		return err
	})
	inTx(func(tx pgx.Tx, r *Refund) (err error) {
		status, err = c.s.RecordRefundOutcome(c.Context(), tx, r, call, Outcome{Status: answer})
		return err
	})
	return call.key(), status
}

// A call without an answer may have been carried out, whatever a repeated one is answered:
// it is asked for by the same key, of which a bank makes one refund, and in the end by a person.
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
