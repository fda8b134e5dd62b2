package delivery_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
)

// setMarketPrice makes a dollar cost a ruble and sets the price so that the margin is
// percent of it.
func (c *dispatchFixture) setMarketPrice(percent int64) {
	c.t.Helper()
	pgtest.Exec(c.t, c.pool, `insert into currency_rates (currency, set_at, rate, source) values ('USD', now() - interval '1 day', 1, 'operator')`)
	c.unitPrice = sandbox.SupplierPrice(first, skus[first]) * 100 / (100 - percent) / 100
}

func (c *dispatchFixture) count(sql string, args ...any) int64 {
	c.t.Helper()
	return pgtest.One[int64](c.t, c.pool, sql, args...)
}

// ruleBoth sets a sandbox rule for both suppliers.
func (c *dispatchFixture) ruleBoth(rule string) {
	c.t.Helper()
	for name := range skus {
		c.rule(name, rule)
	}
}

func TestWhatCannotBeServedNowIsHeldAndTriedAgain(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ bad, good, reason string }{
		"no funds": {`"balance":0`, `"balance":"100000"`, "no_funds"},
		"too dear": {`"price_up_percent":50`, `"price_up_percent":0`, "price_changed"},
		"down":     {`"down":true`, `"down":false`, "away"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newDispatchFixture(t)
			c.ruleBoth(tc.bad)
			u := c.units(1)[0]
			step := c.step(u, delivery.UnitWaiting)
			if step.RetryAfter == 0 || !step.StatusChanged {
				t.Fatalf("step %+v, want a time to look again and a look at the order", step)
			}
			c.expectReasons(u, "moogold rejected "+tc.reason+", gamesdrop rejected "+tc.reason)
			until, err := c.HeldUntil(t.Context(), c.orderOf(u))
			if err != nil || until == nil || until.Sub(c.now()).Round(time.Minute) != 30*time.Minute {
				t.Fatalf("held until %v (%v), want in 30 minutes", until, err)
			}
			if again := c.step(u, delivery.UnitWaiting); again.StatusChanged {
				t.Error("the order is to be looked at again although nothing has changed")
			}
			c.ruleBoth(tc.good)
			c.ahead.Add(int64(time.Minute))
			c.deliver(u, delivery.UnitDelivered)
			c.expectDelivered(1, 0)
			if again, err := c.HeldUntil(t.Context(), c.orderOf(u)); err != nil || again != nil {
				t.Errorf("a delivered order is held until %v (%v), want not", again, err)
			}
		})
	}
}

// Offers that are already too expensive are not tried, but their costs are still
// checked again.
func TestAHeldUnitAsksForTheCostAgain(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	pgtest.Exec(t, c.pool, `update offers set asked_cost = cost * 2`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitWaiting)
	c.expectReasons(u, "")
	if n := c.count(`select count(*) from supplier_health where check_offers and check_at <= $1`, c.now().Add(time.Minute)); n != 2 {
		t.Errorf("suppliers due for a cost check: got %d, want 2", n)
	}
}

func TestAHoldEndsAtItsDeadline(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	pgtest.Exec(t, c.pool, `update delivery_settings set hold_minutes = 10`)
	c.ruleBoth(`"balance":0`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitWaiting)
	c.ahead.Add(int64(9 * time.Minute))
	if step := c.step(u, delivery.UnitWaiting); step.RetryAfter > time.Minute {
		t.Errorf("next look in %s, want before the deadline", step.RetryAfter)
	}
	c.ahead.Add(int64(2 * time.Minute))
	c.step(u, delivery.UnitFailed)
	c.step(u, delivery.UnitFailed)
	c.expectDelivered(0, 0)
}

func TestASmallRiseComesOutOfTheMargin(t *testing.T) {
	t.Parallel()
	for name, supplier := range map[string]string{"which names no price": first, "which wants the exact price": second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newDispatchFixture(t)
			c.setMarketPrice(30)
			pgtest.Exec(t, pgtest.Owner(t, c.pool), `delete from offers where supplier <> $1`, supplier)
			c.rule(supplier, `"price_up_percent":3`)
			u := c.units(1)[0]
			c.deliver(u, delivery.UnitDelivered)
			c.expectReasons(u, supplier+" delivered")
			was := sandbox.SupplierPrice(supplier, skus[supplier])
			if got := c.count(`select (cost * 10000)::bigint from delivery_attempts`); got <= was || got > was*104/100 {
				t.Errorf("it cost %d, want a little more than %d", got, was)
			}
		})
	}
}

func TestARiseThatEatsTheMarginIsHeld(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		margin int64
		floor  string
		up     string
		want   delivery.UnitState
	}{
		"below the floor of the settings": {margin: 6, up: `"price_up_percent":4`, want: delivery.UnitWaiting},
		"above the product's own floor":   {margin: 6, floor: "1", up: `"price_up_percent":4`, want: delivery.UnitDelivered},
		"below the product's own floor":   {margin: 30, floor: "29", up: `"price_up_percent":4`, want: delivery.UnitWaiting},
		"more than may move by itself":    {margin: 60, up: `"price_up_percent":11`, want: delivery.UnitWaiting},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newDispatchFixture(t)
			c.setMarketPrice(tc.margin)
			if tc.floor != "" {
				pgtest.Exec(t, c.pool, `update products set min_margin_percent = $1::text::numeric`, tc.floor)
			}
			pgtest.Exec(t, pgtest.Owner(t, c.pool), `delete from offers where supplier <> $1`, first)
			c.rule(first, tc.up)
			u := c.units(1)[0]
			if tc.want == delivery.UnitDelivered {
				c.deliver(u, tc.want)
			} else {
				c.step(u, tc.want)
			}
		})
	}
}

func TestPendingIsPendingForAsLongAsTheSupplierSaysSo(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.ahead.Add(int64(25 * time.Minute))
	if step := c.step(u, delivery.UnitPlaced); !step.StatusChanged {
		t.Error("got no status change for a unit with an operator task")
	}
	if task := c.onlyTask(); task.Kind != "unknown" {
		t.Errorf("task %+v, want unknown", task)
	}
	asked := 0
	for age := time.Duration(0); age < 24*time.Hour; asked++ {
		step := c.step(u, delivery.UnitPlaced)
		age += step.RetryAfter
		c.ahead.Add(int64(step.RetryAfter))
	}
	if asked > 40 {
		t.Errorf("queries in a day: got %d, want at most 40", asked)
	}
	c.endOrder(u, core.DeliverOrder)
	c.step(u, delivery.UnitDelivered)
	if n := c.count(`select count(*) from operator_tasks where state = 'done' and closed_by = 'moogold'`); n != 1 {
		t.Errorf("%d tasks closed by the supplier, want 1", n)
	}
	c.expectDelivered(1, 0)
}

// changingSupplier reports another outcome for orders it has rejected.
type changingSupplier struct {
	delivery.Supplier
	out delivery.Outcome
	err error
	on  bool
}

func (s *changingSupplier) QueryOrder(ctx context.Context, f delivery.OrderRef) (delivery.Outcome, error) {
	if s.on {
		return s.out, s.err
	}
	return s.Supplier.QueryOrder(ctx, f)
}

// refusedUnit returns a fixture whose only supplier has rejected a sent order and may
// then report another outcome.
func refusedUnit(t *testing.T) (*dispatchFixture, *changingSupplier, delivery.Unit) {
	t.Helper()
	var one *changingSupplier
	c := newDispatchFixture(t, func(s delivery.Supplier) delivery.Supplier {
		if s.Name() != first {
			return s
		}
		one = &changingSupplier{Supplier: s}
		return one
	})
	pgtest.Exec(t, pgtest.Owner(t, c.pool), `delete from offers where supplier <> $1`, first)
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.endOrder(u, "refuse")
	return c, one, u
}

func TestUnitFailsOnlyAfterItsSuppliersConfirm(t *testing.T) {
	t.Parallel()
	t.Run("it still says no", func(t *testing.T) {
		t.Parallel()
		c, _, u := refusedUnit(t)
		c.step(u, delivery.UnitFailed)
	})
	t.Run("it does not answer", func(t *testing.T) {
		t.Parallel()
		c, one, u := refusedUnit(t)
		one.once(delivery.Outcome{}, delivery.ErrOutcomeUnknown)
		if step := c.step(u, delivery.UnitWaiting); step.RetryAfter == 0 {
			t.Error("got no retry delay")
		}
		c.ahead.Add(int64(30 * time.Minute))
		if step := c.step(u, delivery.UnitWaiting); !step.StatusChanged {
			t.Error("got no operator task after half an hour")
		}
		one.on = false
		c.step(u, delivery.UnitFailed)
		if n := c.count(`select count(*) from operator_tasks where state = 'failed' and closed_by = 'rule'`); n != 1 {
			t.Errorf("%d tasks closed by the rule, want 1", n)
		}
	})
	t.Run("it has delivered after all", func(t *testing.T) {
		t.Parallel()
		c, one, u := refusedUnit(t)
		one.once(delivery.Outcome{State: delivery.OutcomeDelivered, Ref: "9", Cost: usd(1_2345)}, nil)
		c.step(u, delivery.UnitDelivered)
		c.expectReasons(u, "moogold delivered")
	})
	t.Run("it is at it again", func(t *testing.T) {
		t.Parallel()
		c, one, u := refusedUnit(t)
		one.once(delivery.Outcome{State: delivery.OutcomePending}, nil)
		c.step(u, delivery.UnitPlaced)
		c.expectReasons(u, "moogold pending")
		one.on = false
		c.step(u, delivery.UnitFailed)
	})
}

// once makes the supplier report another outcome from the second query on: the first
// one still returns the rejection.
func (s *changingSupplier) once(out delivery.Outcome, err error) {
	s.out, s.err = out, err
	s.Supplier = &secondQuerySupplier{Supplier: s.Supplier, then: func() { s.on = true }}
}

type secondQuerySupplier struct {
	delivery.Supplier
	then func()
}

func (s *secondQuerySupplier) QueryOrder(ctx context.Context, f delivery.OrderRef) (delivery.Outcome, error) {
	out, err := s.Supplier.QueryOrder(ctx, f)
	if s.then != nil {
		s.then()
		s.then = nil
	}
	return out, err
}

// slowUnit returns a unit whose supplier has not delivered for so long that a task
// is open, and the task.
func (c *dispatchFixture) slowUnit() (delivery.Unit, delivery.Task) {
	c.t.Helper()
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.ahead.Add(int64(25 * time.Minute))
	c.step(u, delivery.UnitPlaced)
	return u, c.onlyTask()
}

func TestOperatorCannotCloseWhatASupplierMayDeliver(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	u, task := c.slowUnit()
	for _, done := range []bool{false, true} {
		if _, err := c.closeTask(task.ID, "anna", done, "silence"); !errors.Is(err, delivery.ErrStillOpen) {
			t.Errorf("done %v: got %v, want %v", done, err, delivery.ErrStillOpen)
		}
	}
	c.onlyTask()
	c.expectReasons(u, "moogold pending")
	force := delivery.Closing{Task: task.ID, Who: "anna", Words: "the buyer insists", Force: true}
	if _, err := c.CloseTask(t.Context(), force); err != nil {
		t.Fatal(err)
	}
	if _, err := c.CloseTask(t.Context(), force); !errors.Is(err, delivery.ErrTaskNotFound) {
		t.Errorf("pressed twice: got %v, want %v", err, delivery.ErrTaskNotFound)
	}
	c.step(u, delivery.UnitFailed)
	c.expectReasons(u, "moogold rejected forced")
	if n, err := c.CountForced(t.Context()); err != nil || n != 1 {
		t.Errorf("%d at risk (%v), want 1", n, err)
	}
	if n := c.count(`select count(*) from operator_tasks where forced and closed_by = 'anna' and proof = 'the buyer insists'`); n != 1 {
		t.Errorf("%d forced tasks with their reason, want 1", n)
	}
	// The supplier delivers nevertheless: a loss, posted at its actual cost.
	c.endOrder(u, core.DeliverOrder)
	if err := c.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.expectReasons(u, "moogold delivered late")
	c.step(u, delivery.UnitFailed)
	c.expectPendingChanges(c.orderOf(u))
	if n, err := c.CountForced(t.Context()); err != nil || n != 0 {
		t.Errorf("%d at risk (%v), want 0", n, err)
	}
}

func TestSupplierDeliveryOverridesOperator(t *testing.T) {
	t.Parallel()
	for name, done := range map[string]bool{"done": true, "cannot be done": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newDispatchFixture(t)
			u, task := c.slowUnit()
			c.endOrder(u, core.DeliverOrder)
			closed, err := c.CloseTask(t.Context(), delivery.Closing{Task: task.ID, Who: "anna", Done: done, Words: "their support"})
			if err != nil || closed.BySupplier != first {
				t.Fatalf("closed %+v, %v, want by %s", closed, err, first)
			}
			c.step(u, delivery.UnitDelivered)
			c.expectReasons(u, "moogold delivered")
			if n := c.count(`select count(*) from delivery_units where supplier = 'moogold' and cost is null`); n != 1 {
				t.Errorf("%d units by the supplier, want 1", n)
			}
		})
	}
}
