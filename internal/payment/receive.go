package payment

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// Use is what money that arrived was used for.
type Use string

// One payment of an order is its own; every other goes back.
const (
	ForOrder Use = "order"
	Surplus  Use = "surplus" // the order was paid already
	Late     Use = "late"    // the goods are not to be had any more
	Short    Use = "short"   // less than was asked for
)

// Received is money that arrived.
type Received struct {
	ID                   int64
	Provider, ProviderID string
	Amount               money.Money
	AttemptID            int64
}

// HasOrderPayment tells whether the order's own payment has come.
func (s *Service) HasOrderPayment(ctx context.Context, tx pgx.Tx, orderID int64) (bool, error) {
	has, err := paymentdb.New(tx).HasOrderPayment(ctx, orderID)
	if err != nil {
		return false, fmt.Errorf("payments of order %d: %w", orderID, err)
	}
	return has, nil
}

// Fresh returns what of a fact's money was not counted before: a part that is on
// its way back is not taken for the order again.
func (s *Service) Fresh(ctx context.Context, tx pgx.Tx, f *Fact) (money.Money, error) {
	before, err := paymentdb.New(tx).ReceivedFor(ctx, paymentdb.ReceivedForParams{Provider: f.Provider, ProviderID: f.ProviderID, AttemptID: f.AttemptID})
	if err != nil {
		return money.Money{}, fmt.Errorf("earlier payments of attempt %d: %w", f.AttemptID, err)
	}
	return money.Of(f.Amount.Minor-money.Minor(before), f.Amount.Currency), nil
}

// Receive keeps the money of a fact. A provider that tells a running sum is
// answered with what is new in it; nothing new gives nil.
func (s *Service) Receive(ctx context.Context, tx pgx.Tx, orderID int64, f *Fact, use Use) (*Received, error) {
	q := paymentdb.New(tx)
	fresh, err := s.Fresh(ctx, tx, f)
	if err != nil {
		return nil, err
	}
	if fresh.Sign() <= 0 {
		return nil, nil //nolint:nilnil // nothing new is an answer
	}
	r := &Received{Provider: f.Provider, ProviderID: f.ProviderID, Amount: fresh, AttemptID: f.AttemptID}
	r.ID, err = q.InsertPayment(ctx, paymentdb.InsertPaymentParams{
		OrderID: orderID, AttemptID: f.AttemptID, NoticeID: f.NoticeID, Provider: f.Provider, ProviderID: f.ProviderID,
		Amount: r.Amount.Minor, Currency: r.Amount.Currency, Use: string(use), ReceivedAt: f.ReceivedAt,
	})
	if err != nil {
		return nil, fmt.Errorf("keep the payment of notice %d: %w", f.NoticeID, err)
	}
	if use == ForOrder {
		if err := s.MarkPaid(ctx, tx, f.AttemptID); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// MarkPaid ends an attempt as the one its order was paid by.
func (s *Service) MarkPaid(ctx context.Context, tx pgx.Tx, attemptID int64) error {
	if err := paymentdb.New(tx).MarkPaid(ctx, attemptID); err != nil {
		return fmt.Errorf("attempt %d paid: %w", attemptID, err)
	}
	return nil
}
