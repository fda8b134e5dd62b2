package admin

import (
	"context"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
	"larek/internal/promo"
)

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
