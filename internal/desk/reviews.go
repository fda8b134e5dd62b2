package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/feedback"
	"larek/internal/staff"
)

// Actions on reviews.
const (
	ActionReviewPublish = "review.publish"
	ActionReviewHide    = "review.hide"
	ActionReviewAnswer  = "review.answer"
)

// PublishReview shows a review to everyone.
func (o *Operations) PublishReview(ctx context.Context, a Act, id int64) (Done, error) {
	return o.review(ctx, a, ActionReviewPublish, id, nil, "Отзыв виден всем", map[string]any{"state": "published"}, o.Reviews.Publish)
}

// HideReview keeps a review from being shown.
func (o *Operations) HideReview(ctx context.Context, a Act, id int64) (Done, error) {
	return o.review(ctx, a, ActionReviewHide, id, nil, "Отзыв скрыт", map[string]any{"state": "hidden"}, o.Reviews.Hide)
}

// AnswerReview sets what the shop says to a review, in place of what the operator saw.
func (o *Operations) AnswerReview(ctx context.Context, a Act, id int64, seen, answer string) (Done, error) {
	return o.review(ctx, a, ActionReviewAnswer, id, []string{seen, answer}, "Ответ сохранён", map[string]any{"was": seen, "answer": answer},
		func(ctx context.Context, tx pgx.Tx, id int64) (int64, error) {
			return o.Reviews.Answer(ctx, tx, id, seen, answer)
		})
}

func (o *Operations) review(ctx context.Context, a Act, name string, id int64, input any, message string, after map[string]any,
	do func(context.Context, pgx.Tx, int64) (int64, error),
) (Done, error) {
	action := a.actionOn(audit.Object{Kind: "review", ID: formatID(id)}, name, staff.ReviewModerate, input)
	return Decode[Done](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		orderID, err := do(ctx, tx, id)
		after["order"] = orderID
		return Outcome{After: after, Answer: Done{Name: name, ID: &id, OrderID: &orderID, Message: message}}, err
	}))
}

// ReviewActions says what can be done with a review now.
func ReviewActions(r feedback.Moderated) []Allowed {
	publish, hide, answer := Allowed{Name: ActionReviewPublish}, Allowed{Name: ActionReviewHide}, Allowed{Name: ActionReviewAnswer}
	switch r.State {
	case "published":
		publish.Reason = "Отзыв уже виден всем."
	case "hidden":
		hide.Reason, answer.Reason = "Отзыв уже скрыт.", "Скрытый отзыв не видят: сначала покажите его."
	}
	list := []Allowed{publish, hide, answer}
	for i := range list {
		list[i].Allowed = list[i].Reason == ""
	}
	return list
}
