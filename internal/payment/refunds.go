package payment

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Destinations of refunds; the values are stored.
const (
	DestinationMethod  = "method"  // the payment method the money came by
	DestinationBalance = "balance" // the buyer's balance in the shop
	DestinationOther   = "other"   // elsewhere, paid manually by an operator
)

// AfterDelivery is the reason of a refund for goods that were delivered.
const AfterDelivery = "after_delivery"

// Refund is money being returned for a payment.
type Refund struct {
	ID, OrderID, PaymentID int64
	Amount                 money.Money
	Covered                money.Minor // part of Amount that was refunded outside
	Reason                 string
	Provider               string
	account                string // that the payment was made with
	Destination            string
	IsByLink               bool // a person other than the order's owner paid
	Status                 RefundStatus
	Tries, Round           int32
	SentAt                 *time.Time
	Total, Fee             money.RUB   // of the attempt's quote, in rubles
	Quoted                 money.Minor // of the same quote, as it was charged
	Net                    money.RUB   // price of the goods refunded; zero if none are
	nonce                  string      // of its idempotency key
	isRepeat               bool        // claimed after a call whose outcome is not known
	request                RefundRequest
}

// ToSend returns the part of the refund that we still have to send.
func (r *Refund) ToSend() money.Money {
	return money.Of(r.Amount.Minor-r.Covered, r.Amount.Currency)
}

// Refunds creates refunds, sends them, and lets operators complete them.
type Refunds struct {
	q         *paymentdb.Queries
	providers *Providers
	receipts  *receipts
	inbox     *Inbox
	tasks     *Tasks
	askFor    time.Duration // about the outcome of a refund
	clock     clock.Clock
}

// CreateRefund decides that amount of the payment is refunded, once per payment and
// reason. A payment from the balance is refunded to the balance.
func (s *Refunds) CreateRefund(ctx context.Context, tx pgx.Tx, orderID int64, r *Payment, amount money.Money, reason string) error {
	destination := DestinationMethod
	if r.Provider == Balance {
		destination = DestinationBalance
	}
	covered, err := claimOutsideRefund(ctx, tx, r.ID, amount.Minor)
	if err != nil {
		return err
	}
	_, err = paymentdb.New(tx).InsertRefund(ctx, paymentdb.InsertRefundParams{
		PaymentID: r.ID, OrderID: orderID, Amount: amount.Minor, Covered: covered, Currency: amount.Currency, Reason: reason,
		Destination: destination, Created: s.clock(),
	})
	if err != nil {
		return fmt.Errorf("insert refund for payment %d: %w", r.ID, err)
	}
	return nil
}

// PendingRefunds returns the refunds of an order that are still to be sent, at most
// one per payment.
func PendingRefunds(ctx context.Context, tx pgx.Tx, orderID int64) ([]int64, error) {
	ids, err := paymentdb.New(tx).PendingRefunds(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("refunds of order %d: %w", orderID, err)
	}
	return ids, nil
}

// untriedAfter is how long a pending refund may wait for a try. Its workflow is notified
// right after the refund is created or retried, unless the process stopped in between.
const untriedAfter = time.Minute

// OrdersWithStaleRefunds returns orders with refunds that were due before the given
// time, or that are pending for longer than untriedAfter.
func (s *Refunds) OrdersWithStaleRefunds(ctx context.Context, before time.Time) ([]int64, error) {
	ids, err := s.q.OrdersWithStaleRefunds(ctx, paymentdb.OrdersWithStaleRefundsParams{Before: before, UntriedBefore: s.clock().Add(-untriedAfter)})
	if err != nil {
		return nil, fmt.Errorf("stale refunds: %w", err)
	}
	return ids, nil
}

// LockRefund reads a refund and locks it and its payment. The caller holds the
// order's lock.
func LockRefund(ctx context.Context, tx pgx.Tx, id int64) (*Refund, error) {
	r, err := paymentdb.New(tx).LockRefund(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("refund %d: %w", id, err)
	}
	var net money.RUB
	if r.Net != nil {
		net = *r.Net
	}
	refund := &Refund{
		ID: r.ID, OrderID: r.OrderID, PaymentID: r.PaymentID, Amount: money.Of(r.Amount, r.Currency), Covered: r.Covered,
		Reason: r.Reason, Provider: r.Provider, account: r.Account, Destination: r.Destination, IsByLink: r.ByLink, Status: RefundStatus(r.Status),
		Tries: r.Tries, Round: r.Round, SentAt: r.SentAt, Total: r.Total, Fee: r.Fee, Quoted: r.Quoted, Net: net,
	}
	left := r.Paid - money.Minor(r.Gone) - refund.ToSend().Minor
	if r.Nonce != nil {
		refund.nonce = *r.Nonce
	}
	refund.request = RefundRequest{Reference: r.Reference, ProviderID: r.ProviderID, PaidAmount: r.Paid, RemainingAfter: left}
	return refund, nil
}

// OrderOfRefund returns the order a refund belongs to.
func (s *Refunds) OrderOfRefund(ctx context.Context, id int64) (int64, error) {
	order, err := s.q.OrderOfRefund(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("refund %d: %w", id, err)
	}
	return order, nil
}

// key returns the idempotency key sent to the provider. It stays the same within a
// round, until the outcome of that round is known. It names what is refunded, so that a
// database restored to an earlier moment asks for the same refund and not for another.
// Older refunds have their number in it, and a random nonce or none. Persisted at the
// provider: do not change its format.
func (r *Refund) key() string {
	key := "refund-" + strconv.FormatInt(r.ID, 10)
	switch {
	case strings.HasPrefix(r.nonce, namedNonce):
		key = "refund-" + r.nonce
	case r.nonce != "":
		key += "-" + r.nonce
	}
	if r.Round > 1 {
		key += "-" + strconv.Itoa(int(r.Round))
	}
	return key
}

// namedNonce begins a nonce that is made of what is refunded, by a trigger of the table; no
// random one begins so.
const namedNonce = "k"
