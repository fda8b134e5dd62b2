package payment

import (
	"context"
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
func backFor(quoted, total, net, givenBack, givenUp money.RUB) money.RUB {
	if givenUp+net >= total {
		return quoted - givenBack
	}
	return min(quoted.Share(int64(net), int64(total)), quoted-givenBack)
}

// GiveBackLine decides that a line's money goes back, once per line: to the
// balance if the buyer wants it there and it is rubles, else the way it came.
func (s *Service) GiveBackLine(ctx context.Context, tx pgx.Tx, orderID, lineID int64, net money.RUB, to string) error {
	q := paymentdb.New(tx)
	p, err := q.OrderPayment(ctx, orderID)
	if err != nil {
		return fmt.Errorf("payment of order %d: %w", orderID, err)
	}
	back := backFor(p.Quoted, p.Total, net, p.GivenBack, p.GivenUp)
	if back == 0 {
		return nil // it was free
	}
	if p.Provider == Balance {
		to = ToBalance
	} else if p.Currency != "RUB" {
		to = "method"
	}
	err = q.InsertLineRefund(ctx, paymentdb.InsertLineRefundParams{
		PaymentID: p.ID, OrderID: orderID, LineID: &lineID, Amount: back, Net: &net, Currency: p.Currency,
		Destination: to, Created: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("give back line %d: %w", lineID, err)
	}
	return nil
}
