package outbound

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestUnknownCertificateIsRefused(t *testing.T) {
	t.Parallel()
	asked := false
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	t.Cleanup(s.Close)
	_, err := New(&http.Client{Transport: new(http.Transport)}, Errors{errUnsent, errUnknown}).Send(t.Context(), http.MethodPost, s.URL, nil, []byte("secret"))
	if !errors.Is(err, errUnsent) || asked {
		t.Errorf("got %v, service called: %t; want that nothing was sent", err, asked)
	}
	if _, err := New(s.Client(), Errors{errUnsent, errUnknown}).Send(t.Context(), http.MethodPost, s.URL, nil, nil); errors.Is(err, errUnsent) || !asked {
		t.Errorf("with its certificate trusted: got %v, want a response", err)
	}
}
