package fulfilment

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
func (s *Refunds) processOutsideRefunds(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	all, err := payment.LockOutflows(ctx, tx, o.ID)
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
func (s *Refunds) confirmRefund(ctx context.Context, tx pgx.Tx, o *order.Order, id int64, refunded money.Minor) (money.Minor, error) {
	r, err := payment.LockRefund(ctx, tx, id)
	if err != nil || refunded < r.ToSend().Minor {
		return refunded, err
	}
	refunded -= r.ToSend().Minor
	if err := s.refunds.EndRefund(ctx, tx, r, payment.RefundDone); err != nil {
		return 0, err
	}
	r.Status = payment.RefundDone
	return refunded, s.completeRefund(ctx, tx, o, r)
}

// recordOutsideRefund records and posts an outside refund, appends an event,
// and reduces our own refunds of the same payment. What is not delivered yet is held.
func (s *Refunds) recordOutsideRefund(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside, provider string) error {
	if err := s.tasks.RecordOutsideRefund(ctx, tx, left); err != nil {
		return err
	}
	booked := ledger.RefundedOutside{Provider: provider, Amount: left.Amount}
	if err := s.ledger.Post(ctx, tx, booked.Entry(strconv.FormatInt(left.ID, 10), o.ID)); err != nil {
		return err
	}
	event := order.EventRefundOutside
	if left.Kind == payment.Chargeback {
		event = order.EventChargeback
	}
	if err := s.orders.AppendEvent(ctx, tx, o.ID, event, amount(left.Amount)); err != nil {
		return err
	}
	ids, err := payment.Coverable(ctx, tx, left.PaymentID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := payment.LockRefund(ctx, tx, id)
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
	return s.delivery.holdOutflow(ctx, tx, o, left)
}

// freezeBalance freezes what the buyer got on the balance for a payment that was returned
// without us too: what is left of it, until an operator decides.
func (s *Refunds) freezeBalance(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside) error {
	twice, err := payment.ReturnedTwice(ctx, tx, left)
	if err != nil || twice == 0 || o.UserID == nil {
		return err
	}
	has, err := ledger.LockCustomerBalance(ctx, tx, *o.UserID)
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
	if err := s.ledger.Post(ctx, tx, e); err != nil {
		return err
	}
	return s.tasks.OpenFrozen(ctx, tx, left, frozen.Money(), note)
}

// cover reduces a refund by the outside refunds of its payment, and completes
// it if nothing is left to send.
func (s *Refunds) cover(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	if err := payment.CoverRefund(ctx, tx, r); err != nil {
		return err
	}
	if r.Status.UnderWay() || r.Status.Final() || r.ToSend().Sign() != 0 {
		return nil
	}
	if err := s.refunds.EndRefund(ctx, tx, r, payment.RefundCovered); err != nil {
		return err
	}
	r.Status = payment.RefundCovered
	return s.postRefund(ctx, tx, o, r)
}

// RecordOutside records an outside refund or chargeback an operator found at a provider that does
// not report them, and returns the provider. The same again is payment.ErrAlreadyRecorded and
// changes nothing. What a provider or its registry has reported before is recorded already: it
// only gets the operator's proof. The caller holds the order's lock.
func (s *Refunds) RecordOutside(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside) (provider string, err error) {
	if is, err := payment.IsOutsideRecorded(ctx, tx, left); err != nil {
		return "", err
	} else if is {
		return "", payment.ErrAlreadyRecorded
	}
	if err := payment.NameOutside(ctx, tx, left); err != nil || left.ID != 0 {
		return left.Provider, err
	}
	all, err := payment.LockOutflows(ctx, tx, o.ID)
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
	return g.Provider, nil
}

// RecordReported records what a line of a registry says has left a payment of the order, as
// a notice of the provider would: a refund of ours under way explains it first. The caller has
// locked the order. left names the provider, its number of the payment and the line.
func (s *Refunds) RecordReported(ctx context.Context, tx pgx.Tx, o *order.Order, left *payment.Outside) error {
	all, err := payment.LockOutflows(ctx, tx, o.ID)
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
	if left.Amount.Sign() == 0 {
		return nil
	}
	return s.recordOutsideRefund(ctx, tx, o, left, g.Provider)
}
