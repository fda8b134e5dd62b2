package orderflow

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

// processOutsideRefunds compares what providers report as refunded with our
// refunds. An unexplained amount confirms our pending refund if it is large
// enough, and is otherwise an outside refund: one we did not request. The
// caller holds the order's lock.
func (s *Activities) processOutsideRefunds(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	all, err := s.Payments.Outflows(ctx, tx, o.ID)
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
		if err := s.recordOutsideRefund(ctx, tx, o, left, g.Provider); err != nil {
			return err
		}
	}
	return nil
}

// confirmRefund completes the pending refund if refunded is at least its
// amount, and returns the rest.
func (s *Activities) confirmRefund(ctx context.Context, tx pgx.Tx, o *order.Order, id int64, refunded money.Minor) (money.Minor, error) {
	r, err := s.Payments.LockRefund(ctx, tx, id)
	if err != nil || refunded < r.ToSend().Minor {
		return refunded, err
	}
	refunded -= r.ToSend().Minor
	if err := s.Payments.EndRefund(ctx, tx, r, payment.RefundDone); err != nil {
		return 0, err
	}
	r.Status = payment.RefundDone
	return refunded, s.completeRefund(ctx, tx, o, r)
}

// recordOutsideRefund records and posts an outside refund, appends an event,
// and reduces our own refunds of the same payment. What is not delivered yet is held.
func (s *Activities) recordOutsideRefund(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside, provider string) error {
	if err := s.Payments.RecordOutsideRefund(ctx, tx, left); err != nil {
		return err
	}
	booked := ledger.RefundedOutside{Provider: provider, Amount: left.Amount}
	if err := s.Ledger.Post(ctx, tx, booked.Entry(strconv.FormatInt(left.ID, 10), o.ID)); err != nil {
		return err
	}
	event := order.EventRefundOutside
	if left.Kind == payment.Chargeback {
		event = order.EventChargeback
	}
	if err := s.Orders.AppendEvent(ctx, tx, o.ID, event, amount(left.Amount)); err != nil {
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
	if err := s.freezeBalance(ctx, tx, o, left); err != nil {
		return err
	}
	return s.holdOutflow(ctx, tx, o, left)
}

// freezeBalance freezes what the buyer got on the balance for a payment that was returned
// without us too: what is left of it, until an operator decides.
func (s *Activities) freezeBalance(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside) error {
	twice, err := s.Payments.ReturnedTwice(ctx, tx, left)
	if err != nil || twice == 0 || o.UserID == nil {
		return err
	}
	has, err := s.Ledger.LockCustomerBalance(ctx, tx, *o.UserID)
	if err != nil {
		return err
	}
	frozen, note := min(money.RUB(twice), has), "покупатель получил деньги и на баланс, и от банка: спишите или разморозьте"
	if frozen < money.RUB(twice) {
		note += fmt.Sprintf("; потрачено раньше %s", money.RUB(twice)-frozen)
	}
	if frozen <= 0 {
		return nil // all of it is spent: the loss stays, and the task about the outside refund shows it
	}
	e := ledger.BalanceFrozen{UserID: *o.UserID, Amount: frozen}.Entry(strconv.FormatInt(left.ID, 10), o.ID)
	if err := s.Ledger.Post(ctx, tx, e); err != nil {
		return err
	}
	return s.Payments.OpenFrozen(ctx, tx, left, frozen.Money(), note)
}

// cover reduces a refund by the outside refunds of its payment, and completes
// it if nothing is left to send.
func (s *Activities) cover(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	if err := s.Payments.CoverRefund(ctx, tx, r); err != nil {
		return err
	}
	if r.Status.UnderWay() || r.Status.Final() || r.ToSend().Sign() != 0 {
		return nil
	}
	if err := s.Payments.EndRefund(ctx, tx, r, payment.RefundCovered); err != nil {
		return err
	}
	r.Status = payment.RefundCovered
	return s.postRefund(ctx, tx, o, r)
}

// RecordOperatorOutsideRefund records an outside refund or chargeback an operator found at a
// provider that does not report them. The same again is payment.ErrAlreadyRecorded and
// changes nothing.
func (s *Activities) RecordOperatorOutsideRefund(ctx context.Context, left payment.Outside) error {
	_, err := s.withLockedOrder(ctx, left.OrderID, func(tx pgx.Tx, o *order.Order) error {
		_, err := s.RecordOutside(ctx, tx, o, &left)
		return err
	})
	return err
}

// RecordOutside does it in the caller's transaction, which has locked the order, and
// returns the provider the money left. What a provider or its registry has reported before
// is recorded already: it only gets the operator's proof.
func (s *Activities) RecordOutside(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside) (provider string, err error) {
	if is, err := s.Payments.IsOutsideRecorded(ctx, tx, left); err != nil {
		return "", err
	} else if is {
		return "", payment.ErrAlreadyRecorded
	}
	if err := s.Payments.NameOutside(ctx, tx, left); err != nil || left.ID != 0 {
		return left.Provider, err
	}
	all, err := s.Payments.Outflows(ctx, tx, o.ID)
	if err != nil {
		return "", err
	}
	g, err := payment.ChooseOutflow(all, left)
	if err != nil {
		return "", err
	}
	left.PaymentID = g.PaymentID
	left.Request = fmt.Sprintf("%s:%d:%s:%s", left.Kind, left.OrderID, left.Amount.Minor, left.Proof)
	if left.Provider != "" || left.ProviderID != "" {
		// Two payments may have left under one proof, if each is named.
		left.Request += fmt.Sprintf(":%d", g.PaymentID)
	}
	if err := s.recordOutsideRefund(ctx, tx, o, left, g.Provider); err != nil {
		return "", err
	}
	return g.Provider, s.record(ctx, tx, o.ID)
}

// RecordReported records what a line of a registry says has left a payment of the order, as
// a notice of the provider would: a refund of ours under way explains it first. The caller has
// locked the order. left names the provider, its number of the payment and the line.
func (s *Activities) RecordReported(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside) error {
	all, err := s.Payments.Outflows(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	g, err := payment.ChooseOutflow(all, left)
	if which, ok := errors.AsType[*payment.WhichPaymentError](err); ok {
		g, err = which.Among[0], nil // parts of one payment, under one number
	}
	if err != nil {
		return err
	}
	if left.Kind == payment.OutsideRefund && g.UnderWay != 0 {
		if left.Amount.Minor, err = s.confirmRefund(ctx, tx, o, g.UnderWay, left.Amount.Minor); err != nil {
			return err
		}
	}
	left.PaymentID = g.PaymentID
	if left.Amount.Sign() != 0 {
		if err := s.recordOutsideRefund(ctx, tx, o, left, g.Provider); err != nil {
			return err
		}
	}
	return s.record(ctx, tx, o.ID)
}
