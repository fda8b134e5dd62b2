package store

import (
	"context"

	"larek/internal/catalog"
	"larek/internal/httpapi/storeapi"
)

// ListGifts answers GET /api/gifts/.
func (h *Handlers) ListGifts(ctx context.Context, r storeapi.ListGiftsRequestObject) (storeapi.ListGiftsResponseObject, error) {
	p := r.Params
	page, err := h.gifts(ctx, p.Limit, p.Offset, catalog.GiftFilter{
		Type: text(p.Type), Region: text(p.Region), IsDiscounted: p.IsDiscounted, IsMain: p.IsMain, IsOldClassic: p.IsOldClassic,
		Search: some(p.Search), TitleExact: some(p.TitleExact), TitlePart: some(p.TitleIcontains), Ordering: string(deref(p.Ordering)),
	})
	return storeapi.ListGifts200JSONResponse(page), err
}

// ListDiscountedGifts answers GET /api/gifts/discounted/, the best offers first.
func (h *Handlers) ListDiscountedGifts(ctx context.Context, r storeapi.ListDiscountedGiftsRequestObject) (storeapi.ListDiscountedGiftsResponseObject, error) {
	page, err := h.gifts(ctx, r.Params.Limit, r.Params.Offset, catalog.GiftFilter{IsDiscounted: new(true), Ordering: "-discount_percent"})
	return storeapi.ListDiscountedGifts200JSONResponse(page), err
}

// ListNewGifts answers GET /api/gifts/new/.
func (h *Handlers) ListNewGifts(ctx context.Context, r storeapi.ListNewGiftsRequestObject) (storeapi.ListNewGiftsResponseObject, error) {
	page, err := h.gifts(ctx, r.Params.Limit, r.Params.Offset, catalog.GiftFilter{Ordering: catalog.NewestFirst})
	return storeapi.ListNewGifts200JSONResponse(page), err
}

// GetGift answers GET /api/gifts/{id}/.
func (h *Handlers) GetGift(ctx context.Context, r storeapi.GetGiftRequestObject) (storeapi.GetGiftResponseObject, error) {
	g, err := h.Catalog.Gift(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return storeapi.GetGift200JSONResponse(giftDetail(g)), nil
}

func (h *Handlers) gifts(ctx context.Context, limit, offset *int, f catalog.GiftFilter) (storeapi.GiftPage, error) {
	w := byOffset(ctx, limit, offset)
	f.Limit, f.Offset = w.sql()
	page, err := h.Catalog.Gifts(ctx, f)
	if err != nil {
		return storeapi.GiftPage{}, err
	}
	return storeapi.GiftPage{
		Count: int(page.Count), Next: w.next(page.Count), Previous: w.previous(), Results: each(page.Items, gift),
	}, nil
}
