package payment_test

import (
	"slices"
	"testing"
	"time"

	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// A partial payment that arrives while its attempt is being closed is seen by
// neither transaction: the sweeper must find it, or the money stays for ever.
func TestAPartialPaymentOfAClosedAttemptIsPending(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	at := time.Unix(1_800_000_000, 0)
	s := payment.New(payment.Config{Write: pool, Clock: func() time.Time { return at }}).Inbox
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	orders := map[string]int64{}
	for _, status := range []string{"pending", "expired"} {
		order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "waiting_for_payment", "game_id": game})
		attempt := factory.PaymentAttempt(t, pool, order, factory.With{"status": status, "method": "payin_p2p", "provider": "payin"})
		pgtest.Exec(t, pool, `insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, confirmed_at, received_at)
			values ('payin', $1 || ':partial', 'webhook', $2, $3, 'partial', $1, 50, 'RUB', $4, $4)`, status, attempt, order, at)
		orders[status] = order
	}
	got, err := s.OrdersWithPendingNotices(ctx, at.Add(time.Second), 10)
	if err != nil || !slices.Equal(got, []int64{orders["expired"]}) {
		t.Errorf("orders with pending notices: got %v, %v; want only the one whose attempt is closed", got, err)
	}
}
