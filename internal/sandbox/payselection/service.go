// Package payselection plays Payselection: the buyer pays on a page of theirs;
// JSON signed with HMAC.
package payselection

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Name identifies the provider in faults, control calls and the journal.
const Name = "payselection"

// The account of the shop. It exists in the sandbox only, so it is no secret.
const (
	SiteID    = "20003"
	SecretKey = "sandbox-payselection-secret" //nolint:gosec // see above
	PublicKey = "sandbox-payselection-public"
	// SiteURL is the address agreed for signatures with the public key.
	SiteURL = "https://larek.example"
)

// The paths that replace the two hosts of the provider.
const (
	WebformPath = "/payselection/webform"
	GatewayPath = "/payselection/gw"
)

// Service is the played provider.
type Service struct{ core *core.Server }

func init() { core.Register(func(string) core.Service { return &Service{} }) }

// Name implements core.Service.
func (*Service) Name() string { return Name }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{
		"LAREK_PAYSELECTION_WEBFORM_URL": origin + WebformPath,
		"LAREK_PAYSELECTION_GATEWAY_URL": origin + GatewayPath,
		"LAREK_PAYSELECTION_SITE_ID":     SiteID,
		"LAREK_PAYSELECTION_SECRET_KEY":  SecretKey,
	}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	webform := func(fn handler) http.HandlerFunc {
		return c.WithFaults(Name, "create", signed(WebformPath, true, fn))
	}
	gateway := func(operation string, fn handler) http.HandlerFunc {
		return c.WithFaults(Name, operation, signed(GatewayPath, false, fn))
	}
	r.Post(WebformPath+"/webpayments/create", webform(s.create("page")))
	r.Post(WebformPath+"/webpayments/paylink_create", webform(s.create("link")))
	r.Get(GatewayPath+"/orders/{order}", gateway("status", s.order))
	r.Get(GatewayPath+"/transactions/{transaction}", gateway("status", s.transaction))
	r.Post(GatewayPath+"/payments/refund", gateway("refund", s.refund))
	r.Post(GatewayPath+"/payments/cancellation", gateway("cancel", s.cancel))
}

// PaymentID implements core.PaymentProtocol.
func (*Service) PaymentID(_ *core.Invoice, n int64) string { return fmt.Sprintf("PS%014d", n) }

// Traits implements core.PaymentProtocol. After a declined payment the buyer may
// try again.
func (*Service) Traits() core.PaymentTraits {
	return core.PaymentTraits{
		Title: "Payselection: карта", ManyPayments: true, Refunds: true, NamesCurrency: true, AfterDecline: core.StatusOpen,
	}
}

// Acknowledged implements core.PaymentProtocol.
func (*Service) Acknowledged(status int, _ []byte) bool { return status == http.StatusOK }

// Refuse implements core.PaymentProtocol.
func (*Service) Refuse(w http.ResponseWriter) {
	writeError(w, http.StatusBadRequest, "OperationDeclined", "Операция отклонена")
}

// Messages implements core.PaymentProtocol.
func (*Service) Messages(inv *core.Invoice, e core.JournalEntry) []core.Message {
	event := map[core.EventType]string{core.Paid: "Payment", core.Declined: "Fail", core.Refunded: "Refund"}[e.What]
	if event == "" {
		return nil
	}
	if e.Voided {
		event = "Cancel"
	}
	m := core.Message{
		URL: e.NotifyURL, Reference: inv.Reference, Payment: e.Payment, Event: event, Amount: e.Amount,
		Currency: e.Currency, At: e.At, Reason: e.Reason, Terms: inv.Terms,
	}
	if e.What == core.Refunded {
		for _, paid := range inv.Payments {
			if paid.ID == e.Payment {
				m.Rest = paid.Left()
			}
		}
	}
	return []core.Message{m}
}

// Compose implements core.PaymentProtocol.
func (*Service) Compose(m core.Message) core.WebhookRequest {
	site := cmp.Or(m.Shop, SiteID)
	body := map[string]any{
		"Event": m.Event, "TransactionId": m.Payment, "OrderId": m.Reference, "Amount": m.Amount.String(),
		"Currency": m.Currency, "Service_Id": site, "DateTime": m.At.In(core.Moscow).Format("02.01.2006 15.04.05"),
		"IsTest": 1, "Email": m.Terms.Email, "Phone": m.Terms.Phone, "Description": m.Terms.Description,
		"Brand": "MIR", "Bank": "Песочница", "Country_Code_Alpha2": "RU", "Gate": "testbank",
		"PaymentMethod": "Card", "CardMasked": "220000******0004", "CardHolder": "SANDBOX", "RRN": "",
	}
	switch m.Event {
	case "Fail":
		body["ErrorCode"], body["ErrorMessage"], body["ClientMessage"] = "InsufficientFunds", m.Reason, m.Reason
	case "Refund":
		body["NewAmount"] = m.Rest.String()
	}
	raw := core.MustJSON(body)
	signature := sign(SecretKey, http.MethodPost, m.URL, site, string(raw))
	return core.WebhookRequest{URL: m.URL, Body: raw, Signature: signature, Header: http.Header{
		"Content-Type": {"application/json"}, "X-Site-Id": {site}, "X-Webhook-Signature": {signature},
	}}
}

// sign returns the hex HMAC-SHA256 of the lines.
func sign(secret string, lines ...string) string {
	m := hmac.New(sha256.New, []byte(secret))
	_, _ = m.Write([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(m.Sum(nil))
}
