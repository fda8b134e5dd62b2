package rokky

import (
	"net/http"
	"testing"

	"larek/internal/delivery"
)

// Whatever the body and the time, a callback is accepted only with the signature
// over both.
func FuzzCallback(f *testing.F) {
	const path = "/hooks/rokky/"
	f.Add("1700000000", []byte(`{"event":"order.updated","key":"k"}`), "x")
	f.Add("", []byte(`{}`), "")
	f.Fuzz(func(t *testing.T, at string, body []byte, given string) {
		h := http.Header{}
		h.Set("X-Timestamp", at)
		h.Set("X-Signature", given)
		about, err := shop("").ParseCallback(delivery.Callback{Header: h, Body: body})
		if err == nil && given != sign("s", at, http.MethodPost, path, body) {
			t.Fatalf("%q was not signed and is read as %+v", body, about)
		}
		about, err = shop("").ParseCallback(called("s", "1700000000", path, string(body)))
		if err == nil && about.Key == "" {
			t.Fatalf("%q read as %+v", body, about)
		}
	})
}
