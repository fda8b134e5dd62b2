package checkout

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
	"larek/internal/pg"
)

// Complain records that the owner of an order says one of its codes does not work. An
// operator decides.
func (s *Service) Complain(ctx context.Context, who order.Owner, id, code int64, words string) error {
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		o, err := s.Orders.LockForOwner(ctx, tx, id, who)
		if err != nil {
			return err
		}
		if err := s.Stock.Complain(ctx, tx, o.ID, code, words, s.Clock()); err != nil {
			return err
		}
		return s.Orders.AppendEvent(ctx, tx, o.ID, order.EventCodeReported, nil)
	})
	if errors.Is(err, delivery.ErrNoSuchCode) {
		return order.ErrNotFound
	}
	if err == nil {
		s.PublishChange(ctx, id)
	}
	return err
}
