package delivery_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/money"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
)

// A supplier is silent. An operator finds it in the queue; nothing is refunded while
// the supplier may still deliver, until the operator takes the risk.
func TestSilentSupplierIsSolvedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b, a, _ := s.pending()
	s.slow(b)
	anna, boris := s.HireOperator("senior"), s.HireOperator("operator")
	row := anna.WaitForQueue("unknown", b.ID)
	path := fmt.Sprintf("queue/unknown/%d/", row.ID)
	if status, code := anna.Call(http.MethodPost, path+"take/", nil, nil); status != http.StatusOK {
		t.Fatalf("take: got %d %s, want 200", status, code)
	}
	if status, code := boris.Call(http.MethodPost, path+"resolve/", fields{"way": "next_offer", "reason": shoptest.Reason}, nil); status != http.StatusConflict || code != "desk.taken" {
		t.Errorf("another operator: got %d %s, want 409 desk.taken", status, code)
	}
	s.Eventually(func() string { // the workflow may be asking just now
		status, code := anna.Call(http.MethodPost, path+"resolve/", fields{"way": "refund", "reason": shoptest.Reason}, nil)
		return shoptest.FailUnless(status == http.StatusConflict && code == "desk.still_open", "without the risk: got %d %s, want 409 desk.still_open", status, code)
	})
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	anna.Resolve(row, "refund", fields{"force": true})
	b.WaitForStatus("failed")
	b.WaitForEvent("refund.done", 1)
	s.Sandbox.ExpectMoney(a, a.Amount, a.Amount)
	s.wantDelivered(moogold.Name, 0)
	anna.WantNotInQueue(b.ID)
}

// The silent supplier turns out to know nothing of it: the next one delivers.
func TestSilentSupplierIsPassedByFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b, a, key := s.pending()
	s.slow(b)
	s.Sandbox.Supplier(gamesdrop.Name, fields{"processing_ms": 0})
	anna := s.HireOperator("operator")
	row := anna.WaitForQueue("unknown", b.ID)
	if status, code := anna.Call(http.MethodPost, fmt.Sprintf("queue/unknown/%d/take/", row.ID), nil, nil); status != http.StatusOK {
		t.Fatalf("take: got %d %s, want 200", status, code)
	}
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": "refuse", "callback": "lose"})
	anna.Resolve(row, "next_offer", nil)
	b.WaitForStatus("done")
	s.wantDelivered(moogold.Name, 0)
	s.wantDelivered(gamesdrop.Name, 1)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	anna.WantNotInQueue(b.ID)
	s.Audit()
}

func TestWrongIDIsCorrectedByAnOperator(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.Sandbox.Command("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	b := s.supply(wrongID, 1)
	a := b.PayByCard()
	b.WaitForLineStatus("incorrect-details")
	anna := s.HireOperator("operator")
	anna.Act(b.ID, "correct", fields{"account": goodID, "server_id": nil, "server_custom": nil})
	b.WaitForStatus("done")
	b.WaitForEvent("details.corrected", 1)
	s.wantDelivered(moogold.Name, 1)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

// One line is delivered, of the other there is none: its share is refunded.
func TestPartialDeliveryIsSolvedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.Exec(`update offers set supplier = 'operator' where product_id = $1 and supplier = 'moogold'`, s.packs[1])
	s.Exec(`update offers set is_active = false where product_id = $1 and supplier <> 'operator'`, s.packs[1])
	b := s.supply(goodID, 1, 1)
	a := b.PayByCard()
	anna := s.HireOperator("senior")
	row := anna.WaitForQueue("by_hand", b.ID)
	anna.Resolve(row, "refund", nil)
	b.WaitForStatus("done")
	b.WaitForEvent("refund.done", 1)
	back := shoptest.One[string](s.Shop, `select sum(amount)::text from refunds where order_id = $1 and status = 'done'`, b.ID)
	part, err := money.ParseMinor(back)
	if err != nil || part <= 0 || part >= a.Amount {
		t.Errorf("%s of %s was refunded, want a part", back, a.Amount)
	}
	s.Sandbox.ExpectMoney(a, a.Amount, part)
	s.wantDelivered(moogold.Name, 1)
	anna.WantNotInQueue(b.ID)
	s.Audit()
}

// A paid order no supplier can deliver now is in the queue; one operator tries again
// when a supplier has returned, another one refunds.
func TestOrderNobodyCanDeliverIsSolvedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.each(fields{"balance": "0"})
	again, back := s.supply(goodID, 1), s.supply(goodID, 1)
	a, refunded := again.PayByCard(), back.PayByCard()
	anna := s.HireOperator("senior")
	anna.Resolve(anna.WaitForQueue("held", back.ID), "refund", nil)
	back.WaitForStatus("failed")
	back.WaitForEvent("refund.done", 1)
	s.Sandbox.ExpectMoney(refunded, refunded.Amount, refunded.Amount)
	row := anna.WaitForQueue("held", again.ID)
	s.each(fields{"balance": "1000000"})
	anna.Resolve(row, "retry", nil)
	again.WaitForStatus("done")
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.wantDelivered(moogold.Name, 1)
	s.Audit()
}

// A paused order is ordered from no supplier until it is resumed.
func TestPausedDeliveryWaitsUntilItIsResumed(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.quick()
	s.each(fields{"balance": "0"})
	b := s.supply(goodID, 1)
	a := b.PayByCard()
	b.WaitForEvent("delivery.held", 1)
	anna := s.HireOperator("senior")
	anna.Act(b.ID, "pause", fields{"hours": 4})
	s.each(fields{"balance": "1000000"})
	row := anna.WaitForQueue("paused", b.ID)
	s.AdvanceClock(40 * time.Minute) // longer than suppliers are waited for
	s.NotifyWorkflow(b.ID)
	s.wantDelivered(moogold.Name, 0)
	if got := b.Status(); got != "sending" {
		t.Errorf("paused: the order is %s, want sending", got)
	}
	boris := s.HireOperator("senior") // with a session of this hour
	boris.Resolve(row, "resume", nil)
	b.WaitForStatus("done")
	s.wantDelivered(moogold.Name, 1)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

// A lot is bought by an operator, with proof and its real cost.
func TestLotIsSolvedFromTheQueue(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	b := s.standoff()
	a := b.PayByCard()
	anna := s.HireOperator("operator")
	row := anna.WaitForQueue("standoff", b.ID)
	anna.Resolve(row, "delivered", fields{"proof": "Лот 4711 выкуплен", "cost": "312.50", "cost_currency": "RUB"})
	b.WaitForStatus("done")
	if p := b.Page(); len(p.Progress.Proofs) != 1 || p.Progress.Proofs[0] != "Лот 4711 выкуплен" {
		t.Errorf("got proofs %q, want that of the operator", p.Progress.Proofs)
	}
	if cost := shoptest.One[string](s.Shop, `select sum(cost)::numeric(14, 2)::text from delivery_units where order_id = $1`, b.ID); cost != "312.50" {
		t.Errorf("the lot cost %s, want 312.50", cost)
	}
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

// One line failed and its refund was refused; the other line still waits for its
// supplier. An operator's retry is sent at once, not when the order ends.
func TestRetriedRefundIsSentWhileTheOrderIsOpen(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.Sandbox.Supplier(moogold.Name, fields{"processing_ms": -1})
	s.Exec(`update offers set is_active = false where supplier = 'gamesdrop'`)
	s.Sandbox.Command("/faults", fields{"provider": "payselection", "operation": "refund", "kind": "refuse", "percent": 100})
	b := s.supply(goodID, 1, 1)
	a := b.PayByCard()
	s.Eventually(func() string {
		n := shoptest.One[int64](s.Shop, `select count(*) from delivery_attempts a join delivery_units u on u.id = a.unit_id where u.order_id = $1 and a.state = 'pending'`, b.ID)
		return shoptest.FailUnless(n == 2, "%d units are at the supplier", n)
	})
	keys := shoptest.All[string](s.Shop, `select a.key from delivery_attempts a join delivery_units u on u.id = a.unit_id where u.order_id = $1 order by u.line_id`, b.ID)
	refund := func(want string) {
		t.Helper()
		s.Eventually(func() string {
			got := shoptest.One[string](s.Shop, `select coalesce((select status from refunds where order_id = $1), 'none')`, b.ID)
			return shoptest.FailUnless(got == want, "the refund of the first line is %s, want %s", got, want)
		})
	}
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": keys[0], "action": "refuse", "callback": "send"})
	refund("manual")
	s.Sandbox.Control(http.MethodDelete, "/faults", nil, nil)
	anna := s.HireOperator("finance")
	anna.Resolve(anna.WaitForQueue("refund", b.ID), "retry", nil)
	refund("done")
	if got := s.Sandbox.Total(a); got.Refunds != 1 {
		t.Errorf("the provider made %d refunds, want 1", got.Refunds)
	}
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": keys[1], "action": "deliver", "callback": "send"})
	b.WaitForStatus("done")
}
