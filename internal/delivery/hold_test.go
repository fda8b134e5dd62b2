package delivery_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/sandbox"
)

// priced makes a dollar cost a ruble and the goods so dear that the margin is
// percent of the price.
func (c *counter) priced(percent int64) {
	c.t.Helper()
	c.exec(`insert into currency_rates (currency, set_at, rate, source) values ('USD', now() - interval '1 day', 1, 'operator')`)
	c.unitPrice = sandbox.SupplierPrice(first, skus[first]) * 100 / (100 - percent) / 100
}

func (c *counter) count(sql string, args ...any) (n int64) {
	c.t.Helper()
	if err := c.pool.QueryRow(c.t.Context(), sql, args...).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// both makes both suppliers behave so.
func (c *counter) both(rule string) {
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
			c := openCounter(t)
			c.both(tc.bad)
			u := c.units(1)[0]
			step := c.step(u, delivery.UnitWaiting)
			if step.After == 0 || !step.Look {
				t.Fatalf("step %+v, want a time to look again and a look at the order", step)
			}
			c.tried(u, "moogold rejected "+tc.reason+", gamesdrop rejected "+tc.reason)
			until, err := c.HeldUntil(t.Context(), c.orderOf(u))
			if err != nil || until == nil || until.Sub(c.now()).Round(time.Minute) != 30*time.Minute {
				t.Fatalf("held until %v (%v), want in 30 minutes", until, err)
			}
			if again := c.step(u, delivery.UnitWaiting); again.Look {
				t.Error("the order is to be looked at again although nothing has changed")
			}
			c.both(tc.good)
			c.ahead.Add(int64(time.Minute))
			c.deliver(u, delivery.UnitDelivered)
			c.handed(1, 0)
			if again, err := c.HeldUntil(t.Context(), c.orderOf(u)); err != nil || again != nil {
				t.Errorf("a delivered order is held until %v (%v), want not", again, err)
			}
		})
	}
}

// The offers were too dear already when the unit came to them: nobody tries
// them, and their costs are asked for again all the same.
func TestAHeldUnitAsksForTheCostAgain(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.exec(`update offers set asked_cost = cost * 2`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitWaiting)
	c.tried(u, "")
	if n := c.count(`select count(*) from supplier_health where check_offers and check_at <= $1`, c.now().Add(time.Minute)); n != 2 {
		t.Errorf("%d suppliers are asked for their costs, want 2", n)
	}
}

func TestAHoldEndsAtItsDeadline(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.exec(`update delivery_settings set hold_minutes = 10`)
	c.both(`"balance":0`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitWaiting)
	c.ahead.Add(int64(9 * time.Minute))
	if step := c.step(u, delivery.UnitWaiting); step.After > time.Minute {
		t.Errorf("next look in %s, want before the deadline", step.After)
	}
	c.ahead.Add(int64(2 * time.Minute))
	c.step(u, delivery.UnitFailed)
	c.step(u, delivery.UnitFailed)
	c.handed(0, 0)
}

func TestASmallRiseComesOutOfTheMargin(t *testing.T) {
	t.Parallel()
	for name, supplier := range map[string]string{"which names no price": first, "which wants the exact price": second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openCounter(t)
			c.priced(30)
			c.exec(`delete from offers where supplier <> $1`, supplier)
			c.rule(supplier, `"price_up_percent":3`)
			u := c.units(1)[0]
			c.deliver(u, delivery.UnitDelivered)
			c.tried(u, supplier+" delivered")
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
			c := openCounter(t)
			c.priced(tc.margin)
			if tc.floor != "" {
				c.exec(`update products set min_margin_percent = $1::text::numeric`, tc.floor)
			}
			c.exec(`delete from offers where supplier <> $1`, first)
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
	c := openCounter(t)
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.ahead.Add(int64(25 * time.Minute))
	if step := c.step(u, delivery.UnitPlaced); !step.Look {
		t.Error("nobody looks at the order whose unit waits for a person too")
	}
	if task := c.onlyTask(); task.Kind != "unknown" {
		t.Errorf("task %+v, want unknown", task)
	}
	asked := 0
	for age := time.Duration(0); age < 24*time.Hour; asked++ {
		step := c.step(u, delivery.UnitPlaced)
		age += step.After
		c.ahead.Add(int64(step.After))
	}
	if asked > 40 {
		t.Errorf("asked %d times in a day, want at most 40", asked)
	}
	c.control("POST", "/supply", `{"supplier":"`+first+`","key":"`+c.key(u)+`","action":"deliver","callback":"lose"}`)
	c.step(u, delivery.UnitDelivered)
	if n := c.count(`select count(*) from operator_tasks where state = 'done' and closed_by = 'moogold'`); n != 1 {
		t.Errorf("%d tasks closed by the supplier, want 1", n)
	}
	c.handed(1, 0)
}

// changer is a supplier that says something else about orders it refused.
type changer struct {
	delivery.Supplier
	out delivery.Outcome
	err error
	on  bool
}

func (s *changer) Find(ctx context.Context, f delivery.Finding) (delivery.Outcome, error) {
	if s.on {
		return s.out, s.err
	}
	return s.Supplier.Find(ctx, f)
}

// refused opens a counter whose only supplier refuses a sent order, and may
// then say something else.
func refused(t *testing.T) (*counter, *changer, delivery.Unit) {
	t.Helper()
	var one *changer
	c := openCounter(t, func(s delivery.Supplier) delivery.Supplier {
		if s.Name() != first {
			return s
		}
		one = &changer{Supplier: s}
		return one
	})
	c.exec(`delete from offers where supplier <> $1`, first)
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.control("POST", "/supply", `{"supplier":"`+first+`","key":"`+c.key(u)+`","action":"refuse","callback":"lose"}`)
	return c, one, u
}

func TestNothingFailsBeforeItsSupplierWasAskedOnceMore(t *testing.T) {
	t.Parallel()
	t.Run("it still says no", func(t *testing.T) {
		t.Parallel()
		c, _, u := refused(t)
		c.step(u, delivery.UnitFailed)
	})
	t.Run("it does not answer", func(t *testing.T) {
		t.Parallel()
		c, one, u := refused(t)
		one.once(delivery.Outcome{}, delivery.ErrUnknown)
		if step := c.step(u, delivery.UnitWaiting); step.After == 0 {
			t.Error("nobody says when to ask again")
		}
		c.ahead.Add(int64(30 * time.Minute))
		if step := c.step(u, delivery.UnitWaiting); !step.Look {
			t.Error("no person was told after half an hour")
		}
		one.on = false
		c.step(u, delivery.UnitFailed)
		if n := c.count(`select count(*) from operator_tasks where state = 'failed' and closed_by = 'rule'`); n != 1 {
			t.Errorf("%d tasks closed by the rule, want 1", n)
		}
	})
	t.Run("it has delivered after all", func(t *testing.T) {
		t.Parallel()
		c, one, u := refused(t)
		one.once(delivery.Outcome{State: delivery.Delivered, Ref: "9", Cost: usd(1_2345)}, nil)
		c.step(u, delivery.UnitDelivered)
		c.tried(u, "moogold delivered")
	})
	t.Run("it is at it again", func(t *testing.T) {
		t.Parallel()
		c, one, u := refused(t)
		one.once(delivery.Outcome{State: delivery.Pending}, nil)
		c.step(u, delivery.UnitPlaced)
		c.tried(u, "moogold pending")
		one.on = false
		c.step(u, delivery.UnitFailed)
	})
}

// once makes the supplier say something else from the second question on: the
// first one still hears the refusal.
func (s *changer) once(out delivery.Outcome, err error) {
	s.out, s.err = out, err
	s.Supplier = &secondTime{Supplier: s.Supplier, then: func() { s.on = true }}
}

type secondTime struct {
	delivery.Supplier
	then func()
}

func (s *secondTime) Find(ctx context.Context, f delivery.Finding) (delivery.Outcome, error) {
	out, err := s.Supplier.Find(ctx, f)
	if s.then != nil {
		s.then()
		s.then = nil
	}
	return out, err
}

func TestAnOperatorCannotGiveUpWhatASupplierMayDeliver(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.ahead.Add(int64(25 * time.Minute))
	c.step(u, delivery.UnitPlaced)
	task := c.onlyTask()
	for _, done := range []bool{false, true} {
		if _, err := c.finish(task.ID, "anna", done, "silence"); !errors.Is(err, delivery.ErrStillOpen) {
			t.Errorf("done %v: got %v, want %v", done, err, delivery.ErrStillOpen)
		}
	}
	c.onlyTask()
	c.tried(u, "moogold pending")
	force := delivery.Closing{Task: task.ID, Who: "anna", Words: "the buyer insists", Force: true}
	if _, err := c.Finish(t.Context(), force); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Finish(t.Context(), force); !errors.Is(err, delivery.ErrNoTask) {
		t.Errorf("pressed twice: got %v, want %v", err, delivery.ErrNoTask)
	}
	c.step(u, delivery.UnitFailed)
	c.tried(u, "moogold rejected forced")
	if n, err := c.Forced(t.Context()); err != nil || n != 1 {
		t.Errorf("%d at risk (%v), want 1", n, err)
	}
	if n := c.count(`select count(*) from operator_tasks where forced and closed_by = 'anna' and proof = 'the buyer insists'`); n != 1 {
		t.Errorf("%d forced tasks with their reason, want 1", n)
	}
	// The supplier delivers all the same: a loss, booked at its real cost.
	c.control("POST", "/supply", `{"supplier":"`+first+`","key":"`+c.key(u)+`","action":"deliver","callback":"lose"}`)
	if err := c.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.tried(u, "moogold delivered late")
	c.step(u, delivery.UnitFailed)
	c.unheard(c.orderOf(u))
	if n, err := c.Forced(t.Context()); err != nil || n != 0 {
		t.Errorf("%d at risk (%v), want 0", n, err)
	}
}

func TestWhatTheSupplierDeliveredCountsOverAnOperatorsWord(t *testing.T) {
	t.Parallel()
	for name, done := range map[string]bool{"done": true, "cannot be done": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openCounter(t)
			c.rule(first, `"processing_ms":-1`)
			u := c.units(1)[0]
			c.step(u, delivery.UnitPlaced)
			c.ahead.Add(int64(25 * time.Minute))
			c.step(u, delivery.UnitPlaced)
			task := c.onlyTask()
			c.control("POST", "/supply", `{"supplier":"`+first+`","key":"`+c.key(u)+`","action":"deliver","callback":"lose"}`)
			closed, err := c.Finish(t.Context(), delivery.Closing{Task: task.ID, Who: "anna", Done: done, Words: "their support"})
			if err != nil || closed.BySupplier != first {
				t.Fatalf("closed %+v, %v, want by %s", closed, err, first)
			}
			c.step(u, delivery.UnitDelivered)
			c.tried(u, "moogold delivered")
			if n := c.count(`select count(*) from delivery_units where supplier = 'moogold' and cost is null`); n != 1 {
				t.Errorf("%d units by the supplier, want 1", n)
			}
		})
	}
}
