package delivery_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/sandbox/core"
	"larek/internal/seal"
)

func (c *dispatchFixture) hire() int64 {
	c.t.Helper()
	return pgtest.One[int64](c.t, c.pool, `insert into staff (email, name, role_id, password, created, seen_at)
		select gen_random_uuid() || '@staff.test', 'Анна', min(id), '', now(), now() from staff_roles returning id`)
}

func (c *dispatchFixture) inTx(do func(ctx context.Context, tx pgx.Tx) error) error {
	c.t.Helper()
	return pgx.BeginFunc(c.t.Context(), c.pool, func(tx pgx.Tx) error { return do(c.t.Context(), tx) })
}

func TestPausedUnitIsOrderedFromNoSupplier(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	u := c.units(1)[0]
	order, anna := c.orderOf(u), c.hire()
	pause := func(ctx context.Context, tx pgx.Tx) error {
		return c.Pause(ctx, tx, order, anna, c.now().Add(time.Hour))
	}
	if err := c.inTx(pause); err != nil {
		t.Fatal(err)
	}
	if err := c.inTx(pause); !errors.Is(err, delivery.ErrPaused) {
		t.Errorf("paused again: got %v, want ErrPaused", err)
	}
	if step := c.step(u, delivery.UnitWaiting); step.RetryAfter == 0 {
		t.Error("a paused unit is not looked at again")
	}
	c.expectDelivered(0, 0)
	resume := func(ctx context.Context, tx pgx.Tx) error { return delivery.Resume(ctx, tx, order) }
	if err := c.inTx(resume); err != nil {
		t.Fatal(err)
	}
	if err := c.inTx(resume); !errors.Is(err, delivery.ErrNotPaused) {
		t.Errorf("resumed again: got %v, want ErrNotPaused", err)
	}
	c.deliver(u, delivery.UnitDelivered)
	c.expectDelivered(1, 0)
}

func TestOperatorChoosesAndExcludesOffers(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	offer := func(supplier string) int64 {
		return pgtest.One[int64](t, c.pool, `select id from offers where supplier = $1`, supplier)
	}
	requeue := func(r delivery.Retry) error {
		return c.inTx(func(ctx context.Context, tx pgx.Tx) error {
			_, err := c.RequeueUnits(ctx, tx, r, &delivery.Inquiry{})
			return err
		})
	}
	units := c.units(3)
	a, b := offer(first), offer(second)
	for name, r := range map[string]delivery.Retry{
		"unknown":    {Units: []int64{units[0].ID}, Prefer: new(b + 100)},
		"both":       {Units: []int64{units[0].ID}, Prefer: &b, Exclude: []int64{b}},
		"none left":  {Units: []int64{units[0].ID}, Exclude: []int64{a, b}},
		"foreign id": {Units: []int64{units[0].ID}, Exclude: []int64{b + 100}},
	} {
		if err := requeue(r); !errors.Is(err, delivery.ErrOffer) {
			t.Errorf("%s: got %v, want ErrOffer", name, err)
		}
	}
	if err := requeue(delivery.Retry{Units: []int64{units[0].ID}, Prefer: &b}); err != nil {
		t.Fatal(err)
	}
	c.deliver(units[0], delivery.UnitDelivered)
	c.expectDelivered(0, 1)
	if err := requeue(delivery.Retry{Units: []int64{units[1].ID}, Exclude: []int64{a}}); err != nil {
		t.Fatal(err)
	}
	c.deliver(units[1], delivery.UnitDelivered)
	c.expectDelivered(0, 2)
	c.deliver(units[2], delivery.UnitDelivered)
	c.expectDelivered(1, 2)
	if err := requeue(delivery.Retry{Units: []int64{units[2].ID}}); !errors.Is(err, delivery.ErrUnitEnded) {
		t.Errorf("a delivered unit: got %v, want ErrUnitEnded", err)
	}
}

// What a supplier may still deliver is not given up, and what it has delivered counts.
func TestEndingAUnitAsksItsSupplierFirst(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.rule(first, `"processing_ms":-1`)
	units := c.units(2)
	for _, u := range units {
		c.step(u, delivery.UnitPlaced)
		c.ahead.Add(int64(time.Minute))
	}
	end := func(u delivery.Unit, force bool) (ended delivery.Ended, err error) {
		in, err := c.Inquire(t.Context(), []int64{u.ID})
		if err != nil {
			return ended, err
		}
		err = c.inTx(func(ctx context.Context, tx pgx.Tx) error {
			ended, err = c.EndUnits(ctx, tx, delivery.Ending{Units: []int64{u.ID}, Closing: delivery.Closing{Who: "staff:1", Words: "молчит", Force: force}}, in)
			return err
		})
		if err != nil {
			if err := c.RecordInquiry(t.Context(), in); err != nil {
				t.Error(err)
			}
		}
		return ended, err
	}
	if _, err := end(units[0], false); !errors.Is(err, delivery.ErrStillOpen) {
		t.Errorf("an open order: got %v, want ErrStillOpen", err)
	}
	c.step(units[0], delivery.UnitPlaced)
	c.endOrder(units[0], core.DeliverOrder)
	c.ahead.Add(int64(time.Minute))
	if ended, err := end(units[0], false); err != nil || ended.BySupplier != first {
		t.Errorf("a delivered order: got %+v, %v, want that of %s", ended, err, first)
	}
	if _, err := end(units[1], true); err != nil {
		t.Errorf("by force: %v", err)
	}
	c.step(units[1], delivery.UnitFailed)
	c.expectDelivered(1, 0)
}

func TestReplacedCodeIsVoid(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	stock := delivery.NewStock(pool, seal.NewKeyring("k1", seal.NewKey()), seal.NewKey())
	game := factory.Game(t, pool, factory.With{"kind": "pubg"})
	product := factory.Product(t, pool, game, factory.With{"kind": "pubg", "amount_uc": 60})
	order := factory.Order(t, pool, factory.With{"status": "done", "kind": "pubg", "game_id": game})
	line := factory.Line(t, pool, order, factory.With{"product_id": product, "status": "completed"})
	if _, _, err := stock.Load(t.Context(), product, []string{"A-1", "B-2"}); err != nil {
		t.Fatal(err)
	}
	anna := (&dispatchFixture{t: t, pool: pool}).hire()
	pgtest.InTx(t, pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := stock.Reserve(ctx, tx, line, product, 1); err != nil {
			return err
		}
		_, err := stock.Deliver(ctx, tx, map[int64]int{line: 1})
		return err
	})
	old := pgtest.One[int64](t, pool, `select id from codes where state = 'given'`)
	replace := func(order, code int64) error {
		return pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			_, _, err := stock.Replace(t.Context(), tx, order, code, anna, time.Now())
			return err
		})
	}
	if err := replace(order+1, old); !errors.Is(err, delivery.ErrNoSuchCode) {
		t.Errorf("of another order: got %v, want ErrNoSuchCode", err)
	}
	if err := replace(order, old); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, pool, `select string_agg(state || (line_id is not null)::text, ' ' order by id) from codes`); got != "voidfalse giventrue" {
		t.Errorf("got %s, want the old code void and the new one given", got)
	}
	fresh := pgtest.One[int64](t, pool, `select id from codes where state = 'given'`)
	if err := replace(order, fresh); !errors.Is(err, delivery.ErrStockEmpty) {
		t.Errorf("without another code: got %v, want ErrStockEmpty", err)
	}
	if got := pgtest.One[int64](t, pool, `select id from codes where state = 'given'`); got != fresh {
		t.Error("a refused replacement took the code")
	}
}
