package core

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Fault makes calls of one operation fail.
type Fault struct {
	Provider  string    `json:"provider,omitempty"`  // empty: any
	Operation string    `json:"operation,omitempty"` // empty: any
	Kind      FaultKind `json:"kind"`
	Count     int       `json:"count,omitempty"`   // so many calls, then no more
	Percent   float64   `json:"percent,omitempty"` // of all calls, until switched off
	SlowMS    int64     `json:"slow_ms,omitempty"`
	// AfterAccept performs the call before the response fails. Always so for
	// timeout_after_accept and wrong_body.
	AfterAccept bool `json:"after_accept,omitempty"`
	// Shift in hundredths is what shift_amount adds to a Payin card transfer.
	Shift int64 `json:"shift,omitempty"`
}

// FaultKind is one way to fail.
type FaultKind string

// The kinds.
const (
	TimeoutAfterAccept FaultKind = "timeout_after_accept"
	Error500           FaultKind = "error_500"
	Slow               FaultKind = "slow"
	WrongBody          FaultKind = "wrong_body"
	Refuse             FaultKind = "refuse"
	ConnectionReset    FaultKind = "connection_reset"
	ShiftAmount        FaultKind = "shift_amount"
	// NoticeFirst performs the call at once and responds slow_ms later, so that
	// the webhook arrives before the response.
	NoticeFirst FaultKind = "notice_first"
)

// maxHold bounds how long a timeout is played to a client that never gives up.
const maxHold = time.Minute

// Faults are the faults that are still to come. They are lost at a restart.
type Faults struct {
	mu  sync.Mutex
	all []*Fault
}

// Add adds a fault. It returns an error if the fault is not well formed.
func (f *Faults) Add(fault Fault) error {
	kinds := []FaultKind{TimeoutAfterAccept, Error500, Slow, WrongBody, Refuse, ConnectionReset, ShiftAmount, NoticeFirst}
	switch {
	case !slices.Contains(kinds, fault.Kind):
		return fmt.Errorf("kind must be one of %v", kinds)
	case (fault.Count > 0) == (fault.Percent > 0):
		return fmt.Errorf("want either count or percent")
	case (fault.Kind == Slow || fault.Kind == NoticeFirst) && fault.SlowMS <= 0:
		return fmt.Errorf("%s needs slow_ms", fault.Kind)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, &fault)
	return nil
}

// Clear removes all faults.
func (f *Faults) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = nil
}

// List returns the faults.
func (f *Faults) List() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]Fault, 0, len(f.all))
	for _, one := range f.all {
		out = append(out, *one)
	}
	return out
}

// Take returns the fault that the current call meets, if any, and counts it.
func (f *Faults) Take(provider, operation string) (Fault, bool) {
	return f.take(provider, operation, false)
}

// TakeShift is Take for ShiftAmount, which changes a call instead of failing it.
func (f *Faults) TakeShift(provider, operation string) (Fault, bool) {
	return f.take(provider, operation, true)
}

func (f *Faults) take(provider, operation string, shift bool) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, one := range f.all {
		if (one.Provider != "" && one.Provider != provider) || (one.Operation != "" && one.Operation != operation) ||
			(one.Kind == ShiftAmount) != shift {
			continue
		}
		if one.Percent > 0 {
			if rand.Float64()*100 >= one.Percent { //nolint:gosec // chance, not secrecy
				continue
			}
			return *one, true
		}
		one.Count--
		if one.Count == 0 {
			f.all = slices.Delete(f.all, i, i+1)
		}
		return *one, true
	}
	return Fault{}, false
}
