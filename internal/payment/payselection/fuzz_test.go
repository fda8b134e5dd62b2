package payselection

import (
	"net/http"
	"strings"
	"testing"
)

// Whatever the body, a notice is accepted only with the signature over it and
// over the address it came to; the signature of a request of ours is none.
func FuzzSignature(f *testing.F) {
	f.Add(hookBody, hookSign)
	f.Add("req-1\n"+hookBody, hookSign)
	p := shop("")
	f.Fuzz(func(t *testing.T, body, given string) {
		if n, err := p.ParseWebhook(called(hookURL, body, given)); err == nil && !validSignature(given, "test-secret", http.MethodPost, hookURL, "20003", body) {
			t.Fatalf("%q was not signed and is read as %+v", body, n)
		}
		request := sign("test-secret", http.MethodPost, "/webpayments/create", "20003", requestID("create", body), body)
		if n, err := p.ParseWebhook(called(hookURL, body, request)); err == nil {
			t.Fatalf("the signature of a request passes for a notice: %+v", n)
		}
		n, err := p.ParseWebhook(called(hookURL, body, strings.ToUpper(sign("test-secret", http.MethodPost, hookURL, "20003", body))))
		if err == nil && (n.Amount.Sign() < 0 || !n.Amount.Currency.Valid() || !idPart.MatchString(n.ProviderID) || !orderPart.MatchString(n.Reference)) {
			t.Fatalf("%q read as %+v", body, n)
		}
	})
}
