package fulfilment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/email"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

// SendRefund executes a refund. It queries the provider for what was refunded
// already, records that it sends before it does, and records the outcome. It
// returns an error while the outcome is unknown, so that Temporal retries, and
// nil once the refund has ended or waits for an operator.
func (s *Refunds) SendRefund(ctx context.Context, refundID int64) error {
	orderID, err := s.refunds.OrderOfRefund(ctx, refundID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // of an order that does not exist any more
	}
	if err != nil {
		return err
	}
	var r *payment.Refund
	if _, err = s.WithLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) (err error) {
		r, err = s.endWithoutCall(ctx, tx, o, refundID)
		return err
	}); err != nil || hasEnded(r) {
		return err
	}
	if err := s.refunds.PollRemaining(ctx, r); err != nil && !s.refunds.IsDecidedByPerson(r) {
		return retryError(r, err)
	}
	claimed := false
	if _, err := s.WithLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) (err error) {
		r, claimed, err = s.claimRefund(ctx, tx, o, refundID)
		return err
	}); err != nil || hasEnded(r) {
		return err
	}
	if !claimed {
		return fmt.Errorf("refund %d: %w", r.ID, payment.ErrRefundUnderWay)
	}
	outcome, failed := s.refunds.SendRefund(ctx, r)
	var status payment.RefundStatus
	if _, err := s.WithLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) (err error) {
		status, err = s.recordOutcome(ctx, tx, o, r, outcome)
		return err
	}); err != nil {
		return err
	}
	if status.Final() || status == payment.RefundManual {
		return nil
	}
	return retryError(r, cmp.Or(failed, payment.ErrRefundUnderWay))
}

func hasEnded(r *payment.Refund) bool { return r.Status.Final() || r.Status == payment.RefundManual }

// retryError wraps the reason why a refund must be retried.
func retryError(r *payment.Refund, reason error) error {
	return fmt.Errorf("send refund %d: %w", r.ID, reason)
}

// endWithoutCall completes refunds that need no provider: those to a balance.
func (s *Refunds) endWithoutCall(ctx context.Context, tx pgx.Tx, o *order.Order, id int64) (*payment.Refund, error) {
	r, err := payment.LockRefund(ctx, tx, id)
	if err != nil || hasEnded(r) || r.Destination != payment.DestinationBalance {
		return r, err
	}
	if err := s.cover(ctx, tx, o, r); err != nil || hasEnded(r) {
		return r, err
	}
	if err := s.refunds.EndRefund(ctx, tx, r, payment.RefundDone); err != nil {
		return r, err
	}
	r.Status = payment.RefundDone
	return r, s.completeRefund(ctx, tx, o, r)
}

// claimRefund processes outside refunds and claims what is left to send.
// claimed is false if sending could refund twice.
func (s *Refunds) claimRefund(ctx context.Context, tx pgx.Tx, o *order.Order, id int64) (r *payment.Refund, claimed bool, err error) {
	if err := s.processOutsideRefunds(ctx, tx, o); err != nil {
		return nil, false, err
	}
	r, err = payment.LockRefund(ctx, tx, id)
	if err != nil || hasEnded(r) {
		return r, false, err
	}
	if err := s.cover(ctx, tx, o, r); err != nil || hasEnded(r) {
		return r, false, err
	}
	claimed, err = s.refunds.ClaimRefund(ctx, tx, r)
	if err == nil && r.Status == payment.RefundManual {
		err = s.askPerson(ctx, tx, o, r)
	}
	return r, claimed, err
}

// askPerson leaves a refund to an operator: what of it was refunded outside while its outcome was
// unknown is not to be refunded again.
func (s *Refunds) askPerson(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	if err := s.cover(ctx, tx, o, r); err != nil || r.Status != payment.RefundManual {
		return err
	}
	return s.orders.AppendEvent(ctx, tx, o.ID, order.EventRefundManual, amount(r.ToSend()))
}

// recordOutcome records the outcome of a refund, its ledger entry and its event
// in one transaction.
func (s *Refunds) recordOutcome(ctx context.Context, tx pgx.Tx, o *order.Order, call *payment.Refund, outcome payment.Outcome) (payment.RefundStatus, error) {
	r, err := payment.LockRefund(ctx, tx, call.ID)
	if err != nil {
		return "", err
	}
	before := r.Status
	r.Status, err = s.refunds.RecordRefundOutcome(ctx, tx, r, call, outcome)
	if err != nil || r.Status == before {
		return r.Status, err
	}
	switch r.Status {
	case payment.RefundDone:
		return r.Status, s.completeRefund(ctx, tx, o, r)
	case payment.RefundManual:
		err = s.askPerson(ctx, tx, o, r)
		return r.Status, err
	default:
		return r.Status, nil
	}
}

// completeRefund posts a completed refund, appends its event and queues the email.
func (s *Refunds) completeRefund(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	if err := s.postRefund(ctx, tx, o, r); err != nil {
		return err
	}
	if err := s.orders.AppendEvent(ctx, tx, o.ID, order.EventRefundDone, amount(r.ToSend())); err != nil {
		return err
	}
	return s.emails.Enqueue(ctx, tx, o.ID, email.Refunded)
}

// postRefund posts a refund to the ledger: from unapplied money, from the
// order's deposit, or from revenue after the delivery.
func (s *Refunds) postRefund(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	to, err := accountOf(o, r)
	if err != nil {
		return err
	}
	fee := money.RUB(0)
	if r.Reason == payment.AfterDelivery {
		if fee, err = ledger.FeeInRefund(ctx, tx, o.ID, r.Total, r.Fee, rublesOf(r)); err != nil {
			return err
		}
	}
	e := refundEntry(o, r, to, fee).Covered(to, money.Of(r.Covered, r.Amount.Currency))
	return s.ledger.Post(ctx, tx, e)
}

// accountOf returns the ledger account a refund is paid from.
func accountOf(o *order.Order, r *payment.Refund) (ledger.Account, error) {
	switch {
	case r.Destination == payment.DestinationOther:
		return ledger.Bank(), nil
	case r.Destination != payment.DestinationBalance:
		return ledger.Provider(r.Provider), nil
	case o.UserID == nil:
		return "", fmt.Errorf("refund %d to balance: order has no account", r.ID)
	}
	return ledger.Customer(*o.UserID), nil
}

// refundEntry returns the entry of a refund; fee is the part of one after delivery that reduces the
// fees.
func refundEntry(o *order.Order, r *payment.Refund, to ledger.Account, fee money.RUB) ledger.Entry {
	ref := strconv.FormatInt(r.ID, 10)
	switch {
	case r.Reason == payment.AfterDelivery:
		return ledger.RefundedAfterDelivery{To: to, Amount: r.Amount, Rubles: rublesOf(r), Fee: fee}.Entry(ref, o.ID)
	case r.Net > 0:
		return ledger.RefundedFromOrder{To: to, Amount: r.Amount, Net: r.Net, Fee: refundedFee(r)}.Entry(ref, o.ID)
	case r.Provider == payment.Balance: // posted to the order when it was spent
		return ledger.RefundedFromOrder{To: to, Amount: r.Amount, Net: r.Total, Fee: r.Fee}.Entry(ref, o.ID)
	}
	return ledger.RefundedFromUnapplied{To: to, Amount: r.Amount}.Entry(ref, o.ID)
}

// refundedFee returns the part of the fee, in rubles, that is refunded with
// undelivered goods.
func refundedFee(r *payment.Refund) money.RUB {
	if rubles, err := r.Amount.RUB(); err == nil {
		return rubles - r.Net
	}
	return r.Fee.Share(int64(r.Net), int64(r.Total))
}

// rublesOf returns the value of a refund in rubles at the rate of its payment.
func rublesOf(r *payment.Refund) money.RUB {
	if rubles, err := r.Amount.RUB(); err == nil {
		return rubles
	}
	return (r.Total + r.Fee).Share(int64(r.Amount.Minor), int64(r.Quoted))
}
