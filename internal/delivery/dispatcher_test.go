package delivery_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
	"larek/internal/sandbox"
	"larek/internal/sandbox/core"
)

func TestTheFirstOfferIsTakenFirst(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	u := c.units(1)[0]
	c.deliver(u, delivery.UnitDelivered)
	c.step(u, delivery.UnitDelivered) // and again changes nothing
	c.expectDelivered(1, 0)
	c.expectReasons(u, "moogold delivered")
	units, err := delivery.Units(t.Context(), c.pool, c.orderOf(u))
	if err != nil || units[0].Supplier != first || units[0].Ref == "" || units[0].DeliveredAt == nil {
		t.Errorf("got %+v, %v; want supplier, reference and time of delivery", units, err)
	}
	pgtest.InTx(t, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		spent, err := delivery.SupplierCharges(ctx, tx, c.orderOf(u))
		if err == nil && (len(spent) != 1 || spent[0].Cost.TenThousandths != sandbox.SupplierPrice(first, skus[first])) {
			t.Errorf("spent %+v", spent)
		}
		return err
	})
}

func (c *dispatchFixture) orderOf(u delivery.Unit) int64 {
	c.t.Helper()
	return pgtest.One[int64](c.t, c.pool, `select order_id from delivery_units where id = $1`, u.ID)
}

func TestDispatcherFallsBackToNextOffer(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ rule, reason string }{
		"out of stock":  {`"out_of_stock":["` + skus[first] + `"]`, "out_of_stock"},
		"price changed": {`"price_up_percent":20`, "price_changed"},
		"no funds":      {`"balance":0`, "no_funds"},
		"down":          {`"down":true`, "away"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newDispatchFixture(t)
			c.rule(first, tc.rule)
			u := c.units(1)[0]
			c.deliver(u, delivery.UnitDelivered)
			c.expectDelivered(0, 1)
			c.expectReasons(u, "moogold rejected "+tc.reason+", gamesdrop delivered")
		})
	}
}

func TestUnitFailsWhenEveryOfferIsRefused(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	for name, sku := range skus {
		c.rule(name, `"out_of_stock":["`+sku+`"]`)
	}
	u := c.units(1)[0]
	c.deliver(u, delivery.UnitFailed)
	c.expectDelivered(0, 0)
}

func TestUnreachableSuppliersAreWaitedFor(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.rule(first, `"down":true`)
	c.rule(second, `"out_of_stock":["`+skus[second]+`"]`)
	u := c.units(1)[0]
	if step := c.step(u, delivery.UnitWaiting); step.RetryAfter == 0 {
		t.Fatal("got no retry delay")
	}
	c.rule(first, `"down":false`)
	c.step(u, delivery.UnitWaiting) // its last failure is too recent
	c.ahead.Add(int64(time.Minute))
	c.deliver(u, delivery.UnitDelivered)
	c.expectDelivered(1, 0)
}

func TestSupplierKnownToBeDownIsPassedBy(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.rule(first, `"down":true`)
	for _, u := range c.units(3) {
		c.deliver(u, delivery.UnitDelivered)
	}
	c.rule(first, `"down":false`)
	u := c.units(1)[0]
	c.deliver(u, delivery.UnitDelivered)
	c.expectReasons(u, "gamesdrop delivered")
	c.ahead.Add(int64(2 * time.Minute)) // the failures no longer count
	u = c.units(1)[0]
	c.deliver(u, delivery.UnitDelivered)
	c.expectReasons(u, "moogold delivered")
	c.expectDelivered(1, 4)
}

func TestUnknownIsAskedAboutAndNeverOrderedElsewhere(t *testing.T) {
	t.Parallel()
	for _, kind := range []core.FaultKind{core.TimeoutAfterAccept, core.WrongBody, core.Error500, core.ConnectionReset} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			c := newDispatchFixture(t)
			c.fault(first, "create", kind)
			u := c.units(1)[0]
			if step := c.step(u, delivery.UnitPlaced); step.RetryAfter == 0 {
				t.Fatal("got no retry delay")
			}
			c.expectReasons(u, "moogold unknown")
			c.fault(first, "status", core.Error500) // the first query fails as well
			c.step(u, delivery.UnitPlaced)
			c.expectReasons(u, "moogold unknown")
			c.deliver(u, delivery.UnitDelivered)
			c.expectDelivered(1, 0)
		})
	}
}

// TestCrashBetweenSavedAttemptAndCall stops a worker when the attempt is stored and it
// is unknown whether it was sent.
func TestCrashBetweenSavedAttemptAndCall(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]bool{"before the call": false, "after the call": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			die := crashInjector{sent: sent}
			c := newDispatchFixture(t, die.wrap)
			u := c.units(1)[0]
			die.armed = true
			if _, err := c.deliverRecovering(t.Context(), u.ID, c.goods); err == nil {
				t.Fatal("got no error from a crashed worker")
			}
			c.expectReasons(u, "moogold asking")
			die.armed = false
			c.deliver(u, delivery.UnitDelivered)
			c.expectReasons(u, "moogold delivered")
			c.expectDelivered(1, 0)
		})
	}
}

// crashInjector stops a worker at the supplier call, before it records the outcome.
type crashInjector struct{ armed, sent bool }

func (k *crashInjector) wrap(s delivery.Supplier) delivery.Supplier { return crashingSupplier{s, k} }

type crashingSupplier struct {
	delivery.Supplier
	by *crashInjector
}

func (s crashingSupplier) PlaceOrder(ctx context.Context, p delivery.PlaceRequest) (delivery.Outcome, error) {
	if !s.by.armed {
		return s.Supplier.PlaceOrder(ctx, p)
	}
	if s.by.sent {
		_, _ = s.Supplier.PlaceOrder(ctx, p)
	}
	panic(errKilled)
}

var errKilled = errors.New("kill -9")

// deliverRecovering calls DeliverUnit and turns an injected crash into an error.
func (c *dispatchFixture) deliverRecovering(ctx context.Context, unitID int64, goods delivery.Target) (step delivery.UnitProgress, err error) {
	defer func() {
		if dead := recover(); dead != nil {
			err = dead.(error)
		}
	}()
	return c.Dispatcher.DeliverUnit(ctx, unitID, goods)
}

func TestWrongDetailsAreReturnedToTheBuyer(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.goods.Account.PlayerID = "5123456404"
	u := c.units(1)[0]
	for range 2 { // and a wrong correction
		c.deliver(u, delivery.UnitWrongDetails)
		c.expectDelivered(0, 0)
		pgtest.InTx(t, c.pool, func(ctx context.Context, tx pgx.Tx) error { return c.RetryUnits(ctx, tx, c.orderOf(u)) })
		c.goods.UpdatedAt = c.now()
	}
	c.goods.Account.PlayerID = "5123456789"
	c.deliver(u, delivery.UnitDelivered)
	c.expectDelivered(1, 0)
	c.expectReasons(u, "moogold rejected wrong_details, moogold rejected wrong_details, moogold delivered")
}

func TestCorrectedWhileTheOldOrderWasUnderWay(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.rule(first, `"processing_ms":-1`)
	c.goods.Account.PlayerID = "5123456404"
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.goods.Account.PlayerID, c.goods.UpdatedAt = "5123456789", c.now()
	c.ahead.Add(int64(2 * time.Minute))
	c.rule(first, `"processing_ms":0`)
	c.endOrder(u, "wrong_details")
	c.deliver(u, delivery.UnitDelivered) // the buyer is not asked again
	c.expectDelivered(1, 0)
	c.expectReasons(u, "moogold rejected wrong_details, moogold delivered")
}

// The details may be corrected after the caller has read them.
func TestNothingIsSentToDetailsThatWereCorrectedMeanwhile(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.goods.Account.PlayerID = "5123456404"
	u := c.units(1)[0]
	corrected := c.now()
	pgtest.Exec(t, c.pool, `update orders set detail = detail || jsonb_build_object('corrected_at', $1::text)`, corrected.Format(time.RFC3339Nano))
	if step := c.step(u, delivery.UnitWaiting); step.RetryAfter == 0 {
		t.Fatalf("step %+v, want a time to look again", step)
	}
	c.expectReasons(u, "")
	c.goods.Account.PlayerID, c.goods.UpdatedAt = "5123456789", corrected
	c.deliver(u, delivery.UnitDelivered)
	c.expectDelivered(1, 0)
	c.expectReasons(u, "moogold delivered")
}

// The buyer corrects the details while a supplier still processes the old ones: its
// late rejection must not ask the buyer again.
func TestDetailsCorrectedDuringARefusalAreTriedAgain(t *testing.T) {
	t.Parallel()
	c, one := newSlowDispatchFixture(t)
	one.out = delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.WrongDetails}
	u := c.units(1)[0]
	var corrected time.Time
	one.meanwhile = func() {
		corrected = c.now().Add(10 * time.Millisecond)
		pgtest.Exec(t, c.pool, `update orders set detail = detail || jsonb_build_object('corrected_at', $1::text)`, corrected.Format(time.RFC3339Nano))
	}
	if step := c.step(u, delivery.UnitWaiting); step.RetryAfter == 0 {
		t.Fatalf("step %+v, want a time to look again", step)
	}
	c.expectReasons(u, "moogold rejected wrong_details")
	c.goods.UpdatedAt = corrected
	c.ahead.Add(int64(time.Second))
	c.deliver(u, delivery.UnitDelivered)
	c.expectDelivered(1, 0)
	c.expectReasons(u, "moogold rejected wrong_details, moogold delivered")
}

func (c *dispatchFixture) key(u delivery.Unit) string {
	c.t.Helper()
	return pgtest.One[string](c.t, c.pool, `select key from delivery_attempts where unit_id = $1 order by id desc limit 1`, u.ID)
}

func TestConcurrentWorkersDeliverEachUnitOnce(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	units := c.units(3)
	c.fault(first, "create", core.TimeoutAfterAccept)
	c.fault(first, "create", core.Refuse)
	var wg sync.WaitGroup
	for _, u := range units { // two workers at once at every unit
		for range 2 {
			wg.Go(func() { _, _ = c.deliverRecovering(t.Context(), u.ID, c.goods) })
		}
	}
	wg.Wait()
	for _, u := range units {
		c.deliver(u, delivery.UnitDelivered)
	}
	c.expectDelivered(2, 1)
}

// slowSupplier responds to the first order after something else has happened.
type slowSupplier struct {
	delivery.Supplier
	meanwhile func()
	out       delivery.Outcome
	err       error
}

func (s *slowSupplier) PlaceOrder(ctx context.Context, p delivery.PlaceRequest) (delivery.Outcome, error) {
	if do := s.meanwhile; do != nil {
		s.meanwhile = nil
		do()
		return s.out, s.err
	}
	return s.Supplier.PlaceOrder(ctx, p)
}

// newSlowDispatchFixture returns a fixture whose first supplier is slow.
func newSlowDispatchFixture(t *testing.T) (*dispatchFixture, *slowSupplier) {
	t.Helper()
	one := &slowSupplier{}
	c := newDispatchFixture(t, func(s delivery.Supplier) delivery.Supplier {
		if s.Name() != first {
			return s
		}
		one.Supplier = s
		return one
	})
	return c, one
}

func TestALateAnswerDoesNotUndoADelivery(t *testing.T) {
	t.Parallel()
	c, one := newSlowDispatchFixture(t)
	one.err = delivery.ErrUnreachable
	u := c.units(1)[0]
	one.meanwhile = func() { c.deliver(u, delivery.UnitDelivered) }
	c.deliver(u, delivery.UnitDelivered)
	c.expectDelivered(1, 0)
	c.expectReasons(u, "moogold delivered")
}
