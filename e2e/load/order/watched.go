package main

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// watched are orders, or bare flows, that are under way.
type watched struct {
	mu    sync.Mutex
	since map[int64]time.Time
	err   error // the first of those that could not start
}

func newWatched() *watched { return &watched{since: map[int64]time.Time{}} }

// start watches one from now on and starts it.
func (w *watched) start(id int64, begin func() error) {
	w.mu.Lock()
	w.since[id] = time.Now()
	w.mu.Unlock()
	if err := begin(); err != nil {
		w.fail(err)
	}
}

func (w *watched) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
}

func (w *watched) underWay() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.since)
}

// collect returns how long those took that have finished, by a query for their numbers. They
// are not watched any more.
func (w *watched) collect(ctx context.Context, pool *pgxpool.Pool, finished string) ([]time.Duration, error) {
	w.mu.Lock()
	ids, err := make([]int64, 0, len(w.since)), w.err
	for id := range w.since {
		ids = append(ids, id)
	}
	w.mu.Unlock()
	if err != nil {
		return nil, err
	}
	rows, err := pool.Query(ctx, finished, ids)
	if err != nil {
		return nil, err
	}
	done, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, err
	}
	now, times := time.Now(), make([]time.Duration, 0, len(done))
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range done {
		times = append(times, now.Sub(w.since[id]))
		delete(w.since, id)
	}
	return times, nil
}
