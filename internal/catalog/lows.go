package catalog

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/pg"
)

// KeepLows brings the lowest prices of thirty days up to date and reports whether some were
// old. It writes nothing otherwise: a write makes every cached page old. A product that an
// editor holds is looked at the next time.
func (s *Prices) KeepLows(ctx context.Context) (changed bool, err error) {
	err = pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		q := catalogdb.New(tx)
		old, err := q.OldLows(ctx, s.clock().Add(-lowestFor))
		if err != nil {
			return fmt.Errorf("lowest prices: %w", err)
		}
		changed = len(old) > 0
		for _, p := range old {
			if err := q.SetLow(ctx, catalogdb.SetLowParams{ID: p.ID, Lowest: &p.Lowest}); err != nil {
				return fmt.Errorf("lowest price of product %d: %w", p.ID, err)
			}
		}
		return nil
	})
	return changed, err
}
