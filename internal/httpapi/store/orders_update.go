package store

import (
	"context"

	"larek/internal/httpapi/storeapi"
	"larek/internal/order"
	"larek/internal/problem"
)

// recalculated returns an order after its goods were changed.
func (h *Handlers) recalculated(ctx context.Context, o *order.Order, err error) (storeapi.RecalculatedOrder, error) {
	if err != nil {
		return nil, err
	}
	g, err := h.goodsOf(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.PromoCodeID == nil {
		return recalculated(o, g, nil), nil
	}
	c, err := h.Promo.ByID(ctx, *o.PromoCodeID)
	if err != nil {
		return nil, err
	}
	code, err := h.promoCode(ctx, &c)
	if err != nil {
		return nil, err
	}
	return recalculated(o, g, code), nil
}

func (h *Handlers) updateLines(ctx context.Context, kind order.Kind, id int64, lines []storeapi.LineChange) (storeapi.RecalculatedOrder, error) {
	o, err := h.Checkout.UpdateLines(ctx, h.caller(ctx), kind, id, each(lines, lineChange))
	return h.recalculated(ctx, o, err)
}

// UpdatePubgOrder answers POST /api/orders/pubg/{id}/update/.
func (h *Handlers) UpdatePubgOrder(ctx context.Context, r storeapi.UpdatePubgOrderRequestObject) (storeapi.UpdatePubgOrderResponseObject, error) {
	body, err := h.updateLines(ctx, order.PUBG, r.ID, r.Body.Products)
	if err != nil {
		return nil, err
	}
	return storeapi.UpdatePubgOrder200JSONResponse{Body: body, Headers: storeapi.UpdatePubgOrder200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateStandoffOrder answers POST /api/orders/standoff/{id}/update/.
func (h *Handlers) UpdateStandoffOrder(ctx context.Context, r storeapi.UpdateStandoffOrderRequestObject) (storeapi.UpdateStandoffOrderResponseObject, error) {
	body, err := h.updateLines(ctx, order.Standoff, r.ID, r.Body.Products)
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateStandoffOrder200JSONResponse{Body: body, Headers: storeapi.UpdateStandoffOrder200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateSupplyOrder answers POST /api/orders/supply_channel/{id}/update/.
func (h *Handlers) UpdateSupplyOrder(ctx context.Context, r storeapi.UpdateSupplyOrderRequestObject) (storeapi.UpdateSupplyOrderResponseObject, error) {
	body, err := h.updateLines(ctx, order.Supply, r.ID, r.Body.Products)
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateSupplyOrder200JSONResponse{Body: body, Headers: storeapi.UpdateSupplyOrder200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateRokkyOrder answers POST /api/orders/rokky/{id}/update/.
func (h *Handlers) UpdateRokkyOrder(ctx context.Context, r storeapi.UpdateRokkyOrderRequestObject) (storeapi.UpdateRokkyOrderResponseObject, error) {
	o, err := h.Checkout.UpdateGift(ctx, h.caller(ctx), r.ID, r.Body.Gift)
	body, err := h.recalculated(ctx, o, err)
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateRokkyOrder200JSONResponse{Body: body, Headers: storeapi.UpdateRokkyOrder200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateSteamOrder answers POST /api/orders/steam/{id}/update/. An order has one
// top-up, so a line can only be confirmed.
func (h *Handlers) UpdateSteamOrder(ctx context.Context, r storeapi.UpdateSteamOrderRequestObject) (storeapi.UpdateSteamOrderResponseObject, error) {
	o, err := h.Orders.GetForOwner(ctx, r.ID, h.caller(ctx))
	if err != nil {
		return nil, err
	}
	if r.Body.Products != nil {
		if l := (*r.Body.Products)[0]; len(o.Lines) != 1 || l.ID != o.Lines[0].ID {
			return nil, problem.InvalidFields(problem.Field{Name: "products.0.id", Code: "unknown_value", Detail: "Такой строки в заказе нет."})
		} else if l.Quantity != 1 {
			return nil, problem.InvalidFields(problem.Field{Name: "products.0.quantity", Code: "too_large", Detail: "Пополнение в заказе одно. Измените сумму."})
		}
	} else if r.Body.Amount == nil {
		return nil, problem.InvalidFields(problem.Field{Name: "amount", Code: "required", Detail: "Без этого поля нельзя."})
	}
	amount := o.Total
	if r.Body.Amount != nil {
		amount = *r.Body.Amount
	}
	o, err = h.Checkout.UpdateAmount(ctx, h.caller(ctx), r.ID, amount)
	body, err := h.recalculated(ctx, o, err)
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateSteamOrder200JSONResponse{Body: body, Headers: storeapi.UpdateSteamOrder200ResponseHeaders{CacheControl: new(noStore)}}, nil
}
