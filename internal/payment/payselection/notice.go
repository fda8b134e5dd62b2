package payselection

import (
	"encoding/json"
	"net/http"
	"regexp"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

type hook struct {
	Event         string    `json:"Event"`
	TransactionID string    `json:"TransactionId"`
	OrderID       string    `json:"OrderId"`
	Amount        wire.Text `json:"Amount"`
	NewAmount     wire.Text `json:"NewAmount"`
	Currency      string    `json:"Currency"`
	ServiceID     wire.Text `json:"Service_Id"`
	ErrorCode     wire.Text `json:"ErrorCode"`
}

// What the fields we use may look like. The body is signed whole, beside the
// address webhooks come to, which is no path of a request of ours.
var (
	idPart    = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
	orderPart = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
)

// Notice reads a webhook: signed with the address it was registered under,
// the site and the raw body.
func (p *Provider) Notice(in payment.Hook) (payment.Notice, error) {
	if in.Header.Get("X-Site-Id") != p.cfg.SiteID {
		return payment.Notice{}, payment.Forged("another site")
	}
	if !signed(in.Header.Get("X-Webhook-Signature"), p.cfg.SecretKey,
		http.MethodPost, in.URL, p.cfg.SiteID, string(in.Body)) {
		return payment.Notice{}, payment.Forged("signature")
	}
	var h hook
	if json.Unmarshal(in.Body, &h) != nil {
		return payment.Notice{}, payment.Forged("unreadable body")
	}
	if !idPart.MatchString(h.TransactionID) || !orderPart.MatchString(h.OrderID) {
		return payment.Notice{}, payment.Forged("field of another shape")
	}
	if h.ServiceID != "" && string(h.ServiceID) != p.cfg.SiteID {
		return payment.Notice{}, payment.Forged("another service")
	}
	n := payment.Notice{Reference: h.OrderID, ProviderID: h.TransactionID}
	switch h.Event {
	case "Payment":
		n.Kind = payment.Paid
	case "Fail", "Cancel":
		n.Kind, n.Reason = payment.Declined, string(h.ErrorCode)
	case "Refund":
		n.Kind = payment.RefundOK
	default:
		return payment.Notice{}, payment.ErrIrrelevant
	}
	n.Fact = fact(h.TransactionID, n.Kind)
	sum, err := amount(h.Amount)
	n.Amount = money.Of(sum, money.Currency(h.Currency))
	if err != nil || h.OrderID == "" || h.TransactionID == "" || !n.Amount.Currency.Valid() {
		return payment.Notice{}, payment.Forged("incomplete body")
	}
	if n.Kind == payment.RefundOK {
		left, err := amount(h.NewAmount)
		if err != nil {
			return payment.Notice{}, payment.Forged("incomplete body")
		}
		return payment.RefundNotice(h.OrderID, h.TransactionID, left, n.Amount.Currency), nil
	}
	return n, nil
}
