package payselection

import (
	"encoding/json"
	"net/http"

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
	if h.ServiceID != "" && string(h.ServiceID) != p.cfg.SiteID {
		return payment.Notice{}, payment.Forged("another service")
	}
	n := payment.Notice{Reference: h.OrderID, ProviderID: h.TransactionID, Currency: h.Currency}
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
	if n.Kind == payment.RefundOK { // several refunds of one payment leave less each
		n.Fact += ":" + string(h.NewAmount)
	}
	var err error
	if n.Amount, err = amount(h.Amount); err != nil || h.OrderID == "" || h.TransactionID == "" || len(h.Currency) != 3 {
		return payment.Notice{}, payment.Forged("incomplete body")
	}
	return n, nil
}
