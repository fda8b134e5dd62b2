// Package orderflow drives every order from its first payment to its end, on
// a durable workflow engine. It is the only package that knows the engine.
//
// A workflow decides what comes next; a step does it, in one transaction that
// can be run again without harm. The workflow's history holds numbers of
// orders and refunds only, so losing or showing it costs nobody anything.
package orderflow

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/checkout"
	"larek/internal/order"
	"larek/internal/pg"
)

// Steps are what a flow does. They are plain functions of the database and the
// providers; the engine only calls them.
type Steps struct {
	*checkout.Service
	Log     *slog.Logger
	Metrics *Metrics
}

// State is how an order stands after a step.
type State struct {
	Status order.Status
	// Refunds are to be made now.
	Refunds []int64
	// Units are to be handed over.
	Units []int64
	// Wake is when to look again if nobody tells anything; zero for never.
	Wake time.Time
}

// deliverWithin is the deadline an operator sees for a paid order.
const deliverWithin = 15 * time.Minute

// state is what the flow has to know about a locked order.
func (s *Steps) state(ctx context.Context, tx pgx.Tx, o *order.Order) (State, error) {
	refunds, err := s.Payments.OpenRefunds(ctx, tx, o.ID)
	if err != nil {
		return State{}, err
	}
	st := State{Status: o.Status, Refunds: refunds}
	if o.DueAt != nil {
		st.Wake = *o.DueAt
	}
	if at := remindAt(o); s.Clock().Before(at) {
		st.Wake = at
	}
	return st, nil
}

// inOrder runs fn on the locked order, and shows what came of it.
func (s *Steps) inOrder(ctx context.Context, orderID int64, fn func(pgx.Tx, *order.Order) error) (State, error) {
	var st State
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		o, err := s.Orders.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if err := fn(tx, o); err != nil {
			return err
		}
		st, err = s.state(ctx, tx, o)
		return err
	})
	if err == nil {
		s.Announce(ctx, orderID)
	}
	return st, err
}

// remindAfter is how long a buyer may forget about wrong details.
const remindAfter = 24 * time.Hour

// remindAt is when to write again to a buyer whose details are wrong; zero
// when they are not.
func remindAt(o *order.Order) time.Time {
	if o.NextAction == nil || *o.NextAction != order.ActCorrect {
		return time.Time{}
	}
	return o.DueAt.Add(remindAfter - correctWithin)
}
