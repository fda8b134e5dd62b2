package getpay

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // the provider signs with it; the choice is not ours
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
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

// What each signed part may look like. Parts are signed joined by «:», so a part
// that could hold one could pass for several.
var (
	walletPart = regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`)
	sumPart    = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,2})?$`)
	orderPart  = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
)

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
		if !walletPart.MatchString(wallet) || !sumPart.MatchString(sum) || !orderPart.MatchString(order) {
			return payment.Notice{}, payment.Forged("field of another shape")
		}
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
			Fact: order + ":paid", Kind: payment.Paid, Reference: order, ProviderID: order, Amount: amount.Money(),
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
		if len(form[k]) != 1 {
			return nil, errors.New("a field twice")
		}
		values[k] = form.Get(k)
	}
	return values, err
}

// sign is MD5 of the parts. Its callers see to it that no part holds a colon.
func sign(parts ...string) string {
	d := md5.Sum([]byte(strings.Join(parts, ":"))) //nolint:gosec // see the import
	return hex.EncodeToString(d[:])
}
