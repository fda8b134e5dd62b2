package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"larek/internal/sandbox/core"
	"larek/internal/sandbox/payselection"
)

func TestPayselectionOpensOneInvoicePerOrder(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	first := b.open("a-1")
	var page string
	if err := json.Unmarshal([]byte(first.body), &page); err != nil || first.status != http.StatusCreated || !strings.HasSuffix(page, "/pay/payselection/a-1") {
		t.Fatalf("created: %d %s (%v)", first.status, first.body, err)
	}
	again := b.open("a-1")
	if again.status != http.StatusConflict || again.json(t)["AddDetails"].(map[string]any)["URL"] != page {
		t.Fatalf("repeated: %d %s", again.status, again.body)
	}
	if got := b.gateway("GET", "/orders/a-1", ""); got.status != http.StatusOK || got.body != "[]" {
		t.Fatalf("status of an unpaid order: %d %s", got.status, got.body)
	}
	if got := b.gateway("GET", "/orders/nobody", ""); got.status != http.StatusNotFound {
		t.Fatalf("status of an unknown order: got %d %s, want 404", got.status, got.body)
	}
}

func TestPayselectionRefusesWhatIsNotSigned(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	const body = `{"PaymentRequest":{"OrderId":"a-1","Amount":"100.00","Currency":"RUB","Description":"Test"}}`
	sign := func(key, line, site, id string) map[string]string {
		return map[string]string{
			"X-SITE-ID": site, "X-REQUEST-ID": id, "X-REQUEST-SIGNATURE": hmacHex(key, "POST", line, site, id, body),
		}
	}
	const path, site = "/webpayments/create", payselection.SiteID
	tests := []struct {
		name   string
		header map[string]string
		want   int
	}{
		{"no signature", map[string]string{"X-SITE-ID": site, "X-REQUEST-ID": "1"}, http.StatusUnauthorized},
		{"other key", sign("other", path, site, "1"), http.StatusUnauthorized},
		{"path with the mount", sign(payselection.SecretKey, payselection.WebformPath+path, site, "1"), http.StatusUnauthorized},
		{"other site", sign(payselection.SecretKey, path, "31415", "1"), http.StatusUnauthorized},
		{"no request id", sign(payselection.SecretKey, path, site, ""), http.StatusBadRequest},
		{"public key", sign(payselection.PublicKey, payselection.SiteURL, site, "2"), http.StatusCreated},
	}
	for _, test := range tests {
		got, err := b.send("POST", payselection.WebformPath+path, "application/json", body, test.header)
		if err != nil || got.status != test.want {
			t.Errorf("%s: %d %s (%v), want %d", test.name, got.status, got.body, err, test.want)
		}
	}
}

func TestPayselectionTellsUntilHeard(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.answer = func(n int) (int, string) {
		if n < 3 {
			return http.StatusBadGateway, ""
		}
		return http.StatusOK, ""
	}
	b.open("a-1")
	b.must("POST", "/pay", `{"provider":"payselection","reference":"a-1","action":"pay"}`)
	got := b.webhooks(3)[2]
	want := hmacHex(payselection.SecretKey, "POST", b.shop.URL+"/ps/", payselection.SiteID, got.body)
	if got.header.Get("X-WEBHOOK-SIGNATURE") != want || !strings.Contains(got.body, `"Event":"Payment"`) {
		t.Fatalf("webhook %v %s", got.header, got.body)
	}
	b.until(func() bool { return b.invoice("a-1").Notices[0].State == core.Acknowledged })
	if n := b.invoice("a-1").Notices[0]; n.Tries != 3 {
		t.Fatalf("%d tries, want 3", n.Tries)
	}
}

func TestPayselectionPaidTwiceIsTwoTransactions(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.open("a-1")
	b.must("POST", "/pay", `{"provider":"payselection","reference":"a-1","action":"twice","webhook":"lose"}`)
	var list []struct {
		TransactionID    string `json:"TransactionId"`
		TransactionState string
		StateDetails     struct{ Amount, RemainingAmount string }
	}
	if err := json.Unmarshal([]byte(b.gateway("GET", "/orders/a-1", "").body), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].TransactionID == list[1].TransactionID || list[1].TransactionState != "success" {
		t.Fatalf("transactions: %+v", list)
	}
	refund := func(amount string) reply {
		return b.gateway("POST", "/payments/refund", `{"TransactionId":"`+list[1].TransactionID+`","Amount":"`+amount+`","Currency":"RUB"}`)
	}
	if got := refund("40.00"); got.status != http.StatusOK || got.json(t)["RemainingAmount"] != "60.00" {
		t.Fatalf("refund: %d %s", got.status, got.body)
	}
	if got := refund("60.01"); got.status != http.StatusBadRequest {
		t.Fatalf("refund beyond the rest: got %d %s, want 400", got.status, got.body)
	}
	if got := refund("60.00"); got.status != http.StatusOK {
		t.Fatalf("refund of the rest: got %d %s, want 200", got.status, got.body)
	}
	if got := b.webhooks(2)[1].body; !strings.Contains(got, `"Event":"Refund"`) {
		t.Fatalf("refund webhook %s", got)
	}
	got := b.total("a-1")
	if got.Taken != 200_00 || got.Refunded != 100_00 || got.Payments != 2 || got.Refunds != 2 {
		t.Fatalf("record: %+v", got)
	}
}
