package store

import (
	"context"

	"larek/internal/httpapi/storeapi"
	"larek/internal/order"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// create creates an order that belongs to the caller: to the account, or to the
// browser, which then gets a cookie that proves it.
func (h *Handlers) create(ctx context.Context, n order.CreateInput) (storeapi.Cart, *string, error) {
	who := h.caller(ctx)
	var cookie *string
	if n.UserID = who.UserID; n.UserID == nil {
		guest := publicid.New()
		if who.Guest != nil {
			guest = *who.Guest
		}
		n.Guest, cookie = &guest, writeGuest(ctx, h.GuestKey, guest)
	}
	placed, err := h.Checkout.Create(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	return cart(placed), cookie, nil
}

// CreatePubgOrder answers POST /api/orders/pubg/.
func (h *Handlers) CreatePubgOrder(ctx context.Context, r storeapi.CreatePubgOrderRequestObject) (storeapi.CreatePubgOrderResponseObject, error) {
	body, cookie, err := h.create(ctx, order.CreateInput{Kind: order.PUBG, Email: r.Body.Email, Lines: each(r.Body.Products, newLine)})
	if err != nil {
		return nil, err
	}
	return storeapi.CreatePubgOrder201JSONResponse{Body: body, Headers: storeapi.CreatePubgOrder201ResponseHeaders{SetCookie: cookie}}, nil
}

// CreateSteamOrder answers POST /api/orders/steam/.
func (h *Handlers) CreateSteamOrder(ctx context.Context, r storeapi.CreateSteamOrderRequestObject) (storeapi.CreateSteamOrderResponseObject, error) {
	body, cookie, err := h.create(ctx, order.CreateInput{
		Kind: order.Steam, Email: r.Body.Email, Amount: r.Body.Amount, Detail: order.DeliveryDetails{SteamAccountID: r.Body.SteamAccountID},
	})
	if err != nil {
		return nil, err
	}
	return storeapi.CreateSteamOrder201JSONResponse{Body: body, Headers: storeapi.CreateSteamOrder201ResponseHeaders{SetCookie: cookie}}, nil
}

// CreateStandoffOrder answers POST /api/orders/standoff/.
func (h *Handlers) CreateStandoffOrder(ctx context.Context, r storeapi.CreateStandoffOrderRequestObject) (storeapi.CreateStandoffOrderResponseObject, error) {
	n := order.CreateInput{Kind: order.Standoff, Email: r.Body.Email, Lines: each(r.Body.Products, newLine), Detail: order.DeliveryDetails{GameAccountID: r.Body.GameAccountID}}
	if r.Body.Surplus != nil {
		surplus, err := order.ParseSurplus(string(*r.Body.Surplus))
		if err != nil {
			return nil, problem.InvalidFields(problem.Field{Name: "surplus", Code: "wrong_format", Detail: "Неверный формат."})
		}
		n.Detail.Surplus = &surplus
	}
	body, cookie, err := h.create(ctx, n)
	if err != nil {
		return nil, err
	}
	return storeapi.CreateStandoffOrder201JSONResponse{Body: body, Headers: storeapi.CreateStandoffOrder201ResponseHeaders{SetCookie: cookie}}, nil
}

// CreateRokkyOrder answers POST /api/orders/rokky/.
func (h *Handlers) CreateRokkyOrder(ctx context.Context, r storeapi.CreateRokkyOrderRequestObject) (storeapi.CreateRokkyOrderResponseObject, error) {
	body, cookie, err := h.create(ctx, order.CreateInput{Kind: order.Rokky, Email: r.Body.Email, GiftID: r.Body.Gift})
	if err != nil {
		return nil, err
	}
	return storeapi.CreateRokkyOrder201JSONResponse{Body: body, Headers: storeapi.CreateRokkyOrder201ResponseHeaders{SetCookie: cookie}}, nil
}

// CreateSupplyOrder answers POST /api/orders/supply_channel/.
func (h *Handlers) CreateSupplyOrder(ctx context.Context, r storeapi.CreateSupplyOrderRequestObject) (storeapi.CreateSupplyOrderResponseObject, error) {
	body, cookie, err := h.create(ctx, order.CreateInput{
		Kind: order.Supply, Email: r.Body.Email, Lines: each(r.Body.Products, newLine),
		Detail: order.DeliveryDetails{
			MoogoldUserID: r.Body.SupplyChannelUserID, MoogoldServer: r.Body.SupplyChannelServer,
			MoogoldServerCustomID: r.Body.SupplyChannelServerCustomID,
		},
	})
	if err != nil {
		return nil, err
	}
	return storeapi.CreateSupplyOrder201JSONResponse{Body: body, Headers: storeapi.CreateSupplyOrder201ResponseHeaders{SetCookie: cookie}}, nil
}

func newLine(l storeapi.NewLine) order.LineInput {
	return order.LineInput{ID: l.ProductID, Quantity: int32(l.Quantity)} //nolint:gosec // bounded by the contract
}

func lineChange(l storeapi.LineChange) order.LineInput {
	return order.LineInput{ID: l.ID, Quantity: int32(l.Quantity)} //nolint:gosec // bounded by the contract
}
