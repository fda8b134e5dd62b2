// Package payin takes money through Payin-Payout: transfers to a card, its
// own form, and invoices for terminals. It can neither be asked nor told to
// give money back.
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
	"larek/internal/payment"
	"larek/internal/wire"
)

// Config is an agent at Payin-Payout.
type Config struct {
	AgentID   string
	AgentName string
	Secret    string
	BaseURL   string // https://lk.payin-payout.net
}

// Provider is the adapter.
type Provider struct {
	cfg  Config
	wire wire.Client
}

// New talks to Payin-Payout through client.
func New(cfg Config, client *http.Client) *Provider {
	return &Provider{cfg: cfg, wire: payment.Wire(client)}
}

// Name is what our records call it.
func (p *Provider) Name() string { return "payin" }

// CanAsk reports false: the protocol has no status call.
func (p *Provider) CanAsk() bool { return false }

const acknowledgement = `<?xml version="1.0" encoding="UTF-8"?><response><result>0</result></response>`

// Acknowledge answers a webhook; any other body makes the provider repeat it.
func (p *Provider) Acknowledge(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	_, _ = w.Write([]byte(acknowledgement))
}

// Ask: the protocol has no such call.
func (p *Provider) Ask(context.Context, payment.Asked) (payment.Answer, error) {
	return payment.Answer{}, payment.ErrCannotAsk
}

// Refund: the protocol has no such call.
func (p *Provider) Refund(context.Context, payment.RefundRequest) (payment.Refunded, error) {
	return payment.Refunded{}, payment.ErrCannotRefund
}

// The ways to pay.
const (
	cardMethod     = "payin_p2p"
	formMethod     = "payin_form"
	terminalMethod = "payin_external"
)

// moscow is the provider's time; it has had no summer time since 2014.
var moscow = time.FixedZone("MSK", 3*60*60)

const timeFormat = "15:04:05 02.01.2006"

// Invoice registers an order. A repeated one is refused by the provider, and
// a card number whose answer was lost cannot be had again: no buyer has seen
// it, so nothing is lost but the number.
func (p *Provider) Invoice(ctx context.Context, in payment.Invoice) (payment.Opened, error) {
	fields, err := p.fields(in)
	if err != nil {
		return payment.Opened{}, err
	}
	switch in.Method {
	case formMethod: // the buyer's browser registers it
		s := payment.Scenario{Type: payment.Form, URL: p.address(), Method: http.MethodPost}
		for _, name := range formOrder {
			if v := fields.Get(name); v != "" {
				s.Fields = append(s.Fields, payment.FormField{Name: name, Value: v})
			}
		}
		return payment.Opened{Scenario: s}, nil
	case cardMethod:
		return p.card(ctx, in, fields)
	case terminalMethod:
		return p.terminal(ctx, in, fields)
	}
	return payment.Opened{}, fmt.Errorf("payin: %w", payment.Refused("method "+in.Method))
}

func (p *Provider) address() string { return wire.Join(p.cfg.BaseURL, "/api/shop") }

// formOrder keeps a form's fields in one order, so that the same invoice
// always looks the same.
var formOrder = []string{"agentId", "orderId", "agentName", "amount", "goods", "email", "phone", "agentTime", "currency",
	"successUrl", "failUrl", "sign"}

// fields is a registration. What cannot be signed safely is refused: nothing has
// been asked of the provider yet.
func (p *Provider) fields(in payment.Invoice) (url.Values, error) {
	f := url.Values{}
	order, sum, at := orderID(in.Reference, in.Amount.Currency), in.Amount.Minor.String(), in.Created.In(moscow).Format(timeFormat)
	if !signable(p.cfg.AgentID, order, sum, in.Phone) {
		return nil, fmt.Errorf("payin: %w", payment.Refused("a field that cannot be signed"))
	}
	f.Set("agentId", p.cfg.AgentID)
	f.Set("orderId", order)
	f.Set("agentName", p.cfg.AgentName)
	f.Set("amount", sum)
	f.Set("goods", in.Description)
	if in.Description == "" {
		f.Set("goods", "Заказ")
	}
	f.Set("email", in.Email)
	f.Set("phone", in.Phone)
	f.Set("agentTime", at)
	f.Set("currency", strings.Replace(string(in.Amount.Currency), "RUB", "RUR", 1)) // the ruble's code of before 1998
	f.Set("successUrl", in.ReturnURL)
	f.Set("failUrl", in.ReturnURL)
	f.Set("sign", sign(p.cfg.Secret, p.cfg.AgentID, order, at, sum, in.Phone))
	return f, nil
}

// orderID carries the currency, because webhooks do not name one and sign
// nothing else we could put it into. Rubles go without saying.
func orderID(reference string, currency money.Currency) string {
	if currency == money.Ruble {
		return reference
	}
	return reference + "-" + string(currency)
}

// splitOrderID undoes orderID; references have no capital letters.
func splitOrderID(order string) (reference string, currency money.Currency) {
	i := strings.LastIndexByte(order, '-')
	if tail := order[i+1:]; i > 0 && len(tail) == 3 && strings.Trim(tail, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return order[:i], money.Currency(tail)
	}
	return order, money.Ruble
}

// clientID tells the provider's fraud checks buyers apart without naming them.
func clientID(in payment.Invoice) string {
	who := in.Email + in.Phone
	if who == "" {
		who = in.Reference
	}
	d := sha256.Sum256([]byte("payin client\n" + who))
	return hex.EncodeToString(d[:12])
}

// amount reads a sum that has to be one.
func amount(s string) (money.Minor, error) {
	m, err := money.ParseMinor(s)
	if err == nil && m < 0 {
		err = money.ErrSyntax
	}
	return m, err
}
