package order

import (
	"context"
	"fmt"

	"larek/internal/order/orderdb"

	"github.com/jackc/pgx/v5"
)

// RefreshPrices updates an order without payment attempts to the current
// prices. It returns ErrUnavailable if one of its goods is no longer sold. The
// caller holds the order's lock.
func (s *Service) RefreshPrices(ctx context.Context, tx pgx.Tx, o *Order) error {
	changed, err := orderdb.New(tx).PricesChanged(ctx, o.ID)
	if err != nil {
		return fmt.Errorf("compare prices of order %d: %w", o.ID, err)
	}
	if !changed {
		return nil
	}
	switch o.Kind {
	case Steam:
		return ErrUnavailable
	case Rokky:
		return s.ChangeGift(ctx, tx, o, *o.GiftID)
	case PUBG, Standoff, Supply:
	}
	same := make([]LineInput, len(o.Lines))
	for i, l := range o.Lines {
		same[i] = LineInput{ID: l.ID, Quantity: l.Quantity}
	}
	return s.ChangeLines(ctx, tx, o, same)
}
