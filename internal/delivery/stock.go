// Package delivery owns how goods reach the buyer: from our stock of redeem codes,
// through suppliers, or by an operator.
package delivery

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/delivery/deliverydb"
	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/seal"
)

// ErrStockEmpty is returned, before anything is charged, if there are not enough
// codes.
var ErrStockEmpty = problem.New(problem.Conflict, "stock.empty", "Кодов сейчас не хватает. Уменьшите количество или загляните позже.")

// Internal errors of the stock.
var (
	ErrNotReserved      = errors.New("delivery: the line does not hold its codes")
	ErrNotSoldFromStock = errors.New("delivery: the product is not sold from stock")
)

// loadBatch bounds the number of codes in one insert.
const loadBatch = 1000

// Stock holds redeem codes. In the database they are sealed.
type Stock struct {
	pool        *pgxpool.Pool
	ring        *seal.Keyring
	fingerprint seal.Key
}

// NewStock returns the stock in the read-write pool. If the fingerprint key changes,
// codes that are loaded already can be loaded again; changing the current key of the
// ring is safe.
func NewStock(pool *pgxpool.Pool, ring *seal.Keyring, fingerprint seal.Key) *Stock {
	return &Stock{pool: pool, ring: ring, fingerprint: fingerprint}
}

// Load adds codes to a product, batch by batch. Codes the shop has had before, for
// any product, are counted as duplicates and skipped, so an interrupted load can be
// repeated.
func (s *Stock) Load(ctx context.Context, productID int64, codes []string) (loaded, duplicates int, err error) {
	return s.LoadTx(ctx, s.pool, productID, codes)
}

// Querier is a pool or a transaction.
type Querier = deliverydb.DBTX

// LoadTx is Load within the caller's transaction.
func (s *Stock) LoadTx(ctx context.Context, db Querier, productID int64, codes []string) (loaded, duplicates int, err error) {
	q := deliverydb.New(db)
	kind, err := q.ProductKind(ctx, productID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && kind != "pubg" {
		return 0, 0, fmt.Errorf("%w: %d", ErrNotSoldFromStock, productID)
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
			mark := s.fingerprint.MAC(plain)
			keyID, sealed := s.ring.Seal(plain, mark)
			p.KeyID = keyID
			p.Sealed, p.Fingerprints, p.Spellings = append(p.Sealed, sealed), append(p.Fingerprints, mark), append(p.Spellings, s.spelling(string(plain)))
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

// SealCode returns a code as the stock stores it, for demo data.
func (s *Stock) SealCode(code string) (mark []byte, keyID string, sealed []byte) {
	mark = s.fingerprint.MAC([]byte(code))
	keyID, sealed = s.ring.Seal([]byte(code), mark)
	return mark, keyID, sealed
}

// SealUnitCode returns a code as it is stored with the unit a supplier delivered it for.
func (s *Stock) SealUnitCode(unitID int64, code string) (mark []byte, keyID string, sealed []byte) {
	keyID, sealed = s.ring.Seal([]byte(code), sealContext(unitID))
	return s.fingerprint.MAC([]byte(code)), keyID, sealed
}

// Available returns how many codes of a product can be sold.
func (s *Stock) Available(ctx context.Context, productID int64) (int64, error) {
	n, err := deliverydb.New(s.pool).CountAvailable(ctx, productID)
	if err != nil {
		return 0, fmt.Errorf("free codes of product %d: %w", productID, err)
	}
	return n, nil
}

// Level is the stock of one product.
type Level struct {
	ProductID             int64
	Game, Title           string
	IsActive              bool
	Free, Reserved, Given int64
}

// Levels returns the stock of every product that is sold from stock.
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

// Reserve makes the line hold exactly n codes: it reserves what is missing and
// releases the excess. If it returns ErrStockEmpty, the transaction must be rolled
// back, else the codes it did reserve stay held.
func (s *Stock) Reserve(ctx context.Context, tx pgx.Tx, lineID, productID int64, n int) error {
	q := deliverydb.New(tx)
	r, err := q.ReserveCodes(ctx, deliverydb.ReserveCodesParams{LineID: lineID, ProductID: productID, Wanted: int64(n)})
	if err != nil {
		return fmt.Errorf("reserve codes for line %d: %w", lineID, err)
	}
	switch lacking := int64(n) - r.Had - r.Taken; {
	case lacking > 0:
		return ErrStockEmpty
	case lacking < 0:
		if err := q.ReleaseExcess(ctx, deliverydb.ReleaseExcessParams{LineID: lineID, Excess: -lacking}); err != nil {
			return fmt.Errorf("release excess codes of line %d: %w", lineID, err)
		}
	}
	return nil
}

// Holds reports whether every line holds exactly its quantity of codes.
func (s *Stock) Holds(ctx context.Context, tx pgx.Tx, quantities map[int64]int) (bool, error) {
	rows, err := deliverydb.New(tx).HeldCodes(ctx, slices.Sorted(maps.Keys(quantities)))
	if err != nil {
		return false, fmt.Errorf("held codes: %w", err)
	}
	for _, r := range rows {
		if r.Held != int64(quantities[r.LineID]) {
			return false, nil
		}
	}
	return len(rows) == len(quantities), nil
}

// Release makes the reserved codes of an order available again. Delivered codes do
// not change.
func (s *Stock) Release(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := deliverydb.New(tx).ReleaseCodes(ctx, orderID); err != nil {
		return fmt.Errorf("release codes of order %d: %w", orderID, err)
	}
	return nil
}

// Deliver marks the reserved codes of lines as delivered, permanently. It returns
// ErrNotReserved unless the delivered codes of each line, including earlier ones, are
// exactly its quantity, and otherwise what they cost.
func (s *Stock) Deliver(ctx context.Context, tx pgx.Tx, quantities map[int64]int) (map[int64]money.RUB, error) {
	rows, err := deliverydb.New(tx).DeliverCodes(ctx, slices.Sorted(maps.Keys(quantities)))
	if err != nil {
		return nil, fmt.Errorf("deliver codes: %w", err)
	}
	given, costs := map[int64]int64{}, map[int64]money.RUB{}
	for _, r := range rows {
		given[r.LineID], costs[r.LineID] = r.Given, r.Cost
	}
	for line, n := range quantities {
		if given[line] != int64(n) {
			return nil, fmt.Errorf("%w: line %d has %d of %d", ErrNotReserved, line, given[line], n)
		}
	}
	return costs, nil
}
