package orderflow

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/workflow"

	"larek/internal/delivery"
	"larek/internal/order"
)

// persistedNames are the names that running workflows and saved histories contain.
// Functions and constants may be renamed; these strings must not change.
var persistedNames = map[string][]string{
	"queue":        {"order"},
	"workflow":     {"Order"},
	"signal":       {"news"},
	"activities":   {"Deliver", "HandOver", "Refund", "Settle"},
	"state":        {"Refunds", "Status", "Units", "Wake"},
	"progress":     {"After", "Look", "State"},
	"failed steps": {"deliver", "hand_over", "refund", "settle"},
}

// registered records the names under which Register registers.
type registered struct{ workflows, activities []string }

func (r *registered) RegisterWorkflowWithOptions(_ any, o workflow.RegisterOptions) {
	r.workflows = append(r.workflows, o.Name)
}

func (r *registered) RegisterActivityWithOptions(_ any, o activity.RegisterOptions) {
	r.activities = append(r.activities, o.Name)
}

// jsonKeys returns the keys of v as the data converter encodes it.
func jsonKeys(t *testing.T, v any) []string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	return slices.Collect(maps.Keys(fields))
}

func TestPersistedNames(t *testing.T) {
	t.Parallel()
	var r registered
	Register(&r, &Activities{})
	steps := []string{
		string(order.StepProcessNotices), string(order.StepAdvanceDelivery), string(order.StepDeliverUnit), string(order.StepRefund),
	}
	for kind, got := range map[string][]string{
		"queue": {Queue}, "workflow": r.workflows, "signal": {signalOrderChanged}, "activities": r.activities,
		"state": jsonKeys(t, State{}), "progress": jsonKeys(t, delivery.UnitProgress{}), "failed steps": steps,
	} {
		slices.Sort(got)
		if want := persistedNames[kind]; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}
