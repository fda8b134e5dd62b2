// Package clock makes time an argument.
package clock

import "time"

// Clock tells the time. Tests hand in a fixed one.
type Clock func() time.Time

// System is the wall clock, in UTC so that no answer depends on the machine.
func System() time.Time { return time.Now().UTC() }

// Fixed always tells t.
func Fixed(t time.Time) Clock { return func() time.Time { return t } }
