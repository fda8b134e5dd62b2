// Package store answers the calls of the public contract.
package store

import (
	"context"
	"net/http"

	"larek/internal/account"
	"larek/internal/brand"
	"larek/internal/catalog"
	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/content"
	"larek/internal/delivery"
	"larek/internal/deliveryproof"
	"larek/internal/feedback"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/httpapi/storeapi"
	"larek/internal/ledger"
	"larek/internal/opening"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/promo"
	"larek/internal/publicfeed"
	"larek/internal/pubsub"
	"larek/internal/seal"
)

// Handlers implements the contract.
type Handlers struct {
	Catalog    *catalog.Service
	Previews   *catalog.Previews
	Opening    *opening.Gate
	Content    *content.Service
	Brand      *brand.Reader
	Feedback   *feedback.Service
	Providers  *payment.Providers
	Markets    *payment.Markets
	Attempts   *payment.Attempts
	Feed       *publicfeed.Service
	Movements  *ledger.Movements
	Proofs     *deliveryproof.Service
	Orders     *order.Service
	Checkout   *checkout.Service
	PromoCodes *checkout.PromoCodes
	// OwnAccounts is what buyers do to their accounts that concerns orders.
	OwnAccounts *checkout.Accounts
	Webhooks    *checkout.Webhooks
	Promo       *promo.Service
	Stock       *delivery.Stock
	Dispatch    *delivery.Dispatcher
	// ProofPictures show what operators delivered.
	ProofPictures *delivery.Pictures
	Ledger        *ledger.Service
	Accounts      *account.Service
	Sessions      *account.Sessions
	SignIns       *account.SignIns
	Tokens        *account.Tokens
	GuestKey      seal.Key
	// SignInKey signs the name of a browser that was redirected to a provider.
	SignInKey seal.Key
	// Origin is the shop's public address, from which its own pages call.
	Origin string
	Limits *ratelimit.Limits // nil sets no limits
	Clock  clock.Clock
	// Queue notifies operators of a row of their queue.
	Queue pubsub.QueueAnnouncer
}

func (h *Handlers) slow(ctx context.Context, what, who string) error {
	if h.Limits == nil {
		return nil
	}
	return h.Limits.Slow(ctx, what, who)
}

var _ storeapi.StrictServerInterface = (*Handlers)(nil)

type requestKey struct{}

// WithRequest gives handlers access to the HTTP request behind the typed one: its
// address for links, its cookies and headers for the market.
func WithRequest(next storeapi.StrictHandlerFunc, _ string) storeapi.StrictHandlerFunc {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		return next(context.WithValue(ctx, requestKey{}, r), w, r, request)
	}
}

func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}
