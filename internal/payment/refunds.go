package payment

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Where a refund goes.
const (
	ToMethod  = "method"  // the way the money came
	ToBalance = "balance" // what we owe a signed-in buyer
	ToOther   = "other"   // elsewhere, by an operator's hand
)

// AfterDelivery is the reason of a refund for goods the buyer has got.
const AfterDelivery = "after_delivery"

// Refund is money on its way back.
type Refund struct {
	ID, OrderID, PaymentID int64
	Amount                 money.Money
	Covered                money.Minor // of Amount, what went back without us
	Reason                 string
	Provider               string
	Destination            string
	Status                 RefundStatus
	Tries, Round           int32
	SentAt                 *time.Time
	Total, Fee             money.RUB   // of the attempt's quote, in rubles
	Quoted                 money.Minor // of the same quote, as it was charged
	Net                    money.RUB   // of the goods given up; zero when none are
	request                RefundRequest
}

// ToSend returns what of the refund is still to be given back by us.
func (r *Refund) ToSend() money.Money {
	return money.Of(r.Amount.Minor-r.Covered, r.Amount.Currency)
}

// GiveBack decides that money goes back, once per payment and reason.
// What was paid from the balance returns there.
func (s *Service) GiveBack(ctx context.Context, tx pgx.Tx, orderID int64, r *Received, amount money.Money, reason string) error {
	destination := ToMethod
	if r.Provider == Balance {
		destination = ToBalance
	}
	covered, err := s.takeOutside(ctx, tx, r.ID, amount.Minor)
	if err != nil {
		return err
	}
	_, err = paymentdb.New(tx).InsertRefund(ctx, paymentdb.InsertRefundParams{
		PaymentID: r.ID, OrderID: orderID, Amount: amount.Minor, Covered: covered, Currency: amount.Currency, Reason: reason,
		Destination: destination, Created: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("give back payment %d: %w", r.ID, err)
	}
	return nil
}

// OpenRefunds lists the refunds of an order that are still to be made.
func (s *Service) OpenRefunds(ctx context.Context, tx pgx.Tx, orderID int64) ([]int64, error) {
	ids, err := paymentdb.New(tx).OpenRefunds(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("refunds of order %d: %w", orderID, err)
	}
	return ids, nil
}

// untriedAfter is how long a refund may wait for its first try: its flow is
// told of it right after it was decided, unless the worker ended between.
const untriedAfter = time.Minute

// StaleRefunds lists orders with refunds nobody has tried since before, or that
// were decided a minute ago and never begun.
func (s *Service) StaleRefunds(ctx context.Context, before time.Time) ([]int64, error) {
	ids, err := s.w.StaleRefunds(ctx, paymentdb.StaleRefundsParams{Before: before, UntriedBefore: s.clock().Add(-untriedAfter)})
	if err != nil {
		return nil, fmt.Errorf("stale refunds: %w", err)
	}
	return ids, nil
}

// LockRefund reads a refund and holds it and its payment. Whoever changes an
// order's money holds the order first.
func (s *Service) LockRefund(ctx context.Context, tx pgx.Tx, id int64) (*Refund, error) {
	r, err := paymentdb.New(tx).LockRefund(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("refund %d: %w", id, err)
	}
	var net money.RUB
	if r.Net != nil {
		net = *r.Net
	}
	back := &Refund{
		ID: r.ID, OrderID: r.OrderID, PaymentID: r.PaymentID, Amount: money.Of(r.Amount, r.Currency), Covered: r.Covered,
		Reason: r.Reason, Provider: r.Provider, Destination: r.Destination, Status: RefundStatus(r.Status),
		Tries: r.Tries, Round: r.Round, SentAt: r.SentAt, Total: r.Total, Fee: r.Fee, Quoted: r.Quoted, Net: net,
	}
	left := r.Paid - money.Minor(r.Gone) - back.ToSend().Minor
	back.request = RefundRequest{Reference: r.Reference, ProviderID: r.ProviderID, Paid: r.Paid, Left: left}
	return back, nil
}

// OrderOfRefund returns the order a refund belongs to.
func (s *Service) OrderOfRefund(ctx context.Context, id int64) (int64, error) {
	order, err := s.w.OrderOfRefund(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("refund %d: %w", id, err)
	}
	return order, nil
}

// key is what the provider knows a call by: the same within a round, whose
// outcome is not known yet.
func (r *Refund) key() string {
	key := "refund-" + strconv.FormatInt(r.ID, 10)
	if r.Round > 1 {
		key += "-" + strconv.Itoa(int(r.Round))
	}
	return key
}
