// Package delivery owns how goods reach the buyer. For now that is the stock
// of redeem codes: sealed, reserved for a line, given once.
package delivery

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/delivery/deliverydb"
	"larek/internal/problem"
	"larek/internal/seal"
)

// ErrStockEmpty is told before anything is charged.
var ErrStockEmpty = problem.New(problem.Conflict, "stock.empty", "Кодов сейчас не хватает. Уменьшите количество или загляните позже.")

// Ours, not the buyer's.
var (
	ErrNotReserved = errors.New("delivery: the line does not hold its codes")
	ErrNoStock     = errors.New("delivery: the product is not sold from stock")
)

// loadBatch bounds one insert.
const loadBatch = 1000

// Stock keeps redeem codes. Their text exists in memory only.
type Stock struct {
	pool        *pgxpool.Pool
	ring        *seal.Ring
	fingerprint seal.Key
}

// NewStock needs the writing pool. Changing the fingerprint key would let
// loaded codes be loaded again; changing the ring's current key is fine.
func NewStock(pool *pgxpool.Pool, ring *seal.Ring, fingerprint seal.Key) *Stock {
	return &Stock{pool: pool, ring: ring, fingerprint: fingerprint}
}

// Load adds codes to a product, batch by batch. Codes the shop has had before,
// for whatever product, are counted and left out, so a broken-off load is
// simply run again.
func (s *Stock) Load(ctx context.Context, productID int64, codes []string) (loaded, duplicates int, err error) {
	return s.LoadTo(ctx, s.pool, productID, codes)
}

// Querier is a pool or a transaction.
type Querier = deliverydb.DBTX

// LoadTo is Load within a transaction of the caller's.
func (s *Stock) LoadTo(ctx context.Context, db Querier, productID int64, codes []string) (loaded, duplicates int, err error) {
	q := deliverydb.New(db)
	kind, err := q.ProductKind(ctx, productID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && kind != "pubg" {
		return 0, 0, fmt.Errorf("%w: %d", ErrNoStock, productID)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("product %d: %w", productID, err)
	}
	for from := 0; from < len(codes); from += loadBatch {
		p := deliverydb.LoadCodesParams{ProductID: productID}
		for _, text := range codes[from:min(from+loadBatch, len(codes))] {
			plain := []byte(strings.TrimSpace(text))
			if len(plain) == 0 {
				continue
			}
			mark := s.fingerprint.Mac(plain)
			keyID, sealed := s.ring.Seal(plain, mark)
			p.KeyID = keyID
			p.Sealed, p.Fingerprints = append(p.Sealed, sealed), append(p.Fingerprints, mark)
		}
		n, err := q.LoadCodes(ctx, p)
		if err != nil {
			return loaded, duplicates, fmt.Errorf("load codes: %w", err)
		}
		loaded += int(n)
		duplicates += len(p.Sealed) - int(n)
	}
	return loaded, duplicates, nil
}

// Free counts what can still be sold of a product.
func (s *Stock) Free(ctx context.Context, productID int64) (int64, error) {
	n, err := deliverydb.New(s.pool).CountFree(ctx, productID)
	if err != nil {
		return 0, fmt.Errorf("free codes of product %d: %w", productID, err)
	}
	return n, nil
}

// Level is how much there is of one product.
type Level struct {
	ProductID             int64
	Game, Title           string
	IsActive              bool
	Free, Reserved, Given int64
}

// Levels lists every product that is sold from stock.
func (s *Stock) Levels(ctx context.Context) ([]Level, error) {
	rows, err := deliverydb.New(s.pool).StockLevels(ctx)
	if err != nil {
		return nil, fmt.Errorf("stock levels: %w", err)
	}
	levels := make([]Level, len(rows))
	for i, r := range rows {
		levels[i] = Level(r)
	}
	return levels, nil
}

// Reserve makes the line hold exactly n codes: it takes what is missing and
// gives back what is too much. ErrStockEmpty when there are not enough; roll
// the transaction back then, or the few that were had stay held.
func (s *Stock) Reserve(ctx context.Context, tx pgx.Tx, lineID, productID int64, n int) error {
	q := deliverydb.New(tx)
	held, err := q.CountHeld(ctx, lineID)
	if err != nil {
		return fmt.Errorf("codes of line %d: %w", lineID, err)
	}
	switch lacking := int64(n) - held; {
	case lacking > 0:
		taken, err := q.TakeCodes(ctx, deliverydb.TakeCodesParams{LineID: lineID, ProductID: productID, Lacking: lacking})
		if err != nil {
			return fmt.Errorf("reserve codes for line %d: %w", lineID, err)
		}
		if taken < lacking {
			return ErrStockEmpty
		}
	case lacking < 0:
		if err := q.ReleaseExcess(ctx, deliverydb.ReleaseExcessParams{LineID: lineID, Excess: -lacking}); err != nil {
			return fmt.Errorf("release excess codes of line %d: %w", lineID, err)
		}
	}
	return nil
}

// Release puts the reserved codes of an order back on sale. Given ones stay given.
func (s *Stock) Release(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := deliverydb.New(tx).ReleaseCodes(ctx, orderID); err != nil {
		return fmt.Errorf("release codes of order %d: %w", orderID, err)
	}
	return nil
}

// Give hands the line's reserved codes over for good. It must come to exactly
// quantity, counting what was given before; ErrNotReserved otherwise.
func (s *Stock) Give(ctx context.Context, tx pgx.Tx, lineID int64, quantity int) error {
	given, err := deliverydb.New(tx).GiveCodes(ctx, lineID)
	if err != nil {
		return fmt.Errorf("give codes of line %d: %w", lineID, err)
	}
	if given != int64(quantity) {
		return fmt.Errorf("%w: line %d has %d of %d", ErrNotReserved, lineID, given, quantity)
	}
	return nil
}
