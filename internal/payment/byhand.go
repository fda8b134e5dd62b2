package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// What an operator may be told.
var (
	ErrNotWaiting = errors.New("payment: the refund does not wait for an operator")
	ErrTooMuch    = errors.New("payment: more than is left of what was paid")
	ErrNotPaid    = errors.New("payment: the order has no payment of its own")
)

// Retry lets a waiting refund be sent again the way the money came.
func (s *Service) Retry(ctx context.Context, tx pgx.Tx, r *Refund, who string) error {
	return s.byHand(ctx, tx, r, paymentdb.MoveByHandParams{Status: string(RefundPending), Destination: ToMethod, Who: who, Round: r.Round + 1})
}

// Redirect keeps where else a waiting refund is to be given back by hand.
func (s *Service) Redirect(ctx context.Context, tx pgx.Tx, r *Refund, who, where string) error {
	return s.byHand(ctx, tx, r, paymentdb.MoveByHandParams{Status: string(RefundManual), Destination: ToOther, Who: who, Note: where, Round: r.Round})
}

// DoneByHand ends a waiting refund with what shows that it was given back.
func (s *Service) DoneByHand(ctx context.Context, tx pgx.Tx, r *Refund, who, proof string) error {
	return s.byHand(ctx, tx, r, paymentdb.MoveByHandParams{Status: string(RefundDone), Destination: r.Destination, Who: who, Proof: proof, Round: r.Round})
}

// ToBalanceByHand ends a waiting refund on the buyer's balance.
func (s *Service) ToBalanceByHand(ctx context.Context, tx pgx.Tx, r *Refund, who string) error {
	return s.byHand(ctx, tx, r, paymentdb.MoveByHandParams{Status: string(RefundDone), Destination: ToBalance, Who: who, Round: r.Round})
}

func (s *Service) byHand(ctx context.Context, tx pgx.Tx, r *Refund, p paymentdb.MoveByHandParams) error {
	if r.Status != RefundManual {
		return fmt.Errorf("%w: it is %s", ErrNotWaiting, r.Status)
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
	if err := paymentdb.New(tx).MoveByHand(ctx, p); err != nil {
		return fmt.Errorf("refund %d by hand: %w", r.ID, err)
	}
	r.Status, r.Destination = RefundStatus(p.Status), p.Destination
	return nil
}

// Wish is a refund an operator decides for goods that were delivered.
type Wish struct {
	OrderID   int64
	LineID    *int64
	Amount    money.Minor
	ToBalance bool
	Why, Who  string
}

// request names the wish: the same one twice is one refund.
func (w Wish) request() string {
	line := int64(0)
	if w.LineID != nil {
		line = *w.LineID
	}
	return fmt.Sprintf("after_delivery:%d:%d:%s:%s", w.OrderID, line, w.Amount, w.Why)
}

// GiveBackAfterDelivery decides that some of an order's payment goes back though
// the goods were delivered. The same wish twice is one refund: zero is returned.
func (s *Service) GiveBackAfterDelivery(ctx context.Context, tx pgx.Tx, w Wish) (id int64, err error) {
	q := paymentdb.New(tx)
	p, err := q.OrderPayment(ctx, w.OrderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrNotPaid
	}
	if err != nil {
		return 0, fmt.Errorf("payment of order %d: %w", w.OrderID, err)
	}
	destination := ToMethod
	if p.Provider == Balance || w.ToBalance {
		destination = ToBalance
	}
	request := w.request()
	if known, err := q.RequestedRefund(ctx, &request); err != nil || known {
		return 0, err
	}
	covered, err := s.takeOutside(ctx, tx, p.ID, w.Amount)
	if err != nil {
		return 0, err
	}
	id, err = q.InsertWish(ctx, paymentdb.InsertWishParams{
		PaymentID: p.ID, OrderID: w.OrderID, LineID: w.LineID, Amount: w.Amount, Covered: covered, Currency: p.Currency,
		Destination: destination, Created: s.clock(), Request: &request, Note: w.Why, Who: w.Who,
	})
	if no, ok := errors.AsType[*pgconn.PgError](err); ok && no.ConstraintName == "refunds_sum_check" {
		return 0, ErrTooMuch
	}
	if err != nil {
		return 0, fmt.Errorf("give back after delivery: %w", err)
	}
	return id, nil
}
