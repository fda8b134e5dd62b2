package payselection

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"larek/internal/money"
	"larek/internal/payment"
)

type refund struct {
	TransactionID string          `json:"TransactionId"`
	Amount        money.Minor     `json:"Amount"`
	Currency      money.Currency  `json:"Currency"`
	ReceiptData   json.RawMessage `json:"ReceiptData,omitempty"`
}

// OncePerKey reports that the provider would carry out a repeated refund again.
func (p *Provider) OncePerKey() bool { return false }

// Refund makes one call, and none if not exactly so much remains of the payment
// as is known to: then something went back meanwhile, and only a question can
// tell what.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (payment.Refunded, error) {
	left, err := p.Left(ctx, r.ProviderID, money.Of(r.Paid, r.Amount.Currency))
	if err != nil {
		return payment.Refunded{}, fmt.Errorf("before the refund: %w", err)
	}
	switch before := r.Left + r.Amount.Minor; {
	case r.Left < 0 || r.Amount.Minor > r.Paid:
		return payment.Refunded{}, fmt.Errorf("payselection: refund: %w", payment.Refused("more than is left"))
	case left != before:
		return payment.Refunded{}, fmt.Errorf("payselection: refund: %w: %s remains instead of %s", payment.ErrUnknown, left, before)
	}
	receipt, err := p.RefundReceipt(r)
	if err != nil {
		return payment.Refunded{}, err
	}
	body, err := json.Marshal(refund{TransactionID: r.ProviderID, Amount: r.Amount.Minor, Currency: r.Amount.Currency, ReceiptData: receipt})
	if err != nil {
		return payment.Refunded{}, fmt.Errorf("payselection: refund: %w", err)
	}
	a, err := p.gateway(ctx, http.MethodPost, "/payments/refund", requestID("refund", r.Key), body)
	if err == nil && !a.OK() {
		err = refusal(a)
	}
	var done struct {
		TransactionID string `json:"TransactionId"`
	}
	if err == nil {
		err = a.JSON(&done)
	}
	if err != nil {
		return payment.Refunded{}, fmt.Errorf("payselection: refund: %w", err)
	}
	return payment.Refunded{ProviderID: done.TransactionID}, nil
}

// Left returns what remains of a payment.
func (p *Provider) Left(ctx context.Context, id string, _ money.Money) (money.Minor, error) {
	a, err := p.gateway(ctx, http.MethodGet, "/transactions/"+url.PathEscape(id), freshID(), nil)
	if err == nil && !a.OK() {
		err = refusal(a)
	}
	var t transaction
	if err == nil {
		err = a.JSON(&t)
	}
	if err != nil {
		return 0, fmt.Errorf("payselection: transaction: %w", err)
	}
	left, err := amount(t.StateDetails.RemainingAmount)
	if err != nil || t.TransactionID != id {
		return 0, fmt.Errorf("payselection: transaction: %w: the remaining amount is not told", payment.ErrUnknown)
	}
	return left, nil
}
