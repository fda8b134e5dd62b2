// Package payment owns how the shop is paid: countries with their currency and
// rate, payment methods, attempts, notices, payments and refunds.
package payment

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/payment/paymentdb"
	"larek/internal/pubsub"
)

// Config has what the services are built from.
type Config struct {
	Read, Write *pgxpool.Pool
	// Connected are the providers we have an account with. Methods of others are unavailable.
	Connected []Provider
	// Known describes the providers that there are adapters for.
	Known []Descriptor
	// VAT is the kind of rate (of vat_rates) that receipts have; empty means none.
	VAT string
	// AskFor is how long the outcome of a refund is queried before a person decides, at
	// providers without idempotency keys; zero means six hours.
	AskFor time.Duration
	// Queue is notified of money that matches no order; it may be nil.
	Queue pubsub.QueueAnnouncer
	Clock clock.Clock
	Log   *slog.Logger
}

// Services are the services by subject.
type Services struct {
	Providers *Providers
	Markets   *Markets
	Methods   *Methods
	Rates     *Rates
	Attempts  *Attempts
	Inbox     *Inbox
	Poller    *Poller
	Tasks     *Tasks
	Refunds   *Refunds
	Grants    *Grants
}

// New returns the services.
func New(c Config) *Services {
	q, providers := paymentdb.New(c.Write), newProviders(c.Connected, c.Known)
	receipts := &receipts{q: q, vat: c.VAT, clock: c.Clock}
	inbox := &Inbox{q: q, providers: providers, queue: c.Queue, clock: c.Clock, log: c.Log}
	tasks := &Tasks{q: q, clock: c.Clock}
	refunds := &Refunds{
		q: q, providers: providers, receipts: receipts, inbox: inbox, tasks: tasks, askFor: cmp.Or(c.AskFor, askFor), clock: c.Clock,
	}
	return &Services{
		Providers: providers,
		Markets:   &Markets{q: paymentdb.New(c.Read)},
		Methods:   &Methods{q: q, providers: providers, clock: c.Clock},
		Rates:     &Rates{q: q},
		Attempts:  &Attempts{q: q, providers: providers, receipts: receipts, clock: c.Clock},
		Inbox:     inbox,
		Poller:    &Poller{pool: c.Write, q: q, providers: providers, inbox: inbox, clock: c.Clock},
		Tasks:     tasks,
		Refunds:   refunds,
		Grants:    &Grants{q: q, refunds: refunds, clock: c.Clock},
	}
}
