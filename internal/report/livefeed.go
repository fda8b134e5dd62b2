// Package report is the only place that joins across domains. It writes nothing.
package report

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/picture"
	"larek/internal/report/reportdb"
)

// FeedDepth is how many delivered orders the live feed remembers.
const FeedDepth = 1000

// FeedEntry is a delivered order, still with the buyer's full nickname:
// obscure it before it leaves the building.
type FeedEntry struct {
	DoneAt   time.Time
	Nickname *string
	Avatar   *picture.Key
	GameID   *int64
	GiftID   *int64
	Lines    []FeedLine
}

// FeedLine is something delivered.
type FeedLine struct {
	Title    string
	Quantity int32
}

// Service answers questions across domains.
type Service struct{ q *reportdb.Queries }

// NewService reads from pool, which may be a replica.
func NewService(pool *pgxpool.Pool) *Service { return &Service{q: reportdb.New(pool)} }

// LiveFeed lists delivered orders, newest first, and tells how many the feed holds.
func (s *Service) LiveFeed(ctx context.Context, limit, offset int32) ([]FeedEntry, int64, error) {
	count, err := s.q.CountLiveFeed(ctx, FeedDepth)
	if err != nil {
		return nil, 0, fmt.Errorf("count live feed: %w", err)
	}
	limit = min(limit, max(0, FeedDepth-offset))
	rows, err := s.q.LiveFeed(ctx, reportdb.LiveFeedParams{PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("live feed: %w", err)
	}
	ids := make([]int64, len(rows))
	at := make(map[int64]int, len(rows))
	entries := make([]FeedEntry, len(rows))
	for i, r := range rows {
		ids[i], at[r.ID] = r.ID, i
		entries[i] = FeedEntry{DoneAt: *r.DoneAt, Nickname: r.Nickname, Avatar: r.Avatar, GameID: r.GameID, GiftID: r.GiftID}
	}
	lines, err := s.q.LiveFeedLines(ctx, ids)
	if err != nil {
		return nil, 0, fmt.Errorf("live feed lines: %w", err)
	}
	for _, l := range lines {
		e := &entries[at[l.OrderID]]
		e.Lines = append(e.Lines, FeedLine{Title: l.Title, Quantity: l.Quantity})
	}
	return entries, count, nil
}

// NewestDelivered is the number of the order delivered last, zero before the first.
func (s *Service) NewestDelivered(ctx context.Context) (int64, error) {
	id, err := s.q.NewestDelivered(ctx)
	if err != nil {
		return 0, fmt.Errorf("newest delivery: %w", err)
	}
	return id, nil
}
