// Package payselection accepts card payments through Payselection's hosted page.
package payselection

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

// Settings are the credentials of a site at Payselection.
type Settings struct {
	WebformURL string `env:"LAREK_PAYSELECTION_WEBFORM_URL" default:"https://webform.payselection.com" external:"true" check:"url" label:"Адрес страниц оплаты" doc:"Where payment pages are created."`
	GatewayURL string `env:"LAREK_PAYSELECTION_GATEWAY_URL" default:"https://gw.payselection.com" external:"true" check:"url" label:"Адрес API" doc:"Where payments are queried and refunded."`
	SiteID     string `env:"LAREK_PAYSELECTION_SITE_ID" need:"together" sandbox:"20003" label:"Номер сайта" where:"Кабинет → Сайты" doc:"Number of the site."`
	SecretKey  string `env:"LAREK_PAYSELECTION_SECRET_KEY" secret:"true" need:"together" label:"Секретный ключ" where:"Кабинет → Сайты → Ключи" doc:"Signs requests and webhooks; switches the provider on."`
	// PublicKeyMode signs requests for new pages with the public key over SiteURL, as
	// some sites are configured. Everything else is signed with the secret key.
	PublicKeyMode bool
	PublicKey     string
	SiteURL       string
	Taxes         payment.FiscalSettings
}

// Provider implements payment.Provider.
type Provider struct {
	cfg    Settings
	client outbound.Client
}

// New returns a provider that calls Payselection through client.
func New(cfg Settings, client *http.Client) *Provider {
	return &Provider{cfg: cfg, client: payment.NewOutboundClient(client)}
}

// Name implements payment.Provider.
func (p *Provider) Name() string { return name }

// CanQuery reports true: QueryAttempt looks the order up.
func (p *Provider) CanQuery() bool { return true }

// Acknowledge writes the response to a webhook; only the status matters.
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

// CreateInvoice opens a hosted page. For a repeated OrderId the provider returns the
// existing page.
func (p *Provider) CreateInvoice(ctx context.Context, in payment.InvoiceRequest) (payment.OpenedInvoice, error) {
	pg := newPage(in)
	var err error
	if pg.ReceiptData, err = p.SaleReceipt(in); err != nil {
		return payment.OpenedInvoice{}, err
	}
	body, err := json.Marshal(pg)
	if err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("payselection: page: %w", err)
	}
	const path = "/webpayments/create"
	key, second := p.cfg.SecretKey, path
	if p.cfg.PublicKeyMode {
		key, second = p.cfg.PublicKey, strings.TrimSuffix(p.cfg.SiteURL, "/")
	}
	// The request ID may be the provider's idempotency key, so it is the same for
	// the same reference.
	id := requestID("create", in.Reference)
	a, err := p.client.Send(ctx, http.MethodPost, outbound.Join(p.cfg.WebformURL, path),
		p.headers(id, sign(key, http.MethodPost, second, p.cfg.SiteID, id, string(body))), body)
	if err != nil {
		return payment.OpenedInvoice{}, fmt.Errorf("payselection: create: %w", err)
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
		return payment.OpenedInvoice{}, fmt.Errorf("payselection: create: %w", err)
	}
	if !strings.HasPrefix(address, "http") {
		return payment.OpenedInvoice{}, fmt.Errorf("payselection: create: %w: no page address", payment.ErrOutcomeUnknown)
	}
	return payment.OpenedInvoice{Scenario: payment.Scenario{Type: payment.Redirect, URL: address}}, nil
}

func newPage(in payment.InvoiceRequest) page {
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
	if russianPhone.MatchString(in.Phone) { // others are rejected
		pg.CustomerInfo["Phone"] = in.Phone
	}
	return pg
}

// shorten cuts a description to n characters. An empty one is not allowed, so it is
// replaced.
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
	Code       outbound.Scalar `json:"Code"`
	AddDetails struct {
		URL string `json:"URL"`
	} `json:"AddDetails"`
}

func refusal(a outbound.Response) error {
	var no problem
	if json.Unmarshal(a.Body, &no) != nil || no.Code == "" {
		return payment.RefusedError(fmt.Sprintf("status %d", a.Status))
	}
	return payment.RefusedError(string(no.Code))
}

// amount parses an amount that must be present and not negative.
func amount(t outbound.Scalar) (money.Minor, error) {
	m, err := money.ParseMinor(string(t))
	if err == nil && m < 0 {
		err = money.ErrSyntax
	}
	return m, err
}
