// Package checkout implements what a buyer does to an order: create it, change
// it, apply a promo code, start a payment. These operations span several
// domains; checkout opens one transaction and passes it to them.
package checkout

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/opening"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/picture"
	"larek/internal/promo"
	"larek/internal/seal"
)

// WorkflowNotifier notifies the workflow of an order that something about the
// order has changed. Notify is idempotent.
type WorkflowNotifier interface {
	Notify(ctx context.Context, orderID int64) error
}

// Config has the services that checkout spans.
type Config struct {
	Pool      *pgxpool.Pool
	Brand     *brand.Reader
	Opening   *opening.Gate // nil: always open
	Orders    *order.Service
	Promos    *promo.Service
	Markets   *payment.Markets
	Attempts  *payment.Attempts
	Inbox     *payment.Inbox
	Poller    *payment.Poller
	Ledger    *ledger.Service
	Stock     *delivery.Stock
	Dispatch  *delivery.Dispatcher
	Sourcing  *delivery.Sourcing
	Emails    *email.Service
	Pictures  *picture.Store
	Workflows WorkflowNotifier
	Clock     clock.Clock
	// Origin is the shop's public address, for return and webhook URLs.
	Origin string
	// ProofKey derives the codes that prove a guest's email address.
	ProofKey seal.Key
	// PhoneKey digests the phones of payers, by which support finds their orders.
	PhoneKey seal.Key
	// PublishChange notifies open pages that an order has changed. It is called
	// after the commit.
	PublishChange func(ctx context.Context, orderID int64)
}

// Service implements the operations of checkout.
type Service struct {
	pool          *pgxpool.Pool
	brand         *brand.Reader
	opening       *opening.Gate
	orders        *order.Service
	promos        *promo.Service
	markets       *payment.Markets
	attempts      *payment.Attempts
	inbox         *payment.Inbox
	poller        *payment.Poller
	ledger        *ledger.Service
	stock         *delivery.Stock
	dispatch      *delivery.Dispatcher
	sourcing      *delivery.Sourcing
	emails        *email.Service
	pictures      *picture.Store
	workflows     WorkflowNotifier
	clock         clock.Clock
	limitLetters  func(ctx context.Context, to string) error
	origin        string
	phoneKey      seal.Key
	publishChange func(ctx context.Context, orderID int64)
	reservations  *Reservations
	promoCodes    *PromoCodes
}

// NewService returns a Service.
func NewService(c Config) *Service {
	return &Service{
		pool: c.Pool, brand: c.Brand, opening: c.Opening, orders: c.Orders, promos: c.Promos, markets: c.Markets, attempts: c.Attempts, inbox: c.Inbox, poller: c.Poller, ledger: c.Ledger, stock: c.Stock, dispatch: c.Dispatch, sourcing: c.Sourcing,
		emails: c.Emails, pictures: c.Pictures, workflows: c.Workflows, clock: c.Clock, origin: c.Origin, phoneKey: c.PhoneKey,
		publishChange: c.PublishChange, reservations: NewReservations(c.Promos, c.Stock, c.Clock), promoCodes: NewPromoCodes(c),
	}
}

// SetLetterLimit sets what refuses a letter to an address that got many; none is refused
// without it.
func (s *Service) SetLetterLimit(limit func(ctx context.Context, to string) error) {
	s.limitLetters = limit
}
