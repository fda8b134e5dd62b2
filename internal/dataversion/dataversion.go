// Package dataversion tracks a version number per part of the data, by which
// cached responses are invalidated. Triggers increment the versions in the
// writer's transaction; a Watcher in every API instance reads them.
package dataversion

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Scope is a part of the data that has one version.
type Scope string

// Scopes, as created by 0301_base.sql and 0401_brand.sql.
const (
	Catalog  Scope = "catalog"
	Content  Scope = "content"
	Payment  Scope = "payment"
	Feedback Scope = "feedback"
	Brand    Scope = "brand"
)

// Versions holds the versions of all scopes at one moment.
type Versions map[Scope]int64

// Watcher holds the versions it read last. While PostgreSQL is unavailable they
// do not change, so that cached responses continue to be served.
type Watcher struct {
	pool     *pgxpool.Pool
	log      *slog.Logger
	interval time.Duration
	hints    <-chan struct{}
	onChange func(...Scope)
	current  atomic.Pointer[Versions]
}

// NewWatcher returns a watcher that reads the versions every interval and after
// each hint. Hints only make it faster: after a lost hint a change is seen one
// interval later.
func NewWatcher(pool *pgxpool.Pool, interval time.Duration, hints <-chan struct{}, log *slog.Logger) *Watcher {
	w := &Watcher{pool: pool, interval: interval, hints: hints, log: log, onChange: func(...Scope) {}}
	w.current.Store(&Versions{})
	return w
}

// OnChange sets the function that is called with the scopes whose version
// changed, after Version returns the new one. The first reading reports all
// scopes. Call OnChange before Run; f must not block.
func (w *Watcher) OnChange(f func(...Scope)) { w.onChange = f }

// Version returns the version of a scope, or 0 before the first reading.
func (w *Watcher) Version(s Scope) int64 { return (*w.current.Load())[s] }

// Run reads the versions until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	tick := time.NewTicker(w.interval)
	defer tick.Stop()
	failing := false
	for {
		err := w.Refresh(ctx)
		if failed := err != nil; failed != failing && ctx.Err() == nil {
			failing = failed
			w.log.WarnContext(ctx, "data versions", "unavailable", failed, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-w.hints:
		}
	}
}

// Refresh reads the versions now and calls the OnChange function if any changed.
func (w *Watcher) Refresh(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	rows, err := w.pool.Query(ctx, `-- name: DataVersions :many
select scope, version from data_versions`)
	if err != nil {
		return err
	}
	defer rows.Close()
	read := Versions{}
	for rows.Next() {
		var s Scope
		var v int64
		if err := rows.Scan(&s, &v); err != nil {
			return err
		}
		read[s] = v
	}
	if err := rows.Err(); err != nil {
		return err
	}
	before := *w.current.Swap(&read)
	var changed []Scope
	for s, v := range read {
		if before[s] != v {
			changed = append(changed, s)
		}
	}
	if len(changed) > 0 {
		w.onChange(changed...)
	}
	return nil
}
