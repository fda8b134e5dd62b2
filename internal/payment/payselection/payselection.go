// Package payselection takes cards through Payselection's hosted page.
package payselection

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

// Config is a site at Payselection.
type Config struct {
	SiteID    string
	SecretKey string
	// PublicKeyMode signs new pages with the public key over SiteURL, which is
	// how some sites are set up; everything else keeps to the secret key.
	PublicKeyMode bool
	PublicKey     string
	SiteURL       string
	WebformURL    string // https://webform.payselection.com
	GatewayURL    string // https://gw.payselection.com
	Taxes         payment.Taxes
}

// Provider is the adapter.
type Provider struct {
	cfg  Config
	wire wire.Client
}

// New talks to Payselection through client.
func New(cfg Config, client *http.Client) *Provider {
	return &Provider{cfg: cfg, wire: payment.Wire(client)}
}

// Name is what our records call it.
func (p *Provider) Name() string { return "payselection" }

// CanAsk reports true: Ask looks the order up.
func (p *Provider) CanAsk() bool { return true }

// Acknowledge answers a webhook: the status is all that counts.
func (p *Provider) Acknowledge(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) }

var russianPhone = regexp.MustCompile(`^\+7\d{10}$`)

type page struct {
	MetaData       map[string]string `json:"MetaData"`
	PaymentRequest struct {
		OrderID     string            `json:"OrderId"`
		Amount      string            `json:"Amount"`
		Currency    string            `json:"Currency"`
		Description string            `json:"Description"`
		ExtraData   map[string]string `json:"ExtraData"`
	} `json:"PaymentRequest"`
	CustomerInfo map[string]string `json:"CustomerInfo,omitempty"`
	ReceiptData  json.RawMessage   `json:"ReceiptData,omitempty"`
}

// Invoice opens a hosted page. A repeated OrderId is answered with the page
// that is there already.
func (p *Provider) Invoice(ctx context.Context, in payment.Invoice) (payment.Opened, error) {
	pg := newPage(in)
	var err error
	if pg.ReceiptData, err = p.SaleReceipt(in); err != nil {
		return payment.Opened{}, err
	}
	body, err := json.Marshal(pg)
	if err != nil {
		return payment.Opened{}, fmt.Errorf("payselection: page: %w", err)
	}
	const path = "/webpayments/create"
	key, second := p.cfg.SecretKey, path
	if p.cfg.PublicKeyMode {
		key, second = p.cfg.PublicKey, strings.TrimSuffix(p.cfg.SiteURL, "/")
	}
	// The request id may be the provider's idempotency key, so it repeats too.
	id := requestID("create", in.Reference)
	a, err := p.wire.Send(ctx, http.MethodPost, wire.Join(p.cfg.WebformURL, path),
		p.headers(id, sign(key, http.MethodPost, second, p.cfg.SiteID, id, string(body))), body)
	if err != nil {
		return payment.Opened{}, fmt.Errorf("payselection: create: %w", err)
	}
	var address string
	switch {
	case a.OK():
		err = a.JSON(&address)
	case a.Status == http.StatusConflict:
		var known problem
		err = a.JSON(&known)
		address = known.AddDetails.URL
	default:
		err = refusal(a)
	}
	if err != nil {
		return payment.Opened{}, fmt.Errorf("payselection: create: %w", err)
	}
	if !strings.HasPrefix(address, "http") {
		return payment.Opened{}, fmt.Errorf("payselection: create: %w: no page address", payment.ErrUnknown)
	}
	return payment.Opened{Scenario: payment.Scenario{Type: payment.Redirect, URL: address}}, nil
}

func newPage(in payment.Invoice) page {
	var pg page
	pg.MetaData = map[string]string{"PaymentType": "Pay"}
	r := &pg.PaymentRequest
	r.OrderID, r.Amount, r.Currency = in.Reference, in.Amount.Minor.String(), string(in.Amount.Currency)
	r.Description = shorten(in.Description, 250)
	r.ExtraData = map[string]string{"WebhookUrl": in.WebhookURL}
	if in.ReturnURL != "" {
		for _, k := range []string{"ReturnUrl", "SuccessUrl", "DeclineUrl"} {
			r.ExtraData[k] = in.ReturnURL
		}
	}
	pg.CustomerInfo = map[string]string{"Language": "ru"}
	if in.Email != "" {
		pg.CustomerInfo["Email"] = in.Email
	}
	if russianPhone.MatchString(in.Phone) { // no other is taken
		pg.CustomerInfo["Phone"] = in.Phone
	}
	return pg
}

// shorten cuts a description to n characters; an empty one is not allowed.
func shorten(s string, n int) string {
	if s == "" {
		return "Заказ"
	}
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

type problem struct {
	Code       wire.Text `json:"Code"`
	AddDetails struct {
		URL string `json:"URL"`
	} `json:"AddDetails"`
}

func refusal(a wire.Answer) error {
	var no problem
	if json.Unmarshal(a.Body, &no) != nil || no.Code == "" {
		return payment.Refused(fmt.Sprintf("status %d", a.Status))
	}
	return payment.Refused(string(no.Code))
}

// amount reads a sum that has to be one.
func amount(t wire.Text) (money.Minor, error) {
	m, err := money.ParseMinor(string(t))
	if err == nil && m < 0 {
		err = money.ErrSyntax
	}
	return m, err
}
