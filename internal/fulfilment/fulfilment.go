// Package fulfilment has the steps of an order after its payment was started: accepting
// payments, delivering goods and refunding money. Each step is one or a few idempotent
// transactions. Workflows, periodic jobs and operators call the same steps.
package fulfilment

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/email"
	"larek/internal/feature"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/promo"
)

// Config has the services that the steps span.
type Config struct {
	Pool         *pgxpool.Pool
	Orders       *order.Service
	Attempts     *payment.Attempts
	Inbox        *payment.Inbox
	Poller       *payment.Poller
	Tasks        *payment.Tasks
	Refunds      *payment.Refunds
	Ledger       *ledger.Service
	Promos       *promo.Service
	Stock        *delivery.Stock
	Dispatch     *delivery.Dispatcher
	Emails       *email.Service
	Reservations *checkout.Reservations
	// Features are switches of new code; without them all are off.
	Features *feature.Switches
	// PublishChange notifies open pages that an order has changed, after the commit.
	PublishChange func(ctx context.Context, orderID int64)
	Clock         clock.Clock
	Log           *slog.Logger
}

// Steps are the steps of an order by subject.
type Steps struct {
	Intake   *Intake
	Delivery *Delivery
	Refunds  *Refunds
}

// Intake accepts payments and closes orders that are not paid.
type Intake struct {
	base
	promos      *promo.Service
	features    *feature.Switches
	delivery    *Delivery
	refundSteps *Refunds
}

// Delivery delivers paid orders and holds those that need a person.
type Delivery struct{ base }

// Refunds sends refunds, and records the money that left providers without us.
type Refunds struct {
	base
	delivery *Delivery
}

// New returns the steps.
func New(c Config) *Steps {
	b := base{
		pool: c.Pool, orders: c.Orders, attempts: c.Attempts, inbox: c.Inbox, poller: c.Poller, tasks: c.Tasks, refunds: c.Refunds,
		ledger: c.Ledger, stock: c.Stock, dispatch: c.Dispatch, emails: c.Emails, reservations: c.Reservations, publishChange: c.PublishChange, clock: c.Clock, log: c.Log,
	}
	d := &Delivery{b}
	r := &Refunds{base: b, delivery: d}
	return &Steps{
		Intake:   &Intake{base: b, promos: c.Promos, features: c.Features, delivery: d, refundSteps: r},
		Delivery: d,
		Refunds:  r,
	}
}

// base is what the steps of all subjects share.
type base struct {
	pool          *pgxpool.Pool
	orders        *order.Service
	attempts      *payment.Attempts
	inbox         *payment.Inbox
	poller        *payment.Poller
	tasks         *payment.Tasks
	refunds       *payment.Refunds
	ledger        *ledger.Service
	stock         *delivery.Stock
	dispatch      *delivery.Dispatcher
	emails        *email.Service
	reservations  *checkout.Reservations
	publishChange func(ctx context.Context, orderID int64)
	clock         clock.Clock
	log           *slog.Logger
}

// State is the result of a step: the order's status and what is to be done next.
// Persisted in the histories of workflows: the JSON keys must not change.
type State struct {
	Status order.Status `json:"Status"`
	// Refunds lists refunds to send.
	Refunds []int64 `json:"Refunds"`
	// Units lists units to deliver.
	Units []int64 `json:"Units"`
	// Suppliers are those on whose queues the units are delivered, in their order.
	// Results from before there were such queues have none.
	Suppliers []string `json:"Suppliers,omitempty"`
	// WakeAt is when to read the order again without a signal; zero for never.
	WakeAt time.Time `json:"Wake"`
}

// deliveryDeadline is the deadline for the delivery of a paid order.
const deliveryDeadline = 15 * time.Minute

// state returns the State of a locked order.
func (s *base) state(ctx context.Context, tx pgx.Tx, o *order.Order) (State, error) {
	refunds, err := payment.PendingRefunds(ctx, tx, o.ID)
	if err != nil {
		return State{}, err
	}
	st := State{Status: o.Status, Refunds: refunds}
	if o.DueAt != nil {
		st.WakeAt = *o.DueAt
	}
	if at := remindAt(o); s.clock().Before(at) {
		st.WakeAt = at
	}
	return st, nil
}

// WithLockedOrder runs fn on the locked order in a transaction, publishes the
// change and returns the new State.
func (s *base) WithLockedOrder(ctx context.Context, orderID int64, fn func(pgx.Tx, *order.Order) error) (State, error) {
	var st State
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		o, isFailing, err := order.LockForStep(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if err := fn(tx, o); err != nil {
			return err
		}
		noteFailing(ctx, isFailing)
		st, err = s.state(ctx, tx, o)
		return err
	})
	if err == nil {
		s.publishChange(ctx, orderID)
	}
	return st, err
}

// failOrder ends an order and releases what it reserved.
func (s *base) failOrder(ctx context.Context, tx pgx.Tx, o *order.Order, reason string) error {
	if err := s.reservations.Release(ctx, tx, o); err != nil {
		return err
	}
	return s.orders.Transition(ctx, tx, o, order.Failed, order.StatusChange{Event: order.EventFailed, Reason: reason})
}

// reminderDelay is how long after the request to correct details the buyer is
// reminded.
const reminderDelay = 24 * time.Hour

// remindAt returns when to remind the buyer to correct the details; zero if no
// correction is requested.
func remindAt(o *order.Order) time.Time {
	if o.NextAction == nil || *o.NextAction != order.ActCorrect {
		return time.Time{}
	}
	return o.DueAt.Add(reminderDelay - CorrectionWindow)
}

// amount returns the parameters of an event about money.
func amount(m money.Money) map[string]any {
	return map[string]any{"amount": m.Minor, "currency": m.Currency}
}
