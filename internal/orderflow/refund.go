package orderflow

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/notify"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
)

// Refund sends money back: it asks the provider with no transaction open, and
// keeps what came of it. An unknown outcome is an error, so that the engine
// asks again; the provider gives back once.
func (s *Steps) Refund(ctx context.Context, refundID int64) error {
	var r *payment.Refund
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		r, err = s.Payments.LockRefund(ctx, tx, refundID)
		return err
	})
	if err != nil || r.Status == payment.RefundDone || r.Status == payment.RefundManual {
		return err
	}
	status, providerID := payment.RefundDone, ""
	var tried error
	if !r.ToBalance {
		status, providerID, tried = s.Payments.Repay(ctx, r)
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.keepRefund(ctx, tx, r.ID, status, providerID)
	})
	if err != nil {
		return err
	}
	s.Announce(ctx, r.OrderID)
	if tried != nil {
		return fmt.Errorf("refund %d is %s: %w", r.ID, status, tried)
	}
	return nil
}

// keepRefund writes the outcome, the books and the buyer's timeline at once.
func (s *Steps) keepRefund(ctx context.Context, tx pgx.Tx, id int64, status payment.RefundStatus, providerID string) error {
	r, err := s.Payments.LockRefund(ctx, tx, id)
	if err != nil || r.Status == payment.RefundDone || r.Status == payment.RefundManual {
		return err
	}
	if err := s.Payments.RefundTried(ctx, tx, r, status, providerID); err != nil {
		return err
	}
	facts := amount(r.Amount)
	switch status {
	case payment.RefundDone:
		if err := s.bookRefund(ctx, tx, r); err != nil {
			return err
		}
		if err := s.Orders.Note(ctx, tx, r.OrderID, order.EventRefundDone, facts); err != nil {
			return err
		}
		return s.Letters.Queue(ctx, tx, r.OrderID, notify.Refunded)
	case payment.RefundManual:
		return s.Orders.Note(ctx, tx, r.OrderID, order.EventRefundManual, facts)
	case payment.RefundPending, payment.RefundUnknown:
	}
	return nil
}

// bookRefund posts money that went back: out of what no order needed, or out
// of what the order was paid with.
func (s *Steps) bookRefund(ctx context.Context, tx pgx.Tx, r *payment.Refund) error {
	ref := strconv.FormatInt(r.ID, 10)
	to := ledger.Provider(r.Provider)
	if r.ToBalance {
		o, err := s.Orders.Lock(ctx, tx, r.OrderID)
		if err != nil {
			return err
		}
		if o.UserID == nil {
			return fmt.Errorf("refund %d to a balance nobody has", r.ID)
		}
		to = ledger.Customer(*o.UserID)
	}
	switch {
	case r.Net > 0:
		back := ledger.RefundedFromOrder{To: to, Amount: r.Amount, Net: r.Net, Fee: feeOf(r)}
		return s.Ledger.Post(ctx, tx, back.Entry(ref, r.OrderID))
	case r.Provider == payment.Balance:
		// Booked as the order's when it was spent.
		back := ledger.RefundedFromOrder{To: to, Amount: r.Amount, Net: r.Total, Fee: r.Fee}
		return s.Ledger.Post(ctx, tx, back.Entry(ref, r.OrderID))
	}
	back := ledger.RefundedFromUnapplied{To: to, Amount: r.Amount}
	return s.Ledger.Post(ctx, tx, back.Entry(ref, r.OrderID))
}

// feeOf is the rubles of the fee that go back with goods that are not coming.
func feeOf(r *payment.Refund) money.RUB {
	if back, err := r.Amount.RUB(); err == nil {
		return back - r.Net
	}
	return r.Fee.Share(int64(r.Net), int64(r.Total))
}
