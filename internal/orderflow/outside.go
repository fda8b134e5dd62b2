package orderflow

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

// settleGone compares what providers say has left the order's payments with
// what we know of. What is not explained confirms the refund of ours that is
// under way if it can be it, and else is money that left without our asking.
func (s *Steps) settleGone(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	all, err := s.Payments.Gone(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for _, g := range all {
		rest := g.Unexplained()
		if rest > 0 && g.UnderWay != 0 {
			if rest, err = s.confirmRefund(ctx, tx, o, g.UnderWay, rest); err != nil {
				return err
			}
		}
		if rest == 0 {
			continue
		}
		left := &payment.Outside{OrderID: o.ID, PaymentID: g.PaymentID, Kind: payment.OutsideRefund, Amount: money.Of(rest, g.Paid.Currency)}
		if err := s.leftOutside(ctx, tx, o, left, g.Provider); err != nil {
			return err
		}
	}
	return nil
}

// confirmRefund ends the refund that is under way if so much went that it must be
// among it, and returns the rest.
func (s *Steps) confirmRefund(ctx context.Context, tx pgx.Tx, o *order.Order, id int64, went money.Minor) (money.Minor, error) {
	r, err := s.Payments.LockRefund(ctx, tx, id)
	if err != nil || went < r.ToSend().Minor {
		return went, err
	}
	went -= r.ToSend().Minor
	if err := s.Payments.End(ctx, tx, r, payment.RefundDone); err != nil {
		return 0, err
	}
	r.Status = payment.RefundDone
	return went, s.refunded(ctx, tx, o, r)
}

// leftOutside books money that left without us, tells the buyer and the
// operators, and reduces the refunds of ours it makes needless.
func (s *Steps) leftOutside(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside, provider string) error {
	if err := s.Payments.KeepOutside(ctx, tx, left); err != nil {
		return err
	}
	booked := ledger.LeftOutside{Provider: provider, Amount: left.Amount}
	if err := s.Ledger.Post(ctx, tx, booked.Entry(strconv.FormatInt(left.ID, 10), o.ID)); err != nil {
		return err
	}
	event := order.EventRefundOutside
	if left.Kind == payment.Chargeback {
		event = order.EventChargeback
	}
	if err := s.Orders.Note(ctx, tx, o.ID, event, amount(left.Amount)); err != nil {
		return err
	}
	ids, err := s.Payments.Coverable(ctx, tx, left.PaymentID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := s.Payments.LockRefund(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.cover(ctx, tx, o, r); err != nil {
			return err
		}
	}
	return nil
}

// cover reduces a refund by what went back without us, and ends it when nothing
// of it is left to send.
func (s *Steps) cover(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	if err := s.Payments.Cover(ctx, tx, r); err != nil {
		return err
	}
	if r.Status.UnderWay() || r.Status.Final() || r.ToSend().Sign() != 0 {
		return nil
	}
	if err := s.Payments.End(ctx, tx, r, payment.RefundCovered); err != nil {
		return err
	}
	r.Status = payment.RefundCovered
	return s.bookRefund(ctx, tx, o, r)
}

// RecordOutside books money an operator found to have left a provider that
// does not tell of it: a chargeback, or a refund made in a cabinet. Told twice
// it is booked once.
func (s *Steps) RecordOutside(ctx context.Context, left payment.Outside) error {
	left.Request = fmt.Sprintf("%s:%d:%s:%s", left.Kind, left.OrderID, left.Amount.Minor, left.Proof)
	_, err := s.inOrder(ctx, left.OrderID, func(tx pgx.Tx, o *order.Order) error {
		all, err := s.Payments.Gone(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		for _, g := range all {
			if g.Provider != payment.Balance && g.Paid.Currency == left.Amount.Currency && g.Paid.Minor-g.Known >= left.Amount.Minor {
				left.PaymentID = g.PaymentID
				return s.leftOutside(ctx, tx, o, &left, g.Provider)
			}
		}
		return payment.ErrTooMuch
	})
	return err
}
