package outbound

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"1.1.1.1": true, "142.250.74.10": true, "2a00:1450:4010::5f": true, "::ffff:1.1.1.1": true,
		"127.0.0.1": false, "10.0.0.1": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "0.0.0.0": false, "255.255.255.255": false, "224.0.0.1": false,
		"::1": false, "::": false, "fe80::1": false, "fd12::1": false, "ff02::1": false, "::ffff:127.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
	} {
		if got := IsPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: got %t, want %t", address, got, want)
		}
	}
}

func TestPublicClientDoesNotReachThisMachine(t *testing.T) {
	t.Parallel()
	called := false
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	t.Cleanup(s.Close)
	_, err := New(Public(), Errors{errUnsent, errUnknown}).Send(t.Context(), http.MethodPost, s.URL, nil, nil)
	if !errors.Is(err, errUnsent) || !errors.Is(err, errNotPublic) || called {
		t.Errorf("got %v, called: %t; want that nothing was sent", err, called)
	}
}
