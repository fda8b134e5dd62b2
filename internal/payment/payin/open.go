package payin

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

// registered is an answer to a registration; a «no» has a false status, a card
// has none at all.
type registered struct {
	Status     *bool     `json:"status"`
	Amount     wire.Text `json:"amount"`
	Number     wire.Text `json:"number"`
	Until      string    `json:"until"`
	CardNumber string    `json:"cardNumber"`
	Result     struct {
		Number    wire.Text `json:"number"`
		PaymentID wire.Text `json:"payment_id"`
	} `json:"result"`
}

func (p *Provider) register(ctx context.Context, fields url.Values) (registered, error) {
	a, err := p.wire.Form(ctx, p.address(), fields)
	if err != nil {
		return registered{}, err
	}
	if !a.OK() {
		return registered{}, payment.Refused(fmt.Sprintf("status %d", a.Status))
	}
	var r registered
	if err := a.JSON(&r); err != nil {
		return registered{}, err
	}
	if r.Status != nil && !*r.Status {
		return registered{}, payment.Refused("status false")
	}
	return r, nil
}

// card asks for a card to transfer to. The provider may change the sum by some
// kopecks to tell transfers apart.
func (p *Provider) card(ctx context.Context, in payment.Invoice, fields url.Values) (payment.Opened, error) {
	fields.Set("json", "1")
	fields.Set("p2p_type", "ANY")
	fields.Set("clientId", clientID(in))
	r, err := p.register(ctx, fields)
	if err != nil {
		return payment.Opened{}, fmt.Errorf("payin: card: %w", err)
	}
	sum, err := amount(string(r.Amount))
	if err != nil || sum == 0 || r.CardNumber == "" {
		return payment.Opened{}, fmt.Errorf("payin: card: %w: no card in the answer", payment.ErrUnknown)
	}
	o := payment.Opened{
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

// terminal asks for a number to type into a terminal.
func (p *Provider) terminal(ctx context.Context, in payment.Invoice, fields url.Values) (payment.Opened, error) {
	fields.Set("format", "json")
	r, err := p.register(ctx, fields)
	if err != nil {
		return payment.Opened{}, fmt.Errorf("payin: terminal: %w", err)
	}
	if r.Result.Number == "" {
		return payment.Opened{}, fmt.Errorf("payin: terminal: %w: no number in the answer", payment.ErrUnknown)
	}
	return payment.Opened{
		ProviderID: string(r.Result.PaymentID),
		Scenario:   payment.Scenario{Type: payment.External, HelpText: help(string(r.Result.Number), in.Amount)},
	}, nil
}

func help(number string, sum money.Money) string {
	text, currency := strings.Replace(sum.Minor.String(), ".", ",", 1), string(sum.Currency)
	if sum.Currency == money.Ruble {
		currency = "₽"
	}
	return fmt.Sprintf("Номер счёта: %s. В платёжном терминале или кошельке выберите «Payin-Payout», "+
		"введите этот номер и внесите %s\u00a0%s. Когда деньги поступят, мы сами продолжим заказ.", number, text, currency)
}
