package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
)

// onSale refuses to take money for goods no supplier can deliver now. Money
// that is already on its way is not refused: it is held for them.
func (s *Service) onSale(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	var products []int64
	for _, l := range o.Lines {
		if l.ProductID != nil {
			products = append(products, *l.ProductID)
		}
	}
	return s.Dispatch.OnSale(ctx, tx, products, o.GiftID)
}
