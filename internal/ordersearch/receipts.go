package ordersearch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ordersearch/ordersearchdb"
)

// ReceiptFilter selects fiscal receipts; an empty field selects all.
type ReceiptFilter struct {
	State, Kind  string
	Since, Until time.Time
}

// FiscalReceipt is a fiscal receipt as it is listed.
type FiscalReceipt = ordersearchdb.ReceiptsRow

// ReceiptPlace is a place in the list of receipts.
type ReceiptPlace struct {
	At time.Time
	ID int64
}

// maxReceiptsScanned bounds the receipts that a page scans.
const maxReceiptsScanned = 1000

// Receipts returns fiscal receipts below a place, newest first, and the place where the
// next page begins, nil after the last. A page of a seldom state may be short.
func (s *Service) Receipts(ctx context.Context, f ReceiptFilter, from *ReceiptPlace, limit int) ([]FiscalReceipt, *ReceiptPlace, error) {
	if f.Until.IsZero() {
		f.Until = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	if from == nil {
		from = &ReceiptPlace{f.Until, math.MaxInt64}
	}
	rows, err := s.q.Receipts(ctx, ordersearchdb.ReceiptsParams{
		Since: f.Since, Until: f.Until, BeforeAt: from.At, BeforeID: from.ID, State: f.State, Kind: f.Kind, LookLimit: maxReceiptsScanned, PageLimit: int32(limit), //nolint:gosec // a page
	})
	if err != nil {
		return nil, nil, fmt.Errorf("receipts: %w", err)
	}
	if len(rows) == limit {
		last := rows[limit-1]
		return rows, &ReceiptPlace{last.Created, last.ID}, nil
	}
	end, err := s.q.ReceiptsLookedTo(ctx, ordersearchdb.ReceiptsLookedToParams{Since: f.Since, Until: f.Until, BeforeAt: from.At, BeforeID: from.ID, LookLimit: maxReceiptsScanned})
	if errors.Is(err, pgx.ErrNoRows) {
		return rows, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("receipts: %w", err)
	}
	return rows, &ReceiptPlace{end.Created, end.ID}, nil
}
