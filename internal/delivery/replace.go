package delivery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/money"
)

// GivenCode is a delivered code, without its text.
type GivenCode struct {
	ID     int64 // of the code, or of the unit if IsUnit
	LineID int64
	IsUnit bool // a supplier or an operator delivered it
	// HasMore reports that another code of the same product is free.
	HasMore bool
	// IsRefunded reports that a complaint about it ended with the money.
	IsRefunded bool
}

// GivenCodes returns the delivered codes of an order.
func (s *Stock) GivenCodes(ctx context.Context, db Querier, orderID int64) ([]GivenCode, error) {
	rows, err := deliverydb.New(db).GivenCodes(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("codes of order %d: %w", orderID, err)
	}
	codes := make([]GivenCode, len(rows))
	for i, r := range rows {
		codes[i] = GivenCode(r)
	}
	return codes, nil
}

// Replace voids a delivered code of an order and delivers another one of the same
// product, which it returns with its cost. It returns ErrNoSuchCode, or ErrStockEmpty if
// there is no other.
func (s *Stock) Replace(ctx context.Context, tx pgx.Tx, orderID, codeID, staffID int64, now time.Time) (newID int64, cost money.RUB, err error) {
	q := deliverydb.New(tx)
	old, err := q.LockGivenCode(ctx, codeID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && old.OrderID != orderID {
		return 0, 0, ErrNoSuchCode
	}
	if err != nil {
		return 0, 0, fmt.Errorf("code %d: %w", codeID, err)
	}
	fresh, err := q.GiveFreeCode(ctx, deliverydb.GiveFreeCodeParams{LineID: old.LineID, ProductID: old.ProductID, Now: &now})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, 0, ErrStockEmpty
	}
	if err != nil {
		return 0, 0, fmt.Errorf("replace code %d: %w", codeID, err)
	}
	if err := q.VoidGivenCode(ctx, codeID); err != nil {
		return 0, 0, fmt.Errorf("void code %d: %w", codeID, err)
	}
	err = q.InsertCodeReplacement(ctx, deliverydb.InsertCodeReplacementParams{
		OrderID: orderID, LineID: *old.LineID, OldCodeID: &codeID, NewCodeID: &fresh.ID, ReplacedBy: staffID, At: now,
	})
	if err != nil {
		return 0, 0, fmt.Errorf("record replacement of code %d: %w", codeID, err)
	}
	return fresh.ID, fresh.Cost, nil
}

// Void takes a free code out of the stock. It returns ErrCodeNotFree if it is not free.
func (s *Stock) Void(ctx context.Context, tx pgx.Tx, codeID int64) error {
	n, err := deliverydb.New(tx).VoidFreeCode(ctx, codeID)
	if err != nil {
		return fmt.Errorf("void code %d: %w", codeID, err)
	}
	if n == 0 {
		return ErrCodeNotFree
	}
	return nil
}

// ReplaceCode replaces the code of a delivered unit by one an operator entered. It
// returns ErrNoSuchCode, ErrCodes or ErrCodeKnown.
func (d *Dispatcher) ReplaceCode(ctx context.Context, tx pgx.Tx, orderID, unitID, staffID int64, code string) error {
	code = strings.TrimSpace(code)
	if code == "" || strings.ContainsAny(code, "\r\n") {
		return ErrCodes
	}
	q, now := deliverydb.New(tx), d.clock()
	u, err := q.LockUnit(ctx, unitID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (u.OrderID != orderID || UnitState(u.State) != UnitDelivered) {
		return ErrNoSuchCode
	}
	if err != nil {
		return fmt.Errorf("unit %d: %w", unitID, err)
	}
	fresh, err := d.markCodes(ctx, q, unitID, []string{code})
	if err != nil {
		return err
	}
	if !fresh {
		return ErrCodeKnown
	}
	keyID, sealed := d.sealCodes(unitID, []string{code})
	if err := q.ReplaceUnitCode(ctx, deliverydb.ReplaceUnitCodeParams{ID: unitID, Sealed: sealed, KeyID: *keyID}); err != nil {
		return fmt.Errorf("replace code of unit %d: %w", unitID, err)
	}
	err = q.InsertCodeReplacement(ctx, deliverydb.InsertCodeReplacementParams{OrderID: orderID, LineID: u.LineID, UnitID: &unitID, ReplacedBy: staffID, At: now})
	if err != nil {
		return fmt.Errorf("record replacement of the code of unit %d: %w", unitID, err)
	}
	return nil
}
