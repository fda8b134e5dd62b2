// Package dataversion tells whether the data behind a cached answer is still
// the data in the database. Triggers move the versions on in the writer's
// transaction; a Watcher in every copy of the API follows them.
package dataversion

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Scope names a part of the shop that is cached as one.
type Scope string

// The scopes that migration 0001 knows.
const (
	Catalog  Scope = "catalog"
	Content  Scope = "content"
	Payment  Scope = "payment"
	Feedback Scope = "feedback"
)

// Versions is one reading of all scopes.
type Versions map[Scope]int64

// Watcher keeps the newest reading. While PostgreSQL is away it keeps the
// last one, so that cached answers go on being served.
type Watcher struct {
	pool    *pgxpool.Pool
	log     *slog.Logger
	every   time.Duration
	hints   <-chan struct{}
	moved   func(...Scope)
	current atomic.Pointer[Versions]
}

// NewWatcher reads the versions every so often, and at once on a hint. Hints
// only make it faster: a lost one costs `every`, never correctness.
func NewWatcher(pool *pgxpool.Pool, every time.Duration, hints <-chan struct{}, log *slog.Logger) *Watcher {
	w := &Watcher{pool: pool, every: every, hints: hints, log: log, moved: func(...Scope) {}}
	w.current.Store(&Versions{})
	return w
}

// OnMove has f told which scopes have moved, once answers of the older version
// are no longer given. At the first reading all have: nobody watched before.
// To be called before Run; f must not wait.
func (w *Watcher) OnMove(f func(...Scope)) { w.moved = f }

// Of is the version of a scope, or 0 before the first reading.
func (w *Watcher) Of(s Scope) int64 { return (*w.current.Load())[s] }

// Run follows the versions until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	tick := time.NewTicker(w.every)
	defer tick.Stop()
	failing := false
	for {
		err := w.Refresh(ctx)
		if failed := err != nil; failed != failing && ctx.Err() == nil {
			failing = failed
			w.log.WarnContext(ctx, "data versions", "away", failed, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-w.hints:
		}
	}
}

// Refresh reads the versions now.
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
	var moved []Scope
	for s, v := range read {
		if before[s] != v {
			moved = append(moved, s)
		}
	}
	if len(moved) > 0 {
		w.moved(moved...)
	}
	return nil
}
