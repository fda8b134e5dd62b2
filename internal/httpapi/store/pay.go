package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"larek/internal/checkout"
	"larek/internal/httpapi/address"
	"larek/internal/httpapi/storeapi"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

const noStore = "no-store"

// StartPayment answers POST /api/payments/{name}/.
func (h *Handlers) StartPayment(ctx context.Context, r storeapi.StartPaymentRequestObject) (storeapi.StartPaymentResponseObject, error) {
	m, err := h.activeMarket(ctx)
	if err != nil {
		return nil, err
	}
	in := checkout.PaymentRequest{OrderID: r.Body.OrderID, Method: r.Name, Currency: money.Currency(r.Body.Currency), Market: m, From: address.Of(requestOf(ctx))}
	if r.Body.Email != nil {
		in.Email = *r.Body.Email
	}
	if r.Body.Phone != nil {
		in.Phone = *r.Body.Phone
	}
	a, err := h.Checkout.StartPayment(ctx, h.caller(ctx), in)
	if err != nil {
		return nil, err
	}
	body, err := scenario(a)
	if err != nil {
		return nil, err
	}
	return storeapi.StartPayment200JSONResponse{
		Body: body, Headers: storeapi.StartPayment200ResponseHeaders{CacheControl: new(noStore)},
	}, nil
}

// scenario maps an attempt to what the buyer must do next.
func scenario(a *payment.Attempt) (storeapi.PaymentScenario, error) {
	id, amount, currency, until, sc := a.ID, a.Amount.Minor.String(), string(a.Amount.Currency), &a.ExpiresAt, a.Scenario
	switch sc.Type {
	case payment.External:
		return storeapi.ExternalScenario{PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until, HelpText: sc.HelpText}, nil
	case payment.Form:
		fields := each(sc.Fields, func(f payment.FormField) storeapi.FormField { return storeapi.FormField(f) })
		return storeapi.FormScenario{
			PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until,
			Method: storeapi.FormMethod(sc.Method), Action: sc.URL, Fields: fields,
		}, nil
	case payment.InvoiceQR:
		return storeapi.InvoiceQrScenario{PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until, QrStr: sc.QR}, nil
	case payment.P2P:
		return storeapi.P2PScenario{
			PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until, CardNumber: sc.CardNumber, CardName: sc.CardName,
		}, nil
	case payment.P2PRedirect:
		return storeapi.P2PRedirectScenario{PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until, URL: sc.URL}, nil
	case payment.Redirect:
		return storeapi.RedirectScenario{PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until, URL: sc.URL}, nil
	case payment.QR:
		return storeapi.QrScenario{PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until, URL: sc.URL}, nil
	case payment.Wait:
		return storeapi.WaitOrderStateScenario{PaymentID: id, Amount: amount, Currency: currency, ExpiresAt: until, OrderID: a.OrderID}, nil
	default:
		return nil, fmt.Errorf("attempt %d: unknown scenario %q", a.ID, sc.Type)
	}
}

// CheckPayselection answers POST /api/payments/payselection/status/: it queries the
// provider now instead of waiting for the reconciler.
func (h *Handlers) CheckPayselection(ctx context.Context, r storeapi.CheckPayselectionRequestObject) (storeapi.CheckPayselectionResponseObject, error) {
	who := h.caller(ctx)
	if err := h.Checkout.PollPayment(ctx, who, r.Body.OrderID); err != nil {
		return nil, err
	}
	rec, err := h.statusRecord(ctx, r.Body.OrderID, who)
	if err != nil {
		return nil, err
	}
	return storeapi.CheckPayselection200JSONResponse(rec), nil
}

// TerminatePayselection answers POST /api/payments/payselection/term/{order_id}/.
func (h *Handlers) TerminatePayselection(ctx context.Context, r storeapi.TerminatePayselectionRequestObject) (storeapi.TerminatePayselectionResponseObject, error) {
	who := h.caller(ctx)
	if err := h.Checkout.CancelPayment(ctx, who, r.OrderID); err != nil {
		return nil, err
	}
	rec, err := h.statusRecord(ctx, r.OrderID, who)
	if err != nil {
		return nil, err
	}
	return storeapi.TerminatePayselection200JSONResponse(rec), nil
}

// statusRecord returns the status of an order and of its newest payment.
func (h *Handlers) statusRecord(ctx context.Context, id int64, who order.Owner) (storeapi.OrderStatusRecord, error) {
	o, err := h.Orders.Readable(ctx, id, who)
	if err != nil {
		return storeapi.OrderStatusRecord{}, err
	}
	rec := storeapi.OrderStatusRecord{ID: o.ID, Status: storeapi.OrderStatus(o.Status)}
	attempt, status, err := h.Attempts.LatestAttempt(ctx, o.ID)
	switch {
	case errors.Is(err, payment.ErrNoAttempt):
	case err != nil:
		return rec, err
	default:
		rec.PaymentID, rec.PaymentStatus = &attempt, new(string(status))
	}
	return rec, nil
}

// NotifyGetpay answers POST /api/payments/getpay/notify/. The signature covers the
// values of the fields, so they are passed on unchanged.
func (h *Handlers) NotifyGetpay(ctx context.Context, r storeapi.NotifyGetpayRequestObject) (storeapi.NotifyGetpayResponseObject, error) {
	p, ok := h.Providers.Newest("getpay")
	if !ok {
		return nil, payment.ErrMethodUnavailable
	}
	if err := h.Limits.AdmitNotice(requestOf(ctx), p.Name()); err != nil {
		return nil, err
	}
	notice := r.JSONBody
	if notice == nil {
		notice = r.FormdataBody
	}
	form := url.Values{"wallet": {string(notice.Wallet)}, "sum": {string(notice.Sum)}, "order": {string(notice.Order)}, "signature": {notice.Signature}}
	if notice.Type != nil {
		form.Set("type", string(*notice.Type))
	}
	err := h.Webhooks.HandleWebhook(ctx, p, payment.Webhook{Header: requestOf(ctx).Header, Body: []byte(form.Encode())})
	if errors.Is(err, checkout.ErrInvalidWebhook) {
		h.Limits.CountForged(requestOf(ctx), p.Name())
	}
	if err != nil {
		return nil, err
	}
	return storeapi.NotifyGetpay200TextResponse("OK"), nil
}
