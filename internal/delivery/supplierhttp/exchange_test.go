package supplierhttp

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"larek/internal/delivery"
)

func TestExchangeMasksSecretsAndPersonalData(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"status":"ok","codes":["AAAA-BBBB-CCCC"],"message":"player 512345678 of ann@example.org, token hunter2secret","id":512345678,"new_field":"who knows","n":7}`)
	}))
	t.Cleanup(s.Close)
	c := New(s.Client(), s.URL, []string{"hunter2secret"}, []string{"status", "message", "n"})
	_, seen, err := c.Send(t.Context(), Call{Method: "POST", Path: "/x/512345678", Header: JSON(),
		Body:         []byte(`{"token":"hunter2secret","User ID":"512345678","email":"ann@example.org","status":"new"}`),
		PersonalData: []string{"512345678", "ann@example.org", "1"}})
	if err != nil {
		t.Fatal(err)
	}
	if seen.Request != `POST /x/•••78 {"User ID":"•••78","email":"•••","status":"new","token":"•••"}` {
		t.Error(seen.Request)
	}
	if seen.Response != `{"codes":["•••"],"id":"•••78","message":"player •••78 of •••, token •••","n":7,"new_field":"•••","status":"ok"}` {
		t.Error(seen.Response)
	}
	if seen.Status != 200 {
		t.Error(seen.Status)
	}
}

func TestResponsesAboutOurAccountAreUnreachable(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]error{200: nil, 404: nil, 401: delivery.ErrUnreachable, 403: delivery.ErrUnreachable, 429: delivery.ErrUnreachable, 503: delivery.ErrOutcomeUnknown} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		_, seen, err := New(s.Client(), s.URL, nil, nil).Send(t.Context(), Call{Method: "GET", Path: "/"})
		s.Close()
		if !errors.Is(err, want) || seen.Status != status {
			t.Errorf("%d: %v, %+v", status, err, seen)
		}
	}
}

func TestCost(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"0": 0, "12": 120000, "12.3": 123000, "0.1234": 1234, "1.50000": 15000} {
		c, err := Cost(text, "USD")
		if err != nil || c.TenThousandths != want {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
	for _, text := range []string{"", ".", ".5", "-1", "1e3", "1.23456", "1,5", "9999999999999"} {
		if c, err := Cost(text, "USD"); !errors.Is(err, delivery.ErrOutcomeUnknown) {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
	for n, want := range map[int64]string{0: "0.00", 120000: "12.00", 123400: "12.34", 1234: "0.1234", 12340: "1.234"} {
		if got := Decimal(delivery.Cost{TenThousandths: n}); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

func FuzzMask(f *testing.F) {
	f.Add([]byte(`{"a":["hunter2secret",{"b":"hunter2secret"}]}`))
	f.Add([]byte(`<html>hunter2secret`))
	f.Add([]byte("\xff{"))
	m := New(&http.Client{Transport: new(http.Transport)}, "", []string{"hunter2secret"}, []string{"a"}).masker([]string{"512345678"})
	f.Fuzz(func(t *testing.T, body []byte) {
		out := m.body(body)
		if !utf8.ValidString(out) || len(out) > maxRecorded*2 {
			t.Fatalf("%q", out)
		}
		var v any
		if json.Unmarshal(body, &v) == nil && (strings.Contains(out, "hunter2secret") || strings.Contains(out, "512345678")) {
			t.Fatalf("%q shows %q", body, out)
		}
	})
}
