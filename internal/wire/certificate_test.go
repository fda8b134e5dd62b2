package wire

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
	_, err := New(http.DefaultClient, Ends{errUnsent, errUnknown}).Send(t.Context(), http.MethodPost, s.URL, nil, []byte("secret"))
	if err == nil || asked {
		t.Errorf("got %v, and the service was asked: %t; want an error and no question", err, asked)
	}
	if _, err := New(s.Client(), Ends{errUnsent, errUnknown}).Send(t.Context(), http.MethodPost, s.URL, nil, nil); errors.Is(err, errUnsent) || !asked {
		t.Errorf("with its certificate trusted: got %v, want an answer", err)
	}
}
