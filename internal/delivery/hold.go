package delivery

import (
	"context"
	"fmt"

	"larek/internal/delivery/deliverydb"
)

// Hold takes the codes of every product that would be sold next off the shelf. Codes are
// given out in order, so those that orders had been shown before a restore lost these
// orders are the first ones that now look unsold. It returns how many are held.
func (s *Stock) Hold(ctx context.Context, next int64) (int64, error) {
	n, err := deliverydb.New(s.pool).HoldCodes(ctx, next)
	if err != nil {
		return 0, fmt.Errorf("hold codes: %w", err)
	}
	return n, nil
}

// ReleaseHeld puts the held codes of a product on sale again.
func (s *Stock) ReleaseHeld(ctx context.Context, productID int64) (int64, error) {
	n, err := deliverydb.New(s.pool).ReleaseHeldCodes(ctx, productID)
	if err != nil {
		return 0, fmt.Errorf("release held codes of product %d: %w", productID, err)
	}
	return n, nil
}
