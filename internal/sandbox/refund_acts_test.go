package sandbox_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"larek/internal/sandbox/core"
	"larek/internal/sandbox/payin"
	"larek/internal/sandbox/tbank"
)

// account is what the record says one provider holds.
func (b *box) account(provider string) core.AccountTotal {
	b.t.Helper()
	var r core.Record
	if err := json.Unmarshal([]byte(b.must("GET", "/record?list=0", "").body), &r); err != nil {
		b.t.Fatal(err)
	}
	for _, a := range r.Accounts {
		if a.Provider == provider {
			return a
		}
	}
	b.t.Fatalf("the record has no account of %s", provider)
	return core.AccountTotal{}
}

func TestRefundsInTheCabinetAndChargebacksAreOnRecord(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id := b.tbankOpen("t-1")
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"pay","webhook":"lose"}`)
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"refund","amount":"30.00"}`)
	var told struct {
		Status string
		Amount json.Number
	}
	if err := json.Unmarshal([]byte(b.webhooks(1)[0].body), &told); err != nil || told.Status != "PARTIAL_REFUNDED" || told.Amount != "7000" {
		t.Errorf("webhook says %+v (%v), want PARTIAL_REFUNDED with 7000 left", told, err)
	}
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"chargeback","amount":"20.00"}`)
	if got := b.account("tbank"); got.Taken != 10000 || got.Refunded != 3000 || got.ChargedBack != 2000 || got.Held != 5000 {
		t.Errorf("the account is %+v, want 100.00 taken, 30.00 refunded, 20.00 charged back, 50.00 held", got)
	}
	if got := b.tbank("GetState", map[string]any{"PaymentId": id}); got["Status"] != "PARTIAL_REFUNDED" {
		t.Errorf("the bank says %v, want PARTIAL_REFUNDED", got["Status"])
	}
	if got, _ := b.send("POST", "/control/pay", "application/json", `{"provider":"tbank","reference":"t-1","action":"refund","amount":"50.01"}`, nil); got.status != http.StatusConflict {
		t.Errorf("more than is left was refunded: got %d %s", got.status, got.body)
	}
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"refund"}`)
	if got := b.account("tbank"); got.Held != 0 {
		t.Errorf("%s is held, want nothing", got.Held)
	}
}

// The smaller part is refunded first: taken from the larger one, the larger refund
// would find no payment with enough left.
func TestCabinetRefundsEachPartOfAPayment(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.payin("p-1", payin.Secret, transfer)
	for _, action := range []string{`"partial","amount":"66.70"`, `"pay"`, `"refund","amount":"66.70"`, `"refund","amount":"100.00"`} {
		b.must("POST", "/pay", `{"provider":"payin","reference":"p-1","webhook":"lose","action":%s}`, action)
	}
	if got := b.total("p-1"); got.Taken != 166_70 || got.Refunded != 166_70 {
		t.Errorf("record: %+v, want 166.70 taken and refunded", got)
	}
}

func TestTBankMakesARefundOncePerExternalRequestID(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id := b.tbankOpen("t-1")
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"pay"}`)
	for range 3 {
		got := b.tbank("Cancel", map[string]any{"PaymentId": id, "Amount": 3000, "ExternalRequestId": "refund-1"})
		if got["Success"] != true || got["NewAmount"] != 7000.0 {
			t.Errorf("Cancel: %v, want 7000 left", got)
		}
	}
	b.tbank("Cancel", map[string]any{"PaymentId": id, "Amount": 3000, "ExternalRequestId": "refund-2"})
	if got := b.total("t-1"); got.Refunded != 6000 || got.Refunds != 2 {
		t.Errorf("%s in %d refunds, want 60.00 in 2", got.Refunded, got.Refunds)
	}
}

// A slow bank goes on when the shop has hung up.
func TestSlowCallIsCarriedOutAfterTheCallerHungUp(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id := b.tbankOpen("t-1")
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"pay"}`)
	b.must("POST", "/faults", `{"provider":"tbank","operation":"refund","kind":"slow","slow_ms":400,"count":1}`)
	impatient := &http.Client{Timeout: 100 * time.Millisecond, Transport: new(http.Transport)}
	body := signedForTBank(t, tbank.Password, map[string]any{"PaymentId": id, "Amount": 3000})
	if res, err := impatient.Post(b.url+tbank.Path+"/Cancel", "application/json", strings.NewReader(body)); err == nil {
		_ = res.Body.Close()
		t.Fatalf("answered at once: %d", res.StatusCode)
	}
	for end := time.Now().Add(5 * time.Second); b.total("t-1").Refunded != 3000; {
		if time.Now().After(end) {
			t.Fatalf("got %s refunded, want 30.00", b.total("t-1").Refunded)
		}
	}
}

func TestNoticeOvertakesTheAnswer(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id := b.tbankOpen("t-1")
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"pay","webhook":"lose"}`)
	b.must("POST", "/faults", `{"provider":"tbank","operation":"refund","kind":"notice_first","slow_ms":500,"count":1}`)
	got := b.tbank("Cancel", map[string]any{"PaymentId": id, "Amount": 3000})
	b.mu.Lock()
	heard := len(b.heard)
	b.mu.Unlock()
	if got["Success"] != true || heard != 1 {
		t.Errorf("answer %v after %d notices, want success after 1", got, heard)
	}
}

func TestStatusLagsBehindTheNotice(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	id := b.tbankOpen("t-1")
	b.must("POST", "/status", `{"provider":"tbank","lag_ms":60000}`)
	b.must("POST", "/pay", `{"provider":"tbank","reference":"t-1","action":"pay"}`)
	b.webhooks(2)
	if got := b.tbank("GetState", map[string]any{"PaymentId": id}); got["Status"] != "NEW" {
		t.Errorf("the lagging status is %v, want NEW", got["Status"])
	}
	b.must("POST", "/status", `{"provider":"tbank","lag_ms":0}`)
	if got := b.tbank("GetState", map[string]any{"PaymentId": id}); got["Status"] != "CONFIRMED" {
		t.Errorf("the status is %v, want CONFIRMED", got["Status"])
	}
}

func TestBankButtons(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	b.open("a-1")
	b.must("POST", "/pay", `{"provider":"payselection","reference":"a-1","action":"pay"}`)
	for _, press := range []struct {
		button            url.Values
		status            int
		refunded, charged string
	}{
		{url.Values{"act": {"refund"}, "amount": {"10,50"}}, http.StatusSeeOther, "10.50", "0.00"},
		{url.Values{"act": {"chargeback"}, "amount": {"20"}}, http.StatusSeeOther, "10.50", "20.00"},
		{url.Values{"act": {"refund"}, "amount": {"много"}}, http.StatusBadRequest, "10.50", "20.00"},
		{url.Values{"act": {"teleport"}}, http.StatusBadRequest, "10.50", "20.00"},
		{url.Values{"act": {"other_shop"}}, http.StatusSeeOther, "10.50", "20.00"},
		{url.Values{"act": {"other_currency"}}, http.StatusSeeOther, "10.50", "20.00"},
		{url.Values{"act": {"refuse_refund"}}, http.StatusSeeOther, "10.50", "20.00"},
		{url.Values{"act": {"refund_silently"}}, http.StatusSeeOther, "80.00", "20.00"},
	} {
		got, err := b.send("POST", "/pay/payselection/a-1/bank", formType, press.button.Encode(), nil)
		total := b.total("a-1")
		if err != nil || got.status != press.status || total.Refunded.String() != press.refunded || total.ChargedBack.String() != press.charged {
			t.Errorf("%v: %d (%v), %s refunded, %s charged back; want %d, %s, %s", press.button, got.status, err, total.Refunded, total.ChargedBack, press.status, press.refunded, press.charged)
		}
	}
}
