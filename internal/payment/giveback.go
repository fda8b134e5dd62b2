package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

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
		to = ToMethod
	}
	if left := money.Minor(p.Refundable); back.Minor > left {
		// Never in silence: what cannot be given back of this payment is owed.
		missing := money.Of(back.Minor-left, back.Currency)
		if err := s.openTask(ctx, tx, orderID, TaskTooLarge, fmt.Sprint(lineID), missing, "к возврату больше, чем осталось от платежа: верните разницу вручную"); err != nil {
			return err
		}
		if left <= 0 {
			return nil
		}
		net, back.Minor = net.Share(int64(left), int64(back.Minor)), left
	}
	return s.insertLine(ctx, tx, paymentdb.InsertLineRefundParams{
		PaymentID: p.ID, OrderID: orderID, LineID: &lineID, Amount: back.Minor, Net: &net, Currency: back.Currency,
		Destination: to, Created: s.clock(),
	})
}

var errSameLine = errors.New("payment: the line's money goes back already")

// insertLine keeps a line's refund, less what went back without us; nothing
// changes for a line that has one.
func (s *Service) insertLine(ctx context.Context, tx pgx.Tx, p paymentdb.InsertLineRefundParams) error {
	err := pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) (err error) {
		if p.Covered, err = s.takeOutside(ctx, sub, p.PaymentID, p.Amount); err != nil {
			return err
		}
		n, err := paymentdb.New(sub).InsertLineRefund(ctx, p)
		if err == nil && n == 0 {
			return errSameLine
		}
		return err
	})
	if err != nil && !errors.Is(err, errSameLine) {
		return fmt.Errorf("give back line %d: %w", *p.LineID, err)
	}
	return nil
}
