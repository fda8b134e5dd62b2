package admin

import (
	"context"
	"strconv"

	"larek/internal/catalog"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/picture"
	"larek/internal/staff"
)

// ListCatalogGames answers GET /api/admin/catalog/games/.
func (h *Handlers) ListCatalogGames(ctx context.Context, _ adminapi.ListCatalogGamesRequestObject) (adminapi.ListCatalogGamesResponseObject, error) {
	rows, err := h.Assortment.Games(ctx)
	if err != nil {
		return nil, err
	}
	list := adminapi.CatalogGameList{Results: make([]adminapi.CatalogGameRow, len(rows))}
	for i, g := range rows {
		list.Results[i] = adminapi.CatalogGameRow{
			ID: g.ID, Kind: adminapi.CatalogKind(g.Kind), Title: g.Title, Logo: g.Logo.URL(), IsActive: g.IsActive, Version: g.Version,
			Products: int(g.Products), OnSale: int(g.OnSale), PriceFrom: given(g.PriceFrom),
		}
	}
	return adminapi.ListCatalogGames200JSONResponse(list), nil
}

// GetCatalogGame answers GET /api/admin/catalog/games/{id}/.
func (h *Handlers) GetCatalogGame(ctx context.Context, r adminapi.GetCatalogGameRequestObject) (adminapi.GetCatalogGameResponseObject, error) {
	g, err := h.Assortment.Game(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	products, err := h.Assortment.Products(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(products))
	for i, p := range products {
		ids[i] = p.ID
	}
	plans, err := h.Assortment.Showings(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	sourcing := h.Sourcing
	offers, err := sourcing.ProductOffers(ctx, ids)
	if err != nil {
		return nil, err
	}
	shape := adminapi.CatalogGame{
		ID: g.ID, Kind: adminapi.CatalogKind(g.Kind), IsActive: g.IsActive, Version: g.Version, Fields: g.GameFields,
		Products: make([]adminapi.CatalogProduct, len(products)), Suppliers: sourcing.SupplierNames(), Plans: planShapes(plans),
	}
	for i, p := range products {
		shape.Products[i] = catalogProduct(p, offers[p.ID], Actor(ctx))
	}
	return adminapi.GetCatalogGame200JSONResponse(shape), nil
}

func planShapes(plans []catalog.Showing) []adminapi.CatalogPlan {
	list := make([]adminapi.CatalogPlan, len(plans))
	for i, p := range plans {
		list[i] = adminapi.CatalogPlan{
			ID: p.ID, ProductID: given(p.ProductID), Shown: p.Shown, At: p.At, State: adminapi.CatalogPlanState(p.State), Refusal: given(p.Refusal), By: p.CreatedName,
		}
	}
	return list
}

// catalogProduct shows costs only to those who may see them.
func catalogProduct(p catalog.AssortedProduct, offers []delivery.ProductOffer, who staff.Actor) adminapi.CatalogProduct {
	shape := adminapi.CatalogProduct{
		ID: p.ID, Price: p.Price, DiscountPercent: int(p.DiscountPercent), FinalPrice: p.FinalPrice, PriceVersion: p.PriceVersion, Version: p.Version,
		IsAvailable: p.IsAvailable, Offers: make([]adminapi.CatalogOffer, len(offers)), Fields: adminapi.CatalogProductFields{
			Title: p.Title, Picture: string(p.Picture), MinQuantity: p.MinQuantity, MaxQuantity: p.MaxQuantity, IsActive: p.IsActive, AmountUc: p.AmountUc,
		},
	}
	for i, o := range offers {
		shape.Offers[i] = adminapi.CatalogOffer{
			ID: o.ID, Supplier: o.Supplier, Sku: o.Sku, CostCurrency: o.CostCurrency, Priority: o.Priority, IsActive: o.IsActive, InStock: o.InStock,
			SyncedAt: known(o.SyncedAt), IsOff: o.IsOff,
		}
		if who.Can(staff.MarginRead) {
			shape.Offers[i].Cost, shape.Offers[i].AskedCost = &o.Cost, given(o.AskedCost)
		}
	}
	return shape
}

func productFields(f adminapi.CatalogProductFields) catalog.ProductFields {
	return catalog.ProductFields{
		Title: f.Title, Picture: picture.Key(f.Picture), MinQuantity: f.MinQuantity, MaxQuantity: f.MaxQuantity, IsActive: f.IsActive, AmountUC: f.AmountUc,
	}
}

func catalogDone(d desk.Saved) adminapi.CatalogDone {
	return adminapi.CatalogDone{ID: d.ID, Message: d.Message}
}

// UploadPicture answers POST /api/admin/catalog/pictures/.
func (h *Handlers) UploadPicture(ctx context.Context, r adminapi.UploadPictureRequestObject) (adminapi.UploadPictureResponseObject, error) {
	var part *picture.Rect
	if c := r.Body.Crop; c != nil {
		part = &picture.Rect{Left: c.Left, Top: c.Top, Width: c.Width, Height: c.Height}
	}
	key, err := h.Catalogue.UploadPicture(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), string(r.Body.Shape), r.Body.Data, part)
	return adminapi.UploadPicture200JSONResponse{Key: string(key), URL: key.URL()}, err
}

// CreateGame answers POST /api/admin/catalog/games/.
func (h *Handlers) CreateGame(ctx context.Context, r adminapi.CreateGameRequestObject) (adminapi.CreateGameResponseObject, error) {
	done, err := h.Catalogue.CreateGame(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), string(r.Body.Kind), r.Body.Fields)
	return adminapi.CreateGame200JSONResponse(catalogDone(done)), err
}

// ChangeGame answers POST /api/admin/catalog/games/{id}/change/.
func (h *Handlers) ChangeGame(ctx context.Context, r adminapi.ChangeGameRequestObject) (adminapi.ChangeGameResponseObject, error) {
	done, err := h.Catalogue.ChangeGame(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Version, r.Body.Fields)
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
