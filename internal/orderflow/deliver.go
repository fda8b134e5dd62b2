package orderflow

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/order"
)

// operatorDeadline is the deadline of a delivery by an operator.
const operatorDeadline = 24 * time.Hour

// AdvanceDelivery starts the delivery of a paid order and advances a started
// one. Codes of our own stock are delivered in the same transaction. It is
// idempotent. The returned state lists the units to deliver.
func (s *Activities) AdvanceDelivery(ctx context.Context, orderID int64) (State, error) {
	var units []int64
	var suppliers []string
	st, err := s.withLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		if o.Status == order.Paid && o.Kind == order.PUBG {
			return s.deliverStockCodes(ctx, tx, o)
		}
		if o.Status == order.Paid {
			if err := s.startDelivery(ctx, tx, o); err != nil {
				return err
			}
		}
		if o.Status != order.Sending {
			return nil // an earlier run of this activity has ended it
		}
		var err error
		if units, err = s.advanceLines(ctx, tx, o); err != nil || len(units) == 0 {
			return err
		}
		next, err := s.Dispatch.NextSuppliers(ctx, tx, o.ID)
		suppliers = suppliers[:0]
		for _, id := range units {
			suppliers = append(suppliers, next[id])
		}
		return err
	})
	st.Units, st.Suppliers = units, suppliers
	return st, err
}

// deliverStockCodes delivers the codes reserved for the order. No supplier is
// involved, so all of it is one transaction.
func (s *Activities) deliverStockCodes(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	next := order.StatusChange{Event: order.EventDeliverySending, Next: order.ActDeliver, Due: *o.DueAt}
	if err := s.Orders.Transition(ctx, tx, o, order.Sending, next); err != nil {
		return err
	}
	for _, l := range o.Lines {
		cost, err := s.Stock.Deliver(ctx, tx, l.ID, int(l.Quantity))
		if err != nil {
			return err
		}
		if err := s.Ledger.Post(ctx, tx, ledger.CodesSold{Cost: cost}.Entry("line-"+strconv.FormatInt(l.ID, 10), o.ID)); err != nil {
			return err
		}
		if err := s.completeDeliveredLine(ctx, tx, o, l); err != nil {
			return err
		}
	}
	next.Event = order.EventSent
	if err := s.Orders.Transition(ctx, tx, o, order.Sent, next); err != nil {
		return err
	}
	return s.completeDelivered(ctx, tx, o)
}

// completeDelivered ends a delivered order.
func (s *Activities) completeDelivered(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if err := s.Orders.Transition(ctx, tx, o, order.Done, order.StatusChange{Event: order.EventDone}); err != nil {
		return err
	}
	return s.Emails.Enqueue(ctx, tx, o.ID, email.Delivered)
}

func (s *Activities) completeDeliveredLine(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line) error {
	if err := s.postDelivery(ctx, tx, o, l, lineShare{l.Net(), l.Discount}); err != nil {
		return err
	}
	return s.Orders.TransitionLine(ctx, tx, o, l.ID, order.Completed, order.EventDeliveryCompleted, nil)
}
