package httpapitest

import (
	"sync/atomic"
	"time"
)

// Clock shows Noon, and later only when a test advances it.
type Clock struct{ passed atomic.Int64 }

// Now implements clock.Clock.
func (c *Clock) Now() time.Time { return Noon.Add(time.Duration(c.passed.Load())) }

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.passed.Add(int64(d)) }
