package httpapitest

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// wholeRun is a test that lasts as long as the binary: what it opens is closed by
// Run.
type wholeRun struct{ testing.TB }

var closers struct {
	sync.Mutex
	list []func()
}

func (wholeRun) Cleanup(f func()) {
	closers.Lock()
	defer closers.Unlock()
	closers.list = append(closers.list, f)
}

func (wholeRun) Context() context.Context { return context.Background() }

// Run runs the tests of a package that uses SharedShop and closes the shop; TestMain
// passes the result to os.Exit.
func Run(m *testing.M) int {
	code := m.Run()
	for _, f := range slices.Backward(closers.list) {
		f()
	}
	return code
}

var (
	sharedOnce sync.Once
	shared     *Shop
)

// SharedShop returns one seeded shop for all tests of a package that only read. A
// test must not write to its database: it would break the others.
func SharedShop(t *testing.T) *Shop {
	t.Helper()
	sharedOnce.Do(func() { shared = openShop(wholeRun{t}) })
	if shared == nil {
		t.Fatal("the shared shop did not open")
	}
	mine := *shared
	mine.T = t
	return &mine
}

// Clock shows Noon, and later only when a test advances it.
type Clock struct{ passed atomic.Int64 }

// Now implements clock.Clock.
func (c *Clock) Now() time.Time { return Noon.Add(time.Duration(c.passed.Load())) }

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.passed.Add(int64(d)) }

// LogBuffer collects log lines of a running server.
type LogBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (s *LogBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// String returns all lines.
func (s *LogBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
