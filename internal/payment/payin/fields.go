package payin

import (
	"net/url"
	"regexp"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
)

// Formats of the signed parts. Parts are joined by "#" for signing, so a part that
// contains one could be taken for several: every part is checked before anything is
// signed or verified. A webhook has a number where a form has a time, so the
// signature of one is never valid for the other.
var (
	orderPart   = regexp.MustCompile(`^[0-9A-Za-z-]{1,50}$`)
	agentPart   = regexp.MustCompile(`^[0-9]{1,20}$`)
	paymentPart = regexp.MustCompile(`^[0-9]{1,20}$`)
	amountPart  = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,2})?$`)
	phonePart   = regexp.MustCompile(`^(\+?[0-9]{5,15})?$`)
	statusPart  = regexp.MustCompile(`^[0-9]{1,2}$`)
)

// notice holds the fields of a webhook, each checked against its format.
type notice struct {
	agent, order, payment, amount, phone, status, date, sign string
	sum                                                      money.Minor
}

// parseNotice parses a form in which every known field occurs exactly once.
func parseNotice(body []byte) (notice, error) {
	f, err := url.ParseQuery(string(body))
	if err != nil {
		return notice{}, payment.SignatureError("unreadable body")
	}
	var n notice
	for _, part := range []struct {
		name  string
		into  *string
		shape *regexp.Regexp
	}{
		{"agentId", &n.agent, agentPart}, {"orderId", &n.order, orderPart}, {"paymentId", &n.payment, paymentPart},
		{"amount", &n.amount, amountPart}, {"paymentStatus", &n.status, statusPart},
	} {
		if len(f[part.name]) != 1 || !part.shape.MatchString(f.Get(part.name)) {
			return notice{}, payment.SignatureError("field " + part.name)
		}
		*part.into = f.Get(part.name)
	}
	n.date, n.sign = f.Get("paymentDate"), f.Get("sign")
	if at, err := time.Parse(timeFormat, n.date); err != nil || at.Format(timeFormat) != n.date || len(f["paymentDate"]) != 1 || len(f["sign"]) != 1 {
		return notice{}, payment.SignatureError("field paymentDate")
	}
	// An unescaped plus is decoded as a space.
	if n.phone = f.Get("phone"); len(n.phone) > 0 && n.phone[0] == ' ' {
		n.phone = "+" + n.phone[1:]
	}
	if len(f["phone"]) > 1 || !phonePart.MatchString(n.phone) {
		return notice{}, payment.SignatureError("field phone")
	}
	if n.sum, err = amount(n.amount); err != nil {
		return notice{}, payment.SignatureError("field amount")
	}
	return n, nil
}

// signable reports whether the parts of a registration have their formats.
func signable(agent, order, sum, phone string) bool {
	return agentPart.MatchString(agent) && orderPart.MatchString(order) && amountPart.MatchString(sum) && phonePart.MatchString(phone)
}
