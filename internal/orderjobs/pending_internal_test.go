package orderjobs

import (
	"slices"
	"testing"
	"time"
)

func TestALateWorkflowIsNotifiedLessAndLessOften(t *testing.T) {
	t.Parallel()
	start := time.Unix(1_800_000_000, 0)
	p := pendingOrders{}
	var at []int
	for second := range 200 {
		// Both queries may name the order.
		if due := p.due(start.Add(time.Duration(second)*time.Second), []int64{7, 7}); slices.Equal(due, []int64{7}) {
			at = append(at, second)
		} else if len(due) != 0 {
			t.Fatalf("second %d: due %v, want 7 once or nothing", second, due)
		}
	}
	if want := []int{0, 3, 9, 21, 45, 93, 153}; !slices.Equal(at, want) {
		t.Errorf("notified at seconds %v, want %v", at, want)
	}
	// Processed for a while, then pending again: notified at once.
	later := start.Add(time.Hour)
	p.due(later, nil)
	if due := p.due(later, []int64{7}); !slices.Equal(due, []int64{7}) || len(p) != 1 {
		t.Errorf("due %v with %d orders remembered, want 7 and 1", due, len(p))
	}
}
