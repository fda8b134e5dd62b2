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

// HasOrderPayment reports whether a payment is allocated to the order.
func (s *Service) HasOrderPayment(ctx context.Context, tx pgx.Tx, orderID int64) (bool, error) {
	has, err := paymentdb.New(tx).HasOrderPayment(ctx, orderID)
	if err != nil {
		return false, fmt.Errorf("payments of order %d: %w", orderID, err)
	}
	return has, nil
}

// UncountedAmount returns the part of a notice's amount that is not recorded as a
// payment yet. Some providers report running totals, and a part that is already
// being refunded must not be counted again.
func (s *Service) UncountedAmount(ctx context.Context, tx pgx.Tx, f *PendingNotice) (money.Money, error) {
	before, err := paymentdb.New(tx).ReceivedAmount(ctx, paymentdb.ReceivedAmountParams{Provider: f.Provider, ProviderID: f.ProviderID, AttemptID: f.AttemptID})
	if err != nil {
		return money.Money{}, fmt.Errorf("earlier payments of attempt %d: %w", f.AttemptID, err)
	}
	return money.Of(f.Amount.Minor-money.Minor(before), f.Amount.Currency), nil
}

// RecordPayment records the uncounted amount of a notice as a payment. It returns
// nil if all of it is recorded already.
func (s *Service) RecordPayment(ctx context.Context, tx pgx.Tx, orderID int64, f *PendingNotice, use Allocation) (*Payment, error) {
	q := paymentdb.New(tx)
	fresh, err := s.UncountedAmount(ctx, tx, f)
	if err != nil {
		return nil, err
	}
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
	if use == AllocationOrder {
		if err := s.MarkPaid(ctx, tx, f.AttemptID); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// MarkPaid marks an attempt as the one its order was paid by.
func (s *Service) MarkPaid(ctx context.Context, tx pgx.Tx, attemptID int64) error {
	if err := paymentdb.New(tx).MarkPaid(ctx, attemptID); err != nil {
		return fmt.Errorf("mark attempt %d paid: %w", attemptID, err)
	}
	return nil
}
