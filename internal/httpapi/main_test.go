package httpapi_test

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"
)

// wholeRun is a test that lasts as long as the binary: what it opens is
// closed by TestMain.
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

func TestMain(m *testing.M) {
	code := m.Run()
	for _, f := range slices.Backward(closers.list) {
		f()
	}
	os.Exit(code)
}

var (
	sharedOnce sync.Once
	shared     *shop
)

// sharedShop is one seeded shop for all tests that only read. Its database
// can be written by nobody but a test that breaks the others.
func sharedShop(t *testing.T) *shop {
	t.Helper()
	sharedOnce.Do(func() { shared = openShop(wholeRun{t}) })
	if shared == nil {
		t.Fatal("the shared shop did not open")
	}
	mine := *shared
	mine.t = t
	return &mine
}
