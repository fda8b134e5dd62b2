package admin

import (
	"context"
	"strconv"

	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/httpapi/adminapi"
)

// CreateGame answers POST /api/admin/catalog/games/.
func (h *Handlers) CreateGame(ctx context.Context, r adminapi.CreateGameRequestObject) (adminapi.CreateGameResponseObject, error) {
	done, err := h.Catalogue.CreateGame(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), string(r.Body.Kind), gameFields(r.Body.Fields))
	return adminapi.CreateGame200JSONResponse(catalogDone(done)), err
}

// ChangeGame answers POST /api/admin/catalog/games/{id}/change/.
func (h *Handlers) ChangeGame(ctx context.Context, r adminapi.ChangeGameRequestObject) (adminapi.ChangeGameResponseObject, error) {
	done, err := h.Catalogue.ChangeGame(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Version, gameFields(r.Body.Fields))
	return adminapi.ChangeGame200JSONResponse(catalogDone(done)), err
}

// ShowGame answers POST /api/admin/catalog/games/{id}/show/.
func (h *Handlers) ShowGame(ctx context.Context, r adminapi.ShowGameRequestObject) (adminapi.ShowGameResponseObject, error) {
	done, err := h.Catalogue.ShowGame(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Version, r.Body.Shown)
	return adminapi.ShowGame200JSONResponse(catalogDone(done)), err
}

// PreviewGame answers POST /api/admin/catalog/games/{id}/preview/. The link is made after
// the action is recorded, and is not recorded itself: it opens a page.
func (h *Handlers) PreviewGame(ctx context.Context, r adminapi.PreviewGameRequestObject) (adminapi.PreviewGameResponseObject, error) {
	if err := h.Catalogue.PreviewGame(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), r.ID); err != nil {
		return nil, err
	}
	token, until := h.Previews.Token(r.ID)
	path := "/ru/preview/games/" + strconv.FormatInt(r.ID, 10) + "?token=" + token
	return adminapi.PreviewGame200JSONResponse{Path: path, Until: until}, nil
}

// PlaceGames answers POST /api/admin/catalog/games/order/.
func (h *Handlers) PlaceGames(ctx context.Context, r adminapi.PlaceGamesRequestObject) (adminapi.PlaceGamesResponseObject, error) {
	done, err := h.Catalogue.PlaceGames(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.Body.Ids)
	return adminapi.PlaceGames200JSONResponse(catalogDone(done)), err
}

// CreateProduct answers POST /api/admin/catalog/games/{id}/products/.
func (h *Handlers) CreateProduct(ctx context.Context, r adminapi.CreateProductRequestObject) (adminapi.CreateProductResponseObject, error) {
	done, err := h.Catalogue.CreateProduct(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Price, productFields(r.Body.Fields))
	return adminapi.CreateProduct200JSONResponse(catalogDone(done)), err
}

// ChangeProduct answers POST /api/admin/catalog/products/{id}/change/.
func (h *Handlers) ChangeProduct(ctx context.Context, r adminapi.ChangeProductRequestObject) (adminapi.ChangeProductResponseObject, error) {
	done, err := h.Catalogue.ChangeProduct(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Version, productFields(r.Body.Fields))
	return adminapi.ChangeProduct200JSONResponse(catalogDone(done)), err
}

// PlaceProducts answers POST /api/admin/catalog/games/{id}/products/order/.
func (h *Handlers) PlaceProducts(ctx context.Context, r adminapi.PlaceProductsRequestObject) (adminapi.PlaceProductsResponseObject, error) {
	done, err := h.Catalogue.PlaceProducts(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Ids)
	return adminapi.PlaceProducts200JSONResponse(catalogDone(done)), err
}

// AddOffer answers POST /api/admin/catalog/products/{id}/offers/.
func (h *Handlers) AddOffer(ctx context.Context, r adminapi.AddOfferRequestObject) (adminapi.AddOfferResponseObject, error) {
	done, err := h.Supply.AddOffer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), delivery.NewOffer{
		ProductID: r.ID, Supplier: r.Body.Supplier, SKU: r.Body.Sku, Priority: r.Body.Priority, Cost: r.Body.Cost,
	})
	return adminapi.AddOffer200JSONResponse(catalogDone(done)), err
}

// PlanGame answers POST /api/admin/catalog/games/{id}/plan/.
func (h *Handlers) PlanGame(ctx context.Context, r adminapi.PlanGameRequestObject) (adminapi.PlanGameResponseObject, error) {
	done, err := h.Catalogue.PlanShowing(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), catalog.Shown{GameID: r.ID}, r.Body.Shown, r.Body.At)
	return adminapi.PlanGame200JSONResponse(catalogDone(done)), err
}

// PlanProduct answers POST /api/admin/catalog/products/{id}/plan/.
func (h *Handlers) PlanProduct(ctx context.Context, r adminapi.PlanProductRequestObject) (adminapi.PlanProductResponseObject, error) {
	done, err := h.Catalogue.PlanShowing(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), catalog.Shown{ProductID: r.ID}, r.Body.Shown, r.Body.At)
	return adminapi.PlanProduct200JSONResponse(catalogDone(done)), err
}
