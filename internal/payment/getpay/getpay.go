// Package getpay accepts payments through GetPay's transfer page. The protocol has
// neither a status query nor refunds.
package getpay

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"larek/internal/outbound"
	"larek/internal/payment"
)

// Settings are the credentials of a wallet at GetPay.
type Settings struct {
	BaseURL string `env:"LAREK_GETPAY_URL" default:"https://getpay.io" external:"true" check:"url" label:"Адрес API" doc:"Address of the API."`
	Wallet  string `env:"LAREK_GETPAY_WALLET" need:"together" sandbox:"27000" label:"Номер кошелька" where:"Кабинет → Кошельки" doc:"Number of the wallet."`
	Secret  string `env:"LAREK_GETPAY_SECRET" secret:"true" need:"together" label:"Секретный ключ" where:"Кабинет → Кошельки → Настройки" doc:"Signs requests and webhooks; switches the provider on."`
	// Fields are the field names a webhook may use, tried in order. If empty, the names
	// seen in practice are used.
	Fields []Fields
}

// Provider implements payment.Provider.
type Provider struct {
	cfg    Settings
	client outbound.Client
}

// New returns a provider that calls GetPay through client.
func New(cfg Settings, client *http.Client) *Provider {
	if len(cfg.Fields) == 0 {
		cfg.Fields = knownFields
	}
	return &Provider{cfg: cfg, client: payment.NewOutboundClient(client)}
}

// Name implements payment.Provider.
func (p *Provider) Name() string { return name }

// CanQuery reports false: no status query is known.
func (p *Provider) CanQuery() bool { return false }

// Acknowledge writes the response to a webhook.
func (p *Provider) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("OK"))
}

// QueryAttempt returns ErrQueryUnsupported.
func (p *Provider) QueryAttempt(context.Context, payment.AttemptRef) (payment.AttemptReport, error) {
	return payment.AttemptReport{}, payment.ErrQueryUnsupported
}

// Refund returns ErrRefundUnsupported.
func (p *Provider) Refund(context.Context, payment.RefundRequest) (payment.RefundResult, error) {
	return payment.RefundResult{}, payment.ErrRefundUnsupported
}

// CreateInvoice opens a page. The address contains the secret, so it must not be
// logged.
func (p *Provider) CreateInvoice(ctx context.Context, in payment.InvoiceRequest) (payment.OpenedInvoice, error) {
	sum, err := in.Amount.RUB()
	if err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("getpay: %w", payment.RefusedError("currency "+string(in.Amount.Currency)))
	}
	q := url.Values{
		"secret": {p.cfg.Secret}, "wallet": {p.cfg.Wallet}, "sum": {sum.String()}, "order": {in.Reference},
		"resultUrl": {in.WebhookURL}, "backUrl": {in.ReturnURL}, "comment": {in.Description},
	}
	// A POST, because net/http retries a GET by itself when a connection breaks.
	a, err := p.client.Send(ctx, http.MethodPost, outbound.Join(p.cfg.BaseURL, "/api/pay?"+q.Encode()), nil, nil)
	if err == nil && !a.OK() {
		err = payment.RefusedError(fmt.Sprintf("status %d", a.Status))
	}
	var opened struct {
		Status      outbound.Scalar `json:"status"`
		PaymentID   outbound.Scalar `json:"paymentId"`
		RedirectURL string          `json:"redirectUrl"`
	}
	if err == nil {
		err = a.JSON(&opened)
	}
	if err == nil && opened.Status == "error" {
		err = payment.RefusedError("status error")
	}
	if err == nil && !strings.HasPrefix(opened.RedirectURL, "http") {
		err = fmt.Errorf("%w: no page address", payment.ErrOutcomeUnknown)
	}
	if err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("getpay: pay: %w", err)
	}
	return payment.OpenedInvoice{
		ProviderID: string(opened.PaymentID),
		Scenario:   payment.Scenario{Type: payment.P2PRedirect, URL: opened.RedirectURL},
	}, nil
}
