// Package checkout holds the verbs a buyer waits for and that span domains:
// create an order, change it, put a promo code on it, start a payment. It
// opens the one transaction and hands it to the domains.
package checkout

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/ledger"
	"larek/internal/notify"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/seal"
)

// Flow is what checkout needs of the engine: to be told that something about
// an order has changed. Telling twice is harmless.
type Flow interface {
	Tell(ctx context.Context, orderID int64) error
}

// Service is the verbs.
type Service struct {
	Pool     *pgxpool.Pool
	Orders   *order.Service
	Promos   *promo.Service
	Payments *payment.Service
	Ledger   *ledger.Service
	Stock    *delivery.Stock
	Dispatch *delivery.Dispatch
	Letters  *notify.Service
	Pictures *picture.Store
	Flow     Flow
	Clock    clock.Clock
	// Origin is the shop's public address, for the way back from a provider.
	Origin string
	// ProofKey makes the codes that prove a guest's address.
	ProofKey seal.Key
	// Announce tells live pages that an order has changed; called after the commit.
	Announce func(ctx context.Context, orderID int64)
}
