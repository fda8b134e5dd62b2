// Package publicfeed reads the live feed: the orders delivered last, for the storefront.
package publicfeed

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/picture"
	"larek/internal/publicfeed/publicfeeddb"
)

// Depth is how many delivered orders the live feed contains.
const Depth = 1000

// Entry is a delivered order with the buyer's full nickname: mask it before
// it is sent outside.
type Entry struct {
	ID       int64 // of the entry: the numbers of orders would reveal who bought what, and the turnover
	Kind     string
	Created  time.Time
	DoneAt   time.Time
	Total    money.RUB
	Discount money.RUB
	Nickname *string
	Avatar   *picture.Key
	GameID   *int64
	GiftID   *int64
	Lines    []Line
}

// Line is one line of a delivered order.
type Line struct {
	ID        int64  // of the entry's line, not of the order's
	ProductID *int64 // nil for gifts
	Title     string
	Quantity  int32
	UnitPrice money.RUB
	Status    string
}

// Service reads the live feed.
type Service struct{ q *publicfeeddb.Queries }

// NewService returns a Service that reads from pool, which may be a replica.
func NewService(pool *pgxpool.Pool) *Service { return &Service{q: publicfeeddb.New(pool)} }

// List lists delivered orders, newest first, and returns how many the feed
// contains.
func (s *Service) List(ctx context.Context, limit, offset int32) ([]Entry, int64, error) {
	count, err := s.q.CountLiveFeed(ctx, Depth)
	if err != nil {
		return nil, 0, fmt.Errorf("count live feed: %w", err)
	}
	limit = min(limit, max(0, Depth-offset))
	rows, err := s.q.LiveFeed(ctx, publicfeeddb.LiveFeedParams{PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("read live feed: %w", err)
	}
	ids := make([]int64, len(rows))
	at := make(map[int64]int, len(rows))
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		ids[i], at[r.ID] = r.ID, i
		entries[i] = Entry{
			ID: r.Hash.Number("live feed"), Kind: r.Kind, Created: r.Created.Truncate(time.Minute), DoneAt: r.DoneAt.Truncate(time.Minute), Total: r.Total, Discount: r.Discount,
			Nickname: r.Nickname, Avatar: r.Avatar, GameID: r.GameID, GiftID: r.GiftID,
		}
	}
	lines, err := s.q.LiveFeedLines(ctx, ids)
	if err != nil {
		return nil, 0, fmt.Errorf("read live feed lines: %w", err)
	}
	for _, l := range lines {
		e := &entries[at[l.OrderID]]
		e.Lines = append(e.Lines, Line{ID: e.ID + int64(len(e.Lines)), ProductID: l.ProductID, Title: l.Title, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Status: l.Status})
	}
	return entries, count, nil
}

// NewestDelivered returns the ID of the latest delivered order, or 0.
func (s *Service) NewestDelivered(ctx context.Context) (int64, error) {
	id, err := s.q.NewestDelivered(ctx)
	if err != nil {
		return 0, fmt.Errorf("read newest delivered order: %w", err)
	}
	return id, nil
}
