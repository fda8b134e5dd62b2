package feedback

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/feedback/feedbackdb"
	"larek/internal/problem"
	"larek/internal/spelling"
)

// Reasons why a review is refused.
var (
	ErrNoOrder  = problem.New(problem.NotFound, "order.not_found", "Такого заказа нет.")
	ErrExists   = problem.New(problem.Conflict, "feedback.exists", "Отзыв об этом заказе уже есть.")
	ErrTooEarly = problem.New(problem.Conflict, "feedback.too_early", "Отзыв можно оставить, когда заказ будет доставлен.")
)

const (
	stateWaiting   = "waiting"
	statePublished = "published"
)

// contact matches what leads a reader out of the shop: addresses, also without a scheme,
// with spaces or with the word for the full stop, names after «@», and telephone numbers. A
// full stop without a space before a Latin letter counts as an address: an operator looks at
// one review too many rather than too few.
var contact = regexp.MustCompile(`://|www\.|[\p{L}\d][.。]+(?:[a-z]|рф|рус|xn--)|\s[.。]+\s*(?:[a-z]|рф|рус)` +
	`|[.。]\s+(?:ru|su|com|net|org|me|io|рф|рус)(?:[^\p{L}]|$)|[\p{L}\d][\s()\[\]]+(?:точка|тчк|dot)[\s()\[\]]+[\p{L}\d]` +
	`|@\s*[\p{L}\d_]|(?:\d[\s()+.-]{0,3}){9}`)

// leadsAway reports whether a text names an address, an account or a telephone number.
func leadsAway(text string) bool { return contact.MatchString(spelling.Fold(text)) }

// NewReview is a review a buyer submits.
type NewReview struct {
	UserID  int64
	OrderID int64
	Rating  int16
	Text    string
}

// Create stores a review of the buyer's own delivered order, and reports
// whether it is published immediately. Reviews with a low rating or a contact wait
// for an operator.
func (s *Service) Create(ctx context.Context, d NewReview) (Review, bool, error) {
	d.Text = strings.TrimSpace(d.Text)
	from, err := s.w.PublishFrom(ctx)
	if err != nil {
		return Review{}, false, fmt.Errorf("settings of reviews: %w", err)
	}
	state := stateWaiting
	if int32(d.Rating) >= from && !leadsAway(d.Text) {
		state = statePublished
	}
	now := s.clock()
	r, err := s.w.CreateFeedback(ctx, feedbackdb.CreateFeedbackParams{
		OrderID: d.OrderID, UserID: d.UserID, Text: d.Text, Rating: d.Rating, State: state, Created: now,
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Review{}, false, ErrNoOrder
	case err != nil:
		return Review{}, false, fmt.Errorf("create review of order %d: %w", d.OrderID, err)
	case !r.Delivered:
		return Review{}, false, ErrTooEarly
	case r.ID == 0:
		return Review{}, false, ErrExists
	}
	return Review{
		ID: r.ID, OrderID: d.OrderID, Text: d.Text, Rating: d.Rating, Created: now, Nickname: &r.Nickname, GameID: r.GameID,
	}, state == statePublished, nil
}

// Change replaces what operators decide about reviews: from how many stars one is
// published without them.
type Change = feedbackdb.ChangeSettingsParams

// ChangeSettings reports whether the settings still had the version and are replaced.
// Reviews that exist stay as they are.
func ChangeSettings(ctx context.Context, tx pgx.Tx, c Change) (bool, error) {
	n, err := feedbackdb.New(tx).ChangeSettings(ctx, c)
	if err != nil {
		return false, fmt.Errorf("settings of reviews: %w", err)
	}
	return n == 1, nil
}
