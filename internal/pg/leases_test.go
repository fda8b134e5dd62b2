package pg_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// One of two workers does the work; when it stops, the other takes over at once.
func TestALeaseIsHeldByOneWorker(t *testing.T) {
	t.Parallel()
	pool, log := pgtest.New(t), slog.New(slog.DiscardHandler)
	done := make(chan int)
	work := func(ctx context.Context, who int) {
		pg.NewLeases(pool, log).Every(ctx, "work", 10*time.Millisecond, func() {
			select {
			case done <- who:
			case <-ctx.Done():
			}
		})
	}
	var workers sync.WaitGroup
	stop := make([]context.CancelFunc, 2)
	for who := range stop {
		ctx, cancel := context.WithCancel(t.Context())
		stop[who] = cancel
		workers.Go(func() { work(ctx, who) })
	}
	first := <-done
	for range 20 {
		if who := <-done; who != first {
			t.Fatalf("worker %d works while worker %d holds the lease", who, first)
		}
	}
	stop[first]()
	for who := first; who == first; { // what it had begun
		who = <-done
	}
	stop[1-first]()
	workers.Wait()
	if n := pgtest.One[int](t, pool, `select count(*)::int from periodic_leases`); n != 0 {
		t.Errorf("%d leases are kept by workers that stopped, want none", n)
	}
}
