package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
	"larek/internal/pg"
)

// Errors of manual refunds.
var (
	ErrNotManual = errors.New("payment: the refund does not wait for an operator")
	ErrTooMuch   = errors.New("payment: the refund exceeds what is left of the payment")
	ErrNotPaid   = errors.New("payment: the order has no payment of its own")
)

// RetryRefund returns a manual refund to pending, to be sent by the payment method
// again.
func (s *Refunds) RetryRefund(ctx context.Context, tx pgx.Tx, r *Refund, who string) error {
	return s.updateManual(ctx, tx, r, paymentdb.UpdateManualRefundParams{Status: string(RefundPending), Destination: DestinationMethod, Who: who, Round: r.Round + 1})
}

// RedirectRefund records where else an operator will pay a manual refund.
func (s *Refunds) RedirectRefund(ctx context.Context, tx pgx.Tx, r *Refund, who, where string) error {
	return s.updateManual(ctx, tx, r, paymentdb.UpdateManualRefundParams{Status: string(RefundManual), Destination: DestinationOther, Who: who, Note: where, Round: r.Round})
}

// MarkRefundedByHand completes a manual refund with proof that it was paid.
func (s *Refunds) MarkRefundedByHand(ctx context.Context, tx pgx.Tx, r *Refund, who, proof string) error {
	return s.updateManual(ctx, tx, r, paymentdb.UpdateManualRefundParams{Status: string(RefundDone), Destination: r.Destination, Who: who, Proof: proof, Round: r.Round})
}

// RefundToBalanceByHand completes a manual refund to the buyer's balance.
func (s *Refunds) RefundToBalanceByHand(ctx context.Context, tx pgx.Tx, r *Refund, who string) error {
	return s.updateManual(ctx, tx, r, paymentdb.UpdateManualRefundParams{Status: string(RefundDone), Destination: DestinationBalance, Who: who, Round: r.Round})
}

func (s *Refunds) updateManual(ctx context.Context, tx pgx.Tx, r *Refund, p paymentdb.UpdateManualRefundParams) error {
	if err := s.takeOver(ctx, tx, r); err != nil {
		return err
	}
	now := s.clock()
	p.ID = r.ID
	switch RefundStatus(p.Status) {
	case RefundDone:
		p.DoneAt = &now
	case RefundPending:
		p.NextTryAt = &now
	default:
	}
	if err := paymentdb.New(tx).UpdateManualRefund(ctx, p); err != nil {
		return fmt.Errorf("update manual refund %d: %w", r.ID, err)
	}
	r.Status, r.Destination = RefundStatus(p.Status), p.Destination
	return nil
}

// takeOver makes a refund manual that is not: an operator may end one that was not sent
// or that the provider refused, because then no money is under way.
func (s *Refunds) takeOver(ctx context.Context, tx pgx.Tx, r *Refund) error {
	switch r.Status {
	case RefundManual:
		return nil
	case RefundPending, RefundRefused:
		if err := s.endRefund(ctx, tx, r.ID, Outcome{Status: RefundManual}); err != nil {
			return err
		}
		r.Status = RefundManual
		return nil
	case RefundSent, RefundUnknown, RefundDone, RefundCovered:
	}
	return fmt.Errorf("%w: it is %s", ErrNotManual, r.Status)
}

// RefundRequestByOperator is a refund that an operator requests for delivered goods.
type RefundRequestByOperator struct {
	OrderID   int64
	LineID    *int64
	Amount    money.Minor
	ToBalance bool
	Why, Who  string
	GrantID   *int64 // the grant it carries out; one grant makes one refund of a line
}

// request identifies the request, so that repeating it creates one refund.
func (w RefundRequestByOperator) request() string {
	line := int64(0)
	if w.LineID != nil {
		line = *w.LineID
	}
	if w.GrantID != nil {
		return fmt.Sprintf("grant:%d:%d", *w.GrantID, line)
	}
	return fmt.Sprintf("after_delivery:%d:%d:%s:%s", w.OrderID, line, w.Amount, w.Why)
}

// RefundAfterDelivery creates a refund for goods that were delivered. It returns 0 if
// the same request was made before, ErrNotPaid or ErrTooMuch.
func (s *Refunds) RefundAfterDelivery(ctx context.Context, tx pgx.Tx, w RefundRequestByOperator) (id int64, err error) {
	q := paymentdb.New(tx)
	p, err := q.OrderPayment(ctx, w.OrderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrNotPaid
	}
	if err != nil {
		return 0, fmt.Errorf("payment of order %d: %w", w.OrderID, err)
	}
	to := DestinationMethod
	if w.ToBalance {
		to = DestinationBalance
	}
	to = destination(p.Provider, p.Currency, p.ByLink, to)
	request := w.request()
	if known, err := q.HasRequestedRefund(ctx, &request); err != nil || known {
		return 0, err
	}
	covered, err := claimOutsideRefund(ctx, tx, p.ID, w.Amount)
	if err != nil {
		return 0, err
	}
	id, err = q.InsertOperatorRefund(ctx, paymentdb.InsertOperatorRefundParams{
		PaymentID: p.ID, OrderID: w.OrderID, LineID: w.LineID, Amount: w.Amount, Covered: covered, Currency: p.Currency,
		Destination: to, Created: s.clock(), Request: &request, Note: w.Why, Who: w.Who, GrantID: w.GrantID,
	})
	if pg.Violates(err, "refunds_sum_check") {
		return 0, ErrTooMuch
	}
	if err != nil {
		return 0, fmt.Errorf("insert refund after delivery: %w", err)
	}
	return id, nil
}
