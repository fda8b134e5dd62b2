// Package checkout implements what a buyer does to an order: create it, change
// it, apply a promo code, start a payment. These operations span several
// domains; checkout opens one transaction and passes it to them.
package checkout

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/pubsub"
	"larek/internal/seal"
)

// WorkflowNotifier notifies the workflow of an order that something about the
// order has changed. Notify is idempotent.
type WorkflowNotifier interface {
	Notify(ctx context.Context, orderID int64) error
}

// Service implements the operations of checkout.
type Service struct {
	Pool      *pgxpool.Pool
	Orders    *order.Service
	Promos    *promo.Service
	Payments  *payment.Service
	Ledger    *ledger.Service
	Stock     *delivery.Stock
	Dispatch  *delivery.Dispatcher
	Emails    *email.Service
	Pictures  *picture.Store
	Workflows WorkflowNotifier
	Clock     clock.Clock
	// LateWindow is how long after the expiry of its invoice a payment is still accepted.
	LateWindow time.Duration
	// LimitLetters refuses a letter to an address that got many; nil refuses none.
	LimitLetters func(ctx context.Context, to string) error
	// Origin is the shop's public address, for return and webhook URLs.
	Origin string
	// ProofKey derives the codes that prove a guest's e-mail address.
	ProofKey seal.Key
	// PhoneKey digests the phones of payers, by which support finds their orders.
	PhoneKey seal.Key
	// PublishChange notifies open pages that an order has changed. It is called
	// after the commit.
	PublishChange func(ctx context.Context, orderID int64)
	// Queue tells operators about rows of their queue, also those without an order.
	Queue pubsub.QueueAnnouncer
}
