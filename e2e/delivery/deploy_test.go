package delivery_test

import (
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/sandbox/moogold"
	"larek/internal/seal"
)

// TestDeployInTheMiddleOfOrders: a worker is replaced while orders wait for
// money, for a supplier, for a correction and for an operator. The new one has
// none of the old one's memory and goes through every history from the start.
func TestDeployInTheMiddleOfOrders(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()))
	s.Sandbox.Command("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	s.Sandbox.Supplier(moogold.Name, fields{"processing_ms": -1})
	old := s.StartWorker()
	waiting := s.supply(goodID, 1)
	invoice := waiting.StartPayment("payselection")
	placed, wrong, lot := s.supply(goodID, 1), s.supply(goodID, 1), s.standoff()
	for _, b := range []*shoptest.Buyer{placed, wrong, lot} {
		b.PayByCard()
	}
	placedKey, wrongKey := s.keyOf(placed), s.keyOf(wrong)
	end := func(key, action string) {
		s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": action})
	}
	end(wrongKey, "wrong_details")
	wrong.WaitForLineStatus("incorrect-details")
	lot.WaitForLineStatus("sending")

	s.StartWorker() // the new one comes before the old one goes
	old()

	s.Sandbox.Pay(invoice)
	end(placedKey, "deliver")
	if status, code := wrong.CorrectDetails(fields{"moogold_user_id": "5987654321"}); status != 200 {
		t.Fatalf("correction: got %d %s, want 200", status, code)
	}
	s.serve(lot, true)
	for _, b := range []*shoptest.Buyer{waiting, wrong} {
		end(s.keyOf(b), "deliver")
	}
	for _, b := range []*shoptest.Buyer{waiting, placed, wrong, lot} {
		b.WaitForStatus("done")
	}
	s.wantDelivered(moogold.Name, 3)
	s.Audit()
}

// TestOrdersContinueAfterTemporalIsLost: its database is gone while orders wait for
// money, for a supplier and for a correction. Workflows are made again from the
// orders; nothing is delivered twice.
func TestOrdersContinueAfterTemporalIsLost(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()))
	s.Sandbox.Command("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	s.Sandbox.Supplier(moogold.Name, fields{"processing_ms": -1})
	end := func(key, action string) {
		s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": action})
	}
	stop := s.StartWorker()
	finished, placed, wrong, unpaid := s.supply(goodID, 1), s.supply(goodID, 1), s.supply(goodID, 1), s.supply(goodID, 1)
	for _, b := range []*shoptest.Buyer{finished, placed, wrong} {
		b.PayByCard()
	}
	invoice := unpaid.StartPayment("payselection")
	end(s.keyOf(finished), "deliver")
	finished.WaitForStatus("done")
	placedKey := s.keyOf(placed)
	end(s.keyOf(wrong), "wrong_details")
	wrong.WaitForLineStatus("incorrect-details")
	s.supply(goodID, 1) // needs no workflow yet
	stop()

	s.LoseEngine()
	end(placedKey, "deliver")
	for range 2 { // repeating it changes nothing
		if got := s.ResumeFlows(); got != 2 {
			t.Errorf("%d orders resumed, want 2: neither those without a payment nor the finished one", got)
		}
	}
	s.StartWorker()
	s.Sandbox.Pay(invoice)
	if status, code := wrong.CorrectDetails(fields{"moogold_user_id": "5987654321"}); status != 200 {
		t.Fatalf("correction: got %d %s, want 200", status, code)
	}
	for _, b := range []*shoptest.Buyer{unpaid, wrong} {
		end(s.keyOf(b), "deliver")
	}
	for _, b := range []*shoptest.Buyer{finished, placed, wrong, unpaid} {
		b.WaitForStatus("done")
	}
	s.wantDelivered(moogold.Name, 4)
	s.Audit()
}
