package payment_test

import (
	"slices"
	"testing"
	"time"

	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// A provider that is down leaves many refunds to send: none of them hides another.
func TestEveryStaleRefundIsFound(t *testing.T) {
	t.Parallel()
	const many = 205
	pool := pgtest.New(t)
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	for range many {
		order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "done", "game_id": game})
		paid := factory.Payment(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{"status": "paid"}))
		factory.Refund(t, pool, paid, factory.With{"status": "pending"})
	}
	now := time.Now().Add(time.Hour)
	s := payment.New(payment.Config{Write: pool, Clock: func() time.Time { return now }}).Refunds
	found, err := s.OrdersWithStaleRefunds(t.Context(), now)
	if err != nil || len(found) != many {
		t.Errorf("%d orders, %v; want %d", len(found), err, many)
	}
}

// An operator's retry whose notification was lost waits no longer than a refund that was never tried.
func TestRetriedRefundIsFoundSoon(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	due := time.Now()
	refund := func(status string) int64 {
		order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "done", "game_id": game})
		paid := factory.Payment(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{"status": "paid"}))
		factory.Refund(t, pool, paid, factory.With{"status": status, "tries": 3, "next_try_at": due, "sent_at": due})
		return order
	}
	retried := refund("pending")
	refund("sent") // its workflow asks about it at growing intervals
	now := due.Add(2 * time.Minute)
	s := payment.New(payment.Config{Write: pool, Clock: func() time.Time { return now }}).Refunds
	found, err := s.OrdersWithStaleRefunds(t.Context(), now.Add(-10*time.Minute))
	if err != nil || !slices.Equal(found, []int64{retried}) {
		t.Errorf("orders %v, %v; want %d", found, err, retried)
	}
}
