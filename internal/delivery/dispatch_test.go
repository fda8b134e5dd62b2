package delivery_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/sandbox"
)

func TestTheFirstOfferIsTakenFirst(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	u := c.units(1)[0]
	c.deliver(u, delivery.UnitDelivered)
	c.step(u, delivery.UnitDelivered) // and again changes nothing
	c.handed(1, 0)
	c.tried(u, "moogold delivered")
	units, err := c.Units(t.Context(), c.pool, c.orderOf(u))
	if err != nil || units[0].Supplier != first || units[0].Ref == "" || units[0].DeliveredAt == nil {
		t.Errorf("no proof of delivery: %+v, %v", units, err)
	}
	c.in(func(ctx context.Context, tx pgx.Tx) error {
		spent, err := c.Spendings(ctx, tx, c.orderOf(u))
		if err == nil && (len(spent) != 1 || spent[0].Cost.TenThousandths != sandbox.SupplierPrice(first, skus[first])) {
			t.Errorf("spent %+v", spent)
		}
		return err
	})
}

func (c *counter) orderOf(u delivery.Unit) int64 {
	c.t.Helper()
	var id int64
	if err := c.pool.QueryRow(c.t.Context(), `select order_id from delivery_units where id = $1`, u.ID).Scan(&id); err != nil {
		c.t.Fatal(err)
	}
	return id
}

func TestWhatOneRefusesTheNextDelivers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ rule, reason string }{
		"out of stock":  {`"out_of_stock":["` + skus[first] + `"]`, "out_of_stock"},
		"price changed": {`"price_up_percent":20`, "price_changed"},
		"no funds":      {`"balance":0`, "no_funds"},
		"down":          {`"down":true`, "away"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openCounter(t)
			c.rule(first, tc.rule)
			u := c.units(1)[0]
			c.deliver(u, delivery.UnitDelivered)
			c.handed(0, 1)
			c.tried(u, "moogold rejected "+tc.reason+", gamesdrop delivered")
		})
	}
}

func TestNobodyCanDeliver(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	for name, sku := range skus {
		c.rule(name, `"out_of_stock":["`+sku+`"]`)
	}
	u := c.units(1)[0]
	c.deliver(u, delivery.UnitFailed)
	c.handed(0, 0)
}

func TestSuppliersThatAreAllAwayAreWaitedFor(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.rule(first, `"down":true`)
	c.rule(second, `"out_of_stock":["`+skus[second]+`"]`)
	u := c.units(1)[0]
	if step := c.step(u, delivery.UnitWaiting); step.After == 0 {
		t.Fatal("nobody says when to look again")
	}
	c.rule(first, `"down":false`)
	c.step(u, delivery.UnitWaiting) // it was just seen to be down
	c.ahead.Add(int64(time.Minute))
	c.deliver(u, delivery.UnitDelivered)
	c.handed(1, 0)
}

func TestSupplierKnownToBeAwayIsPassedBy(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.rule(first, `"down":true`)
	for _, u := range c.units(3) {
		c.deliver(u, delivery.UnitDelivered)
	}
	c.rule(first, `"down":false`)
	u := c.units(1)[0]
	c.deliver(u, delivery.UnitDelivered)
	c.tried(u, "gamesdrop delivered")
	c.ahead.Add(int64(2 * time.Minute)) // forgiven
	u = c.units(1)[0]
	c.deliver(u, delivery.UnitDelivered)
	c.tried(u, "moogold delivered")
	c.handed(1, 4)
}

func TestUnknownIsAskedAboutAndNeverOrderedElsewhere(t *testing.T) {
	t.Parallel()
	for _, kind := range []sandbox.FaultKind{sandbox.TimeoutAfterAccept, sandbox.WrongBody, sandbox.Error500, sandbox.ConnectionReset} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			c := openCounter(t)
			c.fault(first, "create", kind)
			u := c.units(1)[0]
			if step := c.step(u, delivery.UnitPlaced); step.After == 0 {
				t.Fatal("nobody says when to ask")
			}
			c.tried(u, "moogold unknown")
			c.fault(first, "status", sandbox.Error500) // nor does asking help at once
			c.step(u, delivery.UnitPlaced)
			c.tried(u, "moogold unknown")
			c.deliver(u, delivery.UnitDelivered)
			c.handed(1, 0)
		})
	}
}

// TestKilledBetweenKeptAndCalled: the try is on record, and nobody knows
// whether it was sent.
func TestKilledBetweenKeptAndCalled(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]bool{"before the call": false, "after the call": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			die := killer{sent: sent}
			c := openCounter(t, die.wrap)
			u := c.units(1)[0]
			die.armed = true
			if _, err := c.HandOver(t.Context(), u.ID, c.goods); err == nil {
				t.Fatal("a killed worker reported something")
			}
			c.tried(u, "moogold asking")
			die.armed = false
			c.deliver(u, delivery.UnitDelivered)
			c.tried(u, "moogold delivered")
			c.handed(1, 0)
		})
	}
}

// killer ends a worker at the call: what it would have kept is lost.
type killer struct{ armed, sent bool }

func (k *killer) wrap(s delivery.Supplier) delivery.Supplier { return killed{s, k} }

type killed struct {
	delivery.Supplier
	by *killer
}

func (s killed) Place(ctx context.Context, p delivery.Placing) (delivery.Outcome, error) {
	if !s.by.armed {
		return s.Supplier.Place(ctx, p)
	}
	if s.by.sent {
		_, _ = s.Supplier.Place(ctx, p)
	}
	panic(errKilled)
}

var errKilled = errors.New("kill -9")

// HandOver of the counter survives the kill, as the machine does.
func (c *counter) HandOver(ctx context.Context, unitID int64, goods delivery.Goods) (step delivery.Step, err error) {
	defer func() {
		if dead := recover(); dead != nil {
			err = dead.(error)
		}
	}()
	return c.Dispatch.HandOver(ctx, unitID, goods)
}

func TestWrongDetailsGoBackToTheBuyer(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.goods.Account.PlayerID = "5123456404"
	u := c.units(1)[0]
	for range 2 { // and a wrong correction
		c.deliver(u, delivery.UnitWrongDetails)
		c.handed(0, 0)
		c.in(func(ctx context.Context, tx pgx.Tx) error { return c.Retry(ctx, tx, c.orderOf(u)) })
		c.goods.Since = c.now()
	}
	c.goods.Account.PlayerID = "5123456789"
	c.deliver(u, delivery.UnitDelivered)
	c.handed(1, 0)
	c.tried(u, "moogold rejected wrong_details, moogold rejected wrong_details, moogold delivered")
}

func TestCorrectedWhileTheOldOrderWasUnderWay(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.rule(first, `"processing_ms":-1`)
	c.goods.Account.PlayerID = "5123456404"
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	c.goods.Account.PlayerID, c.goods.Since = "5123456789", c.now()
	c.ahead.Add(int64(2 * time.Minute))
	c.rule(first, `"processing_ms":0`)
	c.control(http.MethodPost, "/supply", `{"supplier":"`+first+`","key":"`+c.key(u)+`","action":"wrong_details"}`)
	c.deliver(u, delivery.UnitDelivered) // the buyer is not asked again
	c.handed(1, 0)
	c.tried(u, "moogold rejected wrong_details, moogold delivered")
}

// The details may be corrected while the caller still holds the old ones.
func TestNothingIsSentToDetailsThatWereCorrectedMeanwhile(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.goods.Account.PlayerID = "5123456404"
	u := c.units(1)[0]
	corrected := c.now()
	c.exec(`update orders set detail = detail || jsonb_build_object('corrected_at', $1::text)`, corrected.Format(time.RFC3339Nano))
	if step := c.step(u, delivery.UnitWaiting); step.After == 0 {
		t.Fatalf("step %+v, want a time to look again", step)
	}
	c.tried(u, "")
	c.goods.Account.PlayerID, c.goods.Since = "5123456789", corrected
	c.deliver(u, delivery.UnitDelivered)
	c.handed(1, 0)
	c.tried(u, "moogold delivered")
}

// corrector refuses the details once, after the buyer has corrected them.
type corrector struct {
	delivery.Supplier
	correct func()
}

func (s *corrector) Place(ctx context.Context, p delivery.Placing) (delivery.Outcome, error) {
	if do := s.correct; do != nil {
		s.correct = nil
		do()
		return delivery.Outcome{State: delivery.Rejected, Reason: delivery.WrongDetails}, nil
	}
	return s.Supplier.Place(ctx, p)
}

// The buyer of two lines corrected the details while one supplier was still
// thinking about the old ones: its late «no» is not asked about again.
func TestDetailsCorrectedWhileTheSupplierRefusesThemAreTriedAnew(t *testing.T) {
	t.Parallel()
	var one *corrector
	c := openCounter(t, func(s delivery.Supplier) delivery.Supplier {
		if s.Name() == first {
			one = &corrector{Supplier: s}
			return one
		}
		return s
	})
	u := c.units(1)[0]
	var corrected time.Time
	one.correct = func() {
		corrected = c.now().Add(10 * time.Millisecond)
		c.exec(`update orders set detail = detail || jsonb_build_object('corrected_at', $1::text)`, corrected.Format(time.RFC3339Nano))
	}
	if step := c.step(u, delivery.UnitWaiting); step.After == 0 {
		t.Fatalf("step %+v, want a time to look again", step)
	}
	c.tried(u, "moogold rejected wrong_details")
	c.goods.Since = corrected
	c.ahead.Add(int64(time.Second))
	c.deliver(u, delivery.UnitDelivered)
	c.handed(1, 0)
	c.tried(u, "moogold rejected wrong_details, moogold delivered")
}

func (c *counter) key(u delivery.Unit) string {
	c.t.Helper()
	var key string
	if err := c.pool.QueryRow(c.t.Context(), `select key from delivery_attempts where unit_id = $1 order by id desc limit 1`, u.ID).Scan(&key); err != nil {
		c.t.Fatal(err)
	}
	return key
}

func TestThreeUnitsAreThreeWhoeverCounts(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	units := c.units(3)
	c.fault(first, "create", sandbox.TimeoutAfterAccept)
	c.fault(first, "create", sandbox.Refuse)
	var wg sync.WaitGroup
	for _, u := range units { // two workers at once at every unit
		for range 2 {
			wg.Go(func() { _, _ = c.HandOver(t.Context(), u.ID, c.goods) })
		}
	}
	wg.Wait()
	for _, u := range units {
		c.deliver(u, delivery.UnitDelivered)
	}
	c.handed(2, 1)
}

// slow answers after somebody else has delivered the unit.
type slow struct {
	delivery.Supplier
	meanwhile func()
}

func (s *slow) Place(ctx context.Context, p delivery.Placing) (delivery.Outcome, error) {
	if do := s.meanwhile; do != nil {
		s.meanwhile = nil
		do()
		return delivery.Outcome{}, delivery.ErrAway
	}
	return s.Supplier.Place(ctx, p)
}

func TestALateAnswerDoesNotUndoADelivery(t *testing.T) {
	t.Parallel()
	var one *slow
	c := openCounter(t, func(s delivery.Supplier) delivery.Supplier {
		if s.Name() == first {
			one = &slow{Supplier: s}
			return one
		}
		return s
	})
	u := c.units(1)[0]
	one.meanwhile = func() { c.deliver(u, delivery.UnitDelivered) }
	c.deliver(u, delivery.UnitDelivered)
	c.handed(1, 0)
	c.tried(u, "moogold delivered")
}
