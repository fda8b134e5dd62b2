package payin

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

// registered is the response to a registration. A refusal has status false; the
// response with a card has no status.
type registered struct {
	Status     *bool           `json:"status"`
	Amount     outbound.Scalar `json:"amount"`
	Number     outbound.Scalar `json:"number"`
	Until      string          `json:"until"`
	CardNumber string          `json:"cardNumber"`
	Result     struct {
		Number    outbound.Scalar `json:"number"`
		PaymentID outbound.Scalar `json:"payment_id"`
	} `json:"result"`
}

func (p *Provider) register(ctx context.Context, fields url.Values) (registered, error) {
	a, err := p.client.Form(ctx, p.address(), fields)
	if err != nil {
		return registered{}, err
	}
	if !a.OK() {
		return registered{}, payment.RefusedError(fmt.Sprintf("status %d", a.Status))
	}
	var r registered
	if err := a.JSON(&r); err != nil {
		return registered{}, err
	}
	if r.Status != nil && !*r.Status {
		return registered{}, payment.RefusedError("status false")
	}
	return r, nil
}

// card requests a card to transfer to. The provider may change the amount by some
// kopecks to distinguish transfers.
func (p *Provider) card(ctx context.Context, in payment.InvoiceRequest, fields url.Values) (payment.OpenedInvoice, error) {
	fields.Set("json", "1")
	fields.Set("p2p_type", "ANY")
	fields.Set("clientId", clientID(in))
	r, err := p.register(ctx, fields)
	if err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("payin: card: %w", err)
	}
	sum, err := amount(string(r.Amount))
	if err != nil || sum == 0 || r.CardNumber == "" {
		return payment.OpenedInvoice{}, fmt.Errorf("payin: card: %w: no card in the response", payment.ErrOutcomeUnknown)
	}
	o := payment.OpenedInvoice{
		ProviderID: string(r.Number),
		Scenario:   payment.Scenario{Type: payment.P2P, CardNumber: r.CardNumber},
	}
	if sum != in.Amount.Minor {
		o.Amount = sum
	}
	if until, err := time.ParseInLocation(timeFormat, r.Until, moscow); err == nil && until.Before(in.ExpiresAt) {
		o.ExpiresAt = until.UTC()
	}
	return o, nil
}

// terminal requests a number to enter at a payment terminal.
func (p *Provider) terminal(ctx context.Context, in payment.InvoiceRequest, fields url.Values) (payment.OpenedInvoice, error) {
	fields.Set("format", "json")
	r, err := p.register(ctx, fields)
	if err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("payin: terminal: %w", err)
	}
	if r.Result.Number == "" {
		return payment.OpenedInvoice{}, fmt.Errorf("payin: terminal: %w: no number in the response", payment.ErrOutcomeUnknown)
	}
	return payment.OpenedInvoice{
		ProviderID: string(r.Result.PaymentID),
		Scenario:   payment.Scenario{Type: payment.External, HelpText: help(string(r.Result.Number), in.Amount)},
	}, nil
}

func help(number string, sum money.Money) string {
	currency := string(sum.Currency)
	if sum.Currency == money.Ruble {
		currency = "₽"
	}
	return fmt.Sprintf("Номер счёта: %s. В платёжном терминале или кошельке выберите «Payin-Payout», "+
		"введите этот номер и внесите %s\u00a0%s. Когда деньги поступят, мы сами продолжим заказ.", number, money.Grouped(sum.Minor.String()), currency)
}
