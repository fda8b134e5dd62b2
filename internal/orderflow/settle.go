package orderflow

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/notify"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/problem"
)

// Settle acts upon every fact in the order's inbox, and closes an order whose
// time to pay is over. Each kind of payment has its end here: the order's own
// one is matched; a second, a late or a short one goes back; what was paid too
// much goes back.
func (s *Steps) Settle(ctx context.Context, orderID int64) (State, error) {
	s.confirm(ctx, orderID)
	return s.inOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) error {
		facts, err := s.Payments.Unsettled(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		for i := range facts {
			if err := s.settle(ctx, tx, o, &facts[i]); err != nil {
				return err
			}
		}
		if len(facts) > 0 {
			// After all of them: a refund may have been told of before its payment.
			if err := s.settleGone(ctx, tx, o); err != nil {
				return err
			}
		}
		if err := s.bookLate(ctx, tx, o); err != nil {
			return err
		}
		return s.closeUnpaid(ctx, tx, o)
	})
}

func (s *Steps) settle(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact) error {
	var err error
	switch f.Kind {
	case payment.Partial:
		if f.AttemptStatus.IsOpen() {
			return nil // more may come; the attempt's end decides
		}
		err = s.giveBack(ctx, tx, o, f, payment.Short, order.EventPaymentShort) // it came after the end
	case payment.Declined:
		err = s.declined(ctx, tx, o, f, payment.AttemptDeclined, order.EventPaymentDeclined)
	case payment.Paid:
		if err = s.paid(ctx, tx, o, f); err == nil {
			err = s.Payments.SettledParts(ctx, tx, f.AttemptID)
		}
	case payment.RefundOK: // see settleGone
	}
	if err != nil {
		return err
	}
	return s.Payments.Settled(ctx, tx, f.NoticeID)
}

// declined ends an attempt without money; the order may be paid another way.
func (s *Steps) declined(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact, as payment.AttemptStatus, event string) error {
	closed, err := s.giveUp(ctx, tx, o, f.AttemptID, as)
	if err != nil || !closed {
		return err
	}
	return s.Orders.Note(ctx, tx, o.ID, event, nil)
}

// giveUp ends an open attempt that will not pay for the order: what was held
// for it is everybody's again.
func (s *Steps) giveUp(ctx context.Context, tx pgx.Tx, o *order.Order, attemptID int64, as payment.AttemptStatus) (bool, error) {
	closed, err := s.Payments.Close(ctx, tx, attemptID, as)
	if err != nil || !closed {
		return closed, err
	}
	return closed, s.Release(ctx, tx, o)
}

// paid finds the use of money that came.
func (s *Steps) paid(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact) error {
	fresh, err := s.Payments.Fresh(ctx, tx, f)
	if err != nil {
		return err
	}
	if fresh.Currency != f.Quoted.Currency || fresh.Minor < f.Quoted.Minor {
		return s.giveBack(ctx, tx, o, f, payment.Short, order.EventPaymentShort)
	}
	if f.Provider == payment.Free && o.ToPay() == 0 && o.Status.Unpaid() {
		return s.acceptFree(ctx, tx, o, f)
	}
	has, err := s.Payments.HasOrderPayment(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	if has {
		return s.giveBack(ctx, tx, o, f, payment.Surplus, order.EventPaymentSurplus)
	}
	if o.ToPay() != f.Total {
		// Money for what the order was before: it goes back, and the buyer may
		// pay for what the order is now.
		if _, err := s.giveUp(ctx, tx, o, f.AttemptID, payment.AttemptSuperseded); err != nil {
			return err
		}
		return s.giveBack(ctx, tx, o, f, payment.Late, order.EventPaymentSurplus)
	}
	// The goods may have been given up meanwhile, and taken by others since.
	switch err := s.hold(ctx, tx, o); {
	case errors.As(err, new(*problem.Error)):
		return s.tooLate(ctx, tx, o, f)
	case err != nil:
		return err
	}
	return s.accept(ctx, tx, o, f)
}

// hold takes the goods for money that came. A savepoint keeps what was done
// before when there are none left.
func (s *Steps) hold(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	return pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) error { return s.HoldGoods(ctx, sub, o) })
}

// accept makes it the order's own payment.
func (s *Steps) accept(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact) error {
	r, err := s.Payments.Receive(ctx, tx, o.ID, f, payment.ForOrder)
	if err != nil || r == nil {
		return err
	}
	if err := s.bookPayment(ctx, tx, o, f, r); err != nil {
		return err
	}
	return s.deliverFor(ctx, tx, o, f)
}

// deliverFor ends the waiting for money: the promo code is used, other attempts
// are over, and the goods are due.
func (s *Steps) deliverFor(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact) error {
	if err := s.usePromo(ctx, tx, o); err != nil {
		return err
	}
	if err := s.Payments.Supersede(ctx, tx, o.ID); err != nil {
		return err
	}
	err := s.Orders.Move(ctx, tx, o, order.Paid, order.Change{
		Event: order.EventPaymentReceived, Facts: amount(f.Quoted),
		Next: order.ActDeliver, Due: s.Clock().Add(deliverWithin),
	})
	if err != nil {
		return err
	}
	return s.Letters.Queue(ctx, tx, o.ID, notify.Paid)
}

// usePromo counts the order's promo code as used. The quote promised the
// price: a code that was used up since is honoured all the same.
func (s *Steps) usePromo(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	err := pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) error { return s.HoldPromo(ctx, sub, o) })
	if err != nil && !errors.As(err, new(*problem.Error)) {
		return err
	}
	return s.Promos.Consume(ctx, tx, o.ID)
}

// bookPayment posts what came, and sends back what is too much.
func (s *Steps) bookPayment(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact, r *payment.Received) error {
	if f.Provider == payment.Balance {
		return nil // booked when it was spent
	}
	ref := strconv.FormatInt(r.ID, 10)
	quoted := ledger.PaymentReceived{Provider: f.Provider, Charge: f.Quoted, Total: f.Total, Fee: f.Fee}
	if err := s.Ledger.Post(ctx, tx, quoted.Entry(ref, o.ID)); err != nil {
		return err
	}
	excess, err := r.Amount.Sub(f.Quoted)
	if err != nil || excess.Sign() <= 0 {
		return err
	}
	more := ledger.SurplusReceived{Provider: f.Provider, Amount: excess}
	if err := s.Ledger.Post(ctx, tx, more.Entry(ref, o.ID)); err != nil {
		return err
	}
	if err := s.Orders.Note(ctx, tx, o.ID, order.EventPaymentSurplus, amount(excess)); err != nil {
		return err
	}
	return s.Payments.GiveBack(ctx, tx, o.ID, r, excess, "excess")
}

// giveBack keeps money that no order needs, and sends it back.
func (s *Steps) giveBack(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact, use payment.Use, event string) error {
	r, err := s.Payments.Receive(ctx, tx, o.ID, f, use)
	if err != nil || r == nil {
		return err
	}
	if f.Provider != payment.Balance {
		came := ledger.SurplusReceived{Provider: f.Provider, Amount: r.Amount}
		if err := s.Ledger.Post(ctx, tx, came.Entry(strconv.FormatInt(r.ID, 10), o.ID)); err != nil {
			return err
		}
	}
	if err := s.Orders.Note(ctx, tx, o.ID, event, amount(r.Amount)); err != nil {
		return err
	}
	if use == payment.Short {
		if _, err := s.giveUp(ctx, tx, o, f.AttemptID, payment.AttemptDeclined); err != nil {
			return err
		}
	}
	return s.Payments.GiveBack(ctx, tx, o.ID, r, r.Amount, string(use))
}

// tooLate sends money back for goods that are no longer to be had.
func (s *Steps) tooLate(ctx context.Context, tx pgx.Tx, o *order.Order, f *payment.Fact) error {
	if err := s.giveBack(ctx, tx, o, f, payment.Late, order.EventPaymentLate); err != nil {
		return err
	}
	if err := s.Payments.Supersede(ctx, tx, o.ID); err != nil {
		return err
	}
	if o.Status == order.Failed {
		return nil
	}
	return s.fail(ctx, tx, o, "Товар закончился раньше, чем пришли деньги. Мы их возвращаем.")
}

// closeUnpaid ends an order whose time to pay is over and for which no payment
// is open any more.
func (s *Steps) closeUnpaid(ctx context.Context, tx pgx.Tx, o *order.Order) error {
	if !o.Status.Unpaid() || o.Payable(s.Clock()) {
		return nil
	}
	_, err := s.Payments.Open(ctx, tx, o.ID)
	if !errors.Is(err, payment.ErrNoAttempt) {
		return err // the reconciler asks the provider before it gives up
	}
	return s.fail(ctx, tx, o, "Время на оплату вышло.")
}

func (s *Steps) fail(ctx context.Context, tx pgx.Tx, o *order.Order, reason string) error {
	if err := s.Release(ctx, tx, o); err != nil {
		return err
	}
	return s.Orders.Move(ctx, tx, o, order.Failed, order.Change{Event: order.EventFailed, Reason: reason})
}

func amount(m money.Money) map[string]any {
	return map[string]any{"amount": m.Minor, "currency": m.Currency}
}
