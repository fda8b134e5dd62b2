package payin

import (
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // the provider signs with it; the choice is not ours
	"encoding/hex"
	"net/url"
	"strings"

	"larek/internal/payment"
)

// sign is MD5 of the parts and of the secret's MD5.
func sign(secret string, parts ...string) string {
	return md5Hex(strings.Join(parts, "#") + "#" + md5Hex(secret))
}

func md5Hex(s string) string {
	d := md5.Sum([]byte(s)) //nolint:gosec // see the import
	return hex.EncodeToString(d[:])
}

// Notice reads a webhook.
func (p *Provider) Notice(in payment.Hook) (payment.Notice, error) {
	f, err := url.ParseQuery(string(in.Body))
	if err != nil {
		return payment.Notice{}, payment.Forged("unreadable body")
	}
	if !p.genuine(f) {
		return payment.Notice{}, payment.Forged("signature")
	}
	if f.Get("agentId") != p.cfg.AgentID {
		return payment.Notice{}, payment.Forged("another agent")
	}
	n := payment.Notice{ProviderID: f.Get("paymentId")}
	n.Reference, n.Currency = splitOrderID(f.Get("orderId"))
	if n.Amount, err = amount(f.Get("amount")); err != nil || n.Reference == "" || n.ProviderID == "" {
		return payment.Notice{}, payment.Forged("incomplete body")
	}
	switch f.Get("paymentStatus") {
	case "1":
		n.Kind, n.Fact = payment.Paid, n.ProviderID+":paid"
	case "2":
		n.Kind, n.Fact = payment.Declined, n.ProviderID+":declined"
	case "3": // the amount is all that has come, so each part is a new fact
		n.Kind, n.Fact = payment.Partial, n.ProviderID+":partial:"+n.Amount.String()
	default:
		return payment.Notice{}, payment.ErrIrrelevant
	}
	return n, nil
}

// genuine checks the signature with the phone as it came and with and without
// its plus: the provider's documents do not say which it signs.
func (p *Provider) genuine(f url.Values) bool {
	if p.cfg.Secret == "" {
		return false
	}
	given := []byte(strings.ToLower(f.Get("sign")))
	phone := f.Get("phone")
	digits := strings.TrimLeft(phone, "+ ")
	ok := false
	for _, tried := range []string{phone, digits, "+" + digits} {
		want := sign(p.cfg.Secret, f.Get("agentId"), f.Get("orderId"), f.Get("paymentId"), f.Get("amount"), tried,
			f.Get("paymentStatus"), f.Get("paymentDate"))
		ok = hmac.Equal(given, []byte(want)) || ok
	}
	return ok
}
