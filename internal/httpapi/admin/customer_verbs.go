package admin

import (
	"context"

	"larek/internal/desk/customers"
	"larek/internal/httpapi/adminapi"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// NoteCustomer answers POST /api/admin/customers/{id}/notes/.
func (h *Handlers) NoteCustomer(ctx context.Context, r adminapi.NoteCustomerRequestObject) (adminapi.NoteCustomerResponseObject, error) {
	done, err := h.Customers.NoteCustomer(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), r.ID, r.Body.Text)
	return adminapi.NoteCustomer200JSONResponse(done), err
}

// BlockCustomer answers POST /api/admin/customers/{id}/block/.
func (h *Handlers) BlockCustomer(ctx context.Context, r adminapi.BlockCustomerRequestObject) (adminapi.BlockCustomerResponseObject, error) {
	b := customers.CustomerBlock{Words: r.Body.Words, WithAddress: r.Body.WithAddress}
	done, err := h.Customers.BlockCustomer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, b)
	return adminapi.BlockCustomer200JSONResponse(done), err
}

// UnblockCustomer answers POST /api/admin/customers/{id}/unblock/.
func (h *Handlers) UnblockCustomer(ctx context.Context, r adminapi.UnblockCustomerRequestObject) (adminapi.UnblockCustomerResponseObject, error) {
	done, err := h.Customers.UnblockCustomer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.UnblockCustomer200JSONResponse(done), err
}

// CreditCustomer answers POST /api/admin/customers/{id}/credit/.
func (h *Handlers) CreditCustomer(ctx context.Context, r adminapi.CreditCustomerRequestObject) (adminapi.CreditCustomerResponseObject, error) {
	done, err := h.Customers.CreditCustomer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Amount)
	return adminapi.CreditCustomer200JSONResponse(done), err
}

// DebitCustomer answers POST /api/admin/customers/{id}/debit/.
func (h *Handlers) DebitCustomer(ctx context.Context, r adminapi.DebitCustomerRequestObject) (adminapi.DebitCustomerResponseObject, error) {
	done, err := h.Customers.DebitCustomer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Amount)
	return adminapi.DebitCustomer200JSONResponse(done), err
}

// PayOutCustomer answers POST /api/admin/customers/{id}/pay_out/.
func (h *Handlers) PayOutCustomer(ctx context.Context, r adminapi.PayOutCustomerRequestObject) (adminapi.PayOutCustomerResponseObject, error) {
	done, err := h.Customers.PayOutCustomer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Amount, r.Body.Reference)
	return adminapi.PayOutCustomer200JSONResponse(done), err
}

// EndCustomerSessions answers POST /api/admin/customers/{id}/sessions/end/.
func (h *Handlers) EndCustomerSessions(ctx context.Context, r adminapi.EndCustomerSessionsRequestObject) (adminapi.EndCustomerSessionsResponseObject, error) {
	var name *publicid.ID
	if r.Body.Session != nil {
		id, err := publicid.Parse(*r.Body.Session)
		if err != nil {
			return nil, problem.InvalidFields(problem.Field{Name: "session", Code: "wrong_format", Detail: "Неверный формат."})
		}
		name = &id
	}
	done, err := h.Customers.EndCustomerSessions(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, name)
	return adminapi.EndCustomerSessions200JSONResponse(done), err
}

// AskToEraseCustomer answers POST /api/admin/customers/{id}/erasure/.
func (h *Handlers) AskToEraseCustomer(ctx context.Context, r adminapi.AskToEraseCustomerRequestObject) (adminapi.AskToEraseCustomerResponseObject, error) {
	done, err := h.Customers.AskToErase(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.AskToEraseCustomer200JSONResponse(done), err
}

// DecideErasure answers POST /api/admin/customers/{id}/erasure/decide/.
func (h *Handlers) DecideErasure(ctx context.Context, r adminapi.DecideErasureRequestObject) (adminapi.DecideErasureResponseObject, error) {
	done, err := h.Customers.DecideErasure(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, r.Body.Approve)
	return adminapi.DecideErasure200JSONResponse(done), err
}

// ViewAsCustomer answers POST /api/admin/customers/{id}/view/.
func (h *Handlers) ViewAsCustomer(ctx context.Context, r adminapi.ViewAsCustomerRequestObject) (adminapi.ViewAsCustomerResponseObject, error) {
	if err := h.Customers.ViewAsCustomer(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID); err != nil {
		return nil, err
	}
	p, err := h.Search.Customer(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	view := adminapi.CustomerView{Nickname: p.Nickname, Balance: p.Balance.String(), Orders: []adminapi.ViewedOrder{}, Movements: []adminapi.ViewedMovement{}}
	if view.Orders, err = h.viewedOrders(ctx, r.ID); err != nil {
		return nil, err
	}
	moved, _, err := h.Movements.OfCustomer(ctx, r.ID, viewedRows, 0)
	for _, m := range moved {
		view.Movements = append(view.Movements, adminapi.ViewedMovement{At: m.At, Title: m.Title(), Amount: m.Amount.String()})
	}
	return adminapi.ViewAsCustomer200JSONResponse(view), err
}

// viewedRows bounds what is shown of a buyer's own lists.
const viewedRows = 20

// viewedOrders returns the newest orders of a buyer in the words they read.
func (h *Handlers) viewedOrders(ctx context.Context, userID int64) ([]adminapi.ViewedOrder, error) {
	orders, _, err := h.Orders.List(ctx, userID, nil, viewedRows, 0)
	if err != nil {
		return nil, err
	}
	list := make([]adminapi.ViewedOrder, len(orders))
	for i, o := range orders {
		seen := adminapi.ViewedOrder{ID: o.ID, Created: o.Created, Status: string(o.Status), Sum: o.Total - o.Discount, Goods: []string{}, Events: []adminapi.ViewedEvent{}}
		for _, l := range o.Lines {
			seen.Goods = append(seen.Goods, l.Title)
		}
		events, err := h.Orders.Events(ctx, o.ID, 0)
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			if e.Text != "" {
				seen.Events = append(seen.Events, adminapi.ViewedEvent{At: e.At, Text: e.Text})
			}
		}
		list[i] = seen
	}
	return list, nil
}
