package payin

import (
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // the provider signs with it; the choice is not ours
	"encoding/hex"
	"strings"

	"larek/internal/payment"
)

// sign returns the MD5 of the parts and of the secret's MD5, joined by "#".
func sign(secret string, parts ...string) string {
	return md5Hex(strings.Join(parts, "#") + "#" + md5Hex(secret))
}

func md5Hex(s string) string {
	d := md5.Sum([]byte(s)) //nolint:gosec // see the import
	return hex.EncodeToString(d[:])
}

// ParseWebhook implements payment.Provider. The provider cannot be queried, so the
// inbox matches the notice only if amount and currency are those of the attempt.
func (p *Provider) ParseWebhook(in payment.Webhook) (payment.Notice, error) {
	f, err := parseNotice(in.Body)
	if err != nil {
		return payment.Notice{}, err
	}
	if !p.validSignature(f) {
		return payment.Notice{}, payment.SignatureError("signature")
	}
	if f.agent != p.cfg.AgentID {
		return payment.Notice{}, payment.SignatureError("another agent")
	}
	n := payment.Notice{ProviderID: f.payment}
	n.Reference, n.Amount.Currency = splitOrderID(f.order)
	n.Amount.Minor = f.sum
	switch f.status {
	case "1":
		n.Kind, n.DedupeKey = payment.NoticePaid, payment.DedupeKey(n.ProviderID, payment.NoticePaid)
	case "2":
		n.Kind, n.DedupeKey = payment.NoticeDeclined, payment.DedupeKey(n.ProviderID, payment.NoticeDeclined)
	case "3": // the amount is the running total, so each part is a new notice
		n.Kind, n.DedupeKey = payment.NoticePartial, n.ProviderID+":partial:"+n.Amount.Minor.String()
	default:
		return payment.Notice{}, payment.ErrIgnoredEvent
	}
	return n, nil
}

// validSignature verifies the signature for the phone with and without its plus sign:
// the provider's documentation does not say which one is signed.
func (p *Provider) validSignature(f notice) bool {
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
