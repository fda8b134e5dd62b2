package orderflow

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/notify"
	"larek/internal/order"
)

// byHandWithin is the deadline of what a person has to deliver.
const byHandWithin = 24 * time.Hour

// Deliver starts handing over what a paid order is for, and later looks how far
// it got. Codes of our own stock are handed over at once.
func (s *Steps) Deliver(ctx context.Context, orderID int64) (State, error) {
	var units []int64
	st, err := s.inOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		if o.Status == order.Paid && o.Kind == order.PUBG {
			return s.handOverCodes(ctx, tx, o)
		}
		if o.Status == order.Paid {
			if err := s.startSending(ctx, tx, o); err != nil {
				return err
			}
		}
		if o.Status != order.Sending {
			return nil // ended by an earlier run of this step
		}
		var err error
		units, err = s.conclude(ctx, tx, o)
		return err
	})
	st.Units = units
	return st, err
}

// handOverCodes gives the codes that were held for the order: there is nobody
// to ask, so it all happens in one transaction.
func (s *Steps) handOverCodes(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	next := order.Change{Event: order.EventDeliverySending, Next: order.ActDeliver, Due: *o.DueAt}
	if err := s.Orders.Move(ctx, tx, o, order.Sending, next); err != nil {
		return err
	}
	for _, l := range o.Lines {
		if err := s.Stock.Give(ctx, tx, l.ID, int(l.Quantity)); err != nil {
			return err
		}
		if err := s.lineDelivered(ctx, tx, o, l); err != nil {
			return err
		}
	}
	next.Event = order.EventSent
	if err := s.Orders.Move(ctx, tx, o, order.Sent, next); err != nil {
		return err
	}
	return s.done(ctx, tx, o)
}

// done ends an order whose goods are with the buyer.
func (s *Steps) done(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if err := s.Orders.Move(ctx, tx, o, order.Done, order.Change{Event: order.EventDone}); err != nil {
		return err
	}
	return s.Letters.Queue(ctx, tx, o.ID, notify.Delivered)
}

func (s *Steps) lineDelivered(ctx context.Context, tx pgx.Tx, o *order.Order, l order.Line) error {
	if err := s.bookDelivered(ctx, tx, o, l, part{l.Net(), l.Discount}); err != nil {
		return err
	}
	return s.Orders.MoveLine(ctx, tx, o, l.ID, order.Completed, order.EventDeliveryCompleted, nil)
}
