package order

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/order/orderdb"
)

// Watch finds orders that wait: for a deadline, for a reminder, for a step that fails.
type Watch struct {
	q     *orderdb.Queries
	clock clock.Clock
}

// NewWatch returns a Watch that uses pool.
func NewWatch(pool *pgxpool.Pool, now clock.Clock) *Watch { return &Watch{orderdb.New(pool), now} }

// Overdue returns orders whose deadline has passed, the oldest deadline first.
func (s *Watch) Overdue(ctx context.Context, limit int32) ([]int64, error) {
	ids, err := s.q.Overdue(ctx, orderdb.OverdueParams{Now: new(s.clock()), PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("list overdue orders: %w", err)
	}
	return ids, nil
}

// Lapsed returns orders whose payment window ended, and whose attempts have ended too.
func (s *Watch) Lapsed(ctx context.Context, now time.Time, limit int32) ([]int64, error) {
	ids, err := s.q.Lapsed(ctx, orderdb.LapsedParams{Now: now, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("list lapsed orders: %w", err)
	}
	return ids, nil
}

// Unfinished returns orders after the given one that a workflow is responsible for: they
// are paid and not finished, or something was reported of their payment.
func (s *Watch) Unfinished(ctx context.Context, after int64, limit int32) ([]int64, error) {
	ids, err := s.q.Unfinished(ctx, orderdb.UnfinishedParams{After: after, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("list unfinished orders: %w", err)
	}
	return ids, nil
}

// stuckAfter is how long a deadline may be exceeded before the order counts as
// stuck.
const stuckAfter = 10 * time.Minute

// CountStuck returns how many unfinished orders have no next action, no
// deadline, or a deadline exceeded by more than stuckAfter. It must be zero.
func (s *Watch) CountStuck(ctx context.Context) (int64, error) {
	n, err := s.q.CountStuck(ctx, s.clock().Add(-stuckAfter))
	if err != nil {
		return 0, fmt.Errorf("count stuck orders: %w", err)
	}
	return n, nil
}

// CloseExpired closes up to limit orders whose payment window ended without any
// payment attempt, and returns their IDs. Several workers may run it.
func (s *Watch) CloseExpired(ctx context.Context, now time.Time, limit int32) ([]int64, error) {
	const reason = "Время на оплату вышло"
	params, _ := json.Marshal(map[string]any{"reason": "время на оплату вышло"})
	ids, err := s.q.CloseExpired(ctx, orderdb.CloseExpiredParams{Now: now, PageLimit: limit, Reason: new(reason), Facts: params})
	if err != nil {
		return nil, fmt.Errorf("close expired orders: %w", err)
	}
	return ids, nil
}
