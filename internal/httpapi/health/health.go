// Package health reports whether an instance of the API is alive and ready.
package health

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Check checks whether one dependency is available.
type Check struct {
	Name string
	Ask  func(context.Context) error
}

// Readiness reports whether this instance should receive requests. It stays ready
// while PostgreSQL or Redis is unavailable: every instance shares them, and the
// cached catalogue can still be served. Only starting and stopping make it not
// ready.
type Readiness struct {
	stopping atomic.Bool
	checks   []Check
}

// NewReadiness returns a Readiness that runs the checks for every request of the
// details.
func NewReadiness(checks ...Check) *Readiness { return &Readiness{checks: checks} }

// Stop makes the instance not ready, so that the balancer stops routing to it
// before the listener closes.
func (rd *Readiness) Stop() { rd.stopping.Store(true) }

type health struct {
	Status string            `json:"status"` // ok, degraded, stopping
	Checks map[string]string `json:"checks"` // state by the name of the check
}

func (rd *Readiness) run(ctx context.Context) health {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	results := make([]error, len(rd.checks))
	var wg sync.WaitGroup
	for i, c := range rd.checks {
		wg.Go(func() { results[i] = c.Ask(ctx) })
	}
	wg.Wait()
	h := health{Status: "ok", Checks: map[string]string{}}
	for i, c := range rd.checks {
		h.Checks[c.Name] = "ok"
		if results[i] != nil {
			h.Checks[c.Name], h.Status = "away", "degraded"
		}
	}
	if rd.stopping.Load() {
		h.Status = "stopping"
	}
	return h
}

// ServeReady reports whether this instance should receive requests. It is public
// and does not name the dependencies.
func (rd *Readiness) ServeReady(w http.ResponseWriter, _ *http.Request) {
	if rd.stopping.Load() {
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "stopping"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ServeDetails runs the check of every dependency of the instance.
func (rd *Readiness) ServeDetails(w http.ResponseWriter, r *http.Request) {
	h := rd.run(r.Context())
	status := http.StatusOK
	if h.Status == "stopping" {
		status = http.StatusServiceUnavailable
	}
	writeJSON(w, status, h)
}

// Alive reports that the process runs, and which version of the binary it is.
func Alive(version string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok", "version": version})
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
