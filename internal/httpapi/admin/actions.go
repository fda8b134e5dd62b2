package admin

import (
	"context"
	"fmt"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/orders"
	"larek/internal/email"
	"larek/internal/httpapi/adminapi"
	"larek/internal/order"
)

// act is the wish of the caller about an order.
// newAct returns what the caller does to anything but an order.
func newAct(ctx context.Context, key string, reason adminapi.Reason) desk.Command {
	return desk.Command{Actor: Actor(ctx), Key: key, Reason: audit.Reason(reason)}
}

// act returns what the caller does to an order they have seen in a version.
func act(ctx context.Context, orderID int64, key, version string, reason adminapi.Reason) desk.Command {
	a := newAct(ctx, key, reason)
	a.OrderID, a.Version = orderID, version
	return a
}

func doneShape(d desk.Done) adminapi.ActionDone {
	return adminapi.ActionDone{Name: d.Name, OrderID: d.OrderID, ID: d.ID, Version: given(d.Version), Message: d.Message}
}

// GetOrderActions answers GET /api/admin/orders/{id}/actions/.
func (h *Handlers) GetOrderActions(ctx context.Context, r adminapi.GetOrderActionsRequestObject) (adminapi.GetOrderActionsResponseObject, error) {
	list, err := h.OrderActions.Actions(ctx, Actor(ctx), r.ID)
	if err != nil {
		return nil, err
	}
	shape := adminapi.OrderActions{
		OrderID: list.OrderID, Version: list.Version, Actions: allowedShapes(list.Actions),
		Units: []adminapi.ActionUnit{}, Codes: []adminapi.ActionCode{}, Letters: []adminapi.ActionLetter{}, Blocks: []adminapi.BlockWhat{},
		Servers: serverShapes(list.Servers), ServerID: list.ServerID,
	}
	for _, u := range list.Units {
		shape.Units = append(shape.Units, adminapi.ActionUnit{
			ID: u.ID, LineID: u.LineID, Title: u.Title, N: int(u.N), State: adminapi.ActionUnitState(u.State), Supplier: given(u.Supplier),
			IsAsked: u.HasOpenAttempt, HasTask: u.HasTask, CanRetry: u.CanRetry, CanEnd: u.CanEnd, Offers: offerShapes(u.Offers),
			HasOwnCost: u.HasOwnCost, Cost: costShape(u.Purchase),
		})
	}
	for _, c := range list.Codes {
		shape.Codes = append(shape.Codes, adminapi.ActionCode{ID: c.ID, LineID: c.LineID, IsUnit: c.IsUnit, CanReplace: c.Refusal == ""})
	}
	for _, l := range list.Letters {
		shape.Letters = append(shape.Letters, adminapi.ActionLetter{ID: l.ID, Kind: adminapi.LetterKind(l.Kind), State: adminapi.ActionLetterState(l.State)})
	}
	for _, b := range list.Blocks {
		shape.Blocks = append(shape.Blocks, adminapi.BlockWhat(b))
	}
	return adminapi.GetOrderActions200JSONResponse(shape), nil
}

func allowedShapes(list []desk.Allowed) []adminapi.AllowedAction {
	shapes := make([]adminapi.AllowedAction, len(list))
	for i, a := range list {
		shapes[i] = adminapi.AllowedAction{Name: a.Name, Allowed: a.Allowed, Reason: given(a.Reason), Needs: given(string(a.Needs))}
		if a.Limit != nil {
			shapes[i].Limit = new(a.Limit.String())
		}
	}
	return shapes
}

// AskAboutOrder answers POST /api/admin/orders/{id}/ask/.
func (h *Handlers) AskAboutOrder(ctx context.Context, r adminapi.AskAboutOrderRequestObject) (adminapi.AskAboutOrderResponseObject, error) {
	done, err := h.OrderActions.QueryNow(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason))
	return adminapi.AskAboutOrder200JSONResponse(doneShape(done)), err
}

// WakeOrder answers POST /api/admin/orders/{id}/wake/.
func (h *Handlers) WakeOrder(ctx context.Context, r adminapi.WakeOrderRequestObject) (adminapi.WakeOrderResponseObject, error) {
	done, err := h.OrderActions.Wake(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason))
	return adminapi.WakeOrder200JSONResponse(doneShape(done)), err
}

// RetryOrder answers POST /api/admin/orders/{id}/retry/.
func (h *Handlers) RetryOrder(ctx context.Context, r adminapi.RetryOrderRequestObject) (adminapi.RetryOrderResponseObject, error) {
	done, err := h.OrderActions.Retry(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason), r.Body.Units)
	return adminapi.RetryOrder200JSONResponse(doneShape(done)), err
}

// RerouteOrder answers POST /api/admin/orders/{id}/reroute/.
func (h *Handlers) RerouteOrder(ctx context.Context, r adminapi.RerouteOrderRequestObject) (adminapi.RerouteOrderResponseObject, error) {
	done, err := h.OrderActions.Reroute(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason),
		orders.Rerouting{Units: r.Body.Units, Prefer: r.Body.Prefer, Exclude: r.Body.Exclude})
	return adminapi.RerouteOrder200JSONResponse(doneShape(done)), err
}

// DeliverOrder answers POST /api/admin/orders/{id}/deliver/.
func (h *Handlers) DeliverOrder(ctx context.Context, r adminapi.DeliverOrderRequestObject) (adminapi.DeliverOrderResponseObject, error) {
	b := r.Body
	cost, err := costOf(b.Cost, b.CostCurrency)
	if err != nil {
		return nil, err
	}
	done, err := h.OrderActions.Deliver(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, b.Version, b.Reason),
		orders.Delivery{Units: b.Units, Proof: b.Proof, Upload: value(b.Picture), Cost: cost, Codes: b.Codes, Force: b.Force})
	return adminapi.DeliverOrder200JSONResponse(doneShape(done)), err
}

// CorrectOrder answers POST /api/admin/orders/{id}/correct/.
func (h *Handlers) CorrectOrder(ctx context.Context, r adminapi.CorrectOrderRequestObject) (adminapi.CorrectOrderResponseObject, error) {
	b := r.Body
	done, err := h.OrderActions.Correct(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, b.Version, b.Reason),
		orders.Correction{Account: b.Account, Server: b.ServerID, ServerCustom: b.ServerCustom})
	return adminapi.CorrectOrder200JSONResponse(doneShape(done)), err
}

// CorrectCost answers POST /api/admin/orders/{id}/cost/.
func (h *Handlers) CorrectCost(ctx context.Context, r adminapi.CorrectCostRequestObject) (adminapi.CorrectCostResponseObject, error) {
	b := r.Body
	cost, err := costOf(&b.Cost, nil)
	if err != nil {
		return nil, err
	}
	done, err := h.OrderActions.CorrectCost(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, b.Version, b.Reason), orders.CostCorrection{Unit: b.Unit, Cost: *cost})
	return adminapi.CorrectCost200JSONResponse(doneShape(done)), err
}

// PauseOrder answers POST /api/admin/orders/{id}/pause/.
func (h *Handlers) PauseOrder(ctx context.Context, r adminapi.PauseOrderRequestObject) (adminapi.PauseOrderResponseObject, error) {
	done, err := h.OrderActions.Pause(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason), r.Body.Hours)
	return adminapi.PauseOrder200JSONResponse(doneShape(done)), err
}

// ResumeOrder answers POST /api/admin/orders/{id}/resume/.
func (h *Handlers) ResumeOrder(ctx context.Context, r adminapi.ResumeOrderRequestObject) (adminapi.ResumeOrderResponseObject, error) {
	done, err := h.OrderActions.Resume(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason))
	return adminapi.ResumeOrder200JSONResponse(doneShape(done)), err
}

// CancelOrder answers POST /api/admin/orders/{id}/cancel/.
func (h *Handlers) CancelOrder(ctx context.Context, r adminapi.CancelOrderRequestObject) (adminapi.CancelOrderResponseObject, error) {
	done, err := h.OrderActions.Cancel(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason))
	return adminapi.CancelOrder200JSONResponse(doneShape(done)), err
}

// ReplaceCode answers POST /api/admin/orders/{id}/replace_code/.
func (h *Handlers) ReplaceCode(ctx context.Context, r adminapi.ReplaceCodeRequestObject) (adminapi.ReplaceCodeResponseObject, error) {
	b := r.Body
	done, err := h.OrderActions.ReplaceCode(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, b.Version, b.Reason),
		orders.Replacement{CodeID: b.CodeID, IsUnit: b.IsUnit, New: value(b.NewCode)})
	return adminapi.ReplaceCode200JSONResponse(doneShape(done)), err
}

// GiveGoodwill answers POST /api/admin/orders/{id}/goodwill/.
func (h *Handlers) GiveGoodwill(ctx context.Context, r adminapi.GiveGoodwillRequestObject) (adminapi.GiveGoodwillResponseObject, error) {
	done, err := h.OrderActions.GiveGoodwill(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason), r.Body.Amount)
	return adminapi.GiveGoodwill200JSONResponse(doneShape(done)), err
}

// RecordChargeback answers POST /api/admin/orders/{id}/chargeback/.
func (h *Handlers) RecordChargeback(ctx context.Context, r adminapi.RecordChargebackRequestObject) (adminapi.RecordChargebackResponseObject, error) {
	b := r.Body
	done, err := h.Finance.RecordChargeback(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, "", b.Reason), finance.ChargedBack{
		Amount: b.Amount, Fee: b.Fee, Number: b.Number, Provider: value(b.Provider), Payment: value(b.Payment), AnswerBy: b.AnswerBy,
	})
	return adminapi.RecordChargeback200JSONResponse(doneShape(done)), err
}

// ResendLetter answers POST /api/admin/orders/{id}/letters/.
func (h *Handlers) ResendLetter(ctx context.Context, r adminapi.ResendLetterRequestObject) (adminapi.ResendLetterResponseObject, error) {
	done, err := h.OrderActions.ResendLetter(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason), email.Kind(r.Body.Kind))
	return adminapi.ResendLetter200JSONResponse(doneShape(done)), err
}

// UnblockBuyer answers POST /api/admin/orders/{id}/unblock/.
func (h *Handlers) UnblockBuyer(ctx context.Context, r adminapi.UnblockBuyerRequestObject) (adminapi.UnblockBuyerResponseObject, error) {
	done, err := h.OrderActions.Unblock(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason), order.BlockKind(r.Body.What))
	return adminapi.UnblockBuyer200JSONResponse(doneShape(done)), err
}

// BlockBuyer answers POST /api/admin/orders/{id}/block/.
func (h *Handlers) BlockBuyer(ctx context.Context, r adminapi.BlockBuyerRequestObject) (adminapi.BlockBuyerResponseObject, error) {
	done, err := h.OrderActions.Block(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, r.Body.Version, r.Body.Reason),
		orders.Blocking{What: string(r.Body.What), Words: r.Body.Words})
	return adminapi.BlockBuyer200JSONResponse(doneShape(done)), err
}

// AddNote answers POST /api/admin/orders/{id}/notes/.
func (h *Handlers) AddNote(ctx context.Context, r adminapi.AddNoteRequestObject) (adminapi.AddNoteResponseObject, error) {
	done, err := h.OrderActions.AddNote(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, "", adminapi.Reason{Code: "note"}), r.Body.Text, r.Body.Mentions)
	return adminapi.AddNote200JSONResponse(doneShape(done)), err
}

// ListNotes answers GET /api/admin/orders/{id}/notes/.
func (h *Handlers) ListNotes(ctx context.Context, r adminapi.ListNotesRequestObject) (adminapi.ListNotesResponseObject, error) {
	notes, names, err := h.OrderActions.Notes(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	list := adminapi.OrderNotes{Results: []adminapi.OrderNote{}}
	for _, n := range notes {
		x := adminapi.OrderNote{ID: n.ID, Author: adminapi.StaffRef{ID: n.StaffID, Name: names[n.StaffID]}, At: n.At, Text: n.Text, Mentions: []adminapi.StaffRef{}}
		for _, id := range n.Mentions {
			x.Mentions = append(x.Mentions, adminapi.StaffRef{ID: id, Name: names[id]})
		}
		list.Results = append(list.Results, x)
	}
	return adminapi.ListNotes200JSONResponse(list), nil
}

// RunBatch answers POST /api/admin/orders/batch/.
func (h *Handlers) RunBatch(ctx context.Context, r adminapi.RunBatchRequestObject) (adminapi.RunBatchResponseObject, error) {
	b := r.Body
	batch, rows, err := h.OrderActions.Batch(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), orders.BatchRequest{
		Action: string(b.Action), Orders: b.Orders, Text: value(b.Text), Letter: email.Kind(value(b.Kind)), DryRun: b.DryRun,
	})
	if err != nil {
		return nil, err
	}
	report := adminapi.BatchReport{Batch: fmt.Sprintf("%x", batch[:]), Rows: []adminapi.BatchRow{}}
	for _, row := range rows {
		report.Rows = append(report.Rows, adminapi.BatchRow{OrderID: row.OrderID, Done: row.Done, Reason: given(row.Reason)})
		if row.Done {
			report.Done++
		} else {
			report.Refused++
		}
	}
	return adminapi.RunBatch200JSONResponse(report), nil
}
