package delivery_test

import (
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
)

// poorSuppliers sets the balance of every supplier; without money none delivers.
func (s *shop) poorSuppliers(balance string) {
	s.T.Helper()
	for _, name := range []string{moogold.Name, gamesdrop.Name} {
		s.Sandbox.Supplier(name, fields{"balance": balance})
	}
}

// The provider has returned all the money before anything was ordered from a supplier: the
// order waits for a person, who refunds or releases it.
func TestGoodsAreNotOrderedForMoneyThatHasLeft(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"refund", "resume"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s := openShop(t)
			s.quick()
			s.poorSuppliers("0")
			b := s.supply(goodID, 1)
			a := b.PayByCard()
			b.WaitForEvent("delivery.held", 1)
			s.Sandbox.Do("refund", a, nil)
			b.WaitForEvent("refund.outside", 1)
			b.WaitForEvent("delivery.paused", 1)
			s.poorSuppliers("1000000")
			s.CheckSuppliers()
			s.AdvanceClock(2 * time.Minute)
			s.NotifyWorkflow(b.ID)
			anna := s.HireOperator("senior")
			row := anna.WaitForQueue("paused", b.ID)
			if n := shoptest.One[int64](s.Shop, `select count(*) from delivery_attempts a join delivery_units u on u.id = a.unit_id where u.order_id = $1 and a.state not in ('rejected', 'failed')`, b.ID); n != 0 {
				t.Errorf("%d orders were placed with suppliers for an order that is held", n)
			}
			anna.Resolve(row, way, nil)
			if way == "resume" {
				b.WaitForStatus("done")
				return
			}
			b.WaitForStatus("failed")
			total := s.Sandbox.Total(a)
			if total.Refunded != total.Taken || total.Refunds != 1 {
				t.Errorf("the provider took %s and returned %s in %d refunds", total.Taken, total.Refunded, total.Refunds)
			}
			if n := s.Sandbox.DeliveredUnits(moogold.Name) + s.Sandbox.DeliveredUnits(gamesdrop.Name); n != 0 {
				t.Errorf("%d units were delivered", n)
			}
			if n := shoptest.One[int64](s.Shop, `select count(*) from delivery_pauses where order_id = $1`, b.ID); n != 0 {
				t.Error("an order that was refunded is still held")
			}
		})
	}
}
