package orderflow

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
)

// ErrNoBalance is returned for a refund to a balance if the order has no
// account, was not paid in rubles, or was paid by another person.
var ErrNoBalance = errors.New("the order belongs to no account, was not paid in rubles, or another person paid it")

// RetryRefund sends a refund that waits for an operator again. It returns nil
// if another worker is sending it already: a refund that does not complete
// stays in the operators' list.
func (s *Activities) RetryRefund(ctx context.Context, id int64, who string) error {
	err := s.withRefund(ctx, id, func(tx pgx.Tx, _ *order.Order, r *payment.Refund) error {
		return s.Payments.RetryRefund(ctx, tx, r, who)
	})
	if err != nil {
		return err
	}
	return s.sendNow(ctx, id)
}

func (s *Activities) sendNow(ctx context.Context, id int64) error {
	if err := s.SendRefund(ctx, id); !errors.Is(err, payment.ErrRefundUnderWay) {
		return err
	}
	return nil
}

// RedirectRefund records the other destination to which an operator will send a
// refund.
func (s *Activities) RedirectRefund(ctx context.Context, id int64, who, where string) error {
	return s.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		if err := s.Payments.RedirectRefund(ctx, tx, r, who, where); err != nil {
			return err
		}
		return s.Orders.AppendEvent(ctx, tx, o.ID, order.EventRefundRedirected, amount(r.ToSend()))
	})
}

// RefundDoneByHand completes a refund an operator has made, with the evidence
// for it.
func (s *Activities) RefundDoneByHand(ctx context.Context, id int64, who, proof string) error {
	return s.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		return s.settleRefund(ctx, tx, o, r, who, proof)
	})
}

// settleRefund completes a refund that was made by hand at its destination.
func (s *Activities) settleRefund(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund, who, proof string) error {
	if err := s.Payments.MarkRefundedByHand(ctx, tx, r, who, proof); err != nil {
		return err
	}
	return s.completeRefund(ctx, tx, o, r)
}

// RefundStep is what an operator does with a refund.
type RefundStep string

// The steps.
const (
	RefundStepRetry     RefundStep = "retry"      // send it again the way the money came
	RefundStepToBalance RefundStep = "to_balance" // credit the buyer's balance instead
	RefundStepSettle    RefundStep = "settle"     // the operator has refunded it by hand
)

// PaidFrom is where the money of a refund made by hand came from.
type PaidFrom string

// Where it came from.
const (
	PaidFromProvider PaidFrom = "provider" // returned in the provider's cabinet
	PaidFromBank     PaidFrom = "bank"     // transferred from our account: the payment stays at the provider
)

// RefundDecision is one step of an operator with a refund. Reference and From are those of
// RefundStepSettle.
type RefundDecision struct {
	Step      RefundStep
	Reference string
	From      PaidFrom
}

// DecideRefund does one step of an operator with a refund of the order, which the
// caller has locked. The caller notifies the workflow after the commit, which sends what
// is to be sent.
func (s *Activities) DecideRefund(ctx context.Context, tx pgx.Tx, o *order.Order, id int64, d RefundDecision, who string) error {
	r, err := s.Payments.LockRefund(ctx, tx, id)
	if err != nil {
		return err
	}
	if r.OrderID != o.ID {
		return payment.ErrNotManual
	}
	switch d.Step {
	case RefundStepToBalance:
		return s.creditRefund(ctx, tx, o, r, who)
	case RefundStepSettle:
		r.Destination = payment.DestinationMethod
		if d.From == PaidFromBank {
			r.Destination = payment.DestinationOther
		}
		return s.settleRefund(ctx, tx, o, r, who, d.Reference)
	case RefundStepRetry:
	}
	return s.Payments.RetryRefund(ctx, tx, r, who)
}

// CancelUnpaid closes an order that was not paid. It returns ErrPaying while an attempt
// is open.
func (s *Activities) CancelUnpaid(ctx context.Context, tx pgx.Tx, o *order.Order, reason string) error {
	if !o.Status.Unpaid() {
		return order.ErrNotChangeable
	}
	_, err := s.Payments.OpenAttemptTx(ctx, tx, o.ID)
	switch {
	case err == nil:
		return ErrPaying
	case !errors.Is(err, payment.ErrNoAttempt):
		return err
	}
	return s.failOrder(ctx, tx, o, reason)
}

// ErrPaying is returned for an order that is being paid.
var ErrPaying = errors.New("the order is being paid")

// RefundToBalance completes a refund by crediting the buyer's balance.
func (s *Activities) RefundToBalance(ctx context.Context, id int64, who string) error {
	return s.withRefund(ctx, id, func(tx pgx.Tx, o *order.Order, r *payment.Refund) error {
		return s.creditRefund(ctx, tx, o, r, who)
	})
}

func (s *Activities) creditRefund(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund, who string) error {
	if _, err := r.Amount.RUB(); err != nil || o.UserID == nil || r.IsByLink {
		return ErrNoBalance
	}
	if err := s.Payments.RefundToBalanceByHand(ctx, tx, r, who); err != nil {
		return err
	}
	return s.completeRefund(ctx, tx, o, r)
}

func (s *Activities) withRefund(ctx context.Context, id int64, fn func(pgx.Tx, *order.Order, *payment.Refund) error) error {
	orderID, err := s.Payments.OrderOfRefund(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.withLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		r, err := s.Payments.LockRefund(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := fn(tx, o, r); err != nil {
			return err
		}
		return s.record(ctx, tx, o.ID)
	})
	return err
}

// RefundAfterDelivery refunds a part of a delivered order's payment. The same
// request twice creates one refund. It returns the refund's ID.
func (s *Activities) RefundAfterDelivery(ctx context.Context, w payment.RefundRequestByOperator) (id int64, err error) {
	_, err = s.withLockedOrder(ctx, w.OrderID, func(tx pgx.Tx, o *order.Order) error {
		if o.Status != order.Done {
			return fmt.Errorf("refund after delivery: order %d is %s, want done", o.ID, o.Status)
		}
		if w.LineID != nil && !hasLine(o, *w.LineID) {
			return fmt.Errorf("refund after delivery: order %d has no line %d", o.ID, *w.LineID)
		}
		if w.ToBalance && o.UserID == nil {
			return ErrNoBalance
		}
		if id, err = s.Payments.RefundAfterDelivery(ctx, tx, w); err != nil || id == 0 {
			return err
		}
		return s.record(ctx, tx, o.ID)
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
