package texts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
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
func (o *Service) PublishReview(ctx context.Context, a desk.Command, id int64) (desk.Done, error) {
	return o.review(ctx, a, ActionReviewPublish, id, nil, "Отзыв виден всем", map[string]any{"state": "published"}, o.Reviews.Publish)
}

// HideReview keeps a review from being shown.
func (o *Service) HideReview(ctx context.Context, a desk.Command, id int64) (desk.Done, error) {
	return o.review(ctx, a, ActionReviewHide, id, nil, "Отзыв скрыт", map[string]any{"state": "hidden"}, o.Reviews.Hide)
}

// AnswerReview sets the shop's answer to a review, in place of the one the operator saw.
func (o *Service) AnswerReview(ctx context.Context, a desk.Command, id int64, seen, answer string) (desk.Done, error) {
	return o.review(ctx, a, ActionReviewAnswer, id, []string{seen, answer}, "Ответ сохранён", map[string]any{"was": seen, "answer": answer},
		func(ctx context.Context, tx pgx.Tx, id int64) (int64, error) {
			return o.Reviews.Answer(ctx, tx, id, seen, answer)
		})
}

func (o *Service) review(ctx context.Context, a desk.Command, name string, id int64, input any, message string, after map[string]any,
	do func(context.Context, pgx.Tx, int64) (int64, error),
) (desk.Done, error) {
	action := a.On(audit.Object{Kind: "review", ID: desk.FormatID(id)}, name, staff.ReviewModerate, input)
	return desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		orderID, err := do(ctx, tx, id)
		after["order"] = orderID
		return desk.Outcome{After: after, Result: desk.Done{Name: name, ID: &id, OrderID: &orderID, Message: message}}, err
	}))
}

// ReviewActions returns the actions on a review now.
func ReviewActions(r feedback.Moderated) []desk.Allowed {
	publish, hide, answer := desk.Allowed{Name: ActionReviewPublish}, desk.Allowed{Name: ActionReviewHide}, desk.Allowed{Name: ActionReviewAnswer}
	switch r.State {
	case "published":
		publish.Reason = "Отзыв уже виден всем."
	case "hidden":
		hide.Reason, answer.Reason = "Отзыв уже скрыт.", "Скрытый отзыв не видят: сначала покажите его."
	}
	list := []desk.Allowed{publish, hide, answer}
	for i := range list {
		list[i].Allowed = list[i].Reason == ""
	}
	return list
}
