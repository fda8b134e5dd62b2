package order

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Refresh gives an order nobody has begun to pay today's prices, or refuses
// when something in it is not sold any more.
func (s *Service) Refresh(ctx context.Context, tx pgx.Tx, o *Order) error {
	stale, err := s.q.WithTx(tx).IsStale(ctx, o.ID)
	if err != nil {
		return fmt.Errorf("prices of order %d: %w", o.ID, err)
	}
	if !stale {
		return nil
	}
	switch o.Kind {
	case Steam:
		return ErrUnavailable
	case Rokky:
		return s.ChangeGift(ctx, tx, o, *o.GiftID)
	case PUBG, Standoff, Supply:
	}
	same := make([]Wanted, len(o.Lines))
	for i, l := range o.Lines {
		same[i] = Wanted{ID: l.ID, Quantity: l.Quantity}
	}
	return s.ChangeLines(ctx, tx, o, same)
}
