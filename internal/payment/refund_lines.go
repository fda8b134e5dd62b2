package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// CreateLineRefund refunds the price of a line, once per line: to the balance if to is
// the balance and the payment was in rubles, else by the payment method. If less is left of the payment, it refunds the rest and opens a task for
// the difference.
func (s *Refunds) CreateLineRefund(ctx context.Context, tx pgx.Tx, orderID, lineID int64, net money.RUB, to string) error {
	q := paymentdb.New(tx)
	r, err := LockRefundable(ctx, tx, orderID)
	if errors.Is(err, ErrNotPaid) && net == 0 {
		return nil // a free order: nothing was paid
	}
	if err != nil {
		return err
	}
	l, ok := r.Line(lineID)
	if !ok {
		return fmt.Errorf("order %d has no line %d", orderID, lineID)
	}
	back := l.Undelivered(net)
	if back == 0 {
		return nil // it was free
	}
	grant, to, err := grantedDestination(ctx, q, lineID, to)
	if err != nil {
		return err
	}
	if left := r.Left.Minor; back > left {
		// The difference cannot be refunded from this payment: an operator must know.
		missing := money.Of(back-left, r.Left.Currency)
		if err := s.tasks.open(ctx, tx, orderID, TaskTooLarge, fmt.Sprint(lineID), missing, "к возврату больше, чем осталось от платежа: верните разницу вручную"); err != nil {
			return err
		}
		if left <= 0 {
			return nil
		}
		net, back = net.Share(int64(left), int64(back)), left
	}
	return insertLine(ctx, tx, paymentdb.InsertLineRefundParams{
		PaymentID: r.paymentID, OrderID: orderID, LineID: &lineID, Amount: back, Net: &net, Currency: r.Left.Currency,
		Destination: r.Destination(to), Created: s.clock(), GrantID: grant,
	})
}

// destination returns where money of a payment goes if to was requested: money from a
// balance returns there, a balance holds rubles only, and money of a person who paid by
// the order's link is not the owner's.
func destination(provider string, currency money.Currency, byLink bool, to string) string {
	switch {
	case provider == Balance:
		return DestinationBalance
	case currency != money.Ruble || byLink:
		return DestinationMethod
	}
	return to
}

// grantedDestination returns the grant of an operator that ended the line, if there is
// one, and where the money goes. The operator's decision overrides the buyer's choice.
func grantedDestination(ctx context.Context, q *paymentdb.Queries, lineID int64, wish string) (*int64, string, error) {
	g, err := q.SentGrantOfLine(ctx, lineID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, wish, nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("grant of line %d: %w", lineID, err)
	}
	return &g.ID, g.Destination, nil
}

var errSameLine = errors.New("payment: the line has a refund already")

// insertLine inserts the refund of a line, reduced by what was refunded outside. It
// changes nothing if the line has a refund already.
func insertLine(ctx context.Context, tx pgx.Tx, p paymentdb.InsertLineRefundParams) error {
	err := pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) (err error) {
		if p.Covered, err = claimOutsideRefund(ctx, sub, p.PaymentID, p.Amount); err != nil {
			return err
		}
		n, err := paymentdb.New(sub).InsertLineRefund(ctx, p)
		if err == nil && n == 0 {
			return errSameLine
		}
		return err
	})
	if err != nil && !errors.Is(err, errSameLine) {
		return fmt.Errorf("insert refund for line %d: %w", *p.LineID, err)
	}
	return nil
}
