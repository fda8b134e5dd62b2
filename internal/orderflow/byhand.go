package orderflow

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
)

// ErrNoBalance is returned when money shall go to the balance of a buyer who has
// none.
var ErrNoBalance = errors.New("the order belongs to no account, or was not paid in rubles")

// RetryRefund sends a refund that waits for an operator again. It returns nil
// also when somebody else is sending it: if it does not end, the queue shows it.
func (s *Steps) RetryRefund(ctx context.Context, id int64, who string) error {
	err := s.withRefund(ctx, id, func(tx pgx.Tx, _ *order.Order, r *payment.Refund) error {
		return s.Payments.Retry(ctx, tx, r, who)
	})
	if err != nil {
		return err
	}
	return s.sendNow(ctx, id)
}

func (s *Steps) sendNow(ctx context.Context, id int64) error {
	if err := s.Refund(ctx, id); !errors.Is(err, payment.ErrNotYet) {
		return err
	}
	return nil
}

// RedirectRefund keeps where else a refund is to be given back by hand.
func (s *Steps) RedirectRefund(ctx context.Context, id int64, who, where string) error {
	return s.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		if err := s.Payments.Redirect(ctx, tx, r, who, where); err != nil {
			return err
		}
		return s.Orders.Note(ctx, tx, o.ID, order.EventRefundRedirected, amount(r.ToSend()))
	})
}

// RefundDoneByHand ends a refund an operator has made, with what shows it.
func (s *Steps) RefundDoneByHand(ctx context.Context, id int64, who, proof string) error {
	return s.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		if err := s.Payments.DoneByHand(ctx, tx, r, who, proof); err != nil {
			return err
		}
		return s.refunded(ctx, tx, o, r)
	})
}

// RefundToBalance ends a refund on the buyer's balance.
func (s *Steps) RefundToBalance(ctx context.Context, id int64, who string) error {
	return s.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		if _, err := r.Amount.RUB(); err != nil || o.UserID == nil {
			return ErrNoBalance
		}
		if err := s.Payments.ToBalanceByHand(ctx, tx, r, who); err != nil {
			return err
		}
		return s.refunded(ctx, tx, o, r)
	})
}

func (s *Steps) withRefund(ctx context.Context, id int64, fn func(pgx.Tx, *order.Order, *payment.Refund) error) error {
	orderID, err := s.Payments.OrderOfRefund(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.inOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		r, err := s.Payments.LockRefund(ctx, tx, id)
		if err != nil {
			return err
		}
		return fn(tx, o, r)
	})
	return err
}

// GiveBackAfterDelivery gives back some of what a delivered order was paid
// with. The same wish twice is one refund.
func (s *Steps) GiveBackAfterDelivery(ctx context.Context, w payment.Wish) (id int64, err error) {
	_, err = s.inOrder(ctx, w.OrderID, func(tx pgx.Tx, o *order.Order) error {
		if o.Status != order.Done {
			return fmt.Errorf("order %d is %s: want done", o.ID, o.Status)
		}
		if w.LineID != nil && !hasLine(o, *w.LineID) {
			return fmt.Errorf("order %d has no line %d", o.ID, *w.LineID)
		}
		if w.ToBalance && o.UserID == nil {
			return ErrNoBalance
		}
		id, err = s.Payments.GiveBackAfterDelivery(ctx, tx, w)
		return err
	})
	if err != nil || id == 0 {
		return id, err
	}
	return id, s.sendNow(ctx, id)
}

func hasLine(o *order.Order, id int64) bool {
	for _, l := range o.Lines {
		if l.ID == id {
			return true
		}
	}
	return false
}
