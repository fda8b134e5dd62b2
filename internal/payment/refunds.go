package payment

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

// RefundStatus is how giving money back stands.
type RefundStatus string

// A manual refund waits for an operator: the provider has no call for it.
const (
	RefundPending RefundStatus = "pending"
	RefundUnknown RefundStatus = "unknown"
	RefundDone    RefundStatus = "done"
	RefundManual  RefundStatus = "manual"
)

// Refund is money on its way back.
type Refund struct {
	ID, OrderID, PaymentID int64
	Amount                 money.Money
	Reason                 string
	Provider               string
	ToBalance              bool
	Status                 RefundStatus
	Total, Fee             money.RUB // of the attempt's quote, in rubles
	Net                    money.RUB // of the goods given up; zero when none are
	request                RefundRequest
}

// GiveBack decides that money goes back, once per payment and reason.
// What was paid from the balance returns there.
func (s *Service) GiveBack(ctx context.Context, tx pgx.Tx, orderID int64, r *Received, amount money.Money, reason string) error {
	destination := "method"
	if r.Provider == Balance {
		destination = "balance"
	}
	_, err := paymentdb.New(tx).InsertRefund(ctx, paymentdb.InsertRefundParams{
		PaymentID: r.ID, OrderID: orderID, Amount: amount.Minor, Currency: amount.Currency, Reason: reason,
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

// StaleRefunds lists orders with refunds nobody has tried since before.
func (s *Service) StaleRefunds(ctx context.Context, before time.Time) ([]int64, error) {
	ids, err := s.w.StaleRefunds(ctx, before)
	if err != nil {
		return nil, fmt.Errorf("stale refunds: %w", err)
	}
	return ids, nil
}

// LockRefund reads a refund and holds it.
func (s *Service) LockRefund(ctx context.Context, tx pgx.Tx, id int64) (*Refund, error) {
	r, err := paymentdb.New(tx).LockRefund(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("refund %d: %w", id, err)
	}
	var net money.RUB
	if r.Net != nil {
		net = *r.Net
	}
	return &Refund{
		Net: net,
		ID:  r.ID, OrderID: r.OrderID, PaymentID: r.PaymentID, Amount: money.Of(r.Amount, r.Currency), Reason: r.Reason,
		Provider: r.Provider, ToBalance: r.Destination == "balance", Status: RefundStatus(r.Status), Total: r.Total, Fee: r.Fee,
		request: RefundRequest{
			Key: "refund-" + strconv.FormatInt(r.ID, 10), Reference: r.Reference, ProviderID: r.ProviderID,
			Amount: money.Of(r.Amount, r.Currency), Paid: r.Paid, Left: r.Paid - money.Minor(r.Earlier) - r.Amount,
		},
	}, nil
}

// Repay asks the provider to give the money back. No transaction is open.
func (s *Service) Repay(ctx context.Context, r *Refund) (RefundStatus, string, error) {
	p, err := s.provider(r.Provider)
	if err != nil {
		return RefundManual, "", nil //nolint:nilerr // a provider we no longer serve is refunded by hand
	}
	if err := s.keepRefundReceipt(ctx, p, r); err != nil {
		return RefundPending, "", err
	}
	done, err := p.Refund(ctx, r.request)
	switch {
	case err == nil:
		return RefundDone, done.ProviderID, nil
	case errors.Is(err, ErrCannotRefund):
		return RefundManual, "", nil
	case errors.Is(err, ErrUnknown):
		return RefundUnknown, "", err
	default:
		return RefundPending, "", err
	}
}

// RefundTried keeps how a try ended.
func (s *Service) RefundTried(ctx context.Context, tx pgx.Tx, r *Refund, status RefundStatus, providerID string) error {
	now := s.clock()
	p := paymentdb.RefundTriedParams{ID: r.ID, Status: string(status), ProviderID: providerID}
	switch status {
	case RefundDone:
		p.DoneAt = &now
	case RefundPending, RefundUnknown:
		next := now.Add(time.Minute)
		p.NextTryAt = &next
	case RefundManual:
	}
	if err := paymentdb.New(tx).RefundTried(ctx, p); err != nil {
		return fmt.Errorf("keep the try of refund %d: %w", r.ID, err)
	}
	return nil
}
