// Package clock makes the current time a dependency that tests can replace.
package clock

import (
	"context"
	"time"
)

// Clock returns the current time.
type Clock func() time.Time

// System returns the wall-clock time in UTC, so that no result depends on the
// time zone of the machine.
func System() time.Time { return time.Now().UTC() }

// Fixed returns a clock that always returns t.
func Fixed(t time.Time) Clock { return func() time.Time { return t } }

// Every calls do at every tick of the interval until ctx ends. Ticks during a call
// are skipped.
func Every(ctx context.Context, interval time.Duration, do func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		do()
	}
}
