// Package tbank takes SBP payments through T-Bank's acquiring: a link for a
// phone, a picture of it for everything else.
package tbank

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

// Config is a terminal at the bank.
type Config struct {
	TerminalKey string
	Password    string
	BaseURL     string // https://securepay.tinkoff.ru/v2
	Taxes       payment.Taxes
}

// Provider is the adapter.
type Provider struct {
	cfg  Config
	wire wire.Client
}

// New talks to the bank through client.
func New(cfg Config, client *http.Client) *Provider {
	return &Provider{cfg: cfg, wire: payment.Wire(client)}
}

// Name is what our records call it.
func (p *Provider) Name() string { return "tbank" }

// CanAsk reports true: Ask looks the order up.
func (p *Provider) CanAsk() bool { return true }

// Acknowledge answers a webhook; any other body makes the bank repeat it.
func (p *Provider) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("OK"))
}

// pictureMethod shows the code as a picture the bank drew; the others show a
// link that the page draws itself.
const pictureMethod = "tbank_qr"

// Invoice opens an invoice and gets its code. The bank makes a second invoice
// of a repeated OrderId, so an earlier one is looked for first.
func (p *Provider) Invoice(ctx context.Context, in payment.Invoice) (payment.Opened, error) {
	if in.Amount.Currency != money.Ruble {
		return payment.Opened{}, fmt.Errorf("tbank: %w", payment.Refused("currency "+string(in.Amount.Currency)))
	}
	known, err := p.ofOrder(ctx, in.Reference)
	if err != nil {
		return payment.Opened{}, fmt.Errorf("tbank: earlier invoices: %w", err)
	}
	if len(known) > 0 {
		return p.takeUp(ctx, in, known)
	}
	fields := p.newInvoice(in)
	receipt, err := p.SaleReceipt(in)
	if err != nil {
		return payment.Opened{}, err
	}
	if receipt != nil {
		fields["Receipt"] = receipt
	}
	var made paymentState
	if err := p.call(ctx, "Init", fields, &made); err != nil {
		return payment.Opened{}, fmt.Errorf("tbank: init: %w", err)
	}
	return p.code(ctx, string(made.PaymentID), in.Method)
}

func (p *Provider) newInvoice(in payment.Invoice) map[string]any {
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

// takeUp returns the invoice that an earlier call made.
func (p *Provider) takeUp(ctx context.Context, in payment.Invoice, known []paymentState) (payment.Opened, error) {
	open := slices.IndexFunc(known, paymentState.open)
	switch {
	case open >= 0 && known[open].amount().Money() == in.Amount:
		return p.code(ctx, string(known[open].PaymentID), in.Method)
	case open < 0 && slices.ContainsFunc(known, func(s paymentState) bool { return !s.declined() }):
		// Money is moving already: only a question can tell how it stands.
		return payment.Opened{}, fmt.Errorf("tbank: %w: the invoice is past opening", payment.ErrUnknown)
	}
	return payment.Opened{}, fmt.Errorf("tbank: %w", payment.Refused("the order number is used up"))
}

// code gets what the buyer scans.
func (p *Provider) code(ctx context.Context, id, method string) (payment.Opened, error) {
	kind := "PAYLOAD"
	if method == pictureMethod {
		kind = "IMAGE"
	}
	var code struct{ Data string }
	if err := p.call(ctx, "GetQr", map[string]any{"PaymentId": id, "DataType": kind}, &code); err != nil {
		return payment.Opened{}, fmt.Errorf("tbank: code: %w", err)
	}
	if code.Data == "" {
		return payment.Opened{}, fmt.Errorf("tbank: code: %w: empty", payment.ErrUnknown)
	}
	s := payment.Scenario{Type: payment.InvoiceQR, QR: code.Data}
	if kind == "IMAGE" {
		s = payment.Scenario{Type: payment.QR, URL: "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(code.Data))}
	}
	return payment.Opened{ProviderID: id, Scenario: s}, nil
}

// kopecks reads an amount as the bank writes it; negative when it is not one.
func kopecks(t wire.Text) money.RUB {
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
