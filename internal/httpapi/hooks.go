package httpapi

import (
	"errors"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"larek/internal/checkout"
	"larek/internal/delivery"
	"larek/internal/httpapi/address"
	"larek/internal/payment"
)

// maxHook bounds a webhook; the longest of any provider is a few kilobytes.
const maxHook = 64 << 10

// serveHook finds out whether a provider or a supplier calls, and which. Who
// calls too often, or has forged too much, is refused before anything is read.
func (s *server) serveHook(w http.ResponseWriter, r *http.Request) {
	name, rest := chi.URLParam(r, "name"), chi.URLParam(r, "*")
	if err := s.limitHook(r, name); err != nil {
		s.fail(w, r, err)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxHook))
	if err != nil {
		writeProblem(w, errTooLarge)
		return
	}
	if p, ok := s.checkout.Payments.Provider(name); ok && rest == "" {
		s.takeNotice(w, r, p, body)
		return
	}
	if supplier, ok := s.checkout.Dispatch.Supplier(name); ok {
		s.takeCallback(w, r, supplier, delivery.Hook{Path: rest, Header: r.Header, Body: body})
		return
	}
	writeProblem(w, errNotFound)
}

// takeNotice acknowledges what is kept. Some providers sign the full address
// that is registered with them.
func (s *server) takeNotice(w http.ResponseWriter, r *http.Request, p payment.Provider, body []byte) {
	address := s.checkout.Origin + "/hooks/" + p.Name() + "/"
	err := s.checkout.TakeNotice(r.Context(), p, payment.Hook{URL: address, Header: r.Header, Body: body})
	if errors.Is(err, checkout.ErrForged) {
		s.countForged(r, p.Name())
		s.log.WarnContext(r.Context(), "webhook refused", "provider", p.Name(), "request_id", requestID(r.Context()))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Acknowledge(w)
}

// takeCallback only learns which order to ask about: what is true is read from
// the supplier by the order's flow.
func (s *server) takeCallback(w http.ResponseWriter, r *http.Request, supplier delivery.Supplier, hook delivery.Hook) {
	about, err := supplier.Told(hook)
	if err != nil {
		s.countForged(r, supplier.Name())
		s.log.WarnContext(r.Context(), "callback refused", "supplier", supplier.Name(), "request_id", requestID(r.Context()))
		writeProblem(w, checkout.ErrForged)
		return
	}
	order, err := s.checkout.Dispatch.Told(r.Context(), supplier.Name(), about)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if order != 0 {
		_ = s.checkout.Flow.Tell(r.Context(), order)
	}
	supplier.Acknowledge(w)
}

// limitHook bounds calls by address and provider.
func (s *server) limitHook(r *http.Request, provider string) error {
	who := address.Of(r)
	if s.limits == nil || who == "" {
		return nil
	}
	if wait := s.limits.Spent("forged", who+" "+provider); wait > 0 {
		return &tooMany{wait}
	}
	return s.limits.Slow(r.Context(), "hook", who+" "+provider)
}

// countForged remembers who did not convince.
func (s *server) countForged(r *http.Request, provider string) {
	if who := address.Of(r); s.limits != nil && who != "" {
		s.limits.SpendHere("forged", who+" "+provider)
	}
}
