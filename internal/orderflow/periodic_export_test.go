package orderflow

import "testing"

// ScheduledRuns is how often the engine has started a job.
func ScheduledRuns(t *testing.T, e *Engine, job string) int {
	t.Helper()
	d, err := e.client.ScheduleClient().GetHandle(t.Context(), e.queue+"-periodic-"+job).Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d.Info.NumActions
}

// DropSchedule ends the ticks of a job.
func DropSchedule(t *testing.T, e *Engine, job string) {
	t.Helper()
	if err := e.client.ScheduleClient().GetHandle(t.Context(), e.queue+"-periodic-"+job).Delete(t.Context()); err != nil {
		t.Error(err)
	}
}
