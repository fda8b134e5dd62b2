package payment_test

import (
	"log/slog"
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
	s := payment.NewService(pool, pool, nil, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	found, err := s.OrdersWithStaleRefunds(t.Context(), now)
	if err != nil || len(found) != many {
		t.Errorf("%d orders, %v; want %d", len(found), err, many)
	}
}
