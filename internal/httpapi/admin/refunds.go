package admin

import (
	"context"

	"larek/internal/desk/refunds"
	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
	"larek/internal/problem"
)

// QuoteRefund answers POST /api/admin/orders/{id}/refunds/quote/.
func (h *Handlers) QuoteRefund(ctx context.Context, r adminapi.QuoteRefundRequestObject) (adminapi.QuoteRefundResponseObject, error) {
	q, err := h.Refunds.Quote(ctx, Actor(ctx), r.ID, r.Body.Parts, string(r.Body.Destination))
	if err != nil {
		return nil, err
	}
	return adminapi.QuoteRefund200JSONResponse(quoteShape(q)), nil
}

func quoteShape(q refunds.Quote) adminapi.RefundQuote {
	shape := adminapi.RefundQuote{
		OrderID: q.OrderID, Version: q.Version, Currency: string(q.Left.Currency), Left: q.Left.Minor.String(), Parts: []adminapi.RefundPart{}, Chosen: q.Chosen,
		Amount: q.Amount.String(), Rubles: q.Rubles, Destination: adminapi.RefundDestination(q.Destination), Destinations: []adminapi.RefundDestination{},
		AloneLimit: q.AloneLimit, NeedsSecond: q.NeedsSecond, IsForced: q.IsForced, Consequences: q.Consequences, Reasons: []adminapi.ReasonChoice{},
	}
	for _, p := range q.Parts {
		shape.Parts = append(shape.Parts, adminapi.RefundPart{
			ID: p.ID, LineID: p.LineID, Title: p.Title, State: p.State, IsDelivered: p.IsDelivered, IsAsked: p.HasOpenAttempt,
			Goods: p.Goods.String(), Fee: p.Fee.String(), Allowed: p.Refusal == "", Reason: given(p.Refusal),
		})
	}
	for _, d := range q.Destinations {
		shape.Destinations = append(shape.Destinations, adminapi.RefundDestination(d))
	}
	for _, c := range refunds.Reasons {
		shape.Reasons = append(shape.Reasons, adminapi.ReasonChoice{Code: c.Code, Text: c.Text})
	}
	return shape
}

// GrantRefund answers POST /api/admin/orders/{id}/refunds/.
func (h *Handlers) GrantRefund(ctx context.Context, r adminapi.GrantRefundRequestObject) (adminapi.GrantRefundResponseObject, error) {
	b := r.Body
	w := refunds.Request{Parts: b.Parts, Destination: string(b.Destination), Force: b.Force, Send: b.Send}
	if b.Amount != nil {
		amount, err := money.ParseMinor(*b.Amount)
		if err != nil {
			return nil, problem.InvalidFields(problem.Field{Name: "amount", Code: "wrong_value", Detail: "Напишите сумму с двумя знаками."})
		}
		w.Amount = &amount
	}
	g, err := h.Refunds.GrantRefund(ctx, act(ctx, r.ID, r.Params.IdempotencyKey, b.Version, b.Reason), w)
	return adminapi.GrantRefund200JSONResponse(grantShape(g)), err
}

func grantShape(g refunds.Approval) adminapi.RefundGrant {
	return adminapi.RefundGrant{
		ID: g.ID, OrderID: g.OrderID, State: adminapi.RefundGrantState(g.State), Amount: g.Amount.String(), Currency: string(g.Currency), Rubles: g.Rubles,
		Destination: adminapi.RefundDestination(g.Destination), NeedsSecond: g.NeedsSecond, Version: g.Version, Message: g.Message,
	}
}

// SendGrant answers POST /api/admin/refund_grants/{id}/send/.
func (h *Handlers) SendGrant(ctx context.Context, r adminapi.SendGrantRequestObject) (adminapi.SendGrantResponseObject, error) {
	g, err := h.Refunds.SendGrant(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.SendGrant200JSONResponse(grantShape(g)), err
}

// DeclineGrant answers POST /api/admin/refund_grants/{id}/decline/.
func (h *Handlers) DeclineGrant(ctx context.Context, r adminapi.DeclineGrantRequestObject) (adminapi.DeclineGrantResponseObject, error) {
	g, err := h.Refunds.DeclineGrant(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID)
	return adminapi.DeclineGrant200JSONResponse(grantShape(g)), err
}

// RetryRefund answers POST /api/admin/refunds/{id}/retry/.
func (h *Handlers) RetryRefund(ctx context.Context, r adminapi.RetryRefundRequestObject) (adminapi.RetryRefundResponseObject, error) {
	done, err := h.Refunds.DecideRefund(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, refunds.Decision{Step: refunds.StepRetry})
	return adminapi.RetryRefund200JSONResponse(doneShape(done)), err
}

// RefundToBalance answers POST /api/admin/refunds/{id}/to_balance/.
func (h *Handlers) RefundToBalance(ctx context.Context, r adminapi.RefundToBalanceRequestObject) (adminapi.RefundToBalanceResponseObject, error) {
	done, err := h.Refunds.DecideRefund(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, refunds.Decision{Step: refunds.StepToBalance})
	return adminapi.RefundToBalance200JSONResponse(doneShape(done)), err
}

// SettleRefund answers POST /api/admin/refunds/{id}/settle/.
func (h *Handlers) SettleRefund(ctx context.Context, r adminapi.SettleRefundRequestObject) (adminapi.SettleRefundResponseObject, error) {
	d := refunds.Decision{Step: refunds.StepSettle, Reference: r.Body.Reference, From: refunds.PaidFrom(r.Body.PaidFrom)}
	done, err := h.Refunds.DecideRefund(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.ID, d)
	return adminapi.SettleRefund200JSONResponse(doneShape(done)), err
}

const refundList = "refunds"

// ListRefunds answers GET /api/admin/refunds/.
func (h *Handlers) ListRefunds(ctx context.Context, r adminapi.ListRefundsRequestObject) (adminapi.ListRefundsResponseObject, error) {
	p := r.Params
	f := refunds.Filter{State: string(value(p.State)), OrderID: value(p.OrderID)}
	var before int64
	if err := h.Cursors.Decode(refundList, f, p.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	rows, err := h.Refunds.List(ctx, Actor(ctx), f, before, limit)
	if err != nil {
		return nil, err
	}
	page := adminapi.RefundPage{Results: make([]adminapi.RefundRow, len(rows))}
	for i, row := range rows {
		page.Results[i] = refundRow(row)
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(refundList, f, rows[limit-1].ID)
	}
	return adminapi.ListRefunds200JSONResponse(page), err
}

func refundRow(r refunds.Row) adminapi.RefundRow {
	kind := adminapi.RefundRowKindRefund
	if r.IsGrant {
		kind = adminapi.RefundRowKindGrant
	}
	return adminapi.RefundRow{
		Kind: kind, ID: r.ID, OrderID: r.OrderID, State: adminapi.RefundState(r.State), Amount: r.Amount.Minor.String(), Currency: string(r.Amount.Currency),
		Reason: r.Reason, Destination: r.Destination, Provider: given(r.Provider), Tries: int(r.Tries), NextTryAt: r.NextTryAt, Created: r.Created,
		DoneAt: r.DoneAt, GrantedBy: staffRef(r.GrantedBy), SentBy: staffRef(r.SentBy), Note: given(r.Note), Actions: allowedShapes(r.Actions),
	}
}

func staffRef(p *refunds.Person) *adminapi.StaffRef {
	if p == nil {
		return nil
	}
	return &adminapi.StaffRef{ID: p.ID, Name: p.Name}
}
