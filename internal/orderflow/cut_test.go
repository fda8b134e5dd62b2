package orderflow_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
	tlog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/encoding/protojson"

	"larek/e2e/shoptest"
	"larek/internal/orderflow"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/seal"
)

// The saved histories on both sides of a cut: a workflow that continued as new, and the one
// it continued as.
var cutFiles = []string{filepath.Join("testdata", "cut_before.json"), filepath.Join("testdata", "cut_after.json")}

// cutOrder plays an order whose workflow continues as new, and returns the runs, the first
// first. While no worker runs, the supplier delivers, the order is signalled, and the
// workflow is asked to continue as new: the signal reaches the run that ends, and what it
// tells of is left to the next one.
func cutOrder(t *testing.T, s *shoptest.Shop) [][]*historypb.HistoryEvent {
	t.Helper()
	s.Sandbox.Supplier(moogold.Name, fields{"processing_ms": -1})
	s.Sandbox.Supplier(gamesdrop.Name, fields{"processing_ms": -1})
	stop := s.StartWorker()
	b := supply(s, "5123456789", 1)
	b.PayByCard()
	supplier, key := attemptOf(s, b)
	settledLength(s, b.ID)
	stop()
	s.Sandbox.Command("/supply", fields{"supplier": supplier, "key": key, "action": "deliver"})
	signalWorkflow(s, b.ID, "news", "renew")
	s.StartWorker()
	b.WaitForStatus("done")
	s.Eventually(func() string {
		status := executionOf(s, b.ID).GetStatus()
		return shoptest.FailUnless(status == enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, "the workflow is %s", status)
	})
	s.Audit()
	runs := historyRuns(s, b.ID)
	slices.Reverse(runs)
	return runs
}

// signalWorkflow sends signals to the workflow of an order.
func signalWorkflow(s *shoptest.Shop, orderID int64, names ...string) {
	s.T.Helper()
	c, err := client.Dial(client.Options{HostPort: s.Engine, Namespace: s.Namespace, Logger: tlog.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		s.T.Fatal(err)
	}
	defer c.Close()
	for _, name := range names {
		if err := c.SignalWorkflow(s.T.Context(), s.Queue+"-"+strconv.FormatInt(orderID, 10), "", name, nil); err != nil {
			s.T.Fatal(err)
		}
	}
}

// wantCut checks that two runs are those of one order, and that the second one ended it.
func wantCut(t *testing.T, before, after []*historypb.HistoryEvent) {
	t.Helper()
	end := before[len(before)-1].GetWorkflowExecutionContinuedAsNewEventAttributes()
	start := after[0].GetWorkflowExecutionStartedEventAttributes()
	if end == nil || start.GetContinuedExecutionRunId() == "" || end.GetNewExecutionRunId() != start.GetOriginalExecutionRunId() {
		t.Fatalf("the first run ends with %s and continues as %q, the second is %q", before[len(before)-1].GetEventType(), end.GetNewExecutionRunId(), start.GetOriginalExecutionRunId())
	}
	if last := after[len(after)-1].GetEventType(); last != enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED {
		t.Errorf("the second run ends with %s, want completed", last)
	}
}

// wantCarriedOver checks that the first run was signalled that the supplier has delivered,
// and that the second one acted on it.
func wantCarriedOver(t *testing.T, before, after []*historypb.HistoryEvent) {
	t.Helper()
	isNews := func(e *historypb.HistoryEvent) bool {
		return e.GetWorkflowExecutionSignaledEventAttributes().GetSignalName() == "news"
	}
	isDelivered := func(e *historypb.HistoryEvent) bool { return e.GetActivityTaskCompletedEventAttributes() != nil }
	if !slices.ContainsFunc(before, isNews) || slices.ContainsFunc(before, isDelivered) {
		t.Error("the first run was not signalled, or it acted on the signal itself: the cut carries nothing over")
	}
	if slices.ContainsFunc(after, isNews) || !slices.ContainsFunc(after, isDelivered) {
		t.Error("the second run was signalled again, or it has not delivered what was signalled before the cut")
	}
}

// What was signalled to a run that then continues as new is done: by that run, if the
// activity under way has ended just then, or by the next one.
func TestSignalsAreCarriedOverTheCut(t *testing.T) {
	t.Parallel()
	s := shoptest.OpenWithoutWorker(t, seal.NewKey())
	runs := cutOrder(t, s)
	if len(runs) != 2 {
		t.Fatalf("%d runs, want 2", len(runs))
	}
	wantCut(t, runs[0], runs[1])
}

// Orders of either side of a cut may run while a new worker is deployed.
func TestHistoriesOfBothSidesOfACutReplay(t *testing.T) {
	t.Parallel()
	replayer, err := worker.NewWorkflowReplayerWithOptions(worker.WorkflowReplayerOptions{DataConverter: orderflow.Converter(historyKey(t).Derive("flow"))})
	if err != nil {
		t.Fatal(err)
	}
	replayer.RegisterWorkflowWithOptions(orderflow.OrderWorkflow, workflow.RegisterOptions{Name: "Order"})
	var runs [][]*historypb.HistoryEvent
	for _, file := range cutFiles {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var saved historypb.History
		if err := protojson.Unmarshal(text, &saved); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		runs = append(runs, saved.Events)
		if err := replayer.ReplayWorkflowHistory(tlog.NewStructuredLogger(slog.New(slog.DiscardHandler)), &saved); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	wantCut(t, runs[0], runs[1])
	wantCarriedOver(t, runs[0], runs[1])
}

func TestSaveHistoriesOfACut(t *testing.T) {
	if !*save {
		t.Skip("to save them again: go test ./internal/orderflow -run SaveHistories -save-histories")
	}
	s := shoptest.OpenWithoutWorker(t, historyKey(t))
	runs := cutOrder(t, s)
	if len(runs) != len(cutFiles) {
		t.Fatalf("%d runs, want %d", len(runs), len(cutFiles))
	}
	for i, file := range cutFiles {
		if err := os.WriteFile(file, marshalHistory(t, runs[i]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
