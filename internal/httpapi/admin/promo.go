package admin

import (
	"context"

	"larek/internal/desk/promos"
	"larek/internal/httpapi/adminapi"
	"larek/internal/promo"
)

const promoList = "promo"

// ListPromo answers GET /api/admin/promo/.
func (h *Handlers) ListPromo(ctx context.Context, r adminapi.ListPromoRequestObject) (adminapi.ListPromoResponseObject, error) {
	p := r.Params
	f := promo.CampaignFilter{State: string(value(p.State)), BatchID: value(p.Batch), Text: value(p.Text)}
	var before int64
	if err := h.Cursors.Decode(promoList, f, p.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Promos.Campaigns(ctx, f, before, limit, h.Clock())
	if err != nil {
		return nil, err
	}
	page := adminapi.PromoPage{Results: make([]adminapi.PromoRow, len(rows))}
	for i, c := range rows {
		page.Results[i] = h.promoRow(c)
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(promoList, f, rows[limit-1].ID)
	}
	return adminapi.ListPromo200JSONResponse(page), err
}

func (h *Handlers) promoRow(c promo.Campaign) adminapi.PromoRow {
	x := adminapi.PromoRow{
		ID: c.ID, Text: c.Code.Code, Kind: adminapi.PromoKind(c.Kind), State: adminapi.PromoState(c.State(h.Clock())), Percent: int(c.Percent),
		Goods: adminapi.PromoGoods(c.Goods), Target: given(c.Target), ValidFrom: c.ValidFrom, ValidUntil: c.ValidUntil, PerBuyerLimit: int(c.PerBuyerLimit),
		FirstOrderOnly: c.FirstOrderOnly, Budget: c.Budget, BudgetHeld: c.Held, Uses: c.Uses, Discount: c.Discount, Revenue: c.Revenue,
		BatchID: c.BatchID, Version: c.Version, Created: c.Created,
	}
	if c.TotalLimit != nil {
		x.TotalLimit = new(int(*c.TotalLimit))
	}
	return x
}

// GetPromo answers GET /api/admin/promo/{id}/.
func (h *Handlers) GetPromo(ctx context.Context, r adminapi.GetPromoRequestObject) (adminapi.GetPromoResponseObject, error) {
	c, reserved, err := h.Promos.Campaign(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return adminapi.GetPromo200JSONResponse{Promo: h.promoRow(c), ReservedNow: reserved, Actions: allowedShapes(promos.PromoActions(Actor(ctx), c))}, nil
}

const promoUses = "promo_uses"

// ListPromoUses answers GET /api/admin/promo/{id}/uses/.
func (h *Handlers) ListPromoUses(ctx context.Context, r adminapi.ListPromoUsesRequestObject) (adminapi.ListPromoUsesResponseObject, error) {
	var before int64
	if err := h.Cursors.Decode(promoUses, r.ID, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	uses, err := h.Promos.Uses(ctx, r.ID, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.PromoUsePage{Results: make([]adminapi.PromoUse, len(uses))}
	for i, u := range uses {
		page.Results[i] = adminapi.PromoUse{
			OrderID: u.OrderID, State: adminapi.PromoUseState(u.State), At: u.ReservedAt, Discount: u.Discount, Paid: u.Paid, Status: adminapi.ConsoleOrderStatus(u.Status),
		}
	}
	if len(uses) == limit {
		page.Next, err = h.Cursors.Encode(promoUses, r.ID, uses[limit-1].OrderID)
	}
	return adminapi.ListPromoUses200JSONResponse(page), err
}

const promoBatches = "promo_batches"

// ListPromoBatches answers GET /api/admin/promo/batches/.
func (h *Handlers) ListPromoBatches(ctx context.Context, r adminapi.ListPromoBatchesRequestObject) (adminapi.ListPromoBatchesResponseObject, error) {
	var before int64
	if err := h.Cursors.Decode(promoBatches, nil, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	list, err := h.Promos.Batches(ctx, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.PromoBatchPage{Results: make([]adminapi.PromoBatch, len(list))}
	for i, b := range list {
		page.Results[i] = adminapi.PromoBatch{
			ID: b.ID, Title: b.Title, Created: b.Created, Author: b.Author, Percent: int(b.Percent), ValidUntil: b.ValidUntil,
			Codes: b.Codes, Active: b.Active, Uses: b.Uses, Discount: b.Discount, Revenue: b.Revenue,
		}
	}
	if len(list) == limit {
		page.Next, err = h.Cursors.Encode(promoBatches, nil, list[limit-1].ID)
	}
	return adminapi.ListPromoBatches200JSONResponse(page), err
}

// GetPromoTexts answers GET /api/admin/promo/batches/{id}/texts/.
func (h *Handlers) GetPromoTexts(ctx context.Context, r adminapi.GetPromoTextsRequestObject) (adminapi.GetPromoTextsResponseObject, error) {
	texts, err := h.Promos.BatchTexts(ctx, r.ID)
	return adminapi.GetPromoTexts200JSONResponse{Results: texts}, err
}
