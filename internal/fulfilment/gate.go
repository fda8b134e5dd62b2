package fulfilment

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
	"larek/internal/payment"
)

// holdWindow is the time in which a person decides about a held order.
const holdWindow = 24 * time.Hour

// Gate stands between payment and delivery and reports whether the delivery may go on. An
// order that needs a person's decision is held: its delivery is paused and shows up in the
// operators' queue with a reason and a deadline, to be released or refunded. Each reason
// holds an order once. The caller holds the order's lock.
func (s *Delivery) Gate(ctx context.Context, tx pgx.Tx, o *order.Order) (isOpen bool, err error) {
	if paused, err := delivery.IsPaused(ctx, tx, o.ID); err != nil || paused {
		return false, err
	}
	blocks, err := order.Blocks(ctx, tx, o)
	if err != nil {
		return false, err
	}
	isOpen = true
	for _, kind := range blocks {
		held, err := s.hold(ctx, tx, o, delivery.HoldBlocked, string(kind))
		if err != nil {
			return false, err
		}
		isOpen = isOpen && !held
	}
	return isOpen, nil
}

// hold pauses the delivery of an order and notifies its buyer. It does nothing if the same
// reason has held the order before.
func (s *Delivery) hold(ctx context.Context, tx pgx.Tx, o *order.Order, reason delivery.HoldReason, ref string) (bool, error) {
	until := s.clock().Add(holdWindow)
	held, err := s.dispatch.Hold(ctx, tx, o.ID, reason, ref, until)
	if err != nil || !held {
		return held, err
	}
	if err := order.SetNextAction(ctx, tx, o, order.ActOperator, until); err != nil {
		return held, err
	}
	return held, s.orders.AppendEvent(ctx, tx, o.ID, order.EventDeliveryPaused, nil)
}

// holdOutflow holds an order that is not delivered yet and whose money has left without us.
func (s *Delivery) holdOutflow(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside) error {
	isOpen := slices.ContainsFunc(o.Lines, func(l order.Line) bool { return !l.Status.Final() })
	if o.Status != order.Paid && o.Status != order.Sending || !isOpen {
		return nil
	}
	missing, err := payment.UncoveredOutflow(ctx, tx, o.ID)
	if err != nil || missing <= 0 {
		return err
	}
	_, err = s.hold(ctx, tx, o, delivery.HoldOutflow, strconv.FormatInt(left.ID, 10))
	return err
}

// EndHeld refunds an order that was held before its delivery began, and ends it. The
// caller holds the order's lock.
func (s *Delivery) EndHeld(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	for _, l := range o.Lines {
		if err := s.refundLine(ctx, tx, o, l, l.Net()); err != nil {
			return err
		}
		if err := s.orders.TransitionLine(ctx, tx, o, l.ID, order.Refunded, order.EventDeliveryRefunded, nil); err != nil {
			return err
		}
	}
	if err := delivery.Resume(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.failOrder(ctx, tx, o, "Доставить не удалось. Деньги возвращаем.")
}

// Release continues the paused delivery of an order. The caller holds the order's lock and notifies
// the workflow after the commit.
func (s *Delivery) Release(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if err := delivery.Resume(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.DeliverBy(ctx, tx, o, deliveryDeadline)
}

// DeliverBy sets the deadline of a delivery that goes on. If details were wrong before it
// was paused, the buyer is to correct them first. The caller holds the order's lock.
func (s *Delivery) DeliverBy(ctx context.Context, tx pgx.Tx, o *order.Order, within time.Duration) error {
	if o.NextAction == nil || *o.NextAction == order.ActCorrect {
		return nil
	}
	if slices.ContainsFunc(o.Lines, func(l order.Line) bool { return l.Status == order.IncorrectDetails }) {
		if err := order.SetNextAction(ctx, tx, o, order.ActCorrect, s.clock().Add(CorrectionWindow)); err != nil {
			return err
		}
		return s.orders.AppendEvent(ctx, tx, o.ID, order.EventDetailsNeeded, nil)
	}
	return order.SetNextAction(ctx, tx, o, order.ActDeliver, s.clock().Add(within))
}
