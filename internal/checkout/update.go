package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/pg"
)

// UpdateLines sets new quantities of an unpaid order and removes the lines that
// are not listed.
func (s *Service) UpdateLines(ctx context.Context, who order.Owner, kind order.Kind, id int64, lines []order.LineInput) (*order.Order, error) {
	return s.update(ctx, who, kind, id, func(tx pgx.Tx, o *order.Order) error {
		return s.orders.ChangeLines(ctx, tx, o, lines)
	})
}

// UpdateAmount sets another amount of an unpaid Steam top-up.
func (s *Service) UpdateAmount(ctx context.Context, who order.Owner, id int64, amount money.RUB) (*order.Order, error) {
	return s.update(ctx, who, order.Steam, id, func(tx pgx.Tx, o *order.Order) error {
		return s.orders.ChangeAmount(ctx, tx, o, amount)
	})
}

// UpdateGift replaces the gift of an unpaid order.
func (s *Service) UpdateGift(ctx context.Context, who order.Owner, id, giftID int64) (*order.Order, error) {
	return s.update(ctx, who, order.Rokky, id, func(tx pgx.Tx, o *order.Order) error {
		return s.orders.ChangeGift(ctx, tx, o, giftID)
	})
}

// update changes the goods and recalculates the discount.
func (s *Service) update(ctx context.Context, who order.Owner, kind order.Kind, id int64, change func(pgx.Tx, *order.Order) error) (*order.Order, error) {
	o, err := s.withOrder(ctx, who, kind, id, func(tx pgx.Tx, o *order.Order) error {
		// A declined payment may have left reservations for the old lines.
		if o.Status == order.WaitingForPayment {
			if err := s.reservations.Release(ctx, tx, o); err != nil {
				return err
			}
		}
		if err := change(tx, o); err != nil {
			return err
		}
		return s.promoCodes.Reprice(ctx, tx, o)
	})
	if err != nil {
		return nil, err
	}
	s.publishChange(ctx, o.ID)
	return o, nil
}

// withOrder runs do under the lock of the caller's order of a kind.
func (s *Service) withOrder(ctx context.Context, who order.Owner, kind order.Kind, id int64, do func(pgx.Tx, *order.Order) error) (*order.Order, error) {
	var o *order.Order
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if o, err = order.LockForOwner(ctx, tx, id, who); err != nil {
			return err
		}
		if o.Kind != kind {
			return order.ErrNotFound
		}
		return do(tx, o)
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}
