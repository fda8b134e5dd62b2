package payment_test

import (
	"testing"

	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// TestRefundIsNamedByWhatItIs: a refund that a restore has lost gets the same name when it is
// decided again, under another number; another refund gets another name.
func TestRefundIsNamedByWhatItIs(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	order := factory.Order(t, pool, factory.With{"kind": "pubg", "game_id": factory.Game(t, pool, factory.With{"kind": "pubg"})})
	payment := factory.Payment(t, pool, factory.PaymentAttempt(t, pool, order, nil))
	name := func(id int64) string {
		return pgtest.One[string](t, pool, `select nonce from refunds where id = $1`, id)
	}
	first := factory.Refund(t, pool, payment, factory.With{"amount": "1.00"})
	lost := name(first)
	pgtest.Exec(t, pgtest.Owner(t, pool), `delete from refunds where id = $1`, first)
	again := factory.Refund(t, pool, payment, factory.With{"amount": "1.00"})
	if again == first || name(again) != lost {
		t.Errorf("refund %d is named %s, and %s as %d", first, lost, name(again), again)
	}
	for _, other := range []factory.With{{"amount": "2.00", "reason": "surplus"}, {"amount": "1.00", "reason": "late"}} {
		if got := name(factory.Refund(t, pool, payment, other)); got == lost {
			t.Errorf("another refund %v is named %s too", other, got)
		}
	}
}
