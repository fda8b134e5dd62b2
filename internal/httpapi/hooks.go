package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"larek/internal/delivery"
	"larek/internal/payment"
)

// maxHook bounds a webhook; the longest of any provider is a few kilobytes.
const maxHook = 64 << 10

// Hooks takes what providers and suppliers call to tell.
type Hooks struct {
	Payments *payment.Service
	Dispatch *delivery.Dispatch
	// Origin is the shop's public address: some providers sign the full one.
	Origin string
	// Tell hands an order with news to its flow; a failure is made up later.
	Tell func(ctx context.Context, orderID int64) error
}

// serveHook finds out whose call it is.
func (s *server) serveHook(w http.ResponseWriter, r *http.Request) {
	name, rest := chi.URLParam(r, "name"), chi.URLParam(r, "*")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxHook))
	if err != nil {
		writeProblem(w, errTooLarge)
		return
	}
	if p, ok := s.hooks.Payments.Provider(name); ok && rest == "" {
		s.takeNotice(w, r, p, body)
		return
	}
	if supplier, ok := s.hooks.Dispatch.Supplier(name); ok {
		s.takeCallback(w, r, supplier, delivery.Hook{Path: rest, Header: r.Header, Body: body})
		return
	}
	writeProblem(w, errNotFound)
}

// takeNotice verifies, keeps and acknowledges. Nothing is done about the news
// here: that is the flow's work, which outlives this request.
func (s *server) takeNotice(w http.ResponseWriter, r *http.Request, p payment.Provider, body []byte) {
	name := p.Name()
	n, err := p.Notice(payment.Hook{URL: s.hooks.Origin + "/hooks/" + name + "/", Header: r.Header, Body: body})
	switch {
	case errors.Is(err, payment.ErrIrrelevant):
		p.Acknowledge(w)
		return
	case err != nil:
		if err := s.hooks.Payments.Refuse(r.Context(), name, "signature", body); err != nil {
			s.fail(w, r, err)
			return
		}
		s.log.WarnContext(r.Context(), "webhook refused", "provider", name, "request_id", requestID(r.Context()))
		writeProblem(w, errForged)
		return
	}
	order, err := s.hooks.Payments.Keep(r.Context(), name, payment.ByWebhook, n)
	if err != nil {
		s.fail(w, r, err) // not acknowledged: the provider sends it again
		return
	}
	if order != 0 {
		_ = s.hooks.Tell(r.Context(), order)
	}
	p.Acknowledge(w)
}

// takeCallback only learns which order to ask about: what is true is read from
// the supplier by the order's flow.
func (s *server) takeCallback(w http.ResponseWriter, r *http.Request, supplier delivery.Supplier, hook delivery.Hook) {
	about, err := supplier.Told(hook)
	if err != nil {
		s.log.WarnContext(r.Context(), "callback refused", "supplier", supplier.Name(), "request_id", requestID(r.Context()))
		writeProblem(w, errForged)
		return
	}
	order, err := s.hooks.Dispatch.Told(r.Context(), supplier.Name(), about)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if order != 0 {
		_ = s.hooks.Tell(r.Context(), order)
	}
	supplier.Acknowledge(w)
}
