package checkout

import (
	"cmp"
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
)

// Complain records that the owner of an order says one of its codes does not work. An
// operator decides.
func (s *Service) Complain(ctx context.Context, who order.Owner, id int64, ref delivery.CodeRef, words string) error {
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		o, err := order.LockForOwner(ctx, tx, id, who)
		if err != nil {
			return err
		}
		code, err := s.stock.FindCode(ctx, tx, o.ID, ref)
		if err != nil {
			return err
		}
		if back, err := s.IsRefunded(ctx, tx, o.ID, code); err != nil || back {
			return cmp.Or(err, error(delivery.ErrCodeRefunded))
		}
		if err := s.stock.Complain(ctx, tx, o.ID, code, words, s.clock()); err != nil {
			return err
		}
		return s.orders.AppendEvent(ctx, tx, o.ID, order.EventCodeReported, nil)
	})
	if errors.Is(err, delivery.ErrNoSuchCode) {
		return order.ErrNotFound
	}
	if err == nil {
		s.publishChange(ctx, id)
	}
	return err
}

// IsRefunded reports whether the money for a delivered code has gone back: that of its
// whole line, or its share if it is a unit. The caller holds the order's lock.
func (s *Service) IsRefunded(ctx context.Context, tx pgx.Tx, orderID int64, c delivery.DeliveredCode) (bool, error) {
	r, err := payment.LockRefundable(ctx, tx, orderID)
	if errors.Is(err, payment.ErrNotPaid) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return r.IsCodeRefunded(c.LineID, c.ID, c.IsUnit), nil
}
