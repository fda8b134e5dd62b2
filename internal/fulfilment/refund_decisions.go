package fulfilment

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/payment"
)

// ErrNoBalance is returned for a refund to a balance if the order has no
// account, was not paid in rubles, or was paid by another person.
var ErrNoBalance = errors.New("the order belongs to no account, was not paid in rubles, or another person paid it")

// Settle completes a refund that an operator has made by hand at its destination. The caller holds
// the order's lock.
func (s *Refunds) Settle(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund, who, proof string) error {
	if err := s.refunds.MarkRefundedByHand(ctx, tx, r, who, proof); err != nil {
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
func (s *Refunds) DecideRefund(ctx context.Context, tx pgx.Tx, o *order.Order, id int64, d RefundDecision, who string) error {
	r, err := payment.LockRefund(ctx, tx, id)
	if err != nil {
		return err
	}
	if r.OrderID != o.ID {
		return payment.ErrNotManual
	}
	switch d.Step {
	case RefundStepToBalance:
		return s.CreditBalance(ctx, tx, o, r, who)
	case RefundStepSettle:
		r.Destination = payment.DestinationMethod
		if d.From == PaidFromBank {
			r.Destination = payment.DestinationOther
		}
		return s.Settle(ctx, tx, o, r, who, d.Reference)
	case RefundStepRetry:
	}
	return s.refunds.RetryRefund(ctx, tx, r, who)
}

// CreditBalance completes a refund by crediting the buyer's balance instead. The caller holds the
// order's lock.
func (s *Refunds) CreditBalance(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund, who string) error {
	if _, err := r.Amount.RUB(); err != nil || o.UserID == nil || r.IsByLink {
		return ErrNoBalance
	}
	if err := s.refunds.RefundToBalanceByHand(ctx, tx, r, who); err != nil {
		return err
	}
	return s.completeRefund(ctx, tx, o, r)
}
