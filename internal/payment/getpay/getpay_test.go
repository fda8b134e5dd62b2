package getpay

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"larek/internal/money"
	"larek/internal/payment"
)

func wallet(address string) *Provider {
	return New(Settings{Wallet: "27000", Secret: "secret", BaseURL: address}, &http.Client{Transport: new(http.Transport)})
}

const known = "beccb2b83b7d32e88d7dd20ed6596d9e" // of 27000:100:ord-1:secret

func TestNotice(t *testing.T) {
	t.Parallel()
	want := payment.Notice{DedupeKey: "ord-1:paid", Kind: payment.NoticePaid, Reference: "ord-1", ProviderID: "ord-1", Amount: money.Of(10000, "RUB")}
	genuine := map[string]string{
		"form":     "wallet=27000&sum=100&order=ord-1&type=card&signature=" + known,
		"old form": "WALLET_ID=27000&SUM=100&ORDER_ID=ord-1&SIGN=" + strings.ToUpper(known),
		"json":     `{"wallet":"27000","sum":100,"order":"ord-1","type":"card","signature":"` + known + `"}`,
	}
	for name, body := range genuine {
		if n, err := wallet("").ParseWebhook(payment.Webhook{Body: []byte(body)}); err != nil || n != want {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	// A number is signed as it is written, kopecks and all.
	numbers := `{"wallet":27000,"sum":100.50,"order":12,"type":1,"signature":"` + sign("27000", "100.50", "12", "secret") + `"}`
	asWritten := payment.Notice{DedupeKey: "12:paid", Kind: payment.NoticePaid, Reference: "12", ProviderID: "12", Amount: money.Of(10050, "RUB")}
	if n, err := wallet("").ParseWebhook(payment.Webhook{Body: []byte(numbers)}); err != nil || n != asWritten {
		t.Errorf("numbers: %+v, %v", n, err)
	}
	forged := map[string]string{
		"no signature":    "wallet=27000&sum=100&order=ord-1",
		"empty signature": "wallet=27000&sum=100&order=ord-1&signature=",
		"altered sum":     "wallet=27000&sum=999&order=ord-1&signature=" + known,
		"altered order":   "wallet=27000&sum=100&order=ord-2&signature=" + known,
		"other wallet":    "wallet=1&sum=100&order=ord-1&signature=" + sign("1", "100", "ord-1", "secret"),
		"moved border":    "wallet=27000&sum=100:ord-1&order=&signature=" + known,
		"no sum":          "wallet=27000&sum=&order=ord-1&signature=" + sign("27000", "", "ord-1", "secret"),
		"broken form":     "%zz",
		"broken json":     "{",
	}
	for name, body := range forged {
		if n, err := wallet("").ParseWebhook(payment.Webhook{Body: []byte(body)}); !errors.Is(err, payment.ErrInvalidSignature) || n != (payment.Notice{}) {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	own := New(Settings{Wallet: "27000", Secret: "secret", Fields: []Fields{{"w", "s", "o", "h"}}}, &http.Client{Transport: new(http.Transport)})
	if n, err := own.ParseWebhook(payment.Webhook{Body: []byte("w=27000&s=100&o=ord-1&h=" + known)}); err != nil || n != want {
		t.Errorf("own names: %+v, %v", n, err)
	}
}

func TestInvoice(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		answer string
		want   error
	}{
		"made":     {status: 200, answer: `{"status":"success","paymentId":77,"redirectUrl":"https://pay.example/77"}`},
		"refused":  {status: 200, answer: `{"status":"error","error":"wrong sum"}`, want: payment.ErrRefused},
		"no page":  {status: 200, answer: `{"status":"success"}`, want: payment.ErrOutcomeUnknown},
		"nonsense": {status: 200, answer: `<html>`, want: payment.ErrOutcomeUnknown},
		"broken":   {status: 500, want: payment.ErrOutcomeUnknown},
		"denied":   {status: 403, want: payment.ErrRefused},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if q := r.URL.Query(); q.Get("sum") != "166.70" || q.Get("wallet") != "27000" || q.Get("secret") != "secret" || q.Get("order") != "ord-1" {
					t.Errorf("%v", q)
				}
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.answer)
			}))
			t.Cleanup(s.Close)
			o, err := wallet(s.URL).CreateInvoice(t.Context(), payment.InvoiceRequest{Reference: "ord-1", Amount: money.Of(16670, "RUB")})
			if !errors.Is(err, tt.want) || (err == nil && (o.ProviderID != "77" || o.Scenario.URL != "https://pay.example/77" || o.Scenario.Type != payment.P2PRedirect)) {
				t.Fatalf("%+v, %v", o, err)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Fatalf("the error contains the secret: %v", err)
			}
		})
	}
}

func FuzzNotice(f *testing.F) {
	f.Add("wallet=27000&sum=100&order=ord-1&type=card&signature=" + known)
	f.Add(`{"wallet":"27000","sum":1e2,"order":null,"signature":"x"}`)
	f.Fuzz(func(t *testing.T, body string) {
		p := wallet("")
		if n, err := p.ParseWebhook(payment.Webhook{Body: []byte(body)}); err == nil && n.Reference != "ord-1" {
			t.Fatalf("%q read as %+v", body, n)
		}
		form, _ := url.ParseQuery(body)
		form.Set("wallet", "27000")
		form.Set("signature", sign("27000", form.Get("sum"), form.Get("order"), "secret"))
		n, err := p.ParseWebhook(payment.Webhook{Body: []byte(form.Encode())})
		if err == nil && (n.Amount.Sign() <= 0 || n.Reference == "") {
			t.Fatalf("%q read as %+v", body, n)
		}
	})
}
