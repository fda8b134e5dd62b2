package admin

import (
	"context"
	"time"

	"larek/internal/desk/promos"
	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
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

// CreatePromo answers POST /api/admin/promo/.
func (h *Handlers) CreatePromo(ctx context.Context, r adminapi.CreatePromoRequestObject) (adminapi.CreatePromoResponseObject, error) {
	b := r.Body
	id, err := h.PromoCodes.CreatePromo(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), promo.Draft{
		Text: b.Text, Kind: string(b.Kind), Percent: b.Percent, Goods: string(b.Goods), GameID: b.GameID, GiftID: b.GiftID, ValidFrom: value(b.ValidFrom),
		ValidUntil: b.ValidUntil, TotalLimit: b.TotalLimit, PerBuyerLimit: b.PerBuyerLimit, FirstOrderOnly: b.FirstOrderOnly, Budget: b.Budget,
	})
	if err != nil {
		return nil, err
	}
	row, err := h.readPromo(ctx, id)
	return adminapi.CreatePromo200JSONResponse(row), err
}

func (h *Handlers) readPromo(ctx context.Context, id int64) (adminapi.PromoRow, error) {
	c, _, err := h.Promos.Campaign(ctx, id)
	return h.promoRow(c), err
}

// exampleTotal is the order by which a draft is explained.
const exampleTotal money.RUB = 1000_00

// CheckPromo answers POST /api/admin/promo/check/.
func (h *Handlers) CheckPromo(ctx context.Context, r adminapi.CheckPromoRequestObject) (adminapi.CheckPromoResponseObject, error) {
	b := r.Body
	d := promo.Draft{
		Text: b.Text, Kind: string(b.Kind), Percent: b.Percent, Goods: string(b.Goods), GameID: b.GameID, GiftID: b.GiftID, ValidFrom: value(b.ValidFrom),
		ValidUntil: b.ValidUntil, TotalLimit: b.TotalLimit, PerBuyerLimit: b.PerBuyerLimit, FirstOrderOnly: b.FirstOrderOnly, Budget: b.Budget,
	}
	if d.ValidFrom.IsZero() {
		d.ValidFrom = h.Clock()
	}
	fields, err := h.Promos.DraftProblems(ctx, d, h.Clock())
	if err != nil {
		return nil, err
	}
	losses, total, err := h.Promos.Losses(ctx, h.Desk.Pool(), d)
	if err != nil {
		return nil, err
	}
	due := exampleTotal.Off(int(d.Percent))
	x := adminapi.PromoCheck{Total: exampleTotal, Discount: exampleTotal - due, Due: due, LossesTotal: total}
	x.Fields, x.Losses = make([]adminapi.PromoCheckField, len(fields)), make([]adminapi.PromoLoss, len(losses))
	for i, f := range fields {
		x.Fields[i] = adminapi.PromoCheckField{Name: f.Name, Detail: f.Detail}
	}
	for i, l := range losses {
		x.Losses[i] = adminapi.PromoLoss{Title: l.Title, Price: l.Price, Cost: l.Cost}
	}
	return adminapi.CheckPromo200JSONResponse(x), nil
}

// GeneratePromo answers POST /api/admin/promo/generate/.
func (h *Handlers) GeneratePromo(ctx context.Context, r adminapi.GeneratePromoRequestObject) (adminapi.GeneratePromoResponseObject, error) {
	b := r.Body
	done, err := h.PromoCodes.GeneratePromo(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), promo.NewBatch{
		Title: b.Title, Prefix: b.Prefix, Count: b.Count,
		Draft: promo.Draft{
			Kind: promo.KindPublic, Percent: b.Percent, Goods: string(b.Goods), GameID: b.GameID, GiftID: b.GiftID, ValidFrom: value(b.ValidFrom),
			ValidUntil: b.ValidUntil, FirstOrderOnly: b.FirstOrderOnly,
		},
	})
	return adminapi.GeneratePromo200JSONResponse(doneShape(done)), err
}

// StopPromoBatch answers POST /api/admin/promo/batches/{id}/stop/.
func (h *Handlers) StopPromoBatch(ctx context.Context, r adminapi.StopPromoBatchRequestObject) (adminapi.StopPromoBatchResponseObject, error) {
	done, err := h.PromoCodes.StopPromoBatch(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.StopPromoBatch200JSONResponse(doneShape(done)), err
}

// ChangePromo answers POST /api/admin/promo/{id}/change/.
func (h *Handlers) ChangePromo(ctx context.Context, r adminapi.ChangePromoRequestObject) (adminapi.ChangePromoResponseObject, error) {
	b := r.Body
	err := h.PromoCodes.ChangePromo(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), r.ID, b.Version,
		promo.Terms{ValidUntil: truncated(b.ValidUntil), TotalLimit: b.TotalLimit, Budget: b.Budget})
	if err != nil {
		return nil, err
	}
	row, err := h.readPromo(ctx, r.ID)
	return adminapi.ChangePromo200JSONResponse(row), err
}

// truncated returns a time as the database keeps it.
func truncated(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return new(t.Truncate(time.Microsecond))
}

// StopPromo answers POST /api/admin/promo/{id}/stop/.
func (h *Handlers) StopPromo(ctx context.Context, r adminapi.StopPromoRequestObject) (adminapi.StopPromoResponseObject, error) {
	row, err := h.switchPromo(ctx, r.ID, r.Params.IdempotencyKey, r.Body, false)
	return adminapi.StopPromo200JSONResponse(row), err
}

// ResumePromo answers POST /api/admin/promo/{id}/resume/.
func (h *Handlers) ResumePromo(ctx context.Context, r adminapi.ResumePromoRequestObject) (adminapi.ResumePromoResponseObject, error) {
	row, err := h.switchPromo(ctx, r.ID, r.Params.IdempotencyKey, r.Body, true)
	return adminapi.ResumePromo200JSONResponse(row), err
}

func (h *Handlers) switchPromo(ctx context.Context, id int64, key string, b *adminapi.PromoSwitch, active bool) (adminapi.PromoRow, error) {
	if err := h.PromoCodes.SwitchPromo(ctx, newAct(ctx, key, b.Reason), id, b.Version, active); err != nil {
		return adminapi.PromoRow{}, err
	}
	return h.readPromo(ctx, id)
}
