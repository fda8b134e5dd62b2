package checkout

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/pg"
)

// UpdateDetails changes the delivery details of an order. After the payment
// this is allowed only for lines whose details a supplier rejected.
func (s *Service) UpdateDetails(ctx context.Context, who order.Owner, kind order.Kind, id int64, d order.DeliveryDetailsUpdate) (*order.Order, error) {
	corrected := false
	o, err := s.withOrder(ctx, who, kind, id, func(tx pgx.Tx, o *order.Order) error {
		if o.AcceptsPayment(s.clock()) {
			return order.SetDetails(ctx, tx, o, d)
		}
		corrected = true
		return s.CorrectDetails(ctx, tx, o, d)
	})
	if err != nil {
		return nil, err
	}
	if corrected {
		s.publishChange(ctx, o.ID)
		_ = s.workflows.Notify(ctx, o.ID) // if Temporal is unavailable, the sweeper notifies it
	}
	return o, nil
}

// redeliveryDeadline is the deadline of the delivery after a correction.
const redeliveryDeadline = 15 * time.Minute

// CorrectDetails saves the details and lets the rejected units be delivered again. It
// returns order.ErrNotCorrectable if no line waits for a correction or the
// correction window has ended. The caller holds the order's lock.
func (s *Service) CorrectDetails(ctx context.Context, tx pgx.Tx, o *order.Order, d order.DeliveryDetailsUpdate) error {
	var wrong []int64
	for _, l := range o.Lines {
		if l.Status == order.IncorrectDetails {
			wrong = append(wrong, l.ID)
		}
	}
	now := s.clock()
	if len(wrong) == 0 || !now.Before(*o.DueAt) {
		return order.ErrNotCorrectable
	}
	if err := order.SetDetails(ctx, tx, o, d); err != nil {
		return err
	}
	detail := o.Detail
	detail.CorrectedAt = &now
	if err := order.SetDetail(ctx, tx, o, detail); err != nil {
		return err
	}
	for _, id := range wrong {
		if err := s.orders.TransitionLine(ctx, tx, o, id, order.Processing, order.EventDetailsCorrected, nil); err != nil {
			return err
		}
	}
	if err := s.dispatch.RetryUnits(ctx, tx, o.ID); err != nil {
		return err
	}
	return order.SetNextAction(ctx, tx, o, order.ActDeliver, now.Add(redeliveryDeadline))
}

// ChooseRefund saves where the buyer wants refunds of undelivered goods. It
// does not affect refunds that were already created.
func (s *Service) ChooseRefund(ctx context.Context, who order.Owner, id int64, to string) (*order.Order, error) {
	var o *order.Order
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if o, err = order.LockForOwner(ctx, tx, id, who); err != nil {
			return err
		}
		if o.UserID == nil || who.UserID == nil || *o.UserID != *who.UserID {
			return order.ErrNotFound // a balance belongs to an account; knowing the hash is not enough
		}
		return order.SetRefundTo(ctx, tx, o, to)
	})
	return o, err
}
