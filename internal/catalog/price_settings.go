package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/problem"
)

// defaultStep is how far a rule may move a price by itself until the owner says otherwise.
const defaultStep money.Percent = 30_00

// The least and the most the owner may allow a rule to move a price by.
const (
	leastStep money.Percent = 1_00
	mostStep  money.Percent = 300_00
)

// Problems of the settings of prices.
var (
	errStep          = problem.InvalidFields(problem.Field{Name: "largest_step", Code: "wrong_value", Detail: "Порог от 1 до 300 %."})
	errSettingsStale = problem.New(problem.Conflict, "price.settings_stale", "Порог тем временем изменили. Посмотрите ещё раз и повторите.")
)

// PriceSettings is what the owner has set for all rules. Version zero: not set yet.
type PriceSettings = catalogdb.PriceSettingsRow

// Settings returns the settings of prices.
func (s *Prices) Settings(ctx context.Context, db Querier) (PriceSettings, error) {
	r, err := catalogdb.New(db).PriceSettings(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return PriceSettings{LargestStep: defaultStep}, nil
	}
	if err != nil {
		return r, fmt.Errorf("settings of prices: %w", err)
	}
	return r, nil
}

// SetLargestStep sets how far a rule may move a price by itself. Version is that of the
// settings the person saw. What already waits for a person goes on waiting.
func (s *Prices) SetLargestStep(ctx context.Context, tx pgx.Tx, step money.Percent, version int32, staffID int64) error {
	if step < leastStep || step > mostStep {
		return errStep
	}
	n, err := catalogdb.New(tx).PutPriceSettings(ctx, catalogdb.PutPriceSettingsParams{LargestStep: step, Version: version, ChangedAt: s.clock(), ChangedBy: staffID})
	if err != nil {
		return fmt.Errorf("settings of prices: %w", err)
	}
	if n == 0 {
		return errSettingsStale
	}
	return nil
}

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
