package orderflow_test

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"

	"larek/internal/orderflow"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// Two workers of one shop do a job once for each tick, and a third that starts later with
// another interval changes the schedule instead of adding one.
func TestTwoWorkersDoAJobOncePerTick(t *testing.T) {
	t.Parallel()
	addr, namespace := os.Getenv("LAREK_TEMPORAL_ADDR"), os.Getenv("LAREK_TEMPORAL_NAMESPACE")+"-test"
	if addr == "" {
		t.Fatal("LAREK_TEMPORAL_ADDR is not set: run `make up`, then `make test`")
	}
	if err := orderflow.EnsureNamespace(t.Context(), addr, namespace, 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	engine, err := orderflow.Connect(addr, namespace, "periodic-"+publicid.New().String()[:10], seal.NewKeyring("flow", seal.NewKey()), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Close)
	ran := make(chan string, 100)
	jobs := []orderflow.Job{{Name: "count", Every: 2 * time.Second, Timeout: time.Minute, Do: func(ctx context.Context) error {
		ran <- activity.GetInfo(ctx).WorkflowExecution.ID // ends with its tick
		return nil
	}}}
	ctx, cancel := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			if err := engine.RunJobs(ctx, jobs); err != nil {
				t.Error(err)
			}
		})
	}
	var ticks []string
	for len(ticks) < 4 {
		select {
		case tick := <-ran:
			ticks = append(ticks, tick)
		case <-time.After(time.Minute):
			t.Fatalf("ran %d times in a minute", len(ticks))
		}
	}
	made := orderflow.ScheduledRuns(t, engine, "count")
	cancel()
	workers.Wait()
	close(ran)
	for tick := range ran {
		ticks = append(ticks, tick)
	}
	if once := slices.Compact(slices.Sorted(slices.Values(ticks))); len(once) != len(ticks) || len(ticks) < made {
		t.Errorf("%d runs of %d ticks, %d were due", len(ticks), len(once), made)
	}
	orderflow.DropSchedule(t, engine, "count")
}
