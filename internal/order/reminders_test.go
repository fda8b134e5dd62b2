package order_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/order"
)

// Of several workers one reminds of an order, and the pauses between two
// reminders grow. Orders whose time has not come are left alone.
func TestOrderIsRemindedByOneWorkerWithGrowingPauses(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	late, notYet := place(t, s, pool).ID, place(t, s, pool).ID
	if _, err := pool.Exec(t.Context(), `update orders set due_at = $1 where id = $2`, noon.Add(-time.Second), late); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `update orders set due_at = $1 where id = $2`, noon.AddDate(1, 0, 0), notYet); err != nil {
		t.Fatal(err)
	}
	var at []time.Duration
	for since := time.Duration(0); since < 72*time.Hour; since += time.Minute {
		now := order.NewService(pool, clock.Fixed(noon.Add(since)))
		var mu sync.Mutex
		var woken []order.Reminder
		var workers sync.WaitGroup
		for range 2 {
			workers.Go(func() {
				taken, err := now.TakeReminders(t.Context(), nil, 10)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				woken = append(woken, taken...)
			})
		}
		workers.Wait()
		if len(woken) == 0 {
			continue
		}
		if len(woken) != 1 || woken[0].OrderID != late {
			t.Fatalf("after %s workers were told of %v, want order %d once", since, woken, late)
		}
		if err := now.Reminded(t.Context(), woken); err != nil {
			t.Fatal(err)
		}
		at = append(at, since)
	}
	var want []time.Duration
	for next, pause := time.Duration(0), time.Minute; next < 72*time.Hour; next, pause = next+pause, min(2*pause, 6*time.Hour) {
		want = append(want, next)
	}
	if !slices.Equal(at, want) || len(at) != 20 {
		t.Errorf("reminded at %v, want 20 times at %v", at, want)
	}
}

// A worker that took a reminder and died is replaced when its lease ends, and
// the pause is as short as before. A new deadline begins anew.
func TestReminderThatNobodyGaveComesAgain(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	id := place(t, s, pool).ID
	due := func(at time.Time) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), `update orders set due_at = $1 where id = $2`, at, id); err != nil {
			t.Fatal(err)
		}
	}
	due(noon)
	after := func(d time.Duration, want int, give bool) {
		t.Helper()
		now := order.NewService(pool, clock.Fixed(noon.Add(d)))
		taken, err := now.TakeReminders(t.Context(), nil, 10)
		if err != nil || len(taken) != want {
			t.Fatalf("after %s: %d reminders, %v; want %d", d, len(taken), err, want)
		}
		if give {
			if err := now.Reminded(t.Context(), taken); err != nil {
				t.Fatal(err)
			}
		}
	}
	after(0, 1, false)
	after(59*time.Second, 0, false)
	after(time.Minute, 1, false) // the first worker is dead
	after(2*time.Minute, 1, true)
	after(3*time.Minute, 1, true) // the first pause is one minute
	after(4*time.Minute, 0, false)
	due(noon.Add(4 * time.Minute))
	after(4*time.Minute, 1, true)
	after(5*time.Minute, 1, true) // and again one minute
}

// An order that is over has no deadline; money still owed names it.
func TestNamedOrdersAreRemindedOfToo(t *testing.T) {
	t.Parallel()
	s, pool := newOrders(t)
	id := place(t, s, pool).ID
	if _, err := pool.Exec(t.Context(), `update orders set status = 'failed', next_action = null, due_at = null where id = $1`, id); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		taken, err := s.TakeReminders(t.Context(), []int64{id}, 10)
		if err != nil || len(taken) != want {
			t.Fatalf("%d reminders, %v; want %d", len(taken), err, want)
		}
		if err := s.Reminded(t.Context(), taken); err != nil {
			t.Fatal(err)
		}
	}
}
