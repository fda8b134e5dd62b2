// Package partner is what payment providers and suppliers have in common: the shop has
// accounts with them, which operators change while orders are under way.
package partner

import (
	"context"
	"slices"
	"sync/atomic"
	"time"
)

// Account is an account of the shop with a partner: the adapter that has its keys.
type Account[A any] struct {
	Adapter A
	// ID tells the accounts with one partner apart, and stays when its keys change. Attempts
	// keep it.
	ID string
	// ReplacedAt is when new attempts began to be made with another account or other keys;
	// zero: they are made with this one.
	ReplacedAt time.Time
}

// IsCurrent reports whether new attempts are made with the account.
func (a Account[A]) IsCurrent() bool { return a.ReplacedAt.IsZero() }

// Roster has the accounts with every partner of a kind. Set replaces them at any time; whoever
// has taken an adapter keeps it.
type Roster[A any] struct {
	accounts atomic.Pointer[map[string][]Account[A]]
}

// Set replaces all accounts: by the name of their partner, the newest first.
func (r *Roster[A]) Set(accounts map[string][]Account[A]) { r.accounts.Store(&accounts) }

// All returns the accounts with a partner, the newest first.
func (r *Roster[A]) All(name string) []Account[A] {
	if all := r.accounts.Load(); all != nil {
		return (*all)[name]
	}
	return nil
}

// Names returns the partners that the shop has or had an account with, in order.
func (r *Roster[A]) Names() []string {
	var names []string
	if all := r.accounts.Load(); all != nil {
		for name := range *all {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Current returns the account that new attempts are made with.
func (r *Roster[A]) Current(name string) (Account[A], bool) {
	for _, a := range r.All(name) {
		if a.IsCurrent() {
			return a, true
		}
	}
	return Account[A]{}, false
}

// Of returns the account that an attempt was made with, with its newest keys: another account
// knows nothing of the attempt, and "not found" there would be taken for "not paid". An attempt
// of before accounts were kept was made with the oldest one.
func (r *Roster[A]) Of(name, id string) (Account[A], bool) {
	all := r.All(name)
	if id == "" && len(all) > 0 {
		id = all[len(all)-1].ID
	}
	for _, a := range all {
		if a.ID == id {
			return a, true
		}
	}
	return Account[A]{}, false
}

// Prober is an adapter that can try its keys.
type Prober interface {
	// Probe tries the keys, step by step, and ends with the first step that failed. It orders
	// and charges nothing. The error is that of ctx.
	Probe(ctx context.Context) ([]ProbeStep, error)
}

// ProbeState is how a step of a probe ended.
type ProbeState string

// States of steps.
const (
	ProbeOK      ProbeState = "ok"
	ProbeWarning ProbeState = "warning" // the keys are right, something else is to be done
	ProbeFailed  ProbeState = "failed"
)

// ProbeStep is a step of a probe, for the operator: a sentence in Russian without secrets.
type ProbeStep struct {
	State ProbeState
	Text  string
	Took  time.Duration
}
