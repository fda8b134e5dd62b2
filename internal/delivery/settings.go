package delivery

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
)

// Change replaces what operators decide about buying from suppliers.
type Change = deliverydb.ChangeSettingsParams

// ChangeSettings reports whether the settings still had the version and are replaced. What
// waits for a supplier waits as long as it was said before.
func ChangeSettings(ctx context.Context, tx pgx.Tx, c Change) (bool, error) {
	n, err := deliverydb.New(tx).ChangeSettings(ctx, c)
	if err != nil {
		return false, fmt.Errorf("settings of delivery: %w", err)
	}
	return n == 1, nil
}
