package payselection

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"larek/internal/money"
	"larek/internal/payment"
)

func TestSignatureKnownAnswers(t *testing.T) {
	t.Parallel()
	const created = `{"PaymentRequest":{"OrderId":"ord-1","Amount":"100.00","Currency":"RUB","Description":"Test"}}`
	const published = `{"Amount": "123", "Currency": "RUB", "ExtraData": {"custom": "field", "key": "value"}, "CustomerInfo": {"Address": "string", "Country": "string", "Email": "string", "Language": "string", "Phone": "string", "Town": "string", "ZIP": "string"}, "Description": "string", "OrderId": "string", "PaymentMethod": "card", "PaymentDetails": {"CardholderName": "string", "CardNumber": "4111111111111111", "CVC": "987", "ExpMonth": "12", "ExpYear": "22"}, "RebillFlag": true}`
	tests := map[string]struct {
		key   string
		parts []string
		want  string
	}{
		"create": {"test-secret", []string{"POST", "/webpayments/create", "20003", "req-1", created},
			"43b740063ed70cd4e98b3d5d24bfbc05f0f37222ee086877c50f62ea5f1f88dd"},
		"get": {"test-secret", []string{"GET", "/orders/ord-1", "20003", "req-2", ""},
			"7d4f9680ebf1df3fa90904b30d3f857491e72a2228eee34f64508cb72d216fb6"},
		"the provider's own sample": {"sk16", []string{"POST", "/payments/requests/single", "16", "1qazxsw23edc", published},
			"5145fec78e5db15c51a83e520b61609e8bd934c912614be71ae3840a60e3b013"},
	}
	for name, tt := range tests {
		if got := sign(tt.key, tt.parts...); got != tt.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

const (
	hookURL  = "https://shop.example/hooks/payselection"
	hookBody = `{"Event":"Payment","TransactionId":"PS00000000000007","OrderId":"ord-1","Amount":"100.00","Currency":"RUB","DateTime":"16.09.2024 16.52.41","IsTest":1,"Service_Id":"20003"}`
	hookSign = "bf94d3395d607ee467281018717c1563d386c6bd166e3b5d3ac2c654f80b92da"
)

func shop(address string) *Provider {
	return New(Settings{SiteID: "20003", SecretKey: "test-secret", PublicKey: "test-public", SiteURL: "https://shop.example/",
		WebformURL: address, GatewayURL: address + "/"}, &http.Client{Transport: new(http.Transport)})
}

func called(url, body, signature string) payment.Webhook {
	h := http.Header{}
	h.Set("X-SITE-ID", "20003")
	h.Set("X-WEBHOOK-SIGNATURE", signature)
	return payment.Webhook{URL: url, Header: h, Body: []byte(body)}
}

func TestNoticeTrustsOnlyTheSignature(t *testing.T) {
	t.Parallel()
	p := shop("")
	n, err := p.ParseWebhook(called(hookURL, hookBody, strings.ToUpper(hookSign)))
	want := payment.Notice{DedupeKey: "PS00000000000007:paid", Kind: payment.NoticePaid, Reference: "ord-1",
		ProviderID: "PS00000000000007", Amount: money.Of(10000, "RUB")}
	if err != nil || n != want {
		t.Fatalf("%+v, %v", n, err)
	}
	other := called(hookURL, hookBody, hookSign)
	other.Header.Set("X-SITE-ID", "20004")
	foreign := strings.Replace(hookBody, `"20003"`, `"20004"`, 1)
	forged := map[string]payment.Webhook{
		"no signature":    called(hookURL, hookBody, ""),
		"bad signature":   called(hookURL, hookBody, strings.Repeat("0", 64)),
		"altered amount":  called(hookURL, strings.Replace(hookBody, "100.00", "900.00", 1), hookSign),
		"other currency":  called(hookURL, strings.Replace(hookBody, "RUB", "USD", 1), hookSign),
		"other address":   called(hookURL+"/", hookBody, hookSign),
		"other site":      other,
		"other service":   called(hookURL, foreign, sign("test-secret", "POST", hookURL, "20003", foreign)),
		"signed nonsense": called(hookURL, "x", sign("test-secret", "POST", hookURL, "20003", "x")),
		"signed, no sum":  called(hookURL, `{"Event":"Payment"}`, sign("test-secret", "POST", hookURL, "20003", `{"Event":"Payment"}`)),
	}
	for name, h := range forged {
		if n, err := p.ParseWebhook(h); !errors.Is(err, payment.ErrInvalidSignature) || n != (payment.Notice{}) {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	keyless := New(Settings{SiteID: "20003"}, &http.Client{Transport: new(http.Transport)})
	if _, err := keyless.ParseWebhook(called(hookURL, hookBody, sign("", "POST", hookURL, "20003", hookBody))); !errors.Is(err, payment.ErrInvalidSignature) {
		t.Errorf("no key: %v", err)
	}
}

func TestNoticeOfOtherEvents(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		body      string
		dedupeKey string
		want      error
	}{
		"declined": {body: `{"Event":"Fail","TransactionId":"PS1","OrderId":"o","Amount":"1.00","Currency":"RUB","ErrorCode":5}`, dedupeKey: "PS1:declined"},
		"refund":   {body: `{"Event":"Refund","TransactionId":"PS1","OrderId":"o","Amount":"1.00","NewAmount":"2.00","Currency":"RUB"}`, dedupeKey: "PS1:refunded:2.00"},
		"3DS":      {body: `{"Event":"3DS","TransactionId":"PS1","OrderId":"o"}`, want: payment.ErrIgnoredEvent},
	}
	for name, tt := range tests {
		n, err := shop("").ParseWebhook(called(hookURL, tt.body, sign("test-secret", "POST", hookURL, "20003", tt.body)))
		if !errors.Is(err, tt.want) || n.DedupeKey != tt.dedupeKey {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
}

func TestInvoice(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		body   string
		want   error
		url    string
	}{
		"made":           {status: 201, body: `"https://webform.example/p/1"`, url: "https://webform.example/p/1"},
		"there already":  {status: 409, body: `{"Code":"Conflict","AddDetails":{"URL":"https://webform.example/p/1"}}`, url: "https://webform.example/p/1"},
		"conflict, mute": {status: 409, body: `{}`, want: payment.ErrOutcomeUnknown},
		"refused":        {status: 400, body: `{"Code":"ValidationError","Description":"x"}`, want: payment.ErrRefused},
		"refused, mute":  {status: 403, body: `<html>`, want: payment.ErrRefused},
		"broken":         {status: 502, body: `oops`, want: payment.ErrOutcomeUnknown},
		"an object":      {status: 201, body: `{"Url":"https://x"}`, want: payment.ErrOutcomeUnknown},
		"not an address": {status: 201, body: `"javascript:alert(1)"`, want: payment.ErrOutcomeUnknown},
		"cut off":        {status: 201, body: `"https://webf`, want: payment.ErrOutcomeUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				id := r.Header.Get("X-REQUEST-ID")
				if !validSignature(r.Header.Get("X-REQUEST-SIGNATURE"), "test-secret", "POST", r.URL.Path, "20003", id, string(body)) {
					t.Error("signature")
				}
				if !strings.Contains(string(body), `"Amount":"166.70"`) {
					t.Errorf("amount: %s", body)
				}
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			}))
			t.Cleanup(s.Close)
			o, err := shop(s.URL).CreateInvoice(t.Context(), payment.InvoiceRequest{Reference: "ord-1", Amount: money.Of(16670, "RUB")})
			if !errors.Is(err, tt.want) || o.Scenario.URL != tt.url {
				t.Fatalf("%+v, %v", o, err)
			}
		})
	}
}

func TestPublicKeyModeSignsTheSite(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !validSignature(r.Header.Get("X-REQUEST-SIGNATURE"), "test-public", "POST", "https://shop.example", "20003", r.Header.Get("X-REQUEST-ID"), string(body)) {
			t.Error("signature")
		}
		w.WriteHeader(201)
		_, _ = io.WriteString(w, `"https://webform.example/p/1"`)
	}))
	t.Cleanup(s.Close)
	p := shop(s.URL)
	p.cfg.PublicKeyMode = true
	if _, err := p.CreateInvoice(t.Context(), payment.InvoiceRequest{Reference: "ord-1", Amount: money.Of(100, "RUB")}); err != nil {
		t.Fatal(err)
	}
}

func TestAskCountsEveryPayment(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !validSignature(r.Header.Get("X-REQUEST-SIGNATURE"), "test-secret", "GET", "/orders/ord-1", "20003", r.Header.Get("X-REQUEST-ID"), "") {
			t.Error("signature")
		}
		_, _ = io.WriteString(w, `[
			{"TransactionId":"PS1","OrderId":"ord-1","TransactionState":"declined","StateDetails":{"Amount":"100.00","Currency":"RUB","Code":"51"}},
			{"TransactionId":"PS2","OrderId":"ord-1","TransactionState":"success","StateDetails":{"Amount":"100.00","Currency":"RUB"}},
			{"TransactionId":"PS3","OrderId":"ord-1","TransactionState":"success","StateDetails":{"Amount":100.00,"Currency":"RUB"}},
			{"TransactionId":"PS4","OrderId":"ord-1","TransactionState":"wait_for_3ds"}]`)
	}))
	t.Cleanup(s.Close)
	a, err := shop(s.URL).QueryAttempt(t.Context(), payment.AttemptRef{Reference: "ord-1"})
	if err != nil || len(a.Notices) != 3 || !a.UnderWay ||
		a.Notices[0].DedupeKey != "PS1:declined" || a.Notices[1].DedupeKey != "PS2:paid" || a.Notices[2].DedupeKey != "PS3:paid" {
		t.Fatalf("%+v, %v", a, err)
	}
}

// A transaction that was paid and is void has nothing left; one that was never paid is declined.
func TestVoidedTransactionHasNothingLeft(t *testing.T) {
	t.Parallel()
	const voided = `{"TransactionId":"PS1","OrderId":"ord-1","TransactionState":"voided","StateDetails":{"Amount":"100.00","Currency":"RUB"}}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := voided
		if strings.HasPrefix(r.URL.Path, "/orders/") {
			body = "[" + voided + "]"
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	a, err := shop(s.URL).QueryAttempt(t.Context(), payment.AttemptRef{Reference: "ord-1"})
	if err != nil || len(a.Notices) != 2 || a.Notices[0].DedupeKey != "PS1:declined" || a.Notices[1].DedupeKey != "PS1:refunded:0.00" {
		t.Errorf("%+v, %v", a, err)
	}
	if left, err := shop(s.URL).Remaining(t.Context(), "PS1", money.Of(100_00, "RUB")); err != nil || left != 0 {
		t.Errorf("%s is left, %v", left, err)
	}
}

func TestRefundIsOneCallWhenNothingElseWentBack(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		remains string
		want    error
		calls   int
	}{
		"not yet done":   {remains: "100.00", calls: 1},
		"done before":    {remains: "70.00", want: payment.ErrNotSent},
		"something else": {remains: "80.00", want: payment.ErrNotSent},
		"not reported":   {remains: "", want: payment.ErrNotSent},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls := 0
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					calls++
					body, _ := io.ReadAll(r.Body)
					if string(body) != `{"TransactionId":"PS1","Amount":"30.00","Currency":"RUB"}` {
						t.Errorf("%s", body)
					}
					_, _ = io.WriteString(w, `{"TransactionId":"PS2","OrderId":"ord-1"}`)
					return
				}
				_, _ = io.WriteString(w, `{"TransactionId":"PS1","StateDetails":{"RemainingAmount":"`+tt.remains+`"}}`)
			}))
			t.Cleanup(s.Close)
			_, err := shop(s.URL).Refund(t.Context(), payment.RefundRequest{Key: "k", ProviderID: "PS1", Amount: money.Of(3000, "RUB"), PaidAmount: 10000, RemainingAfter: 7000})
			if !errors.Is(err, tt.want) || calls != tt.calls {
				t.Fatalf("%v, %d calls", err, calls)
			}
		})
	}
}

func FuzzNotice(f *testing.F) {
	f.Add([]byte(hookBody))
	f.Add([]byte(`{"Event":"Refund","Amount":1,"NewAmount":null}`))
	p := shop("")
	f.Fuzz(func(t *testing.T, body []byte) {
		n, err := p.ParseWebhook(called(hookURL, string(body), sign("test-secret", "POST", hookURL, "20003", string(body))))
		if err == nil && (n.Amount.Sign() < 0 || n.Reference == "" || n.DedupeKey == "") {
			t.Fatalf("%q read as %+v", body, n)
		}
	})
}
