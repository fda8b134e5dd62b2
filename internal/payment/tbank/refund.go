package tbank

import (
	"context"
	"fmt"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

// What the bank calls a payment of which something went back.
const (
	refundedStatus     = "REFUNDED"
	partRefundedStatus = "PARTIAL_REFUNDED"
)

// OncePerKey reports that the bank makes a refund once per ExternalRequestId: a
// repeated one is answered with how the payment stands.
func (p *Provider) OncePerKey() bool { return true }

// Left returns what is left of a payment. Of a part the bank's status says that
// it went back, and not how much; its notices say it.
func (p *Provider) Left(ctx context.Context, providerID string, paid money.Money) (money.Minor, error) {
	var state paymentState
	if err := p.call(ctx, "GetState", map[string]any{"PaymentId": providerID}, &state); err != nil {
		return 0, fmt.Errorf("tbank: state: %w", err)
	}
	switch state.Status {
	case refundedStatus:
		return 0, nil
	case partRefundedStatus, "REFUNDING", "ASYNC_REFUNDING":
		return 0, payment.ErrPartGone
	}
	return paid.Minor, nil
}

// Refund makes one call. The bank says what is left after it: more than there
// should be means that it has not been made yet.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (payment.Refunded, error) {
	sum, err := r.Amount.RUB() // the terminal takes no other currency
	if err != nil {
		return payment.Refunded{}, fmt.Errorf("tbank: refund: %w", err)
	}
	fields := map[string]any{"PaymentId": r.ProviderID, "Amount": int64(sum), "ExternalRequestId": r.Key}
	receipt, err := p.RefundReceipt(r)
	if err != nil {
		return payment.Refunded{}, err
	}
	if receipt != nil {
		fields["Receipt"] = receipt
	}
	var back struct {
		Status    string
		NewAmount wire.Text
	}
	if err := p.call(ctx, "Cancel", fields, &back); err != nil {
		return payment.Refunded{}, fmt.Errorf("tbank: refund: %w", err)
	}
	left := money.Minor(kopecks(back.NewAmount))
	switch {
	case back.Status == "REFUNDING" || back.Status == "ASYNC_REFUNDING":
		return payment.Refunded{}, fmt.Errorf("tbank: refund: %w: under way", payment.ErrUnknown)
	case left < 0 || left > r.Left:
		return payment.Refunded{}, fmt.Errorf("tbank: refund: %w: %s is left", payment.ErrUnknown, left)
	}
	return payment.Refunded{ProviderID: r.ProviderID}, nil
}
