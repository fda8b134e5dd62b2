package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
)

// boundHolds refuses to keep more codes for a buyer or an address than is fair
// before anything is paid. Money that has come is never refused for this: the
// flow holds goods without asking here.
func (s *Service) boundHolds(ctx context.Context, tx pgx.Tx, o *order.Order, from string) error {
	if o.Kind != order.PUBG {
		return nil
	}
	h := delivery.Hold{OrderID: o.ID, UserID: o.UserID, Guest: o.Guest, From: from, Wanted: map[int64]int64{}}
	for _, l := range o.Lines {
		h.Wanted[*l.ProductID] += int64(l.Quantity)
	}
	return s.Stock.BoundHold(ctx, tx, h)
}
