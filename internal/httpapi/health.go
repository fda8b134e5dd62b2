package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Check asks one thing we depend on whether it is there.
type Check struct {
	Name string
	Ask  func(context.Context) error
}

// Readiness says whether this copy should get requests. It stays ready while
// PostgreSQL or Redis is away: every copy shares them, and the cached
// catalogue can still be served. Only starting and stopping make it not ready.
type Readiness struct {
	stopping atomic.Bool
	checks   []Check
}

// NewReadiness will run the checks at each question.
func NewReadiness(checks ...Check) *Readiness { return &Readiness{checks: checks} }

// Stop makes the copy not ready, so that the balancer looks elsewhere before
// the listener closes.
func (rd *Readiness) Stop() { rd.stopping.Store(true) }

type health struct {
	Status string            `json:"status"` // ok, degraded, stopping
	Checks map[string]string `json:"checks"` // ok or away
}

func (rd *Readiness) look(ctx context.Context) health {
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

// serveReady says whether this copy should get requests, and nothing of what
// it depends on: anybody may ask.
func (rd *Readiness) serveReady(w http.ResponseWriter, _ *http.Request) {
	if rd.stopping.Load() {
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "stopping"})
		return
	}
	serveAlive(w, nil)
}

// serveDetails asks everything the copy depends on.
func (rd *Readiness) serveDetails(w http.ResponseWriter, r *http.Request) {
	h := rd.look(r.Context())
	status := http.StatusOK
	if h.Status == "stopping" {
		status = http.StatusServiceUnavailable
	}
	writeJSON(w, status, h)
}

func serveAlive(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
