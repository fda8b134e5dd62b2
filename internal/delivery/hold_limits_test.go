package delivery_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/pg"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
	"larek/internal/publicid"
)

// hold reserves n codes for an unpaid order.
func (b *stockFixture) hold(n int, with factory.With) {
	b.t.Helper()
	with["game_id"] = b.game
	line := factory.Line(b.t, b.pool, factory.Order(b.t, b.pool, with), nil)
	for range n {
		factory.Code(b.t, b.pool, 1, factory.With{"state": "reserved", "line_id": line})
	}
}

// holdForOthers reserves 4 000 codes, each for a guest of its own from an address of its own.
func (b *stockFixture) holdForOthers() {
	b.t.Helper()
	for _, sql := range []string{
		`insert into orders (hash, kind, status, total, created, next_action, due_at, game_id, guest)
			select gen_random_uuid(), 'pubg', 'created', 100, now(), 'pay', now(), $1::bigint, gen_random_uuid() from generate_series(1, 4000)`,
		`insert into order_lines (order_id, title, quantity, unit_price, status) select id, '60', 1, 100, 'processing' from orders where game_id = $1`,
		`insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, held_from)
			select 1, 's', 'k1', l.id::text::bytea, 'reserved', l.id, ('at ' || l.id)::bytea from order_lines l join orders o on o.id = l.order_id and o.game_id = $1`,
	} {
		if _, err := b.pool.Exec(b.t.Context(), sql, b.game); err != nil {
			b.t.Fatal(err)
		}
	}
}

// TestHoldsOfOthersAreNotRead counts what a buyer holds while others hold 4 000 codes: the
// bound is exact, and the work does not grow with them.
func TestHoldsOfOthersAreNotRead(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	b.holdForOthers()
	user, guest, other := factory.User(t, b.pool, nil), publicid.New(), publicid.New()
	b.hold(30, factory.With{"user_id": user})
	b.hold(10, factory.With{"guest": guest})
	b.hold(9, factory.With{"user_id": user, "guest": guest, "status": "waiting_for_payment", "next_action": "pay"}) // counts once
	b.hold(0, factory.With{"guest": guest, "status": "failed"})
	b.hold(50, factory.With{"guest": other})
	if _, err := b.pool.Exec(t.Context(), `vacuum analyze orders, order_lines, codes`); err != nil {
		t.Fatal(err)
	}
	sent, err := plans.Record(t.Context(), b.pool)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sent.Close)
	for name, c := range map[string]struct {
		hold delivery.StockHold
		want error
	}{
		"the fiftieth":         {delivery.StockHold{UserID: &user, Guest: &guest, From: "192.0.2.1", Wanted: map[int64]int64{1: 1}}, nil},
		"one more":             {delivery.StockHold{UserID: &user, Guest: &guest, From: "192.0.2.1", Wanted: map[int64]int64{1: 2}}, delivery.ErrHoldLimit},
		"a browser":            {delivery.StockHold{Guest: &guest, Wanted: map[int64]int64{1: 31}}, nil},
		"a browser, one more":  {delivery.StockHold{Guest: &guest, Wanted: map[int64]int64{1: 32}}, delivery.ErrHoldLimit},
		"another browser":      {delivery.StockHold{Guest: &other, Wanted: map[int64]int64{1: 1}}, delivery.ErrHoldLimit},
		"an account":           {delivery.StockHold{UserID: &user, Wanted: map[int64]int64{1: 11}}, nil},
		"an account, one more": {delivery.StockHold{UserID: &user, Wanted: map[int64]int64{1: 12}}, delivery.ErrHoldLimit},
	} {
		err := pg.InTx(t.Context(), sent.Pool, func(tx pgx.Tx) error { return b.CheckHoldLimits(t.Context(), tx, c.hold) })
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
		for _, q := range sent.Take() {
			if q.Name() != "CountUnpaidHolds" {
				continue
			}
			plan, err := sent.Explain(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for index, rows := range plan.Found {
				if rows > 60 {
					t.Errorf("%s: %s gave %d rows", name, index, rows)
				}
			}
			if len(plan.Scans) > 0 || plan.Removed > 60 {
				t.Errorf("%s: read %v from beginning to end, %d rows in vain", name, plan.Scans, plan.Removed)
			}
		}
	}
}
