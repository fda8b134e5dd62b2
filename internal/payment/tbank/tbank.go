// Package tbank accepts SBP payments through T-Bank's acquiring: a link for phones,
// a QR code image for everything else.
package tbank

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"time"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

// Settings are the credentials of a terminal at the bank.
type Settings struct {
	BaseURL     string `env:"LAREK_TBANK_URL" default:"https://securepay.tinkoff.ru/v2" external:"true" check:"url" label:"Адрес API" doc:"Address of the bank's API."`
	TerminalKey string `env:"LAREK_TBANK_TERMINAL" need:"together" sandbox:"LAREKDEMO" label:"Терминал" where:"Кабинет → Магазины → Терминалы" doc:"Key of the terminal."`
	Password    string `env:"LAREK_TBANK_PASSWORD" secret:"true" need:"together" label:"Пароль терминала" where:"Там же, рядом с терминалом" doc:"Signs requests and webhooks; switches the provider on."`
	Taxes       payment.FiscalSettings
}

// Provider implements payment.Provider.
type Provider struct {
	cfg    Settings
	client outbound.Client
}

// New returns a provider that calls the bank through client.
func New(cfg Settings, client *http.Client) *Provider {
	return &Provider{cfg: cfg, client: payment.NewOutboundClient(client)}
}

// Name implements payment.Provider.
func (p *Provider) Name() string { return name }

// CanQuery reports true: QueryAttempt looks the order up.
func (p *Provider) CanQuery() bool { return true }

// Acknowledge writes the response to a webhook; after any other body the bank repeats
// it.
func (p *Provider) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("OK"))
}

// pictureMethod shows the QR code as an image rendered by the bank. For the other
// method the page renders the link itself.
const pictureMethod = "tbank_qr"

// CreateInvoice opens an invoice and fetches its code. The bank opens a second
// invoice for a repeated OrderId, so CreateInvoice looks for an earlier one first.
func (p *Provider) CreateInvoice(ctx context.Context, in payment.InvoiceRequest) (payment.OpenedInvoice, error) {
	if in.Amount.Currency != money.Ruble {
		return payment.OpenedInvoice{}, fmt.Errorf("tbank: %w", payment.RefusedError("currency "+string(in.Amount.Currency)))
	}
	known, err := p.listPayments(ctx, in.Reference)
	if err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("tbank: earlier invoices: %w", err)
	}
	if len(known) > 0 {
		return p.resumeInvoice(ctx, in, known)
	}
	fields := p.newInvoice(in)
	receipt, err := p.SaleReceipt(in)
	if err != nil {
		return payment.OpenedInvoice{}, err
	}
	if receipt != nil {
		fields["Receipt"] = receipt
	}
	var made paymentState
	if err := p.call(ctx, "Init", fields, &made); err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("tbank: init: %w", err)
	}
	return p.fetchCode(ctx, string(made.PaymentID), in.Method)
}

func (p *Provider) newInvoice(in payment.InvoiceRequest) map[string]any {
	fields := map[string]any{
		"Amount": int64(in.Amount.Minor), "OrderId": in.Reference, "PayType": "O", "Language": "ru",
		"NotificationURL": in.WebhookURL,
	}
	if in.Description != "" {
		r := []rune(in.Description)
		fields["Description"] = string(r[:min(len(r), 140)])
	}
	if in.ReturnURL != "" {
		fields["SuccessURL"], fields["FailURL"] = in.ReturnURL, in.ReturnURL
	}
	if !in.ExpiresAt.IsZero() {
		fields["RedirectDueDate"] = in.ExpiresAt.Format(time.RFC3339)
	}
	return fields
}

// resumeInvoice returns the invoice opened by an earlier call.
func (p *Provider) resumeInvoice(ctx context.Context, in payment.InvoiceRequest, known []paymentState) (payment.OpenedInvoice, error) {
	open := slices.IndexFunc(known, paymentState.open)
	switch {
	case open >= 0 && known[open].amount().Money() == in.Amount:
		return p.fetchCode(ctx, string(known[open].PaymentID), in.Method)
	case open < 0 && slices.ContainsFunc(known, func(s paymentState) bool { return !s.declined() }):
		// A payment is in progress: only polling can find its outcome.
		return payment.OpenedInvoice{}, fmt.Errorf("tbank: %w: the invoice is past opening", payment.ErrOutcomeUnknown)
	}
	return payment.OpenedInvoice{}, fmt.Errorf("tbank: %w", payment.RefusedError("the order number is used up"))
}

// fetchCode fetches what the buyer scans.
func (p *Provider) fetchCode(ctx context.Context, id, method string) (payment.OpenedInvoice, error) {
	kind := "PAYLOAD"
	if method == pictureMethod {
		kind = "IMAGE"
	}
	var code struct{ Data string }
	if err := p.call(ctx, "GetQr", map[string]any{"PaymentId": id, "DataType": kind}, &code); err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("tbank: code: %w", err)
	}
	if code.Data == "" {
		return payment.OpenedInvoice{}, fmt.Errorf("tbank: code: %w: empty", payment.ErrOutcomeUnknown)
	}
	s := payment.Scenario{Type: payment.InvoiceQR, QR: code.Data}
	if kind == "IMAGE" {
		s = payment.Scenario{Type: payment.QR, URL: "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(code.Data))}
	}
	return payment.OpenedInvoice{ProviderID: id, Scenario: s}, nil
}

// kopecks parses an amount in kopecks. It returns -1 if t is not an amount.
func kopecks(t outbound.Scalar) money.RUB {
	if t == "" || len(t) > 14 {
		return -1
	}
	var n money.RUB
	for _, c := range t {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + money.RUB(c-'0')
	}
	return n
}
