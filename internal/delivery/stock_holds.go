package delivery

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// ErrHoldLimit is returned, before anything is charged, if the buyer would hold too
// many unpaid codes.
var ErrHoldLimit = problem.New(problem.Conflict, "stock.held",
	"Столько кодов сразу мы без оплаты не придержим. Оплатите прежний заказ или уменьшите количество.")

// ErrNewcomersHold is returned if newcomers, all together, would hold the rest of a stock.
var ErrNewcomersHold = problem.New(problem.Conflict, "stock.busy", "Последние коды сейчас оплачивают другие покупатели. Попробуйте через несколько минут.")

// Bounds of codes held by unpaid orders. A code is held for half an hour, so without
// a bound one browser could block the whole stock without paying.
const (
	maxHeldByNewcomer = 50  // one account or browser that has bought nothing yet
	maxHeldByBuyer    = 500 // one that has
	maxHeldByAddress  = 150 // one address, all newcomers on it together
	// Newcomers from one address hold at most 1/stockShare of a product's stock, or
	// minAddressShare codes if that is more.
	stockShare      = 4
	minAddressShare = 10
	// If fewer than plentyFree codes of a product are free, all newcomers together hold at
	// most freeShare times as many as are free, or minNewcomerShare if that is more: many
	// addresses cannot keep the last codes from known buyers.
	plentyFree       = 200
	freeShare        = 3
	minNewcomerShare = 40
)

// StockHold is an unpaid order that reserves codes.
type StockHold struct {
	OrderID int64
	UserID  *int64
	Guest   *publicid.ID
	From    string // the buyer's IP address; empty if unknown
	// Wanted is the number of codes by product.
	Wanted map[int64]int64
}

// CheckHoldLimits returns ErrHoldLimit if the hold exceeds the bounds of its buyer or
// address. Call it after reserving the codes, in the same transaction, and roll back
// on error.
func (s *Stock) CheckHoldLimits(ctx context.Context, tx pgx.Tx, h StockHold) error {
	q := deliverydb.New(tx)
	var from []byte
	who := []string{}
	if h.UserID != nil {
		who = append(who, "user "+strconv.FormatInt(*h.UserID, 10))
	}
	if h.Guest != nil {
		who = append(who, "guest "+h.Guest.String())
	}
	if h.From != "" {
		from = s.fingerprint.MAC([]byte("address " + h.From))
		who = append(who, "address "+h.From)
	}
	if err := q.LockHolds(ctx, who); err != nil {
		return fmt.Errorf("holds of order %d: %w", h.OrderID, err)
	}
	held, err := q.CountUnpaidHolds(ctx, deliverydb.CountUnpaidHoldsParams{UserID: h.UserID, Guest: h.Guest, HeldFrom: from, OrderID: h.OrderID})
	if err != nil {
		return fmt.Errorf("holds of order %d: %w", h.OrderID, err)
	}
	if held.HasBought {
		if held.ByBuyer+h.total() > maxHeldByBuyer {
			return ErrHoldLimit
		}
		return nil // holds of known buyers do not count for their address
	}
	if held.ByBuyer+h.total() > maxHeldByNewcomer || from != nil && held.ByAddress+h.total() > maxHeldByAddress {
		return ErrHoldLimit
	}
	if from == nil {
		return nil
	}
	if err := checkAddressShare(ctx, q, h, from); err != nil {
		return err
	}
	if err := checkNewcomers(ctx, q, h); err != nil {
		return err
	}
	if err := q.MarkHeldFrom(ctx, deliverydb.MarkHeldFromParams{HeldFrom: from, OrderID: h.OrderID}); err != nil {
		return fmt.Errorf("holds of order %d: %w", h.OrderID, err)
	}
	return nil
}

// checkAddressShare makes sure that one address holds only a part of each product's
// stock.
func checkAddressShare(ctx context.Context, q *deliverydb.Queries, h StockHold, from []byte) error {
	rows, err := q.ProductHolds(ctx, deliverydb.ProductHoldsParams{
		ProductIds: slices.Sorted(maps.Keys(h.Wanted)), AtMost: maxHeldByAddress * stockShare, HeldFrom: from, OrderID: h.OrderID,
	})
	if err != nil {
		return fmt.Errorf("stock held from the address of order %d: %w", h.OrderID, err)
	}
	for _, r := range rows {
		if r.Held+h.Wanted[r.ProductID] > max(minAddressShare, r.Stock/stockShare) {
			return ErrHoldLimit
		}
	}
	return nil
}

// checkNewcomers makes sure that newcomers together leave a part of each product's stock.
func checkNewcomers(ctx context.Context, q *deliverydb.Queries, h StockHold) error {
	rows, err := q.NewcomerHolds(ctx, deliverydb.NewcomerHoldsParams{
		ProductIds: slices.Sorted(maps.Keys(h.Wanted)), MostFree: plentyFree, MostHeld: plentyFree * freeShare, OrderID: h.OrderID,
	})
	if err != nil {
		return fmt.Errorf("stock held by newcomers: %w", err)
	}
	for _, r := range rows {
		if r.Free < plentyFree && r.Held+h.Wanted[r.ProductID] > max(minNewcomerShare, r.Free*freeShare) {
			return ErrNewcomersHold
		}
	}
	return nil
}

func (h StockHold) total() (n int64) {
	for _, wanted := range h.Wanted {
		n += wanted
	}
	return n
}
