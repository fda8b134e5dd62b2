package tbank

import (
	"context"
	"fmt"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

// Statuses of payments that went back.
const (
	refundedStatus     = "REFUNDED"
	partRefundedStatus = "PARTIAL_REFUNDED"
	reversedStatus     = "REVERSED"
)

// OncePerKey reports true: the bank makes one refund per ExternalRequestId and
// answers a repeated call with the state of the payment.
func (p *Provider) OncePerKey() bool { return true }

// Remaining returns what remains of a payment. The bank's status does not include
// the amount of a partial refund; only its webhooks do.
func (p *Provider) Remaining(ctx context.Context, providerID string, paid money.Money) (money.Minor, error) {
	var state paymentState
	if err := p.call(ctx, "GetState", map[string]any{"PaymentId": providerID}, &state); err != nil {
		return 0, fmt.Errorf("tbank: state: %w", err)
	}
	switch state.Status {
	case refundedStatus, reversedStatus:
		return 0, nil
	case partRefundedStatus, "REFUNDING", "ASYNC_REFUNDING":
		return 0, payment.ErrRemainingUnknown
	}
	return paid.Minor, nil
}

// Refund makes one refund call. The bank returns what is left of the payment: if that
// is more than expected, the refund has not been made yet.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (payment.RefundResult, error) {
	sum, err := r.Amount.RUB() // the terminal takes no other currency
	if err != nil {
		return payment.RefundResult{}, fmt.Errorf("tbank: refund: %w", err)
	}
	fields := map[string]any{"PaymentId": r.ProviderID, "Amount": int64(sum), "ExternalRequestId": r.Key}
	receipt, err := p.RefundReceipt(r)
	if err != nil {
		return payment.RefundResult{}, err
	}
	if receipt != nil {
		fields["Receipt"] = receipt
	}
	var result struct {
		Status    string
		NewAmount outbound.Scalar
	}
	if err := p.call(ctx, "Cancel", fields, &result); err != nil {
		return payment.RefundResult{}, fmt.Errorf("tbank: refund: %w", err)
	}
	left := money.Minor(kopecks(result.NewAmount))
	switch {
	case result.Status == "REFUNDING" || result.Status == "ASYNC_REFUNDING":
		return payment.RefundResult{}, fmt.Errorf("tbank: refund: %w: under way", payment.ErrOutcomeUnknown)
	case left < 0 || left > r.RemainingAfter:
		return payment.RefundResult{}, fmt.Errorf("tbank: refund: %w: %s is left", payment.ErrOutcomeUnknown, left)
	}
	return payment.RefundResult{ProviderID: r.ProviderID}, nil
}
