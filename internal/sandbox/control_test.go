package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"larek/internal/sandbox/core"
	"larek/internal/sandbox/payselection"
)

func TestEveryFaultKind(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	const body = `{"PaymentRequest":{"OrderId":%q,"Amount":"100.00","Currency":"RUB","Description":"Test"}}`
	tests := []struct {
		fault    string
		status   int // 0: no answer at all
		accepted bool
	}{
		{`{"kind":"timeout_after_accept","count":1,"slow_ms":50}`, 0, true},
		{`{"kind":"error_500","count":1}`, http.StatusInternalServerError, false},
		{`{"kind":"error_500","count":1,"after_accept":true}`, http.StatusInternalServerError, true},
		{`{"kind":"slow","count":1,"slow_ms":50}`, http.StatusCreated, true},
		{`{"kind":"wrong_body","count":1}`, http.StatusOK, true},
		{`{"kind":"refuse","count":1}`, http.StatusBadRequest, false},
		{`{"kind":"connection_reset","count":1}`, 0, false},
		{`{"provider":"payselection","operation":"create","kind":"connection_reset","percent":100}`, 0, false},
	}
	for i, test := range tests {
		reference := fmt.Sprintf("f-%d", i)
		b.must("POST", "/faults", "%s", test.fault)
		got, err := b.payselection(payselection.WebformPath, "POST", "/webpayments/create", fmt.Sprintf(body, reference))
		if got.status != test.status || (err != nil) != (test.status == 0) {
			t.Errorf("%s: %d %s (%v)", test.fault, got.status, got.body, err)
		}
		list := b.must("GET", "/invoices?reference="+reference, "").body
		if accepted := list != "[]"; accepted != test.accepted {
			t.Errorf("%s: accepted %t, want %t", test.fault, accepted, test.accepted)
		}
	}
	b.must("DELETE", "/faults", "")
	if got := b.open("f-last"); got.status != http.StatusCreated {
		t.Fatalf("after the faults: got %d %s, want 201", got.status, got.body)
	}
	if got := b.control("POST", "/faults", `{"kind":"earthquake","count":1}`); got.status != http.StatusBadRequest {
		t.Fatalf("unknown kind: got %d, want 400", got.status)
	}
}

func TestRecordSurvivesRestart(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.answer = func(n int) (int, string) {
		if n == 1 {
			return http.StatusBadGateway, ""
		}
		return http.StatusOK, "OK"
	}
	b.open("a-1")
	b.must("POST", "/pay", `{"provider":"payselection","reference":"a-1","action":"pay"}`)
	b.webhooks(1)
	before := b.total("a-1")
	b.stop()
	b.start()
	if after := b.total("a-1"); after != before || after.Taken != 100_00 {
		t.Fatalf("before %+v, after %+v", before, after)
	}
	b.webhooks(2) // what was not acknowledged is sent again
	b.until(func() bool { return b.invoice("a-1").Notices[0].State == core.Acknowledged })
	if got := b.open("a-1"); got.status != http.StatusConflict {
		t.Fatalf("the invoice is lost: got status %d", got.status)
	}
}

func TestPromisedPaymentSurvivesRestart(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.open("a-1")
	b.must("POST", "/pay", `{"provider":"payselection","reference":"a-1","action":"late","delay_ms":300}`)
	b.stop()
	b.start()
	b.until(func() bool { return b.total("a-1").Taken == 100_00 })
}

func TestActions(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	tests := []struct {
		action string
		status int
		taken  string
		tells  int
	}{
		{`"action":"pay","webhook":"twice"`, http.StatusOK, "100.00", 2},
		{`"action":"pay","webhook":"delay","delay_ms":30`, http.StatusOK, "100.00", 1},
		{`"action":"decline"`, http.StatusOK, "0.00", 1},
		{`"action":"other_amount"`, http.StatusOK, "90.00", 1},
		{`"action":"other_amount","amount":"101.00"`, http.StatusOK, "101.00", 1},
		{`"action":"late"`, http.StatusOK, "100.00", 1},
		{`"action":"partial"`, http.StatusConflict, "0.00", 0},
		{`"action":"dance"`, http.StatusConflict, "0.00", 0},
	}
	heard := 0
	for i, test := range tests {
		reference := fmt.Sprintf("a-%d", i)
		b.open(reference)
		got := b.control("POST", "/pay", `{"provider":"payselection","reference":"`+reference+`",`+test.action+`}`)
		if got.status != test.status {
			t.Errorf("%s: got %d %s, want %d", test.action, got.status, got.body, test.status)
		}
		if taken := b.total(reference).Taken.String(); taken != test.taken {
			t.Errorf("%s: took %s, want %s", test.action, taken, test.taken)
		}
		heard += test.tells
		b.webhooks(heard)
	}
	if got := b.control("POST", "/pay", `{"provider":"payselection","reference":"a-0","action":"pay"}`); got.status != http.StatusConflict {
		t.Errorf("paid again: got %d, want 409", got.status)
	}
	if got := b.control("POST", "/pay", `{"provider":"payselection","reference":"nobody","action":"pay"}`); got.status != http.StatusNotFound {
		t.Errorf("unknown invoice: got %d, want 404", got.status)
	}
	id := b.tbankOpen("t-1")
	if got := b.control("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"twice"}`); got.status != http.StatusConflict {
		t.Errorf("T-Bank twice: got %d, want 409", got.status)
	}
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"expire"}`)
	if got := b.tbank("GetState", map[string]any{"PaymentId": id}); got["Status"] != "DEADLINE_EXPIRED" {
		t.Errorf("expired: %v", got)
	}
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"late","delay_ms":1}`)
	b.until(func() bool { return b.total("t-1").Taken == 100_00 })
}

func TestForgeries(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.open("a-1")
	genuine := func(h heard) bool {
		return h.header.Get("X-WEBHOOK-SIGNATURE") ==
			hmacHex(payselection.SecretKey, "POST", b.shop.URL+h.path, h.header.Get("X-SITE-ID"), h.body)
	}
	tests := []struct {
		command, contains string
		genuine           bool
	}{
		{`"what":"bad_signature"`, `"Amount":"100.00"`, false},
		{`"what":"altered_amount"`, `"Amount":"101.00"`, false},
		{`"what":"altered_amount","signed":true`, `"Amount":"101.00"`, true},
		{`"what":"other_currency"`, `"Currency":"USD"`, false},
		{`"what":"other_shop"`, `"Service_Id":"31415"`, true},
		{`"what":"unknown_order"`, `"OrderId":"a-1-unknown"`, true},
		{`"what":"replay"`, `"Amount":"100.00"`, true},
	}
	for i, test := range tests {
		b.must("POST", "/forge", `{"provider":"payselection","reference":"a-1",%s}`, test.command)
		got := b.webhooks(i + 1)[i]
		if genuine(got) != test.genuine || !strings.Contains(got.body, test.contains) {
			t.Errorf("%s: %v %s", test.command, got.header, got.body)
		}
	}
	if taken := b.total("a-1").Taken; taken != 0 {
		t.Errorf("a forgery took %s", taken)
	}
	b.tbankOpen("t-1")
	if got := b.control("POST", "/forge", `{"provider":"tbank","reference":"t-1","what":"other_currency"}`); got.status != http.StatusConflict {
		t.Errorf("T-Bank has no currency to change: got %d, want 409", got.status)
	}
}

func TestAutomaticBuyerPaysUnderLoad(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.must("POST", "/auto", `{"pay":true,"delay_ms":1,"webhook_lose_percent":50}`)
	const buyers, each = 16, 10
	var wg sync.WaitGroup
	for i := range buyers {
		wg.Go(func() {
			for j := range each {
				b.open(fmt.Sprintf("a-%d-%d", i, j))
			}
		})
	}
	wg.Wait()
	b.until(func() bool {
		var rec core.Record
		if err := json.Unmarshal([]byte(b.must("GET", "/record?list=0", "").body), &rec); err != nil {
			t.Fatal(err)
		}
		paid := 0
		for _, total := range rec.Totals {
			paid += total.Payments
		}
		return paid == buyers*each
	})
	b.must("POST", "/reset", "")
	if got := b.must("GET", "/invoices", "").body; got != "[]" {
		t.Fatalf("after reset: got %s, want []", got)
	}
}

func TestRatesLookLikeTheBanks(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	get := func(agent, query string) reply {
		r, err := b.send("GET", "/cbr"+"/scripts/XML_daily.asp"+query, "", "", map[string]string{"User-Agent": agent})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if got := get("Go-http-client/1.1", ""); got.status != http.StatusForbidden {
		t.Fatalf("nameless client: got %d, want 403", got.status)
	}
	got := get("larek", "?date_req=15/11/2026").body // a Sunday
	for _, want := range []string{`encoding="windows-1251"`, `Date="14.11.2026"`, "<Nominal>10000</Nominal>", "<CharCode>KZT</CharCode>", "\xc4\xee\xeb\xeb\xe0\xf0"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Contains(got, "RSD") {
		t.Error("one currency must be missing")
	}
}
