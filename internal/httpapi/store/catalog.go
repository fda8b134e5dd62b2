package store

import (
	"context"

	"larek/internal/catalog"
	"larek/internal/httpapi/storeapi"
)

// ListGames answers GET /api/games/.
func (h *Handlers) ListGames(ctx context.Context, r storeapi.ListGamesRequestObject) (storeapi.ListGamesResponseObject, error) {
	w := byOffset(ctx, r.Params.Limit, r.Params.Offset)
	limit, offset := w.sql()
	page, err := h.Catalog.Games(ctx, catalog.GameFilter{
		Search: some(r.Params.Search), TitleExact: some(r.Params.TitleExact), TitlePart: some(r.Params.TitleIcontains), Limit: limit, Offset: offset,
	})
	if err != nil {
		return nil, err
	}
	return storeapi.ListGames200JSONResponse{
		Count: int(page.Count), Next: w.next(page.Count), Previous: w.previous(), Results: each(page.Items, gameItem),
	}, nil
}

// GetGame answers GET /api/games/{id}/.
func (h *Handlers) GetGame(ctx context.Context, r storeapi.GetGameRequestObject) (storeapi.GetGameResponseObject, error) {
	game, err := h.Catalog.Game(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return storeapi.GetGame200JSONResponse{Body: gameDetail(game)}, nil
}

// PreviewGame answers GET /api/games/{id}/preview/. A caller without a link that opens the
// game gets the answer for a game that does not exist.
func (h *Handlers) PreviewGame(ctx context.Context, r storeapi.PreviewGameRequestObject) (storeapi.PreviewGameResponseObject, error) {
	game, err := h.Catalog.Preview(ctx, h.Previews, deref(r.Params.Token), r.ID)
	if err != nil {
		return nil, err
	}
	questions, err := h.Content.PreviewQuestions(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return storeapi.PreviewGame200JSONResponse{Game: gameDetail(game), Questions: each(questions, question)}, nil
}

// ListProducts answers GET /api/products/.
func (h *Handlers) ListProducts(ctx context.Context, r storeapi.ListProductsRequestObject) (storeapi.ListProductsResponseObject, error) {
	w := byPage(ctx, r.Params.Page, r.Params.PageSize)
	limit, offset := w.sql()
	page, err := h.Catalog.Products(ctx, limit, offset)
	if err != nil {
		return nil, err
	}
	return storeapi.ListProducts200JSONResponse{
		Count: int(page.Count), Next: w.next(page.Count), Previous: w.previous(), Results: each(page.Items, product),
	}, nil
}

// GetProduct answers GET /api/products/{id}/.
func (h *Handlers) GetProduct(ctx context.Context, r storeapi.GetProductRequestObject) (storeapi.GetProductResponseObject, error) {
	p, err := h.Catalog.Product(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return storeapi.GetProduct200JSONResponse{Body: product(p)}, nil
}

// ListSupplyServers answers GET /api/orders/supply_channel/servers/{game_id}/.
func (h *Handlers) ListSupplyServers(ctx context.Context, r storeapi.ListSupplyServersRequestObject) (storeapi.ListSupplyServersResponseObject, error) {
	servers, err := h.Catalog.Servers(ctx, r.GameID)
	if err != nil {
		return nil, err
	}
	w := byPage(ctx, r.Params.Page, r.Params.PageSize)
	count := len(servers)
	limit, offset := w.sql()
	from := min(int(offset), count)
	part := servers[from:min(from+int(limit), count)]
	return storeapi.ListSupplyServers200JSONResponse{
		Count: count, Next: w.next(int64(count)), Previous: w.previous(), Results: each(part, server),
	}, nil
}

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
