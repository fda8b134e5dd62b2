package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"larek/internal/httpapi/storeapi"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// ordersPage is how many orders a page of the history has.
const ordersPage = 50

var errNoPaymentPage = problem.New(problem.NotFound, "payment.no_page", "У этого заказа сейчас нет страницы оплаты.")

// ListOrders answers GET /api/orders/.
func (h *Handlers) ListOrders(ctx context.Context, r storeapi.ListOrdersRequestObject) (storeapi.ListOrdersResponseObject, error) {
	user, err := h.user(ctx)
	if err != nil {
		return nil, err
	}
	w := byPage(ctx, r.Params.Page, new(or(r.Params.PageSize, ordersPage)))
	limit, offset := w.sql()
	orders, count, err := h.Orders.List(ctx, user, (*order.Status)(r.Params.Status), limit, offset)
	if err != nil {
		return nil, err
	}
	g, err := h.goodsOf(ctx, orders...)
	if err != nil {
		return nil, err
	}
	now := h.Clock()
	return storeapi.ListOrders200JSONResponse{
		Count: int(count), Next: w.next(count), Previous: w.previous(),
		Results: each(orders, func(o *order.Order) storeapi.Order { return orderShape(o, g, now, ownersView(nil, nil)) }),
	}, nil
}

// GetOrder answers GET /api/orders/{hash}/.
func (h *Handlers) GetOrder(ctx context.Context, r storeapi.GetOrderRequestObject) (storeapi.GetOrderResponseObject, error) {
	o, viewer, err := h.orderByHash(ctx, r.Hash)
	if err != nil {
		return nil, err
	}
	body, err := h.showOrder(ctx, o, viewer)
	if err != nil {
		return nil, err
	}
	return storeapi.GetOrder200JSONResponse{Body: body, Headers: storeapi.GetOrder200ResponseHeaders{CacheControl: new(noStore)}}, nil
}

// GetOrderDetails answers GET /api/orders/{hash}/details/: for the owner the
// order with the codes that were delivered, which is recorded.
func (h *Handlers) GetOrderDetails(ctx context.Context, r storeapi.GetOrderDetailsRequestObject) (storeapi.GetOrderDetailsResponseObject, error) {
	o, viewer, err := h.orderByHash(ctx, r.Hash)
	if err != nil {
		return nil, err
	}
	codes, err := h.codes(ctx, o, viewer)
	if err != nil {
		return nil, err
	}
	g, err := h.goodsOf(ctx, o)
	if err != nil {
		return nil, err
	}
	progress, err := h.progress(ctx, o, viewer)
	if err != nil {
		return nil, err
	}
	if viewer.IsOwner() && codes != nil {
		if progress.Codes, err = h.deliveredCodes(ctx, o.ID); err != nil {
			return nil, err
		}
	}
	return storeapi.GetOrderDetails200JSONResponse{
		Body:    orderShape(o, g, h.Clock(), view{viewer.IsOwner(), progress, codes}),
		Headers: storeapi.GetOrderDetails200ResponseHeaders{CacheControl: new(noStore)},
	}, nil
}

// orderByHash reads an order and how the caller may view it: a caller who knows the
// hash holds at least the link.
func (h *Handlers) orderByHash(ctx context.Context, text string) (*order.Order, order.Viewer, error) {
	hash, err := publicid.Parse(text)
	if err != nil {
		return nil, order.NoAccess, order.ErrNotFound
	}
	o, err := h.Orders.ByHash(ctx, hash)
	if err != nil {
		return nil, order.NoAccess, err
	}
	who := h.caller(ctx)
	who.Hash = &hash
	viewer, err := h.Orders.Viewer(ctx, o.ID, who)
	return o, viewer, err
}

// showOrder returns an order with its progress and without codes.
func (h *Handlers) showOrder(ctx context.Context, o *order.Order, viewer order.Viewer) (storeapi.Order, error) {
	g, err := h.goodsOf(ctx, o)
	if err != nil {
		return nil, err
	}
	progress, err := h.progress(ctx, o, viewer)
	if err != nil {
		return nil, err
	}
	return orderShape(o, g, h.Clock(), view{viewer.IsOwner(), progress, nil}), nil
}

// progress returns what the order page shows beside the order itself.
func (h *Handlers) progress(ctx context.Context, o *order.Order, viewer order.Viewer) (*storeapi.OrderProgress, error) {
	events, err := h.Orders.Events(ctx, o.ID, 0)
	if err != nil {
		return nil, err
	}
	p := &storeapi.OrderProgress{Timeline: []storeapi.TimelineEntry{}, RefundTo: storeapi.RefundTo(o.RefundTo), Proofs: []string{}, Pictures: []storeapi.ProofPictureRef{}, Codes: []storeapi.DeliveredCode{}}
	for _, e := range events {
		if e.Text != "" {
			p.Timeline = append(p.Timeline, storeapi.TimelineEntry{At: e.At, Event: e.Event, Text: e.Text, LineID: e.LineID})
		}
	}
	if o.NextAction != nil {
		switch *o.NextAction {
		case order.ActPay:
			p.ExpiresAt = o.DueAt
		case order.ActCorrect:
			p.DetailsDeadline = o.DueAt
		}
	}
	if o.Status == order.Sending {
		if p.HeldUntil, err = h.Dispatch.HeldUntil(ctx, o.ID); err != nil {
			return nil, err
		}
	}
	if o.Status == order.Done && viewer == order.ByAccount {
		reviewed, err := h.Orders.HasFeedback(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		p.IsFeedbackAllowed = !reviewed
	}
	// The proof names the account the goods were delivered to.
	if viewer.IsOwner() && anyLine(o, order.Completed) {
		pictures, err := h.ProofPictures.OfOrder(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		p.Pictures = each(pictures, proofPicture)
		receipt, err := h.Proofs.ForOrder(ctx, o, pictures)
		if err != nil {
			return nil, err
		}
		if receipt != "" {
			p.DeliveryReceipt = &receipt
		}
		if p.Proofs, err = h.Dispatch.Proofs(ctx, o.ID); err != nil {
			return nil, err
		}
	}
	// What was paid and how is shown to the owner only; what is to be paid is also
	// shown to other payers with the link.
	if viewer.IsOwner() || o.Status.Unpaid() {
		p.Quote, err = h.quote(ctx, o.ID, events)
	}
	return p, err
}

// quote returns the locked price of the open payment, or of the one that was made.
func (h *Handlers) quote(ctx context.Context, orderID int64, events []order.Event) (*storeapi.Quote, error) {
	a, err := h.Attempts.PaidOrOpenAttempt(ctx, orderID)
	if errors.Is(err, payment.ErrNoAttempt) {
		return nil, nil //nolint:nilnil // no payment is an answer
	}
	if err != nil {
		return nil, err
	}
	return &storeapi.Quote{
		PaymentID: a.ID, Method: a.Method, Amount: a.Amount.Minor.String(), Currency: string(a.Amount.Currency), Rate: a.Rate, Fee: a.Fee, ExpiresAt: a.ExpiresAt,
		Received: receivedPart(events),
	}, nil
}

// receivedPart returns what has come of the payment that was started last.
func receivedPart(events []order.Event) string {
	for _, e := range slices.Backward(events) {
		switch e.Event {
		case order.EventPaymentPart:
			return fmt.Sprint(e.Params["amount"])
		case order.EventPaymentStarted:
			return money.Minor(0).String()
		}
	}
	return money.Minor(0).String()
}

// GetOrderStatus answers GET /api/orders/status/{id}/.
func (h *Handlers) GetOrderStatus(ctx context.Context, r storeapi.GetOrderStatusRequestObject) (storeapi.GetOrderStatusResponseObject, error) {
	record, err := h.statusRecord(ctx, r.ID, h.caller(ctx))
	if err != nil {
		return nil, err
	}
	return storeapi.GetOrderStatus200JSONResponse(record), nil
}

// GetOrderPaymentData answers GET /api/orders/payment_data/{id}/.
func (h *Handlers) GetOrderPaymentData(ctx context.Context, r storeapi.GetOrderPaymentDataRequestObject) (storeapi.GetOrderPaymentDataResponseObject, error) {
	a, err := h.Checkout.OpenPage(ctx, h.caller(ctx), r.ID)
	if errors.Is(err, payment.ErrNoAttempt) {
		return nil, errNoPaymentPage
	}
	if err != nil {
		return nil, err
	}
	page := a.Scenario.Page()
	if page == "" {
		return nil, errNoPaymentPage
	}
	return storeapi.GetOrderPaymentData200JSONResponse{URL: page}, nil
}

func anyLine(o *order.Order, status order.LineStatus) bool {
	for _, l := range o.Lines {
		if l.Status == status {
			return true
		}
	}
	return false
}
