package clock_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"larek/internal/clock"
)

func TestEveryCallsAtEachTickUntilTheContextEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began, calls := time.Now(), 0
		clock.Every(ctx, time.Second, func() {
			if calls++; calls == 3 {
				cancel()
			}
		})
		if took := time.Since(began); calls != 3 || took != 3*time.Second {
			t.Errorf("got %d calls in %s, want 3 in 3s", calls, took)
		}
	})
}
