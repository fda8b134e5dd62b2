package delivery

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/ident"
	"larek/internal/problem"
)

// ErrHeldTooMuch is told before anything is charged.
var ErrHeldTooMuch = problem.New(problem.Conflict, "stock.held",
	"Столько кодов сразу мы без оплаты не придержим. Оплатите прежний заказ или уменьшите количество.")

// How many codes may wait for money that has not come. A code is held for half
// an hour, so without a bound one browser could keep the whole stock from
// everybody for nothing.
const (
	heldByNewcomer = 50  // one account or browser that has bought nothing yet
	heldByBuyer    = 500 // one that has
	heldByAddress  = 150 // one address, all newcomers on it together
	// Newcomers of one address never hold more than this part of a product's stock,
	// but always a few.
	stockShare = 4
	alwaysHeld = 10
)

// Hold is an order whose codes wait for its money.
type Hold struct {
	OrderID int64
	UserID  *int64
	Guest   *ident.Hash
	From    string // the buyer's address; empty if unknown
	// Wanted are the codes of each product.
	Wanted map[int64]int64
}

// BoundHold refuses with ErrHeldTooMuch a hold that is too much for its buyer
// or its address. It is asked after the codes were reserved; roll the
// transaction back when it refuses.
func (s *Stock) BoundHold(ctx context.Context, tx pgx.Tx, h Hold) error {
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
		from = s.fingerprint.Mac([]byte("address " + h.From))
		who = append(who, "address "+h.From)
	}
	if err := q.LockHolds(ctx, who); err != nil {
		return fmt.Errorf("holds of order %d: %w", h.OrderID, err)
	}
	held, err := q.HeldUnpaid(ctx, deliverydb.HeldUnpaidParams{UserID: h.UserID, Guest: h.Guest, HeldFrom: from, OrderID: h.OrderID})
	if err != nil {
		return fmt.Errorf("holds of order %d: %w", h.OrderID, err)
	}
	bought, err := q.HasBought(ctx, deliverydb.HasBoughtParams{UserID: h.UserID, Guest: h.Guest})
	if err != nil {
		return fmt.Errorf("earlier orders of the buyer of %d: %w", h.OrderID, err)
	}
	if bought {
		if held.ByBuyer+h.total() > heldByBuyer {
			return ErrHeldTooMuch
		}
		return nil // what a buyer holds does not count against the neighbours
	}
	if held.ByBuyer+h.total() > heldByNewcomer || from != nil && held.ByAddress+h.total() > heldByAddress {
		return ErrHeldTooMuch
	}
	if from == nil {
		return nil
	}
	if err := boundShare(ctx, q, h, from); err != nil {
		return err
	}
	if err := q.MarkHeldFrom(ctx, deliverydb.MarkHeldFromParams{HeldFrom: from, OrderID: h.OrderID}); err != nil {
		return fmt.Errorf("holds of order %d: %w", h.OrderID, err)
	}
	return nil
}

// boundShare keeps a part of each product's stock for other addresses.
func boundShare(ctx context.Context, q *deliverydb.Queries, h Hold, from []byte) error {
	for product, n := range h.Wanted {
		stock, err := q.SomeStock(ctx, deliverydb.SomeStockParams{ProductID: product, AtMost: heldByAddress * stockShare})
		if err != nil {
			return fmt.Errorf("stock of product %d: %w", product, err)
		}
		held, err := q.HeldOfProduct(ctx, deliverydb.HeldOfProductParams{ProductID: product, HeldFrom: from, OrderID: h.OrderID})
		if err != nil {
			return fmt.Errorf("holds of product %d: %w", product, err)
		}
		if held+n > max(alwaysHeld, stock/stockShare) {
			return ErrHeldTooMuch
		}
	}
	return nil
}

func (h Hold) total() (n int64) {
	for _, wanted := range h.Wanted {
		n += wanted
	}
	return n
}
