package payin

import (
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // the provider signs with it; the choice is not ours
	"encoding/hex"
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

// Notice reads a webhook. Nobody can be asked whether it is so: the inbox takes
// it for a payment only if amount and currency are the attempt's own.
func (p *Provider) Notice(in payment.Hook) (payment.Notice, error) {
	f, err := readNotice(in.Body)
	if err != nil {
		return payment.Notice{}, err
	}
	if !p.genuine(f) {
		return payment.Notice{}, payment.Forged("signature")
	}
	if f.agent != p.cfg.AgentID {
		return payment.Notice{}, payment.Forged("another agent")
	}
	n := payment.Notice{ProviderID: f.payment}
	n.Reference, n.Amount.Currency = splitOrderID(f.order)
	n.Amount.Minor = f.sum
	switch f.status {
	case "1":
		n.Kind, n.Fact = payment.Paid, n.ProviderID+":paid"
	case "2":
		n.Kind, n.Fact = payment.Declined, n.ProviderID+":declined"
	case "3": // the amount is all that has come, so each part is a new fact
		n.Kind, n.Fact = payment.Partial, n.ProviderID+":partial:"+n.Amount.Minor.String()
	default:
		return payment.Notice{}, payment.ErrIrrelevant
	}
	return n, nil
}

// genuine checks the signature with the phone with and without its plus: the
// provider's documents do not say which it signs.
func (p *Provider) genuine(f notice) bool {
	if p.cfg.Secret == "" {
		return false
	}
	given := []byte(strings.ToLower(f.sign))
	digits := strings.TrimPrefix(f.phone, "+")
	ok := false
	for _, phone := range []string{digits, "+" + digits} {
		want := sign(p.cfg.Secret, f.agent, f.order, f.payment, f.amount, phone, f.status, f.date)
		ok = hmac.Equal(given, []byte(want)) || ok
	}
	return ok
}
