package httpapi_test

import (
	"sync/atomic"
	"time"
)

// handClock shows noon, later only when a test moves it.
type handClock struct{ passed atomic.Int64 }

func (c *handClock) now() time.Time { return noon.Add(time.Duration(c.passed.Load())) }

func (c *handClock) advance(d time.Duration) { c.passed.Add(int64(d)) }
