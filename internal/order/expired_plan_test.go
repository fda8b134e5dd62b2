package order_test

import (
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/order"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
)

// TestExpiredOrdersAreFoundAmongOverdueOnes closes the one order that expired unpaid, while
// 4 000 paid ones are longer past their deadline: none of them is read.
func TestExpiredOrdersAreFoundAmongOverdueOnes(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	game, now := factory.Game(t, pool, nil), time.Now()
	pgtest.Exec(t, pool, `insert into orders (hash, kind, status, total, created, next_action, due_at, game_id)
		select gen_random_uuid(), 'supply_channel', 'sending', 100, now(), 'deliver', $2::timestamptz - interval '1 day', $1 from generate_series(1, 4000)`, game, now)
	expired := factory.Order(t, pool, factory.With{"game_id": game, "due_at": now.Add(-time.Minute)})
	factory.Order(t, pool, factory.With{"game_id": game, "due_at": now.Add(time.Minute)})
	pgtest.Exec(t, pool, `vacuum analyze orders`)
	sent, err := plans.Record(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sent.Close)
	ids, err := order.NewWatch(sent.Pool, clock.System).CloseExpired(t.Context(), now, 100)
	if err != nil || len(ids) != 1 || ids[0] != expired {
		t.Fatalf("closed %v (%v), want %d", ids, err, expired)
	}
	plan, err := sent.Explain(t.Context(), sent.Take()[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Scans) > 0 || plan.Removed > 10 {
		t.Errorf("read %v from beginning to end, and %d rows of %s in vain", plan.Scans, plan.Removed, plan.Vain)
	}
}
