package payselection

import (
	"encoding/json"
	"net/http"
	"regexp"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

type hook struct {
	Event         string          `json:"Event"`
	TransactionID string          `json:"TransactionId"`
	OrderID       string          `json:"OrderId"`
	Amount        outbound.Scalar `json:"Amount"`
	NewAmount     outbound.Scalar `json:"NewAmount"`
	Currency      string          `json:"Currency"`
	ServiceID     outbound.Scalar `json:"Service_Id"`
	ErrorCode     outbound.Scalar `json:"ErrorCode"`
}

// Formats of the fields we use. The whole body is signed together with the webhook
// address, which differs from the paths of our requests, so neither signature can be
// used as the other.
var (
	idPart    = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
	orderPart = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
)

// ParseWebhook implements payment.Provider. The signature covers the registered
// address, the site and the raw body.
func (p *Provider) ParseWebhook(in payment.Webhook) (payment.Notice, error) {
	if in.Header.Get("X-Site-Id") != p.cfg.SiteID {
		return payment.Notice{}, payment.SignatureError("another site")
	}
	if !validSignature(in.Header.Get("X-Webhook-Signature"), p.cfg.SecretKey,
		http.MethodPost, in.URL, p.cfg.SiteID, string(in.Body)) {
		return payment.Notice{}, payment.SignatureError("signature")
	}
	var h hook
	if json.Unmarshal(in.Body, &h) != nil {
		return payment.Notice{}, payment.SignatureError("unreadable body")
	}
	if !idPart.MatchString(h.TransactionID) || !orderPart.MatchString(h.OrderID) {
		return payment.Notice{}, payment.SignatureError("field of another shape")
	}
	if h.ServiceID != "" && string(h.ServiceID) != p.cfg.SiteID {
		return payment.Notice{}, payment.SignatureError("another service")
	}
	n := payment.Notice{Reference: h.OrderID, ProviderID: h.TransactionID}
	switch h.Event {
	case "Payment":
		n.Kind = payment.NoticePaid
	case "Fail", "Cancel":
		n.Kind, n.Reason = payment.NoticeDeclined, string(h.ErrorCode)
	case "Refund":
		n.Kind = payment.NoticeRefunded
	default:
		return payment.Notice{}, payment.ErrIgnoredEvent
	}
	n.DedupeKey = payment.DedupeKey(h.TransactionID, n.Kind)
	sum, err := amount(h.Amount)
	n.Amount = money.Of(sum, money.Currency(h.Currency))
	if err != nil || h.OrderID == "" || h.TransactionID == "" || !n.Amount.Currency.Valid() {
		return payment.Notice{}, payment.SignatureError("incomplete body")
	}
	if n.Kind == payment.NoticeRefunded {
		left, err := amount(h.NewAmount)
		if err != nil {
			return payment.Notice{}, payment.SignatureError("incomplete body")
		}
		return payment.RefundNotice(h.OrderID, h.TransactionID, left, n.Amount.Currency), nil
	}
	return n, nil
}
