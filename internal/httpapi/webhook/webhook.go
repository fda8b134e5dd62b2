// Package webhook receives the calls of payment providers and suppliers.
package webhook

import (
	"errors"
	"io"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"

	"larek/internal/checkout"
	"larek/internal/delivery"
	"larek/internal/httpapi/httperr"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/payment"
)

// maxWebhookBody bounds the body of a webhook; the longest of any provider is a few
// kilobytes.
const maxWebhookBody = 64 << 10

// Handler serves /hooks/{name}/*.
type Handler struct {
	Webhooks  *checkout.Webhooks
	Providers *payment.Providers
	Dispatch  *delivery.Dispatcher
	// Origin is the shop's public address.
	Origin    string
	Limits    *ratelimit.Limits // nil sets no limits
	Responder *httperr.Responder
	Log       *slog.Logger
}

// ServeHTTP passes a call to the handler of its provider or supplier. A caller who
// calls too often, or has sent too many forged calls, is refused before the body is
// read.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, rest := chi.URLParam(r, "name"), chi.URLParam(r, "*")
	if err := h.Limits.AdmitNotice(r, name); err != nil {
		h.Responder.Fail(w, r, err)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWebhookBody))
	if err != nil {
		httperr.Write(w, httperr.ErrTooLarge)
		return
	}
	if p, ok := h.Providers.Newest(name); ok && rest == "" {
		h.handleWebhook(w, r, p, body)
		return
	}
	if supplier, ok := h.Dispatch.Suppliers.Supplier(name); ok {
		h.handleCallback(w, r, supplier, delivery.Callback{Path: rest, Header: r.Header, Body: body})
		return
	}
	httperr.Write(w, httperr.ErrNotFound)
}

// handleWebhook acknowledges a notice once it is stored. Some providers sign the
// full address that is registered with them.
func (h *Handler) handleWebhook(w http.ResponseWriter, r *http.Request, p payment.Provider, body []byte) {
	address := h.Origin + "/hooks/" + p.Name() + "/"
	err := h.Webhooks.HandleWebhook(r.Context(), p, payment.Webhook{URL: address, Header: r.Header, Body: body})
	if errors.Is(err, checkout.ErrInvalidWebhook) {
		h.Limits.CountForged(r, p.Name())
		h.Log.WarnContext(r.Context(), "webhook refused", "provider", p.Name(), "request_id", httperr.RequestID(r.Context()))
	}
	if err != nil {
		h.Responder.Fail(w, r, err)
		return
	}
	p.Acknowledge(w)
}

// handleCallback acknowledges a callback of a supplier once its order was notified.
func (h *Handler) handleCallback(w http.ResponseWriter, r *http.Request, supplier delivery.Supplier, hook delivery.Callback) {
	err := h.Webhooks.HandleCallback(r.Context(), supplier, hook)
	if errors.Is(err, checkout.ErrInvalidWebhook) {
		h.Limits.CountForged(r, supplier.Name())
		h.Log.WarnContext(r.Context(), "callback refused", "supplier", supplier.Name(), "request_id", httperr.RequestID(r.Context()))
	}
	if err != nil {
		h.Responder.Fail(w, r, err)
		return
	}
	supplier.Acknowledge(w)
}
