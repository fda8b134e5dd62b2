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

// OncePerKey reports false: the provider carries out a repeated refund again.
func (p *Provider) OncePerKey() bool { return false }

// Refund makes one refund call. It makes none and returns ErrNotSent if the remaining
// amount is not known or not the expected one: then something was refunded in the
// meantime and must be found by polling.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (payment.RefundResult, error) {
	left, err := p.Remaining(ctx, r.ProviderID, money.Of(r.PaidAmount, r.Amount.Currency))
	if err != nil {
		return payment.RefundResult{}, fmt.Errorf("payselection: refund: %w: %w", payment.ErrNotSent, err)
	}
	switch before := r.RemainingAfter + r.Amount.Minor; {
	case r.RemainingAfter < 0 || r.Amount.Minor > r.PaidAmount:
		return payment.RefundResult{}, fmt.Errorf("payselection: refund: %w", payment.RefusedError("more than is left"))
	case left != before:
		return payment.RefundResult{}, fmt.Errorf("payselection: refund: %w: %s remains instead of %s", payment.ErrNotSent, left, before)
	}
	receipt, err := p.RefundReceipt(r)
	if err != nil {
		return payment.RefundResult{}, err
	}
	body, err := json.Marshal(refund{TransactionID: r.ProviderID, Amount: r.Amount.Minor, Currency: r.Amount.Currency, ReceiptData: receipt})
	if err != nil {
		return payment.RefundResult{}, fmt.Errorf("payselection: refund: %w", err)
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
		return payment.RefundResult{}, fmt.Errorf("payselection: refund: %w", err)
	}
	return payment.RefundResult{ProviderID: done.TransactionID}, nil
}

// Remaining returns what remains of a payment.
func (p *Provider) Remaining(ctx context.Context, id string, _ money.Money) (money.Minor, error) {
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
	if t.TransactionState == voided && t.TransactionID == id {
		return 0, nil
	}
	left, err := amount(t.StateDetails.RemainingAmount)
	if err != nil || t.TransactionID != id {
		return 0, fmt.Errorf("payselection: transaction: %w: no remaining amount", payment.ErrOutcomeUnknown)
	}
	return left, nil
}
