// Package orderflow runs the workflow of every order from the first notice of a payment
// to its end. It is the only package that uses Temporal.
//
// The workflow decides what comes next; an activity does it in one idempotent
// transaction. Histories contain only IDs of orders, units and refunds.
package orderflow

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/checkout"
	"larek/internal/feature"
	"larek/internal/order"
	"larek/internal/pg"
)

// Activities are the activities of the order workflow, and the periodic jobs of
// the worker.
type Activities struct {
	*checkout.Service
	Log     *slog.Logger
	Metrics *Metrics
	// Features are switches of new code; without them all are off.
	Features *feature.Switches
	// Record writes down what an operator did on the command line, in the same
	// transaction; nil writes nothing.
	Record func(ctx context.Context, tx pgx.Tx, orderID int64) error
}

// record writes down what an operator did.
func (s *Activities) record(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if s.Record == nil {
		return nil
	}
	return s.Record(ctx, tx, orderID)
}

// State is the result of an activity: the order's status and what the workflow
// must do next. Persisted: the JSON keys must not change.
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
func (s *Activities) state(ctx context.Context, tx pgx.Tx, o *order.Order) (State, error) {
	refunds, err := s.Payments.PendingRefunds(ctx, tx, o.ID)
	if err != nil {
		return State{}, err
	}
	st := State{Status: o.Status, Refunds: refunds}
	if o.DueAt != nil {
		st.WakeAt = *o.DueAt
	}
	if at := remindAt(o); s.Clock().Before(at) {
		st.WakeAt = at
	}
	return st, nil
}

// withLockedOrder runs fn on the locked order in a transaction, publishes the
// change and returns the new State.
func (s *Activities) withLockedOrder(ctx context.Context, orderID int64, fn func(pgx.Tx, *order.Order) error) (State, error) {
	var st State
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		o, isFailing, err := s.Orders.LockForStep(ctx, tx, orderID)
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
		s.PublishChange(ctx, orderID)
	}
	return st, err
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
