package admin

import (
	"context"
	"math"
	"time"

	"larek/internal/delivery"
	"larek/internal/desk/supply"
	"larek/internal/httpapi/adminapi"
	"larek/internal/staff"
)

const (
	offerList   = "offers"
	attemptList = "supplier_attempts"
)

// ListSuppliers answers GET /api/admin/suppliers/.
func (h *Handlers) ListSuppliers(ctx context.Context, _ adminapi.ListSuppliersRequestObject) (adminapi.ListSuppliersResponseObject, error) {
	sourcing, who := h.Sourcing, Actor(ctx)
	rows, err := sourcing.Suppliers(ctx)
	if err != nil {
		return nil, err
	}
	balances, err := sourcing.Prepaid(ctx)
	if err != nil {
		return nil, err
	}
	days := map[string]*int{}
	for _, b := range balances {
		if b.TenthsOfDays >= 0 {
			days[b.Supplier] = new(int(b.TenthsOfDays / 10))
		}
	}
	list := adminapi.SupplierList{Results: make([]adminapi.SupplierRow, len(rows))}
	for i, r := range rows {
		shape := adminapi.SupplierRow{
			Name: r.Supplier, IsAway: r.IsAway, IsDown: r.IsDown, Failures: int(r.Failures), CheckedAt: known(r.CheckedAt), Offers: int(r.Offers), Asked: int(r.Asked),
			Hour: adminapi.SupplierTries{Tries: int(r.HourTries), Delivered: int(r.HourDelivered)}, Day: adminapi.SupplierTries{Tries: int(r.DayTries), Delivered: int(r.DayDelivered)},
		}
		if r.DaySeconds >= 0 {
			shape.MedianSeconds = new(int(math.Round(r.DaySeconds)))
		}
		if r.IsOff {
			shape.Off = &adminapi.SupplierOff{At: r.OffAt, By: r.OffBy, Reason: r.OffReason}
		}
		if who.Can(staff.MarginRead) && r.Prepaid != "" {
			shape.Prepaid, shape.PrepaidCurrency, shape.DaysLeft = &r.Prepaid, &r.PrepaidCurrency, days[r.Supplier]
		}
		list.Results[i] = shape
	}
	return adminapi.ListSuppliers200JSONResponse(list), nil
}

// ListOnlyGoods answers GET /api/admin/suppliers/{supplier}/only/.
func (h *Handlers) ListOnlyGoods(ctx context.Context, r adminapi.ListOnlyGoodsRequestObject) (adminapi.ListOnlyGoodsResponseObject, error) {
	titles, err := h.Supply.StopsWithout(ctx, r.Supplier)
	return adminapi.ListOnlyGoods200JSONResponse{Titles: titles}, err
}

// SwitchSupplier answers POST /api/admin/suppliers/{supplier}/switch/.
func (h *Handlers) SwitchSupplier(ctx context.Context, r adminapi.SwitchSupplierRequestObject) (adminapi.SwitchSupplierResponseObject, error) {
	done, err := h.Supply.SwitchSupplier(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.Supplier, r.Body.Off)
	return adminapi.SwitchSupplier200JSONResponse(supplierDone(done)), err
}

// ChangeOffer answers POST /api/admin/offers/{id}/change/.
func (h *Handlers) ChangeOffer(ctx context.Context, r adminapi.ChangeOfferRequestObject) (adminapi.ChangeOfferResponseObject, error) {
	done, err := h.Supply.ChangeOffer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, delivery.OfferState{Priority: r.Body.Priority, IsActive: r.Body.IsActive, SKU: value(r.Body.Sku)})
	return adminapi.ChangeOffer200JSONResponse(supplierDone(done)), err
}

// ApproveCost answers POST /api/admin/offers/{id}/approve/.
func (h *Handlers) ApproveCost(ctx context.Context, r adminapi.ApproveCostRequestObject) (adminapi.ApproveCostResponseObject, error) {
	done, err := h.Supply.DecideCost(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, true)
	return adminapi.ApproveCost200JSONResponse(supplierDone(done)), err
}

// RefuseCost answers POST /api/admin/offers/{id}/refuse/.
func (h *Handlers) RefuseCost(ctx context.Context, r adminapi.RefuseCostRequestObject) (adminapi.RefuseCostResponseObject, error) {
	done, err := h.Supply.DecideCost(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, false)
	return adminapi.RefuseCost200JSONResponse(supplierDone(done)), err
}

func supplierDone(d supply.SupplierDone) adminapi.SupplierDone {
	return adminapi.SupplierDone{Message: d.Message, Stopped: d.Stopped}
}

// ListOffers answers GET /api/admin/suppliers/{supplier}/offers/.
func (h *Handlers) ListOffers(ctx context.Context, r adminapi.ListOffersRequestObject) (adminapi.ListOffersResponseObject, error) {
	var after int64
	if err := h.Cursors.Decode(offerList, r.Supplier, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	rows, err := h.Sourcing.Offers(ctx, r.Supplier, after, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.OfferPage{Results: make([]adminapi.OfferRow, len(rows))}
	for i, f := range rows {
		page.Results[i] = adminapi.OfferRow{
			ID: f.ID, Title: f.Title, Game: f.Game, Sku: f.Sku, CostCurrency: f.CostCurrency, Priority: f.Priority, IsActive: f.IsActive, InStock: f.InStock, SyncedAt: known(f.SyncedAt),
		}
		if Actor(ctx).Can(staff.MarginRead) {
			page.Results[i].Cost, page.Results[i].AskedCost = &f.Cost, given(f.AskedCost)
		}
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(offerList, r.Supplier, rows[limit-1].ID)
	}
	return adminapi.ListOffers200JSONResponse(page), err
}

// FindSupplierGoods answers GET /api/admin/suppliers/{supplier}/goods/.
func (h *Handlers) FindSupplierGoods(ctx context.Context, r adminapi.FindSupplierGoodsRequestObject) (adminapi.FindSupplierGoodsResponseObject, error) {
	goods, err := h.Sourcing.FindGoods(ctx, r.Supplier, r.Params.Words)
	if err != nil {
		return nil, err
	}
	list := adminapi.SupplierGoodsList{Results: make([]adminapi.SupplierGoods, len(goods))}
	for i, g := range goods {
		list.Results[i] = adminapi.SupplierGoods{Sku: g.SKU, Title: g.Title, CostCurrency: string(g.Cost.Currency), InStock: g.InStock}
		if Actor(ctx).Can(staff.MarginRead) {
			list.Results[i].Cost = new(g.Cost.String())
		}
	}
	return adminapi.FindSupplierGoods200JSONResponse(list), nil
}

// ListSupplierAttempts answers GET /api/admin/suppliers/{supplier}/attempts/.
func (h *Handlers) ListSupplierAttempts(ctx context.Context, r adminapi.ListSupplierAttemptsRequestObject) (adminapi.ListSupplierAttemptsResponseObject, error) {
	state := (*string)(r.Params.State)
	filter := []any{r.Supplier, state}
	before := delivery.AttemptCursor{At: h.Clock().Add(time.Hour)}
	if err := h.Cursors.Decode(attemptList, filter, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	rows, err := h.Sourcing.Attempts(ctx, r.Supplier, state, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.SupplierAttemptPage{Results: make([]adminapi.SupplierAttempt, len(rows))}
	for i, a := range rows {
		page.Results[i] = adminapi.SupplierAttempt{
			ID: a.ID, OrderID: a.OrderID, Title: a.Title, State: adminapi.AttemptState(a.State), Reason: given(a.Reason), Ref: given(a.Ref),
			Created: a.Created, EndedAt: known(a.EndedAt), Asks: int(a.Asks),
		}
	}
	if len(rows) == limit {
		last := rows[limit-1]
		page.Next, err = h.Cursors.Encode(attemptList, filter, delivery.AttemptCursor{At: last.Created, ID: last.ID})
	}
	return adminapi.ListSupplierAttempts200JSONResponse(page), err
}
