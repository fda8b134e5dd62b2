package feedback

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/feedback/feedbackdb"
	"larek/internal/problem"
)

// ErrModerated is returned for a review that does not exist or is in that state
// already.
var ErrModerated = problem.New(problem.Conflict, "feedback.moderated", "Этот отзыв уже разобрали.")

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
