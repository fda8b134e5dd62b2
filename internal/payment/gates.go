package payment

import (
	"sync"
	"time"
)

const (
	// pollsPerSecond bounds the polls of one provider by one worker.
	pollsPerSecond = 32
	// After failuresToRest failed calls in a row no calls are made to a provider for restMin,
	// and for twice as long after each failed probe, up to restMax.
	failuresToRest = 5
	restMin        = 2 * time.Second
	restMax        = time.Minute
)

// A gate limits the rate of polls of one provider, and is a circuit breaker: a provider
// that does not respond is probed by one poll at a time.
type gate struct {
	mu       sync.Mutex
	tokens   float64
	filled   time.Time
	failures int // in a row
	until    time.Time
}

// admit returns how many polls may start now, at most so many.
func (g *gate) admit(now time.Time, atMost int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.filled.IsZero() {
		g.tokens = pollsPerSecond
	} else if since := now.Sub(g.filled); since > 0 {
		g.tokens = min(g.tokens+since.Seconds()*pollsPerSecond, pollsPerSecond)
	}
	g.filled = now
	if g.failures >= failuresToRest {
		if now.Before(g.until) {
			return 0
		}
		atMost = min(atMost, 1)
		g.until = now.Add(restMin) // for the others, until the probe has ended
	}
	n := max(0, min(atMost, int(g.tokens)))
	g.tokens -= float64(n)
	return n
}

// giveBack returns what was admitted and not used.
func (g *gate) giveBack(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokens += float64(n)
}

// ended records how a call ended.
func (g *gate) ended(now time.Time, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err == nil {
		g.failures = 0
		return
	}
	g.failures++
	if over := g.failures - failuresToRest; over >= 0 {
		g.until = now.Add(min(restMin<<min(over, 10), restMax))
	}
}

// rests reports whether no calls are made to the provider now.
func (g *gate) rests(now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.failures >= failuresToRest && now.Before(g.until)
}

// gates are those of all providers.
type gates struct {
	mu  sync.Mutex
	all map[string]*gate
}

func (g *gates) of(provider string) *gate {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all == nil {
		g.all = map[string]*gate{}
	}
	if g.all[provider] == nil {
		g.all[provider] = &gate{}
	}
	return g.all[provider]
}

// resting returns the providers that are left alone now.
func (g *gates) resting(now time.Time) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	names := []string{}
	for name, one := range g.all {
		if one.rests(now) {
			names = append(names, name)
		}
	}
	return names
}
