package feedback

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/feedback/feedbackdb"
	"larek/internal/problem"
)

// ErrModerated is returned for a review that does not exist or is in that state
// already.
var ErrModerated = problem.New(problem.Conflict, "feedback.moderated", "Этот отзыв уже разобрали.")

// ErrAnswered is returned if the review is hidden or has another answer by now.
var ErrAnswered = problem.New(problem.Conflict, "feedback.answered", "Пока вы писали, отзыв скрыли или ответ изменили. Посмотрите ещё раз.")

const stateHidden = "hidden"

// Publish shows a review to everyone and returns its order.
func (s *Service) Publish(ctx context.Context, tx pgx.Tx, id int64) (orderID int64, err error) {
	return s.moderate(ctx, tx, id, statePublished)
}

// Hide keeps a review from being shown and returns its order.
func (s *Service) Hide(ctx context.Context, tx pgx.Tx, id int64) (orderID int64, err error) {
	return s.moderate(ctx, tx, id, stateHidden)
}

func (s *Service) moderate(ctx context.Context, tx pgx.Tx, id int64, state string) (int64, error) {
	orderID, err := feedbackdb.New(tx).ModerateFeedback(ctx, feedbackdb.ModerateFeedbackParams{ID: id, State: state})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrModerated
	}
	if err != nil {
		return 0, fmt.Errorf("review %d %s: %w", id, state, err)
	}
	return orderID, nil
}

// Answer sets what the shop says to a review, in place of the answer the operator saw;
// an empty one removes it. It returns the order.
func (s *Service) Answer(ctx context.Context, tx pgx.Tx, id int64, seen, answer string) (orderID int64, err error) {
	orderID, err = feedbackdb.New(tx).AnswerFeedback(ctx, feedbackdb.AnswerFeedbackParams{
		ID: id, Answer: given(strings.TrimSpace(answer)), Seen: given(seen), Now: s.clock(),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrAnswered
	}
	if err != nil {
		return 0, fmt.Errorf("answer review %d: %w", id, err)
	}
	return orderID, nil
}

func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Moderated is a review as operators see it.
type Moderated struct {
	ID, OrderID int64
	Text        string
	Rating      int16
	State       string
	Created     time.Time
	Answer      *string
	AnsweredAt  *time.Time
	Nickname    *string // in full
	Target      string  // the game's or gift's title
}

// ByState returns up to limit reviews in a state before one, newest first; a rating of 0
// means any.
func (s *Service) ByState(ctx context.Context, state string, rating int16, before int64, limit int) ([]Moderated, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := s.w.ReviewsByState(ctx, feedbackdb.ReviewsByStateParams{State: state, Rating: rating, Before: before, PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("list reviews: %w", err)
	}
	list := make([]Moderated, len(rows))
	for i, r := range rows {
		list[i] = Moderated(r)
	}
	return list, nil
}
