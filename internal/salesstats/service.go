// Package salesstats keeps the sums of sales and profit that the console shows: by minute, hour
// and day, by game, product, supplier, method and country.
package salesstats

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/pg"
	"larek/internal/salesstats/salesstatsdb"
)

// Moscow is the time zone of the shop's days.
var Moscow = time.FixedZone("MSK", 3*60*60)

// Service sums facts up and reads the sums.
type Service struct {
	read  *pgxpool.Pool
	write *pgxpool.Pool
	clock clock.Clock
}

// NewService returns a Service that reads from one pool and sums in another.
func NewService(read, write *pgxpool.Pool, now clock.Clock) *Service {
	return &Service{read: read, write: write, clock: now}
}

const (
	// sumBatch bounds the facts one transaction moves into the sums.
	sumBatch = 2000
	sumEvery = 10 * time.Second
	// minutesKept is how long sums by minute are kept: the longest period of the first
	// screen and the one before it.
	minutesKept   = 65 * 24 * time.Hour
	minutesPruned = time.Hour
)

// Run sums facts up until ctx ends.
func (s *Service) Run(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	pruned := time.Time{}
	leases.Every(ctx, "figures", sumEvery, func() {
		err := s.SumUpAll(ctx)
		if now := s.clock(); err == nil && now.Sub(pruned) > minutesPruned {
			pruned, err = now, salesstatsdb.New(s.write).DropMinutes(ctx, now.Add(-minutesKept))
		}
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "figures not summed", "error", err)
		}
	})
}

// SumUpAll moves all facts into the sums, a batch at a time.
func (s *Service) SumUpAll(ctx context.Context) error {
	for {
		n, err := s.sumUp(ctx)
		if err != nil || n < sumBatch {
			return err
		}
	}
}

// sumUp moves a batch of facts into the sums and returns how many. A fact leaves the
// list and enters the sums in one statement, so it is counted once however many workers
// run and wherever one of them dies.
func (s *Service) sumUp(ctx context.Context) (int64, error) {
	var n int64
	begun := s.clock()
	err := pgx.BeginFunc(ctx, s.write, func(tx pgx.Tx) error {
		q := salesstatsdb.New(tx)
		if err := q.LockFigures(ctx); err != nil {
			return err
		}
		r, err := q.SumUp(ctx, sumBatch)
		if n = r.Facts; err != nil || n == sumBatch {
			return err
		}
		return q.SetKnownUntil(ctx, &begun)
	})
	if err != nil {
		return 0, fmt.Errorf("sum up figures: %w", err)
	}
	return n, nil
}

// Rebuild recalculates all sums. They are incomplete, and reported as such, until it ends.
func (s *Service) Rebuild(ctx context.Context) error {
	err := pgx.BeginFunc(ctx, s.write, func(tx pgx.Tx) error {
		q := salesstatsdb.New(tx)
		if err := q.LockFigures(ctx); err != nil {
			return err
		}
		if err := q.Forget(ctx); err != nil {
			return err
		}
		if err := q.RememberAll(ctx); err != nil {
			return err
		}
		return q.SetKnownUntil(ctx, nil)
	})
	if err != nil {
		return fmt.Errorf("forget figures: %w", err)
	}
	return s.SumUpAll(ctx)
}

// KnownUntil returns the time up to which the sums are complete, or nil during a rebuild.
func (s *Service) KnownUntil(ctx context.Context) (*time.Time, error) {
	at, err := salesstatsdb.New(s.read).KnownUntil(ctx)
	if err != nil {
		return nil, fmt.Errorf("age of figures: %w", err)
	}
	return at, nil
}

// midnight returns when the day of a time begins in Moscow.
func midnight(at time.Time) time.Time {
	y, m, d := at.In(Moscow).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Moscow)
}
