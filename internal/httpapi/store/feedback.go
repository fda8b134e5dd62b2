package store

import (
	"context"

	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/feedback"
	"larek/internal/httpapi/storeapi"
	"larek/internal/publicfeed"
)

// ListFeedback answers GET /api/feedback/.
func (h *Handlers) ListFeedback(ctx context.Context, r storeapi.ListFeedbackRequestObject) (storeapi.ListFeedbackResponseObject, error) {
	w := byOffset(ctx, r.Params.Limit, r.Params.Offset)
	limit, offset := w.sql()
	reviews, count, err := h.Feedback.Reviews(ctx, limit, offset)
	if err != nil {
		return nil, err
	}
	games, err := h.Catalog.ShortGames(ctx, ids(reviews, func(r feedback.Review) *int64 { return r.GameID }))
	if err != nil {
		return nil, err
	}
	return storeapi.ListFeedback200JSONResponse{
		Count: int(count), Next: w.next(count), Previous: w.previous(),
		Results: each(reviews, func(r feedback.Review) storeapi.Feedback { return review(r, games, true) }),
	}, nil
}

func review(r feedback.Review, games map[int64]catalog.ShortGame, published bool) storeapi.Feedback {
	return storeapi.Feedback{
		ID: r.ID, Order: r.OrderID, Text: r.Text, Rating: int(r.Rating), Created: r.Created,
		Nickname: new(account.MaskNickname(r.Nickname)), Game: gameByID(games, r.GameID), IsPublished: published,
		Answer: r.Answer, AnsweredAt: r.AnsweredAt,
	}
}

// CreateFeedback answers POST /api/feedback/create/.
func (h *Handlers) CreateFeedback(ctx context.Context, r storeapi.CreateFeedbackRequestObject) (storeapi.CreateFeedbackResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	made, published, err := h.Feedback.Create(ctx, feedback.NewReview{
		UserID: user, OrderID: r.Body.Order, Rating: int16(r.Body.Rating), Text: r.Body.Text, //nolint:gosec // 1 to 5 by the contract
	})
	if err != nil {
		return nil, err
	}
	if !published {
		h.Queue.Changed(ctx, "review", made.ID)
	}
	games, err := h.Catalog.ShortGames(ctx, ids([]feedback.Review{made}, func(r feedback.Review) *int64 { return r.GameID }))
	if err != nil {
		return nil, err
	}
	return storeapi.CreateFeedback201JSONResponse(review(made, games, published)), nil
}

// GetFeedbackRating answers GET /api/feedback/rating/.
func (h *Handlers) GetFeedbackRating(ctx context.Context, _ storeapi.GetFeedbackRatingRequestObject) (storeapi.GetFeedbackRatingResponseObject, error) {
	rating, err := h.Feedback.Rating(ctx)
	if err != nil {
		return nil, err
	}
	answer := storeapi.GetFeedbackRating200JSONResponse{Rating: float64(rating.Tenths()) / 10, Count: int(rating.Count), Distribution: []storeapi.FeedbackStars{}}
	for i, n := range rating.ByStars {
		answer.Distribution = append(answer.Distribution, storeapi.FeedbackStars{Stars: 5 - i, Count: int(n)})
	}
	return answer, nil
}

// GetLiveFeed answers GET /api/live_feed/.
func (h *Handlers) GetLiveFeed(ctx context.Context, r storeapi.GetLiveFeedRequestObject) (storeapi.GetLiveFeedResponseObject, error) {
	w := byOffset(ctx, r.Params.Limit, r.Params.Offset)
	limit, offset := w.sql()
	entries, count, err := h.Feed.List(ctx, limit, offset)
	if err != nil {
		return nil, err
	}
	g, err := h.goodsInFeed(ctx, entries)
	if err != nil {
		return nil, err
	}
	return storeapi.GetLiveFeed200JSONResponse{
		Count: int(count), Next: w.next(count), Previous: w.previous(),
		Results: each(entries, func(e publicfeed.Entry) storeapi.LiveFeedEntry { return feedEntry(e, g) }),
	}, nil
}

// goodsInFeed reads all goods the feed shows, with one query per kind.
func (h *Handlers) goodsInFeed(ctx context.Context, entries []publicfeed.Entry) (g goods, err error) {
	var products []int64
	for _, e := range entries {
		products = append(products, ids(e.Lines, func(l publicfeed.Line) *int64 { return l.ProductID })...)
	}
	if g.products, err = h.Catalog.ProductsByID(ctx, products); err != nil {
		return g, err
	}
	if g.games, err = h.Catalog.ShortGames(ctx, ids(entries, func(e publicfeed.Entry) *int64 { return e.GameID })); err != nil {
		return g, err
	}
	g.gifts, err = h.Catalog.GiftsByID(ctx, ids(entries, func(e publicfeed.Entry) *int64 { return e.GiftID }))
	return g, err
}
