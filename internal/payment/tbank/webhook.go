package tbank

import (
	"regexp"

	"larek/internal/money"
	"larek/internal/outbound"
	"larek/internal/payment"
)

// webhookFields are the exact formats of the fields we use. The bank signs the values
// concatenated without separators, so only their formats make them unambiguous.
var webhookFields = map[string]*regexp.Regexp{
	"TerminalKey": regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`),
	"OrderId":     regexp.MustCompile(`^[0-9A-Za-z-]{1,50}$`),
	"PaymentId":   regexp.MustCompile(`^[0-9]{1,20}$`),
	"Amount":      regexp.MustCompile(`^[0-9]{1,14}$`),
	"Success":     regexp.MustCompile(`^(true|false)$`),
	"Status":      regexp.MustCompile(`^[0-9A-Z_]{1,32}$`),
}

// ParseWebhook implements payment.Provider. The values it uses are the texts covered
// by the token.
func (p *Provider) ParseWebhook(in payment.Webhook) (payment.Notice, error) {
	v, err := scalars(in.Body)
	if err != nil {
		return payment.Notice{}, payment.SignatureError("unreadable body")
	}
	for name, shape := range webhookFields {
		if !shape.MatchString(v[name]) {
			return payment.Notice{}, payment.SignatureError("field " + name)
		}
	}
	if p.cfg.Password == "" || !validSignature(v["Token"], token(v, p.cfg.Password)) {
		return payment.Notice{}, payment.SignatureError("token")
	}
	if v["TerminalKey"] != p.cfg.TerminalKey {
		return payment.Notice{}, payment.SignatureError("another terminal")
	}
	id, status := v["PaymentId"], v["Status"]
	n := payment.Notice{Reference: v["OrderId"], ProviderID: id, Amount: kopecks(outbound.Scalar(v["Amount"])).Money()}
	if n.Reference == "" || id == "" || n.Amount.Sign() < 0 {
		return payment.Notice{}, payment.SignatureError("incomplete body")
	}
	s := paymentState{Status: status}
	switch {
	case status == "CONFIRMED" && v["Success"] == "true":
		n.Kind, n.DedupeKey = payment.NoticePaid, payment.DedupeKey(id, payment.NoticePaid)
	case s.declined():
		n.Kind, n.DedupeKey, n.Reason = payment.NoticeDeclined, payment.DedupeKey(id, payment.NoticeDeclined), status
	case status == refundedStatus:
		return payment.RefundNotice(n.Reference, id, 0, money.Ruble), nil
	case status == partRefundedStatus: // the amount is what remains of the payment
		return payment.RefundNotice(n.Reference, id, n.Amount.Minor, money.Ruble), nil
	default: // authorised or in progress: CONFIRMED follows
		return payment.Notice{}, payment.ErrIgnoredEvent
	}
	return n, nil
}
