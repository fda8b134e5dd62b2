// Package store answers the calls of the public contract.
package store

import (
	"context"
	"net/http"

	"larek/internal/account"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/content"
	"larek/internal/delivery"
	"larek/internal/feedback"
	"larek/internal/httpapi/storeapi"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/promo"
	"larek/internal/report"
	"larek/internal/seal"
)

// Handlers implements the contract. A call that is not built yet falls
// through to NotImplemented.
type Handlers struct {
	storeapi.NotImplemented
	Catalog  *catalog.Service
	Content  *content.Service
	Feedback *feedback.Service
	Payment  *payment.Service
	Report   *report.Service
	Receipts *report.Receipts
	Orders   *order.Service
	Checkout *checkout.Service
	Promo    *promo.Service
	Stock    *delivery.Stock
	Accounts *account.Service
	Tokens   *account.Tokens
	GuestKey seal.Key
	// SignInKey signs the name of a browser that has gone to a provider.
	SignInKey seal.Key
	// Origin is the shop's public address, which its own pages call from.
	Origin string
	// Slow refuses somebody who asks too often; nil lets everybody.
	Slow  func(ctx context.Context, what, who string) error
	Clock clock.Clock
}

func (h *Handlers) slow(ctx context.Context, what, who string) error {
	if h.Slow == nil {
		return nil
	}
	return h.Slow(ctx, what, who)
}

var _ storeapi.StrictServerInterface = (*Handlers)(nil)

type requestKey struct{}

// WithRequest lets handlers see the request behind the typed one: its address
// for links, its cookies and headers for the market.
func WithRequest(next storeapi.StrictHandlerFunc, _ string) storeapi.StrictHandlerFunc {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		return next(context.WithValue(ctx, requestKey{}, r), w, r, request)
	}
}

func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}
