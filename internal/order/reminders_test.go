package order_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/order"
	"larek/internal/pg/pgtest"
)

// Only one of several workers claims a reminder, and the delays grow. Orders
// whose deadline has not passed are left out.
func TestReminderIsClaimedByOneWorkerWithGrowingDelays(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	late, notYet := place(t, s, pool).ID, place(t, s, pool).ID
	pgtest.Exec(t, pool, `update orders set due_at = $1 where id = $2`, noon.Add(-time.Second), late)
	pgtest.Exec(t, pool, `update orders set due_at = $1 where id = $2`, noon.AddDate(1, 0, 0), notYet)
	var at []time.Duration
	for since := time.Duration(0); since < 72*time.Hour; since += time.Minute {
		now := order.NewWatch(pool, clock.Fixed(noon.Add(since)))
		var mu sync.Mutex
		var claimed []order.Reminder
		var workers sync.WaitGroup
		for range 2 {
			workers.Go(func() {
				taken, err := now.ClaimReminders(t.Context(), nil, 10)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				claimed = append(claimed, taken...)
			})
		}
		workers.Wait()
		if len(claimed) == 0 {
			continue
		}
		if len(claimed) != 1 || claimed[0].OrderID != late {
			t.Fatalf("after %s: got reminders %v, want order %d once", since, claimed, late)
		}
		if err := now.MarkReminded(t.Context(), claimed); err != nil {
			t.Fatal(err)
		}
		at = append(at, since)
	}
	var want []time.Duration
	for next, pause := time.Duration(0), time.Minute; next < 72*time.Hour; next, pause = next+pause, min(2*pause, 6*time.Hour) {
		want = append(want, next)
	}
	if !slices.Equal(at, want) || len(at) != 20 {
		t.Errorf("reminded at %v, want at %v (20 times)", at, want)
	}
}

// A reminder whose worker died is due again when its lease ends, after the same
// delay. A new deadline starts with the first delay.
func TestUnmarkedReminderIsClaimedAgain(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	id := place(t, s, pool).ID
	due := func(at time.Time) {
		t.Helper()
		pgtest.Exec(t, pool, `update orders set due_at = $1 where id = $2`, at, id)
	}
	due(noon)
	after := func(d time.Duration, want int, mark bool) {
		t.Helper()
		now := order.NewWatch(pool, clock.Fixed(noon.Add(d)))
		taken, err := now.ClaimReminders(t.Context(), nil, 10)
		if err != nil || len(taken) != want {
			t.Fatalf("after %s: %d reminders, %v; want %d", d, len(taken), err, want)
		}
		if mark {
			if err := now.MarkReminded(t.Context(), taken); err != nil {
				t.Fatal(err)
			}
		}
	}
	after(0, 1, false)
	after(59*time.Second, 0, false)
	after(time.Minute, 1, false) // the first worker is dead
	after(2*time.Minute, 1, true)
	after(3*time.Minute, 1, true) // the first delay is one minute
	after(4*time.Minute, 0, false)
	due(noon.Add(4 * time.Minute))
	after(4*time.Minute, 1, true)
	after(5*time.Minute, 1, true) // one minute again
}

// A finished order has no deadline; it is named by a payment that is still to
// be refunded.
func TestNamedOrdersAreClaimedToo(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	id := place(t, s, pool).ID
	pgtest.Exec(t, pool, `update orders set status = 'failed', next_action = null, due_at = null where id = $1`, id)
	watch := order.NewWatch(pool, clock.Fixed(noon))
	for _, want := range []int{1, 0} {
		taken, err := watch.ClaimReminders(t.Context(), []int64{id}, 10)
		if err != nil || len(taken) != want {
			t.Fatalf("%d reminders, %v; want %d", len(taken), err, want)
		}
		if err := watch.MarkReminded(t.Context(), taken); err != nil {
			t.Fatal(err)
		}
	}
}
