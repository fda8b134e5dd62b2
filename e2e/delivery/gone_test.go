package delivery_test

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	tlog "go.temporal.io/sdk/log"

	"larek/e2e/shoptest"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
)

// TestSupplierIsGoneForADay is the drill of docs/playbooks/suppliers-cannot-serve.md: a
// supplier answers nothing for a day, with orders that it has begun.
func TestSupplierIsGoneForADay(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.CheckSuppliers()
	s.Sandbox.Supplier(gamesdrop.Name, fields{"processing_ms": 0})
	t.Log("expected: what it has begun waits for it and is delivered once; others are delivered by another supplier; what only it sells is refunded")
	begun, paid, key := s.pending()
	s.sellNo(gamesdrop.Name, s.packs[1])
	alone := s.Order("supply_channel", "", fields{"products": []fields{{"product_id": s.packs[1], "quantity": 1}}, "supply_channel_user_id": goodID})
	refunded := alone.StartPayment("payselection")
	before := s.settledEvents(begun)

	s.Sandbox.Supplier(moogold.Name, fields{"down": true})
	s.Sandbox.Pay(refunded) // an invoice of before: nothing new of it is sold
	alone.WaitForEvent("delivery.held", 1)
	other := s.supply(goodID, 1)
	served := other.PayByCard()
	other.WaitForStatus("done")
	s.wantDelivered(gamesdrop.Name, 1)

	for hour := range 24 {
		s.AdvanceClock(time.Hour)
		if hour == 0 { // its deadline has come: the buyer gets the money, and not both
			alone.WaitForStatus("failed")
			alone.WaitForEvent("refund.done", 1)
		}
		if got := begun.Status(); got != "sending" {
			t.Fatalf("in hour %d the order that was begun is %s, want sending", hour, got)
		}
	}
	during := s.settledEvents(begun) - before
	s.Sandbox.ExpectMoney(refunded, refunded.Amount, refunded.Amount)
	s.Sandbox.ExpectMoney(paid, paid.Amount, 0)

	s.Sandbox.Supplier(moogold.Name, fields{"down": false})
	s.Sandbox.Command("/supply", fields{"supplier": moogold.Name, "key": key, "action": "deliver", "callback": "lose"})
	s.AdvanceClock(time.Hour)
	begun.WaitForStatus("done")
	s.wantDelivered(moogold.Name, 1)
	s.wantDelivered(gamesdrop.Name, 1)
	s.Sandbox.ExpectMoney(paid, paid.Amount, 0)
	s.Sandbox.ExpectMoney(served, served.Amount, 0)
	all := s.settledEvents(begun)
	t.Logf("seen: 1 unit waited for a day and was delivered once, %d events of history in the day, %d in all; 1 delivered by another supplier; 1 refunded", during, all)
	if during > 50 {
		t.Errorf("a unit cost %d events of history in the day, want at most 50", during)
	}
	s.Audit()
}

// settledEvents is how long the history of an order's workflow is, once it grows no more.
func (s *shop) settledEvents(b *shoptest.Buyer) int64 {
	s.T.Helper()
	c, err := client.Dial(client.Options{HostPort: s.Engine, Namespace: s.Namespace, Logger: tlog.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		s.T.Fatal(err)
	}
	defer c.Close()
	last, same := int64(-1), 0
	s.Eventually(func() string {
		d, err := c.DescribeWorkflowExecution(s.T.Context(), s.Queue+"-"+strconv.FormatInt(b.ID, 10), "")
		if err != nil {
			s.T.Fatal(err)
		}
		now := d.GetWorkflowExecutionInfo().GetHistoryLength()
		if same++; now != last {
			last, same = now, 0
		}
		return shoptest.FailUnless(same >= 20, "the history of order %d still grows: %d events", b.ID, now)
	})
	return last
}
