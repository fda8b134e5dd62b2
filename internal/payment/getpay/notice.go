package getpay

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // the provider signs with it; the choice is not ours
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/wire"
)

// Fields are a webhook's names for what it tells.
type Fields struct{ Wallet, Sum, Order, Signature string }

// knownFields are the two generations of the same webhook.
var knownFields = []Fields{
	{Wallet: "wallet", Sum: "sum", Order: "order", Signature: "signature"},
	{Wallet: "WALLET_ID", Sum: "SUM", Order: "ORDER_ID", Signature: "SIGN"},
}

// Notice reads a webhook: a form or a JSON object. It tells of payments only,
// and an order is paid once there.
func (p *Provider) Notice(in payment.Hook) (payment.Notice, error) {
	values, err := read(in.Body)
	if err != nil {
		return payment.Notice{}, payment.Forged("unreadable body")
	}
	for _, f := range p.cfg.Fields {
		given, there := values[f.Signature]
		if !there {
			continue
		}
		wallet, sum, order := values[f.Wallet], values[f.Sum], values[f.Order]
		want := sign(wallet, sum, order, p.cfg.Secret)
		if p.cfg.Secret == "" || !hmac.Equal([]byte(strings.ToLower(given)), []byte(want)) {
			return payment.Notice{}, payment.Forged("signature")
		}
		if wallet != p.cfg.Wallet {
			return payment.Notice{}, payment.Forged("another wallet")
		}
		amount, err := money.Parse(sum)
		if err != nil || amount <= 0 || order == "" {
			return payment.Notice{}, payment.Forged("incomplete body")
		}
		return payment.Notice{
			Fact: order + ":paid", Kind: payment.Paid, Reference: order, ProviderID: order, Amount: amount, Currency: "RUB",
		}, nil
	}
	return payment.Notice{}, payment.Forged("no signature")
}

func read(body []byte) (map[string]string, error) {
	values := map[string]string{}
	if body = bytes.TrimSpace(body); len(body) > 0 && body[0] == '{' {
		var fields map[string]wire.Text
		if err := json.Unmarshal(body, &fields); err != nil {
			return nil, err
		}
		for k, v := range fields {
			values[k] = string(v)
		}
		return values, nil
	}
	form, err := url.ParseQuery(string(body))
	for k := range form {
		values[k] = form.Get(k)
	}
	return values, err
}

// sign is MD5 of the parts. Nothing keeps a colon in one part from moving a
// border, so amount and order are compared with our own besides.
func sign(parts ...string) string {
	d := md5.Sum([]byte(strings.Join(parts, ":"))) //nolint:gosec // see the import
	return hex.EncodeToString(d[:])
}
