package promo_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/promo"
)

// redemptionFixture is a database with a game and users 1 to 9, and the service
// under test.
type redemptionFixture struct {
	t    *testing.T
	pool *pgxpool.Pool
	game int64
	*promo.Service
}

func newRedemptionFixture(t *testing.T) *redemptionFixture {
	t.Helper()
	b := &redemptionFixture{t: t, pool: pgtest.New(t)}
	b.Service = promo.NewService(b.pool)
	b.game = factory.Game(t, b.pool, factory.With{"kind": "pubg"})
	for id := range 9 {
		factory.User(t, b.pool, factory.With{"id": id + 1})
	}
	return b
}

func (b *redemptionFixture) number(sql string, args ...any) int {
	b.t.Helper()
	return pgtest.One[int](b.t, b.pool, sql, args...)
}

// code inserts a code and returns its ID. A limit of 0 means none.
func (b *redemptionFixture) code(name string, total, perBuyer int) int64 {
	b.t.Helper()
	with := factory.With{"code": name, "valid_from": now, "per_buyer_limit": perBuyer}
	if total != 0 {
		with["total_limit"] = total
	}
	return factory.PromoCode(b.t, b.pool, with)
}

// orders inserts n unpaid orders and returns their IDs.
func (b *redemptionFixture) orders(n int) []int64 {
	b.t.Helper()
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = factory.Order(b.t, b.pool, factory.With{"kind": "pubg", "game_id": b.game})
	}
	return ids
}

func (b *redemptionFixture) reserve(code, order int64, who promo.Buyer) error {
	return pg.InTx(b.t.Context(), b.pool, func(tx pgx.Tx) error { return b.Reserve(b.t.Context(), tx, code, order, who) })
}

func (b *redemptionFixture) must(fn func(context.Context, pgx.Tx, int64) error, order int64) {
	b.t.Helper()
	pgtest.InTx(b.t, b.pool, func(ctx context.Context, tx pgx.Tx) error { return fn(ctx, tx, order) })
}

// race reserves for all orders at once and returns how many succeeded.
func (b *redemptionFixture) race(orders []int64, code int64, who func(i int) promo.Buyer, refusal error) int {
	b.t.Helper()
	var wg sync.WaitGroup
	results := make([]error, len(orders))
	for i, o := range orders {
		wg.Go(func() { results[i] = b.reserve(code, o, who(i)) })
	}
	wg.Wait()
	reserved := 0
	for _, err := range results {
		switch {
		case err == nil:
			reserved++
		case !errors.Is(err, refusal):
			b.t.Errorf("got %v, want %v", err, refusal)
		}
	}
	return reserved
}

func guest(i int) promo.Buyer { return promo.Buyer{Email: fmt.Sprintf("g%d@example.test", i)} }

func TestRaceForTheLastRedemptions(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	code := b.code("FIFTY", 50, 1)
	if n := b.race(b.orders(200), code, guest, promo.ErrLimit); n != 50 {
		t.Errorf("got %d reservations, want 50", n)
	}
	if n := b.number(`select count(*) from promo_slots where order_id is not null`); n != 50 {
		t.Errorf("got %d taken slots, want 50", n)
	}
	if n := b.number(`select count(*) from promo_uses`); n != 50 {
		t.Errorf("got %d redemptions, want 50", n)
	}
}

func TestOneBuyerInManyTabs(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	me := func(int) promo.Buyer { return promo.Buyer{UserID: new(int64(1))} }
	if n := b.race(b.orders(10), b.code("ONCE", 0, 1), me, promo.ErrAlreadyUsed); n != 1 {
		t.Errorf("got %d reservations, want 1", n)
	}
	if n := b.race(b.orders(20), b.code("THRICE", 100, 3), me, promo.ErrAlreadyUsed); n != 3 {
		t.Errorf("got %d reservations, want 3", n)
	}
}

func TestReserveIsOncePerOrder(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	code, order := b.code("TEN", 10, 2), b.orders(1)[0]
	for range 3 {
		if err := b.reserve(code, order, guest(1)); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.number(`select count(*) from promo_slots where order_id is not null`); n != 1 {
		t.Errorf("got %d taken slots, want 1", n)
	}
}

func TestReleasedRedemptionIsReservedAgain(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	code, orders := b.code("LAST", 1, 1), b.orders(2)
	for _, o := range []int64{orders[0], orders[1], orders[0]} {
		if err := b.reserve(code, o, guest(1)); err != nil {
			t.Fatal(err)
		}
		b.must(b.Release, o)
		b.must(b.Release, o)
	}
	if err := b.reserve(code, orders[0], guest(1)); err != nil {
		t.Fatal(err)
	}
	b.must(b.Consume, orders[0])
	b.must(b.Release, orders[0])
	if n := b.number(`select count(*) from promo_uses where state = 'consumed' and nth = 1`); n != 1 {
		t.Error("a consumed redemption was released")
	}
	if err := b.reserve(code, orders[1], guest(2)); !errors.Is(err, promo.ErrLimit) {
		t.Errorf("exhausted code: got %v, want ErrLimit", err)
	}
	if n := b.number(`select count(*) from promo_uses where order_id = $1 and nth is not null`, orders[1]); n != 0 {
		t.Error("a refused order holds a redemption")
	}
}

func TestAnotherCodeReleasesTheFirst(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	first, second, order := b.code("FIRST", 1, 1), b.code("SECOND", 1, 1), b.orders(1)[0]
	for _, c := range []int64{first, second} {
		if err := b.reserve(c, order, guest(1)); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.number(`select count(*) from promo_slots where promo_code_id = $1 and order_id is null`, first); n != 1 {
		t.Error("the redemption of the first code was not released")
	}
	if n := b.number(`select count(*) from promo_uses where promo_code_id = $1`, second); n != 1 {
		t.Error("the redemption of the second code is missing")
	}
}

func TestAnOrderIsNotPaidWithADiscountItHasNotRedeemed(t *testing.T) {
	t.Parallel()
	b := newRedemptionFixture(t)
	code, id := b.code("ODIN", 1, 1), b.orders(1)[0]
	pay := func() error {
		_, err := b.pool.Exec(t.Context(), `update orders set promo_code_id = $2, discount = 1, status = 'paid', next_action = 'deliver', due_at = now() where id = $1`, id, code)
		return err
	}
	refused := func(when string) {
		t.Helper()
		err := pay()
		if e, ok := errors.AsType[*pgconn.PgError](err); !ok || e.ConstraintName != "orders_discount_redeemed" {
			t.Errorf("%s: %v", when, err)
		}
	}
	refused("no redemption")
	if err := b.reserve(code, id, promo.Buyer{UserID: new(int64(1))}); err != nil {
		t.Fatal(err)
	}
	refused("reserved only")
	b.must(b.Release, id)
	refused("released")
	if n := b.number(`select count(*) from orders where id = $1 and status = 'created'`, id); n != 1 {
		t.Error("a refused payment has changed the order")
	}
	if err := b.reserve(code, id, promo.Buyer{UserID: new(int64(1))}); err != nil {
		t.Fatal(err)
	}
	b.must(b.Consume, id)
	if err := pay(); err != nil {
		t.Errorf("redeemed: %v", err)
	}
}
