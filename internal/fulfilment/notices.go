package fulfilment

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/email"
	"larek/internal/feature"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

// ProcessNotices processes all pending notices of an order and closes the order
// if its payment window has ended. A payment is accepted for the order, or
// refunded if it is a second, late, partial or excessive one. It is idempotent. The
// workflow of an order that does not exist ends.
//
// Codes of our own stock are delivered in the transaction that accepts their payment, while
// that feature is on. If that fails, the payment is accepted alone, and AdvanceDelivery fails where operators see
// it: money that arrived is recorded, whatever is wrong with the goods.
func (s *Intake) ProcessNotices(ctx context.Context, orderID int64) (State, error) {
	s.confirmPayments(ctx, orderID)
	st, err := s.processNotices(ctx, orderID, s.features.IsOn(feature.DeliverWithPayment))
	if errors.Is(err, errNotDelivered) {
		s.log.WarnContext(ctx, "codes not delivered with their payment", "order_id", orderID, "error", ReasonOf(err))
		st, err = s.processNotices(ctx, orderID, false)
	}
	if errors.Is(err, order.ErrNotFound) {
		s.log.WarnContext(ctx, "workflow ends: no such order", "order_id", orderID)
		return State{Status: order.Failed}, nil
	}
	return st, err
}

// processNotices is the transaction of ProcessNotices. Codes are delivered in it if
// atOnce is set.
func (s *Intake) processNotices(ctx context.Context, orderID int64, atOnce bool) (State, error) {
	return s.WithLockedOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		hadEnded := o.Status.Final()
		notices, err := payment.PendingNotices(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		for i := range notices {
			if err := s.processNotice(ctx, tx, o, &notices[i], atOnce); err != nil {
				return err
			}
		}
		if len(notices) > 0 && notices[0].IsRefundKnown {
			// After all notices: a refund may be reported before its payment.
			if err := s.refundSteps.processOutsideRefunds(ctx, tx, o); err != nil {
				return err
			}
		}
		if hadEnded {
			if err := s.delivery.postLateCosts(ctx, tx, o); err != nil {
				return err
			}
		}
		return s.closeUnpaid(ctx, tx, o)
	})
}

func (s *Intake) processNotice(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, atOnce bool) error {
	var err error
	switch f.Kind {
	case payment.NoticePartial:
		if f.AttemptStatus.IsOpen() {
			return s.announcePart(ctx, tx, o, f) // decided when the attempt ends; more may arrive
		}
		err = s.refundUnneeded(ctx, tx, o, f, payment.AllocationShort, order.EventPaymentShort) // arrived after the attempt ended
	case payment.NoticeDeclined:
		err = s.closeDeclined(ctx, tx, o, f, payment.AttemptDeclined, order.EventPaymentDeclined)
	case payment.NoticePaid:
		accepted, e := s.applyPayment(ctx, tx, o, f, atOnce)
		if e != nil || accepted {
			return e
		}
		err = s.inbox.MarkPartialNoticesProcessed(ctx, tx, f.AttemptID)
	case payment.NoticeRefunded: // see processOutsideRefunds
	}
	if err != nil {
		return err
	}
	return s.inbox.MarkNoticeProcessed(ctx, tx, f.NoticeID)
}

// announcePart tells the buyer that a part of the payment has come, once for each sum.
func (s *Intake) announcePart(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice) error {
	rest, err := f.Quoted.Sub(f.Amount)
	if err != nil || rest.Sign() <= 0 {
		return err
	}
	params := amount(f.Amount)
	params["quoted"], params["rest"], params["attempt"] = f.Quoted.Minor, rest.Minor, f.AttemptID
	return s.orders.AppendEventOnce(ctx, tx, o.ID, order.EventPaymentPart, params)
}

// closeDeclined closes an attempt without payment. The order can be paid
// another way. A part that came is refunded, and the buyer is told that instead.
func (s *Intake) closeDeclined(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, as payment.AttemptStatus, event string) error {
	closed, err := s.releaseAttempt(ctx, tx, o, f.AttemptID, as)
	if err != nil || !closed {
		return err
	}
	if isPart, err := s.refundPartial(ctx, tx, o, f.AttemptID); err != nil || isPart {
		return err
	}
	if err := s.orders.AppendEvent(ctx, tx, o.ID, event, nil); err != nil {
		return err
	}
	return s.emails.Enqueue(ctx, tx, o.ID, email.Declined)
}

// releaseAttempt closes an open attempt that will not pay for the order, and
// releases its reservations. It reports whether the attempt was open.
func (s *Intake) releaseAttempt(ctx context.Context, tx pgx.Tx, o *order.Order, attemptID int64, as payment.AttemptStatus) (bool, error) {
	closed, err := s.attempts.CloseAttempt(ctx, tx, attemptID, as)
	if err != nil || !closed {
		return closed, err
	}
	return closed, s.reservations.Release(ctx, tx, o)
}

// applyPayment decides what a received payment is used for. It reports whether it was
// accepted as the order's own, which also marks its notices as processed.
func (s *Intake) applyPayment(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, atOnce bool) (accepted bool, err error) {
	before, err := payment.PaymentsSoFar(ctx, tx, o.ID, f)
	if err != nil {
		return false, err
	}
	if before.Fresh.Currency != f.Quoted.Currency || before.Fresh.Minor < f.Quoted.Minor {
		return false, s.refundUnneeded(ctx, tx, o, f, payment.AllocationShort, order.EventPaymentShort)
	}
	if f.Provider == payment.Free && o.AmountDue() == 0 && o.Status.Unpaid() {
		return false, s.acceptFree(ctx, tx, o, f, atOnce)
	}
	if before.IsPaid {
		return false, s.refundUnneeded(ctx, tx, o, f, payment.AllocationSurplus, order.EventPaymentSurplus)
	}
	if o.AmountDue() != f.Total {
		// A payment for the order as it was before a change is refunded; the
		// buyer can pay for the order as it is now.
		if _, err := s.releaseAttempt(ctx, tx, o, f.AttemptID, payment.AttemptSuperseded); err != nil {
			return false, err
		}
		return false, s.refundUnneeded(ctx, tx, o, f, payment.AllocationLate, order.EventPaymentSurplus)
	}
	if before.Fresh.Sign() <= 0 {
		return false, nil
	}
	if f.IsGone && !f.AttemptStatus.IsOpen() {
		// The bank refunds a payment whose invoice is cancelled a moment later.
		return false, s.refundUnneeded(ctx, tx, o, f, payment.AllocationLate, order.EventPaymentLate)
	}
	switch refusal, err := s.reserveAgain(ctx, tx, o, f); {
	case err != nil:
		return false, err
	case refusal != nil:
		return false, s.refundLate(ctx, tx, o, f, refusal)
	}
	return true, s.acceptPayment(ctx, tx, o, f, before.Fresh, atOnce)
}

// acceptPayment records the payment as the order's own.
func (s *Intake) acceptPayment(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, fresh money.Money, atOnce bool) error {
	r, err := s.inbox.AcceptPayment(ctx, tx, o.ID, f, fresh)
	if err != nil {
		return err
	}
	received, err := s.receive(ctx, tx, o, f, r)
	if err != nil {
		return err
	}
	return s.markPaid(ctx, tx, o, f, effects{entries: received}, atOnce)
}

// markPaid marks the order as paid: the promo code is redeemed and the delivery is due.
// Goods that are only our own codes are delivered with it, if atOnce is set.
func (s *Intake) markPaid(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, e effects, atOnce bool) error {
	if err := s.promos.Consume(ctx, tx, o.ID); err != nil {
		return err
	}
	paid := order.StatusChange{Event: order.EventPaymentReceived, Params: amount(f.Quoted), Next: order.ActDeliver, Due: s.clock().Add(deliveryDeadline)}
	e.moves = append(e.moves, order.Move{To: order.Paid, StatusChange: paid})
	e.letters = append(e.letters, email.Paid)
	if !atOnce || o.Kind != order.PUBG || f.IsRefundKnown {
		return s.delivery.apply(ctx, tx, o, e)
	}
	// A buyer the shop does not sell to any more: AdvanceDelivery holds the order.
	if blocks, err := order.Blocks(ctx, tx, o); err != nil {
		return err
	} else if len(blocks) > 0 {
		return s.delivery.apply(ctx, tx, o, e)
	}
	err := s.delivery.deliverCodes(ctx, tx, o, paid.Due, e)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotDelivered, err)
	}
	return nil
}

// receive returns the entries of a payment, and refunds the excess over the quote.
func (s *Intake) receive(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, r *payment.Payment) ([]ledger.Entry, error) {
	if f.Provider == payment.Balance {
		return nil, nil // posted when it was spent
	}
	ref := strconv.FormatInt(r.ID, 10)
	entries := []ledger.Entry{ledger.PaymentReceived{Provider: f.Provider, Charge: f.Quoted, Total: f.Total, Fee: f.Fee}.Entry(ref, o.ID)}
	excess, err := r.Amount.Sub(f.Quoted)
	if err != nil || excess.Sign() <= 0 {
		return entries, err
	}
	entries = append(entries, ledger.SurplusReceived{Provider: f.Provider, Amount: excess}.Entry(ref, o.ID))
	if err := s.orders.AppendEvent(ctx, tx, o.ID, order.EventPaymentSurplus, amount(excess)); err != nil {
		return nil, err
	}
	return entries, s.refunds.CreateRefund(ctx, tx, o.ID, r, excess, "excess")
}

// unneededLetters are the emails about money that goes back.
var unneededLetters = map[payment.Allocation]email.Kind{payment.AllocationShort: email.Short, payment.AllocationLate: email.Late}

// refundUnneeded records a payment the order does not need and creates its
// refund.
func (s *Intake) refundUnneeded(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.PendingNotice, allocation payment.Allocation, event string) error {
	r, err := payment.RecordPayment(ctx, tx, o.ID, f, allocation)
	if err != nil || r == nil {
		return err
	}
	if f.Provider != payment.Balance {
		received := ledger.SurplusReceived{Provider: f.Provider, Amount: r.Amount}
		if err := s.ledger.Post(ctx, tx, received.Entry(strconv.FormatInt(r.ID, 10), o.ID)); err != nil {
			return err
		}
	}
	if err := s.orders.AppendEvent(ctx, tx, o.ID, event, amount(r.Amount)); err != nil {
		return err
	}
	if kind, ok := unneededLetters[allocation]; ok {
		if err := s.emails.Enqueue(ctx, tx, o.ID, kind); err != nil {
			return err
		}
	}
	if allocation == payment.AllocationShort {
		if _, err := s.releaseAttempt(ctx, tx, o, f.AttemptID, payment.AttemptDeclined); err != nil {
			return err
		}
	}
	return s.refunds.CreateRefund(ctx, tx, o.ID, r, r.Amount, string(allocation))
}

// closeUnpaid fails an order whose payment window has ended and that has no
// open attempt.
func (s *Intake) closeUnpaid(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if !o.Status.Unpaid() || o.AcceptsPayment(s.clock()) {
		return nil
	}
	_, err := payment.OpenAttempt(ctx, tx, o.ID)
	if !errors.Is(err, payment.ErrNoAttempt) {
		return err // the sweeper queries the provider before it closes the attempt
	}
	return s.failOrder(ctx, tx, o, "Время на оплату вышло.")
}

// ErrPaying is returned for an order that is being paid.
var ErrPaying = errors.New("the order is being paid")

// CancelUnpaid closes an order that was not paid. It returns ErrPaying while an attempt
// is open.
func (s *Intake) CancelUnpaid(ctx context.Context, tx pgx.Tx, o *order.Order, reason string) error {
	if !o.Status.Unpaid() {
		return order.ErrNotChangeable
	}
	_, err := payment.OpenAttempt(ctx, tx, o.ID)
	switch {
	case err == nil:
		return ErrPaying
	case !errors.Is(err, payment.ErrNoAttempt):
		return err
	}
	return s.failOrder(ctx, tx, o, reason)
}
