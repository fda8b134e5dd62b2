package orderflow

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/notify"
	"larek/internal/order"
	"larek/internal/payment"
)

// Refund sends money back. It asks the provider what has gone back already,
// writes down that it sends before it does, and keeps what came of it. It
// returns an error for as long as the outcome is not known, so that the engine
// looks again; it returns nil once the refund has ended or waits for a person.
func (s *Steps) Refund(ctx context.Context, refundID int64) error {
	orderID, err := s.Payments.OrderOfRefund(ctx, refundID)
	if err != nil {
		return err
	}
	var r *payment.Refund
	if _, err = s.inOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) (err error) {
		r, err = s.endWithoutCall(ctx, tx, o, refundID)
		return err
	}); err != nil || over(r) {
		return err
	}
	if err := s.Payments.AskLeft(ctx, r); err != nil {
		return notYet(r, err)
	}
	claimed := false
	if _, err := s.inOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) (err error) {
		r, claimed, err = s.claimRefund(ctx, tx, o, refundID)
		return err
	}); err != nil || over(r) {
		return err
	}
	if !claimed {
		return fmt.Errorf("refund %d: %w", r.ID, payment.ErrNotYet)
	}
	outcome, failed := s.Payments.Send(ctx, r)
	var status payment.RefundStatus
	if _, err := s.inOrder(ctx, orderID, func(tx pgx.Tx, o *order.Order) (err error) {
		status, err = s.keepOutcome(ctx, tx, o, r, outcome)
		return err
	}); err != nil {
		return err
	}
	if status.Final() || status == payment.RefundManual {
		return nil
	}
	return notYet(r, cmp.Or(failed, payment.ErrNotYet))
}

func over(r *payment.Refund) bool { return r.Status.Final() || r.Status == payment.RefundManual }

// notYet says why a refund is tried again.
func notYet(r *payment.Refund, why error) error {
	return fmt.Errorf("refund %d is not made yet: %w", r.ID, why)
}

// endWithoutCall ends what needs no provider: money that goes to a balance.
func (s *Steps) endWithoutCall(ctx context.Context, tx pgx.Tx, o *order.Order, id int64) (*payment.Refund, error) {
	r, err := s.Payments.LockRefund(ctx, tx, id)
	if err != nil || over(r) || r.Destination != payment.ToBalance {
		return r, err
	}
	if err := s.cover(ctx, tx, o, r); err != nil || over(r) {
		return r, err
	}
	if err := s.Payments.End(ctx, tx, r, payment.RefundDone); err != nil {
		return r, err
	}
	r.Status = payment.RefundDone
	return r, s.refunded(ctx, tx, o, r)
}

// claimRefund settles what the provider told, and claims what is left to send
// unless that could pay twice.
func (s *Steps) claimRefund(ctx context.Context, tx pgx.Tx, o *order.Order, id int64) (r *payment.Refund, claimed bool, err error) {
	if err := s.settleGone(ctx, tx, o); err != nil {
		return nil, false, err
	}
	r, err = s.Payments.LockRefund(ctx, tx, id)
	if err != nil || over(r) {
		return r, false, err
	}
	if err := s.cover(ctx, tx, o, r); err != nil || over(r) {
		return r, false, err
	}
	claimed, err = s.Payments.Claim(ctx, tx, r)
	return r, claimed, err
}

// keepOutcome writes the outcome, the books and the buyer's timeline at once.
func (s *Steps) keepOutcome(ctx context.Context, tx pgx.Tx, o *order.Order, call *payment.Refund, outcome payment.Outcome) (payment.RefundStatus, error) {
	r, err := s.Payments.LockRefund(ctx, tx, call.ID)
	if err != nil {
		return "", err
	}
	before := r.Status
	r.Status, err = s.Payments.KeepOutcome(ctx, tx, r, call, outcome)
	if err != nil || r.Status == before {
		return r.Status, err
	}
	switch r.Status {
	case payment.RefundDone:
		return r.Status, s.refunded(ctx, tx, o, r)
	case payment.RefundManual:
		return r.Status, s.Orders.Note(ctx, tx, o.ID, order.EventRefundManual, amount(r.ToSend()))
	default:
		return r.Status, nil
	}
}

// refunded books a refund that is done, and tells the buyer.
func (s *Steps) refunded(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	if err := s.bookRefund(ctx, tx, o, r); err != nil {
		return err
	}
	if err := s.Orders.Note(ctx, tx, o.ID, order.EventRefundDone, amount(r.ToSend())); err != nil {
		return err
	}
	return s.Letters.Queue(ctx, tx, o.ID, notify.Refunded)
}

// bookRefund posts money that went back: out of what no order needed, out of
// what the order was paid with, or out of what was earned with it.
func (s *Steps) bookRefund(ctx context.Context, tx pgx.Tx, o *order.Order, r *payment.Refund) error {
	to, err := accountOf(o, r)
	if err != nil {
		return err
	}
	e := refundEntry(o, r, to).Covered(to, money.Of(r.Covered, r.Amount.Currency))
	return s.Ledger.Post(ctx, tx, e)
}

// accountOf is where a refund is paid from.
func accountOf(o *order.Order, r *payment.Refund) (ledger.Account, error) {
	switch {
	case r.Destination == payment.ToOther:
		return ledger.Bank(), nil
	case r.Destination != payment.ToBalance:
		return ledger.Provider(r.Provider), nil
	case o.UserID == nil:
		return "", fmt.Errorf("refund %d to a balance nobody has", r.ID)
	}
	return ledger.Customer(*o.UserID), nil
}

func refundEntry(o *order.Order, r *payment.Refund, to ledger.Account) ledger.Entry {
	ref := strconv.FormatInt(r.ID, 10)
	switch {
	case r.Reason == payment.AfterDelivery:
		return ledger.RefundedAfterDelivery{To: to, Amount: r.Amount, Rubles: worth(r)}.Entry(ref, o.ID)
	case r.Net > 0:
		return ledger.RefundedFromOrder{To: to, Amount: r.Amount, Net: r.Net, Fee: feeOf(r)}.Entry(ref, o.ID)
	case r.Provider == payment.Balance: // booked as the order's when it was spent
		return ledger.RefundedFromOrder{To: to, Amount: r.Amount, Net: r.Total, Fee: r.Fee}.Entry(ref, o.ID)
	}
	return ledger.RefundedFromUnapplied{To: to, Amount: r.Amount}.Entry(ref, o.ID)
}

// feeOf is the rubles of the fee that go back with goods that are not coming.
func feeOf(r *payment.Refund) money.RUB {
	if back, err := r.Amount.RUB(); err == nil {
		return back - r.Net
	}
	return r.Fee.Share(int64(r.Net), int64(r.Total))
}

// worth is what a refund is in rubles, at the rate it was paid with.
func worth(r *payment.Refund) money.RUB {
	if rubles, err := r.Amount.RUB(); err == nil {
		return rubles
	}
	return (r.Total + r.Fee).Share(int64(r.Amount.Minor), int64(r.Quoted))
}
