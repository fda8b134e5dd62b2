package store

import (
	"context"

	"larek/internal/delivery"
	"larek/internal/httpapi/storeapi"
	"larek/internal/order"
)

// updateDetails changes the delivery details of an order and returns it without
// codes.
func (h *Handlers) updateDetails(ctx context.Context, kind order.Kind, id int64, d order.DeliveryDetailsUpdate) (storeapi.Order, error) {
	o, err := h.Checkout.UpdateDetails(ctx, h.caller(ctx), kind, id, d)
	if err != nil {
		return nil, err
	}
	return h.showOwn(ctx, o)
}

// showOwn returns an order the caller has just changed.
func (h *Handlers) showOwn(ctx context.Context, o *order.Order) (storeapi.Order, error) {
	viewer, err := h.Orders.Viewer(ctx, o.ID, h.caller(ctx))
	if err != nil {
		return nil, err
	}
	return h.showOrder(ctx, o, viewer)
}

// UpdatePubgDelivery answers POST /api/orders/pubg/{id}/delivery_details/update/.
func (h *Handlers) UpdatePubgDelivery(ctx context.Context, r storeapi.UpdatePubgDeliveryRequestObject) (storeapi.UpdatePubgDeliveryResponseObject, error) {
	body, err := h.updateDetails(ctx, order.PUBG, r.ID, order.DeliveryDetailsUpdate{Email: r.Body.Email})
	if err != nil {
		return nil, err
	}
	return storeapi.UpdatePubgDelivery200JSONResponse{Body: body, Headers: storeapi.UpdatePubgDelivery200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateRokkyDelivery answers POST /api/orders/rokky/{id}/delivery_details/update/.
func (h *Handlers) UpdateRokkyDelivery(ctx context.Context, r storeapi.UpdateRokkyDeliveryRequestObject) (storeapi.UpdateRokkyDeliveryResponseObject, error) {
	body, err := h.updateDetails(ctx, order.Rokky, r.ID, order.DeliveryDetailsUpdate{Email: r.Body.Email})
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateRokkyDelivery200JSONResponse{Body: body, Headers: storeapi.UpdateRokkyDelivery200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateSteamDelivery answers POST /api/orders/steam/{id}/delivery_details/update/.
func (h *Handlers) UpdateSteamDelivery(ctx context.Context, r storeapi.UpdateSteamDeliveryRequestObject) (storeapi.UpdateSteamDeliveryResponseObject, error) {
	body, err := h.updateDetails(ctx, order.Steam, r.ID, order.DeliveryDetailsUpdate{Email: r.Body.Email, SteamAccountID: r.Body.SteamAccountID})
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateSteamDelivery200JSONResponse{Body: body, Headers: storeapi.UpdateSteamDelivery200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateStandoffDelivery answers POST /api/orders/standoff/{id}/delivery_details/update/.
func (h *Handlers) UpdateStandoffDelivery(ctx context.Context, r storeapi.UpdateStandoffDeliveryRequestObject) (storeapi.UpdateStandoffDeliveryResponseObject, error) {
	body, err := h.updateDetails(ctx, order.Standoff, r.ID, order.DeliveryDetailsUpdate{Email: r.Body.Email, GameAccountID: r.Body.GameAccountID})
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateStandoffDelivery200JSONResponse{Body: body, Headers: storeapi.UpdateStandoffDelivery200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// UpdateSupplyDelivery answers POST /api/orders/supply_channel/{id}/delivery_details/update/.
func (h *Handlers) UpdateSupplyDelivery(ctx context.Context, r storeapi.UpdateSupplyDeliveryRequestObject) (storeapi.UpdateSupplyDeliveryResponseObject, error) {
	body, err := h.updateDetails(ctx, order.Supply, r.ID, order.DeliveryDetailsUpdate{
		Email: r.Body.Email, MoogoldUserID: r.Body.MoogoldUserID, MoogoldServer: r.Body.MoogoldServer,
		MoogoldServerCustomID: r.Body.MoogoldServerCustomID,
	})
	if err != nil {
		return nil, err
	}
	return storeapi.UpdateSupplyDelivery200JSONResponse{Body: body, Headers: storeapi.UpdateSupplyDelivery200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// ChooseRefund answers POST /api/orders/{id}/refund_to/.
func (h *Handlers) ChooseRefund(ctx context.Context, r storeapi.ChooseRefundRequestObject) (storeapi.ChooseRefundResponseObject, error) {
	if _, err := h.user(ctx); err != nil {
		return nil, err
	}
	o, err := h.Checkout.ChooseRefund(ctx, h.caller(ctx), r.ID, string(r.Body.To))
	if err != nil {
		return nil, err
	}
	body, err := h.showOwn(ctx, o)
	if err != nil {
		return nil, err
	}
	return storeapi.ChooseRefund200JSONResponse{Body: body, Headers: storeapi.ChooseRefund200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// ComplainAboutCode answers POST /api/orders/{id}/code_complaints/.
func (h *Handlers) ComplainAboutCode(ctx context.Context, r storeapi.ComplainAboutCodeRequestObject) (storeapi.ComplainAboutCodeResponseObject, error) {
	words := ""
	if r.Body.Text != nil {
		words = *r.Body.Text
	}
	if err := h.Checkout.Complain(ctx, h.caller(ctx), r.ID, delivery.CodeRef{ID: r.Body.Code, IsUnit: r.Body.IsUnit}, words); err != nil {
		return nil, err
	}
	return storeapi.ComplainAboutCode204Response{}, nil
}

// deliveredCodes returns the codes of an order without their texts, with what became of
// complaints about them.
func (h *Handlers) deliveredCodes(ctx context.Context, orderID int64) ([]storeapi.DeliveredCode, error) {
	codes, err := h.Stock.DeliveredCodes(ctx, orderID)
	if err != nil {
		return nil, err
	}
	return each(codes, func(c delivery.DeliveredCode) storeapi.DeliveredCode {
		shape := storeapi.DeliveredCode{ID: c.ID, IsUnit: c.IsUnit, LineID: c.LineID}
		if c.Complaint != "" {
			shape.Complaint = &storeapi.CodeComplaint{State: storeapi.CodeComplaintState(c.Complaint)}
			if c.Answer != "" {
				shape.Complaint.Answer = &c.Answer
			}
		}
		return shape
	}), nil
}
