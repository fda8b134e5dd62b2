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

	quoted, charged money.Minor // as quoted and as paid
	byLink          bool
	total, fee      money.RUB
	givenBack       money.Minor
	givenUp         money.RUB
}

// RefundableLine is a line of the order.
type RefundableLine struct {
	ID       int64
	Title    string
	Quantity int32
	Status   string
	Net      money.RUB
	// Left is the line's share of the charge, fee included, that is not refunded yet.
	Left money.Minor
}

// Refundable returns what can be refunded of an order, and locks its payment. It
// returns ErrNotPaid for an order without a payment of its own.
func (s *Service) Refundable(ctx context.Context, tx pgx.Tx, orderID int64) (*Refundable, error) {
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
	r := &Refundable{
		Provider: p.Provider, Left: money.Of(max(0, money.Minor(p.Refundable)), p.Currency), quoted: p.Quoted, charged: p.Amount, byLink: p.ByLink,
		total: p.Total, fee: p.Fee, givenBack: money.Minor(p.GivenBack), givenUp: p.GivenUp,
	}
	for _, l := range rows {
		share := r.Charge(l.Net)
		r.Lines = append(r.Lines, RefundableLine{
			ID: l.ID, Title: l.Title, Quantity: l.Quantity, Status: l.Status, Net: l.Net,
			Left: min(max(0, share-money.Minor(l.Refunded)), r.Left.Minor),
		})
	}
	return r, nil
}

// Destination returns where a refund can go if to is wanted.
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

// Undelivered returns what is refunded if goods of price net are not delivered. Calls
// for several lines add up as their refunds do, so call it once for each.
func (r *Refundable) Undelivered(net money.RUB) money.Minor {
	back := lineRefundAmount(money.Of(r.quoted, r.Left.Currency), r.total, net, r.givenBack, r.givenUp).Minor
	back = min(back, r.Left.Minor)
	r.givenBack, r.givenUp, r.Left.Minor = r.givenBack+back, r.givenUp+net, r.Left.Minor-back
	return back
}

// Charge returns what was charged for goods of price net, fee included.
func (r *Refundable) Charge(net money.RUB) money.Minor {
	if r.total == 0 {
		return 0
	}
	return money.Of(r.quoted, r.Left.Currency).Share(int64(net), int64(r.total)).Minor
}

// Worth splits the charge for goods of price net into the goods and their share of the
// fee. In another currency than rubles the fee is a part of the goods.
func (r *Refundable) Worth(net money.RUB) (goods, fee money.Minor) {
	charge := r.Charge(net)
	if r.Left.Currency != money.Ruble {
		return charge, 0
	}
	return money.Minor(net), charge - money.Minor(net)
}

// RefundedForUnit returns what operators have refunded for a delivered unit.
func (s *Service) RefundedForUnit(ctx context.Context, tx pgx.Tx, orderID, unitID int64) (money.Minor, error) {
	sum, err := paymentdb.New(tx).UnitRefunds(ctx, paymentdb.UnitRefundsParams{OrderID: orderID, UnitID: unitID})
	if err != nil {
		return 0, fmt.Errorf("refunds of unit %d: %w", unitID, err)
	}
	return money.Minor(sum), nil
}
