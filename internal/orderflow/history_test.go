package orderflow_test

import (
	"errors"
	"log/slog"
	"strconv"
	"testing"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/sdk/client"
	tlog "go.temporal.io/sdk/log"

	"larek/e2e/shoptest"
	"larek/internal/orderjobs"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
)

// describe asks Temporal about the workflow of an order.
func describe(s *shoptest.Shop, orderID int64) (*workflowpb.WorkflowExecutionInfo, error) {
	s.T.Helper()
	c, err := client.Dial(client.Options{HostPort: s.Engine, Namespace: s.Namespace, Logger: tlog.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		s.T.Fatal(err)
	}
	defer c.Close()
	d, err := c.DescribeWorkflowExecution(s.T.Context(), s.Queue+"-"+strconv.FormatInt(orderID, 10), "")
	return d.GetWorkflowExecutionInfo(), err
}

// executionOf returns what Temporal knows about the workflow of an order.
func executionOf(s *shoptest.Shop, orderID int64) *workflowpb.WorkflowExecutionInfo {
	s.T.Helper()
	known, err := describe(s, orderID)
	if err != nil {
		s.T.Fatal(err)
	}
	return known
}

// statusOf returns the status of an order's workflow; unspecified if there is none.
func statusOf(s *shoptest.Shop, orderID int64) enumspb.WorkflowExecutionStatus {
	s.T.Helper()
	known, err := describe(s, orderID)
	if _, missing := errors.AsType[*serviceerror.NotFound](err); err != nil && !missing {
		s.T.Fatal(err)
	}
	return known.GetStatus()
}

// A payment that is started and never made costs the engine nothing: its attempt expires
// and its order is closed by the sweeper, and the codes are for sale again.
func TestAnOrderThatIsNeverPaidHasNoWorkflow(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	b := codes(s)
	b.StartPayment("payselection")
	s.Clock.Advance(32 * time.Minute)
	b.WaitForEvent("payment.expired", 1)
	s.Clock.Advance(24 * time.Hour)
	b.WaitForStatus("failed")
	if held := shoptest.One[int64](s, `select count(*) from codes where line_id in (select id from order_lines where order_id = $1)`, b.ID); held != 0 {
		t.Errorf("%d codes are held by a closed order, want none", held)
	}
	if status := statusOf(s, b.ID); status != enumspb.WORKFLOW_EXECUTION_STATUS_UNSPECIFIED {
		t.Errorf("the workflow is %s, want none", status)
	}
	if n, err := s.Sweeper().Resume(t.Context()); err != nil || n != 0 {
		t.Errorf("resumed %d orders, %v; want none", n, err)
	}
}

// historyLength returns the number of events in the history of an order's
// workflow.
func historyLength(s *shoptest.Shop, orderID int64) int64 {
	s.T.Helper()
	return executionOf(s, orderID).GetHistoryLength()
}

// settledLength returns the length once it has stopped growing.
func settledLength(s *shoptest.Shop, orderID int64) int64 {
	s.T.Helper()
	last, same := int64(-1), 0
	s.Eventually(func() string {
		now := historyLength(s, orderID)
		if same++; now != last {
			last, same = now, 0
		}
		return shoptest.FailUnless(same >= 20, "the history of order %d still grows: %d events", orderID, now)
	})
	return last
}

// Temporal refuses a history of more than 51 200 events. An order that waits
// three days for an operator, with two workers that sweep every minute, must
// not come near it.
func TestOrderThatWaitsForDaysHasAShortHistory(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	b := s.Order("standoff", "", fields{"game_account_id": "77", "products": []fields{
		{"product_id": shoptest.One[int64](s, `select min(id) from products where kind = 'standoff'`), "quantity": 1},
	}})
	b.PayByCard()
	s.Eventually(func() string {
		n := shoptest.One[int64](s, `select count(*) from operator_tasks where order_id = $1 and state = 'open'`, b.ID)
		return shoptest.FailUnless(n == 1, "%d tasks, want 1", n)
	})
	before := settledLength(s, b.ID)
	workers := []*orderjobs.Sweeper{s.Sweeper(), s.Sweeper()}
	s.Clock.Advance(24 * time.Hour) // past its deadline
	const days = 3
	step := time.Minute // as a worker does; larger when the delays are hours
	for waited := time.Duration(0); waited < days*24*time.Hour; waited += step {
		if waited == 12*time.Hour {
			step = 10 * time.Minute
		}
		s.Clock.Advance(step)
		for _, w := range workers {
			if err := w.NotifyOverdue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	reminded := shoptest.One[int64](s, `select reminded from order_reminders where order_id = $1`, b.ID)
	grown := settledLength(s, b.ID) - before
	t.Logf("%d reminders in %d days: %d events more than %d", reminded, days, grown, before)
	const wantReminders, mostEvents = 20, 20*7 + 14 // seven events each, measured
	if reminded != wantReminders || grown > mostEvents {
		t.Errorf("got %d reminders and %d events in %d days, want %d and at most %d", reminded, grown, days, wantReminders, mostEvents)
	}
}

// A database restored from a backup lacks the newest orders, whose workflows may still
// be there.
func TestTheWorkflowOfAnOrderThatDoesNotExistEnds(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	const unknown = 1 << 40
	s.NotifyWorkflow(unknown)
	s.Eventually(func() string {
		status := executionOf(s, unknown).GetStatus()
		return shoptest.FailUnless(status == enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, "the workflow is %s, want completed", status)
	})
	w := s.Activities()
	if step, err := w.DeliverUnit(t.Context(), unknown, unknown, ""); err != nil || step.RetryAfter != 0 {
		t.Errorf("a unit of it: %+v, %v; want none", step, err)
	}
	if err := w.SendRefund(t.Context(), unknown); err != nil {
		t.Errorf("a refund of it: %v, want none", err)
	}
}

// A plain order has 11 to 16 events for codes and 32 to 41 for a top-up,
// measured. The number of signals depends on the machine.
func TestPlainOrdersHaveShortHistories(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	for _, name := range []string{moogold.Name, gamesdrop.Name} {
		s.Sandbox.Supplier(name, fields{"processing_ms": 0})
	}
	for _, tc := range []struct {
		name string
		buy  func(*shoptest.Shop) *shoptest.Buyer
		most int64
	}{
		{"pubg", codes, 20},
		{"supply", func(s *shoptest.Shop) *shoptest.Buyer { return supply(s, "5123456789", 1) }, 48},
	} {
		b := tc.buy(s)
		b.PayByCard()
		b.WaitForStatus("done")
		got := settledLength(s, b.ID)
		t.Logf("a %s order has %d events", tc.name, got)
		if got > tc.most {
			t.Errorf("%s order: got %d events, want at most %d", tc.name, got, tc.most)
		}
	}
}

// A supplier takes an order and is silent for a day. It is asked about it ever less often,
// and none of that is in the history.
func TestUnitThatWaitsForADayHasAShortHistory(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	for _, name := range []string{moogold.Name, gamesdrop.Name} {
		s.Sandbox.Supplier(name, fields{"processing_ms": -1})
	}
	b := supply(s, "5123456789", 1)
	b.PayByCard()
	attemptOf(s, b)
	asked := func(times int64) {
		s.Eventually(func() string {
			n := shoptest.One[int64](s, `select coalesce(max(a.asks), 0) from delivery_attempts a join delivery_units u on u.id = a.unit_id where u.order_id = $1`, b.ID)
			return shoptest.FailUnless(n >= times, "asked %d times, want %d", n, times)
		})
	}
	asked(3)
	before := settledLength(s, b.ID)
	asked(6)
	if n := historyLength(s, b.ID); n != before {
		t.Errorf("asking the supplier added %d events, want none", n-before)
	}
	s.AdvanceClock(24 * time.Hour)
	s.Eventually(func() string {
		n := shoptest.One[int64](s, `select count(*) from operator_tasks where order_id = $1 and state = 'open'`, b.ID)
		return shoptest.FailUnless(n == 1, "%d tasks, want 1", n)
	})
	// Signals and the order's own steps depend on the machine: measured 49 in all.
	const plain, most = 38, 50
	got := settledLength(s, b.ID)
	t.Logf("a unit that waited for a day: %d events in all", got)
	if got > plain+most {
		t.Errorf("got %d events, want at most %d besides those of a plain order", got, most)
	}
	deliverAll(s, []*shoptest.Buyer{b})
	s.Audit()
}

// The largest order has 107 units. Its workflow continues as new before 2000 events, when
// Temporal suggests it (dev/temporal-dynamic.yaml), and loses no unit.
func TestOrderOfManyUnitsHasABoundedHistory(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	for _, name := range []string{moogold.Name, gamesdrop.Name} {
		s.Sandbox.Supplier(name, fields{"processing_ms": 0})
	}
	const units = 107
	s.Exec(`update products set max_quantity = $1 where kind = 'supply'`, units)
	b := supply(s, "5123456789", units)
	b.PayByCard()
	b.WaitForStatus("done")
	for i, run := range historyRuns(s, b.ID) {
		t.Logf("an order of %d units: %d events in run %d from the last", units, len(run), i)
		if len(run) >= 2000 {
			t.Errorf("got %d events in a run, want fewer than 2000", len(run))
		}
	}
	s.Audit()
}
