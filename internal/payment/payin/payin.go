// Package payin accepts payments through Payin-Payout: transfers to a card, its own
// form, and invoices for terminals. The protocol has neither a status query nor
// refunds.
package payin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

// Settings are the credentials of an agent at Payin-Payout.
type Settings struct {
	BaseURL string `env:"LAREK_PAYIN_URL" default:"https://lk.payin-payout.net" external:"true" check:"url" label:"Адрес API и страниц оплаты" doc:"Address of the API and of the forms."`
	AgentID string `env:"LAREK_PAYIN_AGENT_ID" need:"together" sandbox:"8686" label:"Номер агента" where:"Письмо о подключении" doc:"Number of the agent."`
	Secret  string `env:"LAREK_PAYIN_SECRET" secret:"true" need:"together" label:"Секретный ключ" where:"Кабинет → Настройки" doc:"Signs requests and webhooks; switches the provider on."`
}

// Provider implements payment.Provider.
type Provider struct {
	cfg    Settings
	client outbound.Client
}

// New returns a provider that calls Payin-Payout through client.
func New(cfg Settings, client *http.Client) *Provider {
	return &Provider{cfg: cfg, client: payment.NewOutboundClient(client)}
}

// Name implements payment.Provider.
func (p *Provider) Name() string { return name }

// CanQuery reports false: the protocol has no status query.
func (p *Provider) CanQuery() bool { return false }

const acknowledgement = `<?xml version="1.0" encoding="UTF-8"?><response><result>0</result></response>`

// Acknowledge writes the response to a webhook; after any other body the provider
// repeats it.
func (p *Provider) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	_, _ = w.Write([]byte(acknowledgement))
}

// QueryAttempt returns ErrQueryUnsupported.
func (p *Provider) QueryAttempt(context.Context, payment.AttemptRef) (payment.AttemptReport, error) {
	return payment.AttemptReport{}, payment.ErrQueryUnsupported
}

// Refund returns ErrRefundUnsupported.
func (p *Provider) Refund(context.Context, payment.RefundRequest) (payment.RefundResult, error) {
	return payment.RefundResult{}, payment.ErrRefundUnsupported
}

// Our payment methods.
const (
	cardMethod     = "payin_p2p"
	formMethod     = "payin_form"
	terminalMethod = "payin_external"
)

// moscow is the provider's time zone; it has had no daylight saving time since 2014.
var moscow = time.FixedZone("MSK", 3*60*60)

const timeFormat = "15:04:05 02.01.2006"

// CreateInvoice registers an order. The provider refuses a repeated registration, so
// a card number whose response was lost cannot be fetched again. No buyer has seen
// it, so only the number is lost.
func (p *Provider) CreateInvoice(ctx context.Context, in payment.InvoiceRequest) (payment.OpenedInvoice, error) {
	fields, err := p.fields(in)
	if err != nil {
		return payment.OpenedInvoice{}, err
	}
	switch in.Method {
	case formMethod: // the buyer's browser registers it
		s := payment.Scenario{Type: payment.Form, URL: p.address(), Method: http.MethodPost}
		for _, name := range formOrder {
			if v := fields.Get(name); v != "" {
				s.Fields = append(s.Fields, payment.FormField{Name: name, Value: v})
			}
		}
		return payment.OpenedInvoice{Scenario: s}, nil
	case cardMethod:
		return p.card(ctx, in, fields)
	case terminalMethod:
		return p.terminal(ctx, in, fields)
	}
	return payment.OpenedInvoice{}, fmt.Errorf("payin: %w", payment.RefusedError("method "+in.Method))
}

func (p *Provider) address() string { return outbound.Join(p.cfg.BaseURL, "/api/shop") }

// formOrder is the order of a form's fields, so that the same invoice always gives the
// same form.
var formOrder = []string{"agentId", "orderId", "agentName", "amount", "goods", "email", "phone", "agentTime", "limitTime", "currency",
	"successUrl", "failUrl", "sign"}

// fields returns the fields of a registration. It returns ErrRefused for values that
// cannot be signed unambiguously.
func (p *Provider) fields(in payment.InvoiceRequest) (url.Values, error) {
	f := url.Values{}
	order, sum, at := orderID(in.Reference, in.Amount.Currency), in.Amount.Minor.String(), in.Created.In(moscow).Format(timeFormat)
	if !signable(p.cfg.AgentID, order, sum, in.Phone) {
		return nil, fmt.Errorf("payin: %w", payment.RefusedError("field cannot be signed"))
	}
	f.Set("agentId", p.cfg.AgentID)
	f.Set("orderId", order)
	f.Set("agentName", in.Shop)
	f.Set("amount", sum)
	f.Set("goods", in.Description)
	if in.Description == "" {
		f.Set("goods", "Заказ")
	}
	f.Set("email", in.Email)
	f.Set("phone", in.Phone)
	f.Set("agentTime", at)
	if !in.ExpiresAt.IsZero() { // a day by default
		f.Set("limitTime", in.ExpiresAt.In(moscow).Format(timeFormat))
	}
	f.Set("currency", strings.Replace(string(in.Amount.Currency), "RUB", "RUR", 1)) // the ruble's code until 1998
	f.Set("successUrl", in.ReturnURL)
	f.Set("failUrl", in.ReturnURL)
	f.Set("sign", sign(p.cfg.Secret, p.cfg.AgentID, order, at, sum, in.Phone))
	return f, nil
}

// orderID appends the currency to the reference, because webhooks do not contain the
// currency and sign no other field we could use. Rubles are not appended.
func orderID(reference string, currency money.Currency) string {
	if currency == money.Ruble {
		return reference
	}
	return reference + "-" + string(currency)
}

// splitOrderID reverses orderID. References have no capital letters.
func splitOrderID(order string) (reference string, currency money.Currency) {
	i := strings.LastIndexByte(order, '-')
	if tail := order[i+1:]; i > 0 && len(tail) == 3 && strings.Trim(tail, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return order[:i], money.Currency(tail)
	}
	return order, money.Ruble
}

// clientID returns an ID by which the provider's fraud checks can distinguish buyers
// without knowing them.
func clientID(in payment.InvoiceRequest) string {
	who := in.Email + in.Phone
	if who == "" {
		who = in.Reference
	}
	d := sha256.Sum256([]byte("payin client\n" + who))
	return hex.EncodeToString(d[:12])
}

// amount parses an amount that must be present and not negative.
func amount(s string) (money.Minor, error) {
	m, err := money.ParseMinor(s)
	if err == nil && m < 0 {
		err = money.ErrSyntax
	}
	return m, err
}
