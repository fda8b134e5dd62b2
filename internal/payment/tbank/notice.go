package tbank

import (
	"regexp"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

// noticeParts is what the fields we use may look like. The bank signs values
// joined without anything between them, so only their shapes keep them apart.
var noticeParts = map[string]*regexp.Regexp{
	"TerminalKey": regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`),
	"OrderId":     regexp.MustCompile(`^[0-9A-Za-z-]{1,50}$`),
	"PaymentId":   regexp.MustCompile(`^[0-9]{1,20}$`),
	"Amount":      regexp.MustCompile(`^[0-9]{1,14}$`),
	"Success":     regexp.MustCompile(`^(true|false)$`),
	"Status":      regexp.MustCompile(`^[0-9A-Z_]{1,32}$`),
}

// Notice reads a webhook. Values are used in the very text the token covers.
func (p *Provider) Notice(in payment.Hook) (payment.Notice, error) {
	v, err := scalars(in.Body)
	if err != nil {
		return payment.Notice{}, payment.Forged("unreadable body")
	}
	for name, shape := range noticeParts {
		if !shape.MatchString(v[name]) {
			return payment.Notice{}, payment.Forged("field " + name)
		}
	}
	if p.cfg.Password == "" || !sameToken(v["Token"], token(v, p.cfg.Password)) {
		return payment.Notice{}, payment.Forged("token")
	}
	if v["TerminalKey"] != p.cfg.TerminalKey {
		return payment.Notice{}, payment.Forged("another terminal")
	}
	id, status := v["PaymentId"], v["Status"]
	n := payment.Notice{Reference: v["OrderId"], ProviderID: id, Amount: kopecks(wire.Text(v["Amount"])).Money()}
	if n.Reference == "" || id == "" || n.Amount.Sign() < 0 {
		return payment.Notice{}, payment.Forged("incomplete body")
	}
	s := paymentState{Status: status}
	switch {
	case status == "CONFIRMED" && v["Success"] == "true":
		n.Kind, n.Fact = payment.Paid, fact(id, payment.Paid)
	case s.declined():
		n.Kind, n.Fact, n.Reason = payment.Declined, fact(id, payment.Declined), status
	case status == refundedStatus:
		return payment.RefundNotice(n.Reference, id, 0, money.Ruble), nil
	case status == partRefundedStatus: // the amount is what the payment has become
		return payment.RefundNotice(n.Reference, id, n.Amount.Minor, money.Ruble), nil
	default: // authorized and on the way: confirmed comes by itself
		return payment.Notice{}, payment.ErrIrrelevant
	}
	return n, nil
}
