package checkout

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/pg"
)

// UpdateDetails changes where an order goes: freely until it is paid, and after
// that where a supplier said that the details are wrong.
func (s *Service) UpdateDetails(ctx context.Context, who order.Owner, kind order.Kind, id int64, d order.Details) (*order.Order, error) {
	corrected := false
	o, err := s.withOrder(ctx, who, kind, id, func(tx pgx.Tx, o *order.Order) error {
		if o.Payable(s.Clock()) {
			return s.Orders.SetDetails(ctx, tx, o, d)
		}
		corrected = true
		return s.correct(ctx, tx, o, d)
	})
	if err != nil {
		return nil, err
	}
	if corrected {
		s.Announce(ctx, o.ID)
		_ = s.Flow.Tell(ctx, o.ID) // told by the watch if the engine is away
	}
	return o, nil
}

// deliverAgain is the deadline an operator sees after a correction.
const deliverAgain = 15 * time.Minute

// correct gives units that were refused because of the details another try.
func (s *Service) correct(ctx context.Context, tx pgx.Tx, o *order.Order, d order.Details) error {
	var wrong []int64
	for _, l := range o.Lines {
		if l.Status == order.IncorrectDetails {
			wrong = append(wrong, l.ID)
		}
	}
	now := s.Clock()
	if len(wrong) == 0 || !now.Before(*o.DueAt) {
		return order.ErrCorrected
	}
	if err := s.Orders.SetDetails(ctx, tx, o, d); err != nil {
		return err
	}
	detail := o.Detail
	detail.CorrectedAt = &now
	if err := s.Orders.SetDetail(ctx, tx, o, detail); err != nil {
		return err
	}
	for _, id := range wrong {
		if err := s.Orders.MoveLine(ctx, tx, o, id, order.Processing, order.EventDetailsCorrected, nil); err != nil {
			return err
		}
	}
	if err := s.Dispatch.Retry(ctx, tx, o.ID); err != nil {
		return err
	}
	return s.Orders.SetDue(ctx, tx, o, order.ActDeliver, now.Add(deliverAgain))
}

// ChooseRefund keeps where the buyer wants money for goods that are not coming.
// Money that is on its way already goes where it was sent.
func (s *Service) ChooseRefund(ctx context.Context, who order.Owner, id int64, to string) (*order.Order, error) {
	var o *order.Order
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		var err error
		if o, err = s.Orders.LockOwned(ctx, tx, id, who); err != nil {
			return err
		}
		if o.UserID == nil || who.UserID == nil || *o.UserID != *who.UserID {
			return order.ErrNotFound // a balance belongs to an account, not to whoever knows a hash
		}
		return s.Orders.SetRefundTo(ctx, tx, o, to)
	})
	return o, err
}
