package sandbox_test

import (
	"crypto/md5"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"larek/internal/sandbox/getpay"
	"larek/internal/sandbox/payin"
)

const formType = "application/x-www-form-urlencoded"

func md5Hex(s string) string {
	sum := md5.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}

// payin registers an order of 166.70 roubles, with the extra fields.
func (b *box) payin(reference, secret string, extra url.Values) reply {
	b.t.Helper()
	form := url.Values{
		"agentId": {payin.AgentID}, "orderId": {reference}, "agentName": {"Larek"}, "amount": {"166.70"},
		"goods": {"Заказ"}, "phone": {"+79090000001"}, "agentTime": {"13:12:03 10.01.2024"}, "clientId": {"c-1"},
	}
	form.Set("sign", md5Hex(payin.AgentID+"#"+reference+"#13:12:03 10.01.2024#166.70#+79090000001#"+md5Hex(secret)))
	for name := range extra {
		form.Set(name, extra.Get(name))
	}
	r, err := b.send("POST", payin.Path+"/api/shop", formType, form.Encode(), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

var transfer = url.Values{"json": {"1"}, "p2p_type": {"ANY"}}

func TestPayinOpensEachKind(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	card := b.payin("p-1", payin.Secret, transfer).json(t)
	if card["amount"] != "166.70" || len(card["cardNumber"].(string)) != 16 {
		t.Fatalf("transfer: %v", card)
	}
	if again := b.payin("p-1", payin.Secret, transfer).json(t); again["status"] != false {
		t.Fatalf("repeated: %v", again)
	}
	terminal := b.payin("p-2", payin.Secret, url.Values{"format": {"json"}}).json(t)
	if terminal["status"] != true || terminal["result"].(map[string]any)["number"] == "" {
		t.Fatalf("terminal: %v", terminal)
	}
	if form := b.payin("p-3", payin.Secret, nil); form.status != http.StatusSeeOther {
		t.Fatalf("form: got %d %s, want 303", form.status, form.body)
	}
	if forged := b.payin("p-4", "other", transfer).json(t); forged["status"] != false {
		t.Fatalf("wrong signature: %v", forged)
	}
	b.must("POST", "/faults", `{"provider":"payin","operation":"create","kind":"shift_amount","shift":13,"count":1}`)
	if shifted := b.payin("p-5", payin.Secret, transfer).json(t); shifted["amount"] != "166.83" {
		t.Fatalf("shifted: %v", shifted)
	}
}

func TestPayinTellsPartsAsOneGrowingSum(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.answer = func(int) (int, string) {
		return http.StatusOK, `<?xml version="1.0" encoding="UTF-8"?><response><result>0</result></response>`
	}
	b.payin("p-1", payin.Secret, transfer)
	b.must("POST", "/pay", `{"provider":"payin","reference":"p-1","action":"partial","amount":"66.70"}`)
	b.webhooks(1)
	b.must("POST", "/pay", `{"provider":"payin","reference":"p-1","action":"pay"}`)
	all := b.webhooks(2)
	for i, want := range []struct{ amount, status string }{{"66.70", "3"}, {"166.70", "1"}} {
		got, err := url.ParseQuery(all[i].body)
		if err != nil || got.Get("amount") != want.amount || got.Get("paymentStatus") != want.status {
			t.Fatalf("webhook %d: %v", i, got)
		}
		parts := []string{"agentId", "orderId", "paymentId", "amount", "phone", "paymentStatus", "paymentDate"}
		for j, name := range parts {
			parts[j] = got.Get(name)
		}
		if got.Get("sign") != md5Hex(strings.Join(append(parts, md5Hex(payin.Secret)), "#")) {
			t.Fatalf("webhook %d is signed wrongly: %v", i, got)
		}
	}
	if got := b.total("p-1"); got.Taken != 166_70 || got.Payments != 2 {
		t.Fatalf("record: %+v", got)
	}
}

func TestGetPayGivesTheSameInvoiceAgain(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	call := func(secret string) map[string]any {
		q := url.Values{
			"secret": {secret}, "wallet": {getpay.Wallet}, "sum": {"100"}, "order": {"g-1"},
			"resultUrl": {b.shop.URL + "/gp/"}, "backUrl": {"https://shop.example/o"},
		}
		r, err := b.send("GET", getpay.Path+"/api/pay?"+q.Encode(), "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.json(t)
	}
	if got := call("other"); got["status"] != "error" {
		t.Fatalf("wrong secret: %v", got)
	}
	first, second := call(getpay.Secret), call(getpay.Secret)
	if first["paymentId"] == nil || first["paymentId"] != second["paymentId"] {
		t.Fatalf("two invoices: %v, %v", first, second)
	}
	b.must("POST", "/pay", `{"provider":"getpay","reference":"g-1","action":"pay"}`)
	got, err := url.ParseQuery(b.webhooks(1)[0].body)
	if err != nil || got.Get("sum") != "100" || got.Get("signature") != md5Hex(getpay.Wallet+":100:g-1:"+getpay.Secret) {
		t.Fatalf("webhook: %v", got)
	}
}
