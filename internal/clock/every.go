package clock

import (
	"context"
	"time"
)

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
