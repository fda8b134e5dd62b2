package sandbox_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"larek/internal/sandbox/tbank"
)

// tbank makes a call with a right token.
func (b *box) tbank(method string, fields map[string]any) map[string]any {
	b.t.Helper()
	return b.tbankWith(tbank.Password, method, fields)
}

func (b *box) tbankWith(password, method string, fields map[string]any) map[string]any {
	b.t.Helper()
	r, err := b.send("POST", tbank.Path+"/"+method, "application/json", signedForTBank(b.t, password, fields), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return r.json(b.t)
}

func signedForTBank(t *testing.T, password string, fields map[string]any) string {
	t.Helper()
	fields = maps.Clone(fields)
	fields["TerminalKey"] = tbank.Terminal
	values := map[string]string{"Password": password}
	for name, v := range fields {
		values[name] = fmt.Sprint(v)
	}
	text := ""
	for _, name := range slices.Sorted(maps.Keys(values)) {
		text += values[name]
	}
	sum := sha256.Sum256([]byte(text))
	fields["Token"] = hex.EncodeToString(sum[:])
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func (b *box) tbankOpen(reference string) string {
	b.t.Helper()
	got := b.tbank("Init", map[string]any{
		"Amount": 10000, "OrderId": reference, "Description": "Тест", "NotificationURL": b.shop.URL + "/tb/",
	})
	if got["Success"] != true || got["Status"] != "NEW" {
		b.t.Fatalf("Init: %v", got)
	}
	return got["PaymentId"].(string)
}

func TestTBankTellsTwiceAtOnceUntilOK(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.answer = func(n int) (int, string) {
		if n <= 2 {
			return http.StatusOK, "OK\n" // not exactly the word
		}
		return http.StatusOK, "OK"
	}
	id := b.tbankOpen("t-1")
	qr := b.tbank("GetQr", map[string]any{"PaymentId": id, "DataType": "PAYLOAD"})
	if !strings.HasSuffix(qr["Data"].(string), "/pay/tbank/t-1") {
		t.Fatalf("GetQr: %v", qr)
	}
	image := b.tbank("GetQr", map[string]any{"PaymentId": id, "DataType": "IMAGE"})
	if !strings.HasPrefix(image["Data"].(string), "<svg ") {
		t.Fatalf("GetQr: %v", image)
	}
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"pay"}`)
	seen := map[string]int{}
	for _, h := range b.webhooks(4) {
		var m struct {
			Status    string
			PaymentID json.Number `json:"PaymentId"`
		}
		if err := json.Unmarshal([]byte(h.body), &m); err != nil || m.PaymentID.String() != id {
			t.Fatalf("webhook %s: %v", h.body, err)
		}
		seen[m.Status]++
	}
	if seen["AUTHORIZED"] != 2 || seen["CONFIRMED"] != 2 {
		t.Fatalf("received %v", seen)
	}
	if got := b.tbank("GetState", map[string]any{"PaymentId": id}); got["Status"] != "CONFIRMED" {
		t.Fatalf("GetState: %v", got)
	}
}

func TestTBankChecksTheTokenOverEverythingSent(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	if got := b.tbankWith("other", "Init", map[string]any{"Amount": 100, "OrderId": "t-1"}); got["Success"] != false || got["ErrorCode"] != "204" {
		t.Fatalf("wrong password: %v", got)
	}
	if got := b.tbank("Init", map[string]any{"Amount": 100, "OrderId": "t-1", "PayType": "O", "Language": "ru"}); got["Success"] != true {
		t.Fatalf("all scalars: %v", got)
	}
}

func TestTBankRefundsInPartsAndNoMore(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id := b.tbankOpen("t-1")
	if got := b.tbank("SbpPayTest", map[string]any{"PaymentId": id}); got["Success"] != true {
		t.Fatalf("SbpPayTest: %v", got)
	}
	steps := []struct {
		amount  int
		success bool
		status  string
	}{{4000, true, "PARTIAL_REFUNDED"}, {6001, false, ""}, {6000, true, "REFUNDED"}, {1, false, ""}}
	for _, step := range steps {
		got := b.tbank("Cancel", map[string]any{"PaymentId": id, "Amount": step.amount})
		if got["Success"] != step.success || (step.success && got["Status"] != step.status) {
			t.Fatalf("Cancel %d: %v", step.amount, got)
		}
	}
	if got := b.total("t-1"); got.Refunded != 100_00 || got.Refunds != 2 {
		t.Fatalf("record: %+v", got)
	}
}

func TestTBankCheckOrderFindsEveryInvoice(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	if got := b.tbank("CheckOrder", map[string]any{"OrderId": "t-1"}); got["Success"] != false {
		t.Fatalf("unknown order: %v", got)
	}
	first := b.tbankOpen("t-1")
	b.tbankOpen("t-1")
	got := b.tbank("CheckOrder", map[string]any{"OrderId": "t-1"})
	if list := got["Payments"].([]any); len(list) != 2 || list[0].(map[string]any)["PaymentId"] != first {
		t.Fatalf("CheckOrder: %v", got)
	}
	if got := b.tbank("Cancel", map[string]any{"PaymentId": first}); got["Status"] != "CANCELED" {
		t.Fatalf("calling off: %v", got)
	}
	if got := b.tbank("GetQr", map[string]any{"PaymentId": first, "DataType": "PAYLOAD"}); got["Success"] != false {
		t.Fatalf("GetQr of a cancelled one: %v", got)
	}
}
