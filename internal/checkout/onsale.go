package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/order"
)

// requireOnSale refuses a new payment for goods no supplier can deliver now.
// Payments that were already started are not refused: their delivery waits for
// a supplier.
func requireOnSale(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	var products []int64
	for _, l := range o.Lines {
		if l.ProductID != nil {
			products = append(products, *l.ProductID)
		}
	}
	return delivery.OnSale(ctx, tx, products, o.GiftID)
}
