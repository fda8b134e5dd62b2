package store

import (
	"context"
	"strconv"

	"larek/internal/account"
	"larek/internal/httpapi/storeapi"
	"larek/internal/ledger"
	"larek/internal/order"
)

// exportLimit bounds how much of a list is exported; no buyer has more orders.
const exportLimit = 5000

// ListMovements answers GET /api/auth/balance/.
func (h *Handlers) ListMovements(ctx context.Context, r storeapi.ListMovementsRequestObject) (storeapi.ListMovementsResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	w := byOffset(ctx, r.Params.Limit, r.Params.Offset)
	limit, offset := w.sql()
	list, count, err := h.Movements.OfCustomer(ctx, user, limit, offset)
	if err != nil {
		return nil, err
	}
	return storeapi.ListMovements200JSONResponse{Count: int(count), Next: w.next(count), Previous: w.previous(), Results: each(list, movement)}, nil
}

func movement(m ledger.BalanceMovement) storeapi.Movement {
	return storeapi.Movement{ID: m.ID, At: m.At, Amount: max(m.Amount, -m.Amount), IsIncome: m.Amount > 0, Title: m.Title(), Order: m.OrderID}
}

// ChangeEmail answers POST /api/auth/email/change/.
func (h *Handlers) ChangeEmail(ctx context.Context, r storeapi.ChangeEmailRequestObject) (storeapi.ChangeEmailResponseObject, error) {
	user, err := h.freshUser(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.slow(ctx, "letter", strconv.FormatInt(user, 10)); err != nil {
		return nil, err
	}
	return storeapi.ChangeEmail204Response{}, h.Accounts.RequestEmailChange(ctx, user, r.Body.Email)
}

// ListConsents answers GET /api/auth/consents/.
func (h *Handlers) ListConsents(ctx context.Context, _ storeapi.ListConsentsRequestObject) (storeapi.ListConsentsResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	list, err := h.consents(ctx, user)
	return storeapi.ListConsents200JSONResponse(list), err
}

func (h *Handlers) consents(ctx context.Context, userID int64) ([]storeapi.Consent, error) {
	list, err := h.Accounts.Consents(ctx, userID)
	return each(list, func(c account.Consent) storeapi.Consent {
		return storeapi.Consent{Kind: storeapi.ConsentKind(c.Kind), Given: c.Given, Revision: c.Revision, At: c.At}
	}), err
}

// SetConsent answers POST /api/auth/consents/set/.
func (h *Handlers) SetConsent(ctx context.Context, r storeapi.SetConsentRequestObject) (storeapi.SetConsentResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.Accounts.SetConsent(ctx, user, string(r.Body.Kind), r.Body.Given); err != nil {
		return nil, err
	}
	list, err := h.consents(ctx, user)
	return storeapi.SetConsent200JSONResponse(list), err
}

// ClaimOrders answers POST /api/auth/orders/claim/.
func (h *Handlers) ClaimOrders(ctx context.Context, _ storeapi.ClaimOrdersRequestObject) (storeapi.ClaimOrdersResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	n, err := h.OwnAccounts.ClaimOrders(ctx, h.Accounts, user)
	return storeapi.ClaimOrders200JSONResponse{Count: int(n)}, err
}

// ExportData answers GET /api/auth/export/.
func (h *Handlers) ExportData(ctx context.Context, _ storeapi.ExportDataRequestObject) (storeapi.ExportDataResponseObject, error) {
	user, err := h.freshUser(ctx)
	if err != nil {
		return nil, err
	}
	answer := storeapi.ExportData200JSONResponse{MadeAt: h.Clock()}
	if answer.Profile, err = h.profile(ctx, user); err != nil {
		return nil, err
	}
	if answer.Sessions, err = h.sessions(ctx, user); err != nil {
		return nil, err
	}
	if answer.Consents, err = h.consents(ctx, user); err != nil {
		return nil, err
	}
	moves, _, err := h.Movements.OfCustomer(ctx, user, exportLimit, 0)
	if err != nil {
		return nil, err
	}
	answer.Movements = each(moves, movement)
	orders, _, err := h.Orders.List(ctx, user, nil, exportLimit, 0)
	if err != nil {
		return nil, err
	}
	goods, err := h.goodsOf(ctx, orders...)
	if err != nil {
		return nil, err
	}
	answer.Orders = each(orders, func(o *order.Order) storeapi.Order { return orderShape(o, goods, answer.MadeAt, ownersView(nil, nil)) })
	return answer, nil
}

// EraseAccount answers POST /api/auth/erase/.
func (h *Handlers) EraseAccount(ctx context.Context, r storeapi.EraseAccountRequestObject) (storeapi.EraseAccountResponseObject, error) {
	user, err := h.freshUser(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.EraseAccount204Response{}, h.OwnAccounts.EraseAccount(ctx, h.Accounts, user, r.Body.GiveUp)
}
