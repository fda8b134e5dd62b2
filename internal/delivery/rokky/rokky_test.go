package rokky

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
)

func shop(address string) *Supplier {
	return New(Settings{BaseURL: address, Partner: "p", Secret: "s", HookPath: "/hooks/rokky/"},
		&http.Client{Transport: new(http.Transport)}, clock.Fixed(time.Unix(1700000000, 0)))
}

func called(secret, timestamp, path, body string) delivery.Callback {
	h := http.Header{}
	h.Set("X-Timestamp", timestamp)
	h.Set("X-Signature", sign(secret, timestamp, "POST", path, []byte(body)))
	return delivery.Callback{Header: h, Body: []byte(body)}
}

func TestCallbackTrustsOnlyTheSignature(t *testing.T) {
	t.Parallel()
	const path, body = "/hooks/rokky/", `{"event":"order.updated","key":"k"}`
	f, err := shop("").ParseCallback(called("s", "1700000000", path, body))
	if err != nil || f.Key != "k" {
		t.Fatalf("%+v, %v", f, err)
	}
	for name, h := range map[string]delivery.Callback{
		"other secret": called("x", "1700000000", path, body),
		"other path":   called("s", "1700000000", "/hooks/other/", body),
		"old":          called("s", "1699999000", path, body),
		"of tomorrow":  called("s", "1700090000", path, body),
		"no time":      called("s", "", path, body),
		"other event":  called("s", "1700000000", path, `{"event":"ping","key":"k"}`),
		"no key":       called("s", "1700000000", path, `{"event":"order.updated"}`),
	} {
		if f, err := shop("").ParseCallback(h); !errors.Is(err, delivery.ErrInvalidCallback) {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
	keyless := New(Settings{HookPath: path}, &http.Client{Transport: new(http.Transport)}, clock.Fixed(time.Unix(1700000000, 0)))
	if _, err := keyless.ParseCallback(called("", "1700000000", path, body)); !errors.Is(err, delivery.ErrInvalidCallback) {
		t.Errorf("without a secret: %v", err)
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"key":"k","id":"RO-1","status":"completed","codes":["A"],"price":"1.00","currency":"USD"}`))
	f.Add([]byte(`{"key":"k","status":"refused"}`))
	f.Add([]byte(`{"pages":1,"offers":[{"sku":"RK","price":"1.00","currency":"USD"}]}`))
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
	f.Cleanup(server.Close)
	s := shop(server.URL)
	f.Fuzz(func(t *testing.T, b []byte) {
		body = b
		out, err := s.QueryOrder(t.Context(), delivery.OrderRef{Key: "k"})
		if err == nil && (out.State == "" || out.State == delivery.OutcomeDelivered && len(out.Codes) == 0) ||
			err != nil && !errors.Is(err, delivery.ErrOutcomeUnknown) {
			t.Fatalf("%q: %+v, %v", b, out, err)
		}
		_, _ = s.ParseCallback(called("s", "1700000000", "/hooks/rokky/", string(b)))
		_, _ = s.Balance(t.Context())
	})
}
