// Package getpay sends buyers to GetPay's transfer page. It can neither be
// asked nor told to give money back.
package getpay

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"larek/internal/payment"
	"larek/internal/wire"
)

// Config is a wallet at GetPay.
type Config struct {
	Wallet  string
	Secret  string
	BaseURL string // https://getpay.io
	// Fields are the names a webhook may use, tried in turn; the ones seen in
	// the wild if empty.
	Fields []Fields
}

// Provider is the adapter.
type Provider struct {
	cfg  Config
	wire wire.Client
}

// New talks to GetPay through client.
func New(cfg Config, client *http.Client) *Provider {
	if len(cfg.Fields) == 0 {
		cfg.Fields = knownFields
	}
	return &Provider{cfg: cfg, wire: payment.Wire(client)}
}

// Name is what our records call it.
func (p *Provider) Name() string { return "getpay" }

// CanAsk reports false: the protocol has no status call.
func (p *Provider) CanAsk() bool { return false }

// Acknowledge answers a webhook.
func (p *Provider) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("OK"))
}

// Ask: no such call is known.
func (p *Provider) Ask(context.Context, payment.Asked) (payment.Answer, error) {
	return payment.Answer{}, payment.ErrCannotAsk
}

// Refund: no such call is known.
func (p *Provider) Refund(context.Context, payment.RefundRequest) (payment.Refunded, error) {
	return payment.Refunded{}, payment.ErrCannotRefund
}

// Invoice opens a page. The secret travels in the address, which therefore
// must not be logged.
func (p *Provider) Invoice(ctx context.Context, in payment.Invoice) (payment.Opened, error) {
	sum, err := in.Amount.RUB()
	if err != nil {
		return payment.Opened{}, fmt.Errorf("getpay: %w", payment.Refused("currency "+string(in.Amount.Currency)))
	}
	q := url.Values{
		"secret": {p.cfg.Secret}, "wallet": {p.cfg.Wallet}, "sum": {sum.String()}, "order": {in.Reference},
		"resultUrl": {in.WebhookURL}, "backUrl": {in.ReturnURL}, "comment": {in.Description},
	}
	// A POST, because the client repeats a GET by itself when a connection breaks.
	a, err := p.wire.Send(ctx, http.MethodPost, wire.Join(p.cfg.BaseURL, "/api/pay?"+q.Encode()), nil, nil)
	if err == nil && !a.OK() {
		err = payment.Refused(fmt.Sprintf("status %d", a.Status))
	}
	var opened struct {
		Status      wire.Text `json:"status"`
		PaymentID   wire.Text `json:"paymentId"`
		RedirectURL string    `json:"redirectUrl"`
	}
	if err == nil {
		err = a.JSON(&opened)
	}
	if err == nil && opened.Status == "error" {
		err = payment.Refused("status error")
	}
	if err == nil && !strings.HasPrefix(opened.RedirectURL, "http") {
		err = fmt.Errorf("%w: no page address", payment.ErrUnknown)
	}
	if err != nil {
		return payment.Opened{}, fmt.Errorf("getpay: pay: %w", err)
	}
	return payment.Opened{
		ProviderID: string(opened.PaymentID),
		Scenario:   payment.Scenario{Type: payment.P2PRedirect, URL: opened.RedirectURL},
	}, nil
}
