package payment

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Allocation is what a payment was used for.
type Allocation string

// Allocations. One payment of an order is allocated to it; every other one is
// refunded.
const (
	AllocationOrder   Allocation = "order"
	AllocationSurplus Allocation = "surplus" // the order was paid already
	AllocationLate    Allocation = "late"    // the goods are no longer available
	AllocationShort   Allocation = "short"   // less than the quoted amount
)

// Payment is money that arrived.
type Payment struct {
	ID                   int64
	Provider, ProviderID string
	Amount               money.Money
	AttemptID            int64
}

// SoFar is what of a notice's amount is not recorded as a payment yet, and whether a
// payment is allocated to the order. Some providers report running totals, and a part
// that is already being refunded must not be counted again.
type SoFar struct {
	Fresh  money.Money
	IsPaid bool
}

// PaymentsSoFar returns what is recorded before a notice is processed.
func PaymentsSoFar(ctx context.Context, tx pgx.Tx, orderID int64, f *PendingNotice) (SoFar, error) {
	r, err := paymentdb.New(tx).PaymentsSoFar(ctx, paymentdb.PaymentsSoFarParams{OrderID: orderID, Provider: f.Provider, ProviderID: f.ProviderID, AttemptID: f.AttemptID})
	if err != nil {
		return SoFar{}, fmt.Errorf("earlier payments of order %d: %w", orderID, err)
	}
	return SoFar{Fresh: money.Of(f.Amount.Minor-money.Minor(r.Hundredths), f.Amount.Currency), IsPaid: r.IsPaid}, nil
}

// AcceptPayment records the uncounted amount of a notice as the order's own payment. Its
// attempt is paid, another open one is superseded, and the notice is processed.
func (s *Inbox) AcceptPayment(ctx context.Context, tx pgx.Tx, orderID int64, f *PendingNotice, fresh money.Money) (*Payment, error) {
	r := &Payment{Provider: f.Provider, ProviderID: f.ProviderID, Amount: fresh, AttemptID: f.AttemptID}
	var err error
	r.ID, err = paymentdb.New(tx).AcceptPayment(ctx, paymentdb.AcceptPaymentParams{
		OrderID: orderID, AttemptID: f.AttemptID, NoticeID: f.NoticeID, Provider: f.Provider, ProviderID: f.ProviderID,
		Amount: r.Amount.Minor, Currency: r.Amount.Currency, ReceivedAt: f.ReceivedAt, At: s.clock(), Cancellers: s.providers.cancellers(),
	})
	if err != nil {
		return nil, fmt.Errorf("accept payment of notice %d: %w", f.NoticeID, err)
	}
	return r, nil
}

// RecordPayment records the uncounted amount of a notice as a payment the order does not
// need. It returns nil if all of it is recorded already.
func RecordPayment(ctx context.Context, tx pgx.Tx, orderID int64, f *PendingNotice, use Allocation) (*Payment, error) {
	q := paymentdb.New(tx)
	before, err := PaymentsSoFar(ctx, tx, orderID, f)
	if err != nil {
		return nil, err
	}
	fresh := before.Fresh
	if fresh.Sign() <= 0 {
		return nil, nil //nolint:nilnil // nothing new is a valid result
	}
	r := &Payment{Provider: f.Provider, ProviderID: f.ProviderID, Amount: fresh, AttemptID: f.AttemptID}
	r.ID, err = q.InsertPayment(ctx, paymentdb.InsertPaymentParams{
		OrderID: orderID, AttemptID: f.AttemptID, NoticeID: f.NoticeID, Provider: f.Provider, ProviderID: f.ProviderID,
		Amount: r.Amount.Minor, Currency: r.Amount.Currency, Use: string(use), ReceivedAt: f.ReceivedAt,
	})
	if err != nil {
		return nil, fmt.Errorf("insert payment of notice %d: %w", f.NoticeID, err)
	}
	return r, nil
}

// MarkPaid marks an attempt as the one its order was paid by.
func MarkPaid(ctx context.Context, tx pgx.Tx, attemptID int64) error {
	if err := paymentdb.New(tx).MarkPaid(ctx, attemptID); err != nil {
		return fmt.Errorf("mark attempt %d paid: %w", attemptID, err)
	}
	return nil
}
