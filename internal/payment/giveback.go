package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// ToBalance is a refund destination: what we owe a signed-in buyer.
const ToBalance = "balance"

// backFor is what the buyer gets back for goods worth net that are not coming,
// of a quote for total that was charged as quoted. Each gets its share of the
// charge, fee included; the last of an order nobody got anything of gets the
// rest, so that rounding keeps nothing.
func backFor(quoted money.Money, total, net money.RUB, givenBack money.Minor, givenUp money.RUB) money.Money {
	left := money.Of(quoted.Minor-givenBack, quoted.Currency)
	share := quoted.Share(int64(net), int64(total))
	if givenUp+net >= total || share.Minor > left.Minor {
		return left
	}
	return share
}

// GiveBackLine decides that a line's money goes back, once per line: to the
// balance if the buyer wants it there and it is rubles, else the way it came.
func (s *Service) GiveBackLine(ctx context.Context, tx pgx.Tx, orderID, lineID int64, net money.RUB, to string) error {
	q := paymentdb.New(tx)
	p, err := q.OrderPayment(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) && net == 0 {
		return nil // a free order: nothing was paid
	}
	if err != nil {
		return fmt.Errorf("payment of order %d: %w", orderID, err)
	}
	back := backFor(money.Of(p.Quoted, p.Currency), p.Total, net, money.Minor(p.GivenBack), p.GivenUp)
	if back.Sign() == 0 {
		return nil // it was free
	}
	if p.Provider == Balance {
		to = ToBalance
	} else if p.Currency != money.Ruble {
		to = "method"
	}
	err = q.InsertLineRefund(ctx, paymentdb.InsertLineRefundParams{
		PaymentID: p.ID, OrderID: orderID, LineID: &lineID, Amount: back.Minor, Net: &net, Currency: back.Currency,
		Destination: to, Created: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("give back line %d: %w", lineID, err)
	}
	return nil
}
