package admin

import (
	"context"

	"larek/internal/account"
	"larek/internal/desk/texts"
	"larek/internal/httpapi/adminapi"
)

const reviewList = "reviews"

// ListReviews answers GET /api/admin/reviews/.
func (h *Handlers) ListReviews(ctx context.Context, r adminapi.ListReviewsRequestObject) (adminapi.ListReviewsResponseObject, error) {
	p := r.Params
	filter := []any{p.State, value(p.Rating)}
	var before int64
	if err := h.Cursors.Decode(reviewList, filter, p.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	list, err := h.Reviews.ByState(ctx, string(p.State), value(p.Rating), before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.ReviewPage{Results: make([]adminapi.ReviewRow, len(list))}
	for i, x := range list {
		page.Results[i] = adminapi.ReviewRow{
			ID: x.ID, OrderID: x.OrderID, State: adminapi.ReviewState(x.State), Rating: int(x.Rating), Text: x.Text, Nickname: account.MaskNickname(x.Nickname),
			Target: given(x.Target), Created: x.Created, Answer: x.Answer, AnsweredAt: x.AnsweredAt, Actions: allowedShapes(texts.ReviewActions(x)),
		}
	}
	if len(list) == limit {
		page.Next, err = h.Cursors.Encode(reviewList, filter, list[limit-1].ID)
	}
	return adminapi.ListReviews200JSONResponse(page), err
}

// PublishReview answers POST /api/admin/reviews/{id}/publish/.
func (h *Handlers) PublishReview(ctx context.Context, r adminapi.PublishReviewRequestObject) (adminapi.PublishReviewResponseObject, error) {
	done, err := h.Texts.PublishReview(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.PublishReview200JSONResponse(doneShape(done)), err
}

// HideReview answers POST /api/admin/reviews/{id}/hide/.
func (h *Handlers) HideReview(ctx context.Context, r adminapi.HideReviewRequestObject) (adminapi.HideReviewResponseObject, error) {
	done, err := h.Texts.HideReview(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.HideReview200JSONResponse(doneShape(done)), err
}

// AnswerReview answers POST /api/admin/reviews/{id}/answer/.
func (h *Handlers) AnswerReview(ctx context.Context, r adminapi.AnswerReviewRequestObject) (adminapi.AnswerReviewResponseObject, error) {
	b := r.Body
	done, err := h.Texts.AnswerReview(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), r.ID, value(b.Seen), value(b.Answer))
	return adminapi.AnswerReview200JSONResponse(doneShape(done)), err
}
