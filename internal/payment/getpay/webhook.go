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
	"larek/internal/outbound"
	"larek/internal/payment"
)

// Fields are the field names of a webhook.
type Fields struct{ Wallet, Sum, Order, Signature string }

// knownFields are those of the two versions of the webhook.
var knownFields = []Fields{
	{Wallet: "wallet", Sum: "sum", Order: "order", Signature: "signature"},
	{Wallet: "WALLET_ID", Sum: "SUM", Order: "ORDER_ID", Signature: "SIGN"},
}

// Formats of the signed parts. Parts are joined by ":" for signing, so a part that
// contains one could be taken for several.
var (
	walletPart = regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`)
	sumPart    = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,2})?$`)
	orderPart  = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
)

// ParseWebhook implements payment.Provider for a form or a JSON object. GetPay only
// reports payments, one per order.
func (p *Provider) ParseWebhook(in payment.Webhook) (payment.Notice, error) {
	values, err := parseBody(in.Body)
	if err != nil {
		return payment.Notice{}, payment.SignatureError("unreadable body")
	}
	for _, f := range p.cfg.Fields {
		given, there := values[f.Signature]
		if !there {
			continue
		}
		wallet, sum, order := values[f.Wallet], values[f.Sum], values[f.Order]
		if !walletPart.MatchString(wallet) || !sumPart.MatchString(sum) || !orderPart.MatchString(order) {
			return payment.Notice{}, payment.SignatureError("field of another shape")
		}
		want := sign(wallet, sum, order, p.cfg.Secret)
		if p.cfg.Secret == "" || !hmac.Equal([]byte(strings.ToLower(given)), []byte(want)) {
			return payment.Notice{}, payment.SignatureError("signature")
		}
		if wallet != p.cfg.Wallet {
			return payment.Notice{}, payment.SignatureError("another wallet")
		}
		amount, err := money.Parse(sum)
		if err != nil || amount <= 0 || order == "" {
			return payment.Notice{}, payment.SignatureError("incomplete body")
		}
		return payment.Notice{
			DedupeKey: payment.DedupeKey(order, payment.NoticePaid), Kind: payment.NoticePaid, Reference: order, ProviderID: order, Amount: amount.Money(),
		}, nil
	}
	return payment.Notice{}, payment.SignatureError("no signature")
}

func parseBody(body []byte) (map[string]string, error) {
	values := map[string]string{}
	if body = bytes.TrimSpace(body); len(body) > 0 && body[0] == '{' {
		var fields map[string]outbound.Scalar
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
			return nil, errors.New("repeated field")
		}
		values[k] = form.Get(k)
	}
	return values, err
}

// sign returns the MD5 of the parts joined by ":". The caller makes sure that no part
// contains a colon.
func sign(parts ...string) string {
	d := md5.Sum([]byte(strings.Join(parts, ":"))) //nolint:gosec // see the import
	return hex.EncodeToString(d[:])
}
