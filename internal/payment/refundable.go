package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Refundable is what can still be refunded of an order's own payment.
type Refundable struct {
	Provider string
	Left     money.Money
	Lines    []RefundableLine

	paymentID       int64
	quoted, charged money.Minor // as quoted and as paid
	byLink          bool
	total, fee      money.RUB
	units           map[int64]money.Minor // refunded for delivered units
}

// RefundableLine is a line of the order.
type RefundableLine struct {
	ID       int64
	Title    string
	Quantity int32
	Status   string
	Net      money.RUB
	// Share is the line's share of the charge, fee included. The shares of all lines add
	// up to the charge.
	Share money.Minor
	// Left is the part of Share that is not refunded yet.
	Left money.Minor
}

// Undelivered returns what is refunded if goods of the line for net are not delivered: a
// proportional part of its share. What is left of the line is given instead if the
// difference is no more than its units were rounded by.
func (l RefundableLine) Undelivered(net money.RUB) money.Minor {
	back := money.Minor(money.RUB(l.Share).Share(int64(net), int64(l.Net)))
	if rounded := money.Minor(l.Quantity); l.Left-back <= rounded && back-l.Left <= rounded {
		return l.Left
	}
	return back
}

// LockRefundable returns what can be refunded of an order, and locks its payment. It
// returns ErrNotPaid for an order without a payment.
func LockRefundable(ctx context.Context, tx pgx.Tx, orderID int64) (*Refundable, error) {
	q := paymentdb.New(tx)
	p, err := q.OrderPayment(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNotPaid
	}
	if err != nil {
		return nil, fmt.Errorf("payment of order %d: %w", orderID, err)
	}
	rows, err := q.RefundableLines(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("lines of order %d: %w", orderID, err)
	}
	units, err := q.UnitRefunds(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("refunds of units of order %d: %w", orderID, err)
	}
	r := &Refundable{
		Provider: p.Provider, Left: money.Of(max(0, money.Minor(p.Refundable)), p.Currency), paymentID: p.ID, quoted: p.Quoted, charged: p.Amount,
		byLink: p.ByLink, total: p.Total, fee: p.Fee, units: map[int64]money.Minor{},
	}
	for _, u := range units {
		r.units[u.UnitID] = money.Minor(u.Hundredths)
	}
	var before money.RUB // the price of the lines before
	for _, l := range rows {
		share := r.charge(before+l.Net) - r.charge(before)
		before += l.Net
		r.Lines = append(r.Lines, RefundableLine{
			ID: l.ID, Title: l.Title, Quantity: l.Quantity, Status: l.Status, Net: l.Net, Share: share,
			Left: min(max(0, share-money.Minor(l.Refunded)), r.Left.Minor),
		})
	}
	return r, nil
}

// Line returns a line of the order.
func (r *Refundable) Line(id int64) (RefundableLine, bool) {
	for _, l := range r.Lines {
		if l.ID == id {
			return l, true
		}
	}
	return RefundableLine{}, false
}

// Destination returns where a refund goes if to was requested.
func (r *Refundable) Destination(to string) string {
	return destination(r.Provider, r.Left.Currency, r.byLink, to)
}

// IsByLink reports whether a person other than the order's owner paid it.
func (r *Refundable) IsByLink() bool { return r.byLink }

// Rubles returns the value of an amount of the payment in rubles, at its own rate.
func (r *Refundable) Rubles(amount money.Minor) money.RUB {
	if r.Left.Currency == money.Ruble {
		return money.RUB(amount)
	}
	return (r.total + r.fee).Share(int64(amount), int64(r.quoted))
}

// Paid returns what was paid in rubles.
func (r *Refundable) Paid() money.RUB { return r.Rubles(r.charged) }

// charge returns what was charged for goods of price net, fee included. Those of a line are
// the difference of two such sums, so that rounding loses nothing.
func (r *Refundable) charge(net money.RUB) money.Minor {
	return min(money.Of(r.quoted, r.Left.Currency).Share(int64(net), int64(r.total)).Minor, r.quoted)
}

// Worth splits the share of a line into the goods and their part of the fee. In another
// currency than rubles the fee is a part of the goods.
func (r *Refundable) Worth(l RefundableLine) (goods, fee money.Minor) {
	if r.Left.Currency != money.Ruble {
		return l.Share, 0
	}
	return money.Minor(l.Net), l.Share - money.Minor(l.Net)
}

// IsUnitRefunded reports whether the money for a delivered unit of a line has gone back.
func (r *Refundable) IsUnitRefunded(l RefundableLine, unitID int64) bool {
	back, known := r.units[unitID]
	return known && back >= l.Share/money.Minor(max(1, l.Quantity))
}

// IsCodeRefunded reports whether the money for a delivered code has gone back: that of its
// whole line, or its share if the code is a unit.
func (r *Refundable) IsCodeRefunded(lineID, codeID int64, isUnit bool) bool {
	l, ok := r.Line(lineID)
	return ok && l.Share != 0 && (l.Left == 0 || isUnit && r.IsUnitRefunded(l, codeID))
}

// RefundedForUnit returns what operators have refunded for a delivered unit.
func (r *Refundable) RefundedForUnit(unitID int64) money.Minor { return r.units[unitID] }
