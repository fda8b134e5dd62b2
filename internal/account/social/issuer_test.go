package social

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"larek/internal/clock"
)

func TestMetadataOfAnotherIssuerIsRefused(t *testing.T) {
	t.Parallel()
	for issuer, want := range map[string]error{"%s": nil, "%s/": ErrUnavailable, "https://evil.test": ErrUnavailable, "": ErrUnavailable} {
		mux := http.NewServeMux()
		s := httptest.NewServer(mux)
		t.Cleanup(s.Close)
		if issuer == "%s" || issuer == "%s/" {
			issuer = fmt.Sprintf(issuer, s.URL)
		}
		mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"issuer": %q, "authorization_endpoint": "%[2]s/a", "token_endpoint": "%[2]s/t", "jwks_uri": "%[2]s/k"}`, issuer, s.URL)
		})
		_, err := NewGoogle(App{"id", "secret"}, s.URL, s.Client(), clock.System).AuthURL(t.Context(), AuthRequest{State: "s", Nonce: "n", Verifier: "v"})
		if !errors.Is(err, want) {
			t.Errorf("metadata of %q: got %v, want %v", issuer, err, want)
		}
	}
}
