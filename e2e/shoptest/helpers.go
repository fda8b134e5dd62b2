package shoptest

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"larek/internal/clock"
	"larek/internal/pg/pgtest"
)

// StuckTimeout is how long anything may take before it counts as stuck. It is
// longer than an activity takes whose task was lost on its way to a worker:
// Temporal gives it out again after its timeout of 30 seconds and a pause of up
// to a minute.
const StuckTimeout = 2 * time.Minute

// Exec changes the database directly.
func (s *Shop) Exec(sql string, args ...any) {
	s.T.Helper()
	pgtest.Exec(s.T, s.Pool, sql, args...)
}

// AsOwner changes the database in a way the shop may not.
func (s *Shop) AsOwner(sql string, args ...any) {
	s.T.Helper()
	pgtest.Exec(s.T, pgtest.Owner(s.T, s.Pool), sql, args...)
}

// One reads one value from the shop's database.
func One[T any](s *Shop, sql string, args ...any) T {
	s.T.Helper()
	return pgtest.One[T](s.T, s.Pool, sql, args...)
}

// All reads rows from it; the fields of T are their columns in order.
func All[T any](s *Shop, sql string, args ...any) []T {
	s.T.Helper()
	return pgtest.All[T](s.T, s.Pool, sql, args...)
}

// Clock runs with the real one and can be advanced.
type Clock struct{ ahead atomic.Int64 }

// Now is the time in the shop and in its sandbox.
func (c *Clock) Now() time.Time { return clock.System().Add(time.Duration(c.ahead.Load())) }

// Advance moves the time without notifying any workflow.
func (c *Clock) Advance(d time.Duration) { c.ahead.Add(int64(d)) }

// AdvanceClock moves the shop's time. The engine's timers do not move, so workflows
// whose deadline has come are notified here instead.
func (s *Shop) AdvanceClock(d time.Duration) {
	s.T.Helper()
	s.Clock.Advance(d)
	overdue, err := s.services.Watch.Overdue(s.T.Context(), 100)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, id := range overdue {
		s.NotifyWorkflow(id)
	}
}

// Eventually repeats look until nothing is wrong, or fails with what was wrong
// last.
func (s *Shop) Eventually(look func() (wrong string)) {
	s.T.Helper()
	end := time.After(StuckTimeout)
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		wrong := look()
		if wrong == "" {
			return
		}
		select {
		case <-end:
			s.T.Fatalf("after %s: %s", StuckTimeout, wrong)
		case <-tick.C:
		}
	}
}

// FailUnless is what is wrong unless it is right.
func FailUnless(right bool, format string, args ...any) string {
	if right {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// Every runs do for 0…n−1, so many at a time.
func Every(n, atOnce int, do func(i int)) {
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	wg.Wait()
}

// buffer collects what several goroutines write.
type buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write appends.
func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *buffer) tail(n int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.buf.Bytes()
	return string(all[max(0, len(all)-n):])
}
