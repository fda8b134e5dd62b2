package delivery_test

import (
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/sandbox"
	"larek/internal/seal"
)

// TestDeployInTheMiddleOfOrders: a worker is replaced while orders wait for
// money, for a supplier, for a correction and for an operator. The new one has
// none of the old one's memory and goes through every history from the start.
func TestDeployInTheMiddleOfOrders(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()))
	s.Box.Must("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	s.Box.Supplier(sandbox.MooGold, fields{"processing_ms": -1})
	old := s.Work()
	waiting := s.supply(goodID, 1)
	invoice := waiting.Start("payselection")
	placed, wrong, lot := s.supply(goodID, 1), s.supply(goodID, 1), s.standoff()
	for _, b := range []*shoptest.Buyer{placed, wrong, lot} {
		b.Pays()
	}
	placedKey, wrongKey := s.keyOf(placed), s.keyOf(wrong)
	end := func(key, action string) {
		s.Box.Must("/supply", fields{"supplier": sandbox.MooGold, "key": key, "action": action})
	}
	end(wrongKey, "wrong_details")
	wrong.AwaitsLine("incorrect-details")
	lot.AwaitsLine("sending")

	s.Work() // the new one comes before the old one goes
	old()

	s.Box.Pay(invoice)
	end(placedKey, "deliver")
	if status, code := wrong.Corrects(fields{"moogold_user_id": "5987654321"}); status != 200 {
		t.Fatalf("correction: %d %s", status, code)
	}
	s.serve(lot, true)
	for _, b := range []*shoptest.Buyer{waiting, wrong} {
		end(s.keyOf(b), "deliver")
	}
	for _, b := range []*shoptest.Buyer{waiting, placed, wrong, lot} {
		b.Awaits("done")
	}
	s.wantHanded(sandbox.MooGold, 3)
	s.Audit()
}
