package orderflow_test

import (
	"errors"
	"flag"
	"log/slog"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
	tlog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"larek/e2e/shoptest"
	"larek/internal/orderflow"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/seal"
)

var rollOrders = flag.Int("roll-orders", 8, "how many orders run while a build replaces another; a long test has 200")

// changedWorkflow is a workflow that no running order can be replayed with: it begins
// with another step.
func changedWorkflow(ctx workflow.Context, orderID int64) error {
	if err := workflow.Sleep(ctx, time.Millisecond); err != nil {
		return err
	}
	return orderflow.OrderWorkflow(ctx, orderID)
}

func TestChangedWorkflowCannotReplayRunningOrders(t *testing.T) {
	t.Parallel()
	replayer, err := worker.NewWorkflowReplayerWithOptions(worker.WorkflowReplayerOptions{DataConverter: orderflow.Converter(historyKey(t).Derive("flow"))})
	if err != nil {
		t.Fatal(err)
	}
	replayer.RegisterWorkflowWithOptions(changedWorkflow, workflow.RegisterOptions{Name: "Order"})
	if err := replayer.ReplayWorkflowHistoryFromJSONFile(tlog.NewStructuredLogger(slog.New(slog.DiscardHandler)), filepath.Join("testdata", "supply_delivered.json")); err == nil {
		t.Error("the changed workflow replays an order of the old one, so the test of two builds proves nothing")
	}
}

// Orders wait at a supplier while a build with another workflow comes. Those that have
// begun stay with their build, new ones go to the new one, and none breaks. What is left
// of the old build is asked to continue with the new one, whose worker ends it.
func TestTwoBuildsRunTheirOwnOrders(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	for _, name := range []string{moogold.Name, gamesdrop.Name} {
		s.Sandbox.Supplier(name, fields{"processing_ms": -1})
	}
	stopOld := startBuild(s, "old", nil)
	began := waitingOrders(s, *rollOrders/2)
	startBuild(s, "new", changedWorkflow)
	came := waitingOrders(s, *rollOrders/2)
	wantBuilds(s, map[string]int64{"old": int64(len(began)), "new": int64(len(came))})

	deliverAll(s, began[:len(began)/2])
	if _, err := s.Flows().Drain(t.Context(), s.Queue, "new", false); !errors.Is(err, orderflow.ErrCurrentBuild) {
		t.Errorf("draining the current build: got %v, want ErrCurrentBuild", err)
	}
	if n, err := s.Flows().Drain(t.Context(), s.Queue, "old", false); err != nil || n < len(began)-len(began)/2 {
		t.Fatalf("%d orders asked to leave the old build, %v; want %d", n, err, len(began)-len(began)/2)
	}
	wantBuilds(s, map[string]int64{"old": 0, "new": int64(len(began) - len(began)/2 + len(came))})
	stopOld()
	deliverAll(s, began[len(began)/2:])
	deliverAll(s, came)
	for _, b := range append(began, came...) {
		if n := failedTasks(s, b.ID); n != 0 {
			t.Errorf("%d tasks of the workflow of order %d failed, want none", n, b.ID)
		}
	}
	s.Audit()
}

// The workers of a build are gone before its orders were drained: these are moved to
// the current one, which knows their steps.
func TestOrdersOfALostBuildAreMoved(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	for _, name := range []string{moogold.Name, gamesdrop.Name} {
		s.Sandbox.Supplier(name, fields{"processing_ms": -1})
	}
	stopOld := startBuild(s, "lost", nil)
	left := waitingOrders(s, 2)
	stopOld()
	startBuild(s, "new", nil)
	wantBuilds(s, map[string]int64{"lost": 2, "new": 0})
	if n, err := s.Flows().Drain(t.Context(), s.Queue, "lost", true); err != nil || n != 2 {
		t.Fatalf("%d orders moved, %v; want 2", n, err)
	}
	deliverAll(s, left)
	s.Audit()
}

// startBuild starts a worker of a build and promotes it, as an operator does.
func startBuild(s *shoptest.Shop, build string, flow func(workflow.Context, int64) error) (stop func()) {
	s.T.Helper()
	options := s.WorkerOptions()
	options.Build = &orderflow.Build{Deployment: s.Queue, ID: build}
	if flow != nil {
		options = orderflow.WithWorkflow(options, flow)
	}
	stop = s.StartWorkerWith(options)
	s.Eventually(func() string {
		if err := s.Flows().Promote(s.T.Context(), s.Queue, build); err != nil {
			return err.Error()
		}
		return ""
	})
	return stop
}

// waitingOrders returns paid orders that wait at a supplier.
func waitingOrders(s *shoptest.Shop, n int) []*shoptest.Buyer {
	s.T.Helper()
	orders := make([]*shoptest.Buyer, n)
	for i := range orders {
		orders[i] = supply(s, "5123456789", 1)
		orders[i].PayByCard()
	}
	for _, b := range orders {
		attemptOf(s, b)
	}
	return orders
}

// attemptOf waits until an order is with a supplier, and returns whose and the key.
func attemptOf(s *shoptest.Shop, b *shoptest.Buyer) (supplier, key string) {
	s.T.Helper()
	s.Eventually(func() string {
		found := shoptest.One[[]string](s, `select coalesce(max(array[a.supplier, a.key]), '{}') from delivery_attempts a join delivery_units u on u.id = a.unit_id
			where u.order_id = $1 and a.state = 'pending'`, b.ID)
		if len(found) == 2 {
			supplier, key = found[0], found[1]
		}
		return shoptest.FailUnless(key != "", "order %d is with no supplier", b.ID)
	})
	return supplier, key
}

func deliverAll(s *shoptest.Shop, orders []*shoptest.Buyer) {
	s.T.Helper()
	for _, b := range orders {
		supplier, key := attemptOf(s, b)
		s.Sandbox.Command("/supply", fields{"supplier": supplier, "key": key, "action": "deliver"})
	}
	for _, b := range orders {
		b.WaitForStatus("done")
	}
}

// wantBuilds waits until builds run so many orders: Temporal counts with a delay.
func wantBuilds(s *shoptest.Shop, want map[string]int64) {
	s.T.Helper()
	s.Eventually(func() string {
		builds, err := s.Flows().Builds(s.T.Context(), s.Queue)
		if err != nil {
			return err.Error()
		}
		right := 0
		for _, b := range builds {
			if n, ok := want[b.ID]; ok && n == b.Orders && b.IsCurrent == (b.ID == "new") {
				right++
			}
		}
		return shoptest.FailUnless(right == len(want) && right == len(builds), "builds are %+v, want %v", builds, want)
	})
}

// failedTasks counts how often the workflow of an order could not be replayed.
func failedTasks(s *shoptest.Shop, orderID int64) (failed int) {
	s.T.Helper()
	for _, run := range historyRuns(s, orderID) {
		for _, e := range run {
			if e.GetWorkflowTaskFailedEventAttributes().GetCause() == enumspb.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR {
				failed++
			}
		}
	}
	return failed
}

// historyRuns returns the events of all runs of an order's workflow, the last run first.
func historyRuns(s *shoptest.Shop, orderID int64) (runs [][]*historypb.HistoryEvent) {
	s.T.Helper()
	c, err := client.Dial(client.Options{HostPort: s.Engine, Namespace: s.Namespace, Logger: tlog.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		s.T.Fatal(err)
	}
	defer c.Close()
	for id := ""; ; {
		var run []*historypb.HistoryEvent
		events := c.GetWorkflowHistory(s.T.Context(), s.Queue+"-"+strconv.FormatInt(orderID, 10), id, false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
		for events.HasNext() {
			e, err := events.Next()
			if err != nil {
				s.T.Fatal(err)
			}
			run = append(run, e)
		}
		runs = append(runs, run)
		if id = run[0].GetWorkflowExecutionStartedEventAttributes().GetContinuedExecutionRunId(); id == "" {
			return runs
		}
	}
}
