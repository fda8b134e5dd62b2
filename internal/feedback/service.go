// Package feedback stores reviews of delivered orders.
package feedback

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/feedback/feedbackdb"
)

// Review is a published review.
type Review struct {
	ID int64
	// OrderID is the order's number for its buyer. For all others it is another one, by
	// which the review cannot be matched with the live feed.
	OrderID  int64
	Text     string
	Rating   int16
	Created  time.Time
	Nickname *string // in full: mask it before it is sent outside
	GameID   *int64
	// Answer is what the shop says to it.
	Answer     *string
	AnsweredAt *time.Time
}

// Rating summarizes all published reviews.
type Rating struct {
	Count int64
	// ByStars holds the number of reviews with 5, 4, 3, 2 and 1 stars.
	ByStars [5]int64
}

// Tenths returns the average in tenths of a star, rounded half up; 0 without
// reviews.
func (r Rating) Tenths() int64 {
	if r.Count == 0 {
		return 0
	}
	var sum int64
	for i, n := range r.ByStars {
		sum += int64(5-i) * n
	}
	return (20*sum + r.Count) / (2 * r.Count)
}

// Service stores and reads reviews.
type Service struct {
	q     *feedbackdb.Queries
	w     *feedbackdb.Queries
	clock clock.Clock
}

// NewService returns a Service that reads from one pool, which may be a
// replica, and writes to the other.
func NewService(reading, writing *pgxpool.Pool, clock clock.Clock) *Service {
	return &Service{q: feedbackdb.New(reading), w: feedbackdb.New(writing), clock: clock}
}

// Reviews lists published reviews, newest first, and returns how many there
// are.
func (s *Service) Reviews(ctx context.Context, limit, offset int32) ([]Review, int64, error) {
	rating, err := s.Rating(ctx)
	if err != nil {
		return nil, 0, err
	}
	rows, err := s.q.ListFeedback(ctx, feedbackdb.ListFeedbackParams{PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("list feedback: %w", err)
	}
	reviews := make([]Review, len(rows))
	for i, r := range rows {
		reviews[i] = Review{
			ID: r.ID, OrderID: r.Hash.Number("review"), Text: r.Text, Rating: r.Rating, Created: r.Created,
			Nickname: r.Nickname, GameID: r.GameID, Answer: r.Answer, AnsweredAt: r.AnsweredAt,
		}
	}
	return reviews, rating.Count, nil
}

// Rating returns the rating from the counters that triggers maintain.
func (s *Service) Rating(ctx context.Context) (Rating, error) {
	rows, err := s.q.RatingCounts(ctx)
	if err != nil {
		return Rating{}, fmt.Errorf("read rating: %w", err)
	}
	var r Rating
	for _, row := range rows {
		r.ByStars[5-row.Rating] = row.Reviews
		r.Count += row.Reviews
	}
	return r, nil
}
