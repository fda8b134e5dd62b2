package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"larek/internal/httpapi"
	"larek/internal/obs"
)

func TestPaymentsAndUploadsAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := newLimitedShop(t)
	for call, n := range map[string]int{
		"/api/payments/payselection/": 30, "/api/payments/payselection/status/": 30, "/api/orders/standoff/avatar/1/": 20,
	} {
		for i := range n + 1 {
			a := s.do("POST", call, withType(http.Header{"X-Forwarded-For": {"203.0.113.7"}}), `{}`)
			if (a.status == 429) != (i == n) {
				t.Fatalf("%s: call %d: got %d, want 429 for the call after %d", call, i, a.status, n)
			}
		}
		if a := s.do("POST", call, withType(http.Header{"X-Forwarded-For": {"203.0.113.8"}}), `{}`); a.status == 429 {
			t.Errorf("%s: another address: got %d, want anything but 429", call, a.status)
		}
	}
}

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	check := func(what string, a answer) {
		t.Helper()
		for _, name := range []string{"Referrer-Policy", "Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
			if a.header.Get(name) == "" {
				t.Errorf("%s: got no %s, want one", what, name)
			}
		}
		if got := a.header.Get("X-Content-Type-Options"); got != "nosniff" || len(a.header["X-Content-Type-Options"]) != 1 {
			t.Errorf("%s: got X-Content-Type-Options %q, want nosniff once", what, a.header["X-Content-Type-Options"])
		}
	}
	for _, path := range []string{
		"/api/games/", "/api/games/", "/api/games/404/", "/api/nobody/", "/nobody", "/healthz", "/readyz", "/metrics", "/api/orders/", "/api/docs/schema/",
		"/media/hdf69bz8c4mht034kr00fyk0c0/640.png", s.picture(`select logo::text from games where id = 1`),
	} {
		check("GET "+path, s.get(path))
	}
	check("POST", s.post("/api/orders/pubg/", `{`))
	check("405", s.post("/api/games/", `{}`))
	check("a notice", s.post("/hooks/nobody/", `{}`))
	check("metrics", s.look("/metrics"))
	check("health", s.look("/readyz"))
}

// What a caller says about itself is believed only together with the secret of the edge.
func TestOnlyTheEdgeIsBelieved(t *testing.T) {
	t.Parallel()
	s := newLimitedShop(t)
	deps := s.deps
	deps.EdgeSecret, deps.Registry = "the edge's own", obs.NewRegistry()
	deps.Limits = httpapi.NewLimits(nil, 1, s.clock.now, deps.Log)
	handler, err := httpapi.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	refusedAt := func(secret string, remote func(i int) string) int {
		for i := range 100 {
			r := httptest.NewRequest("POST", "/api/auth/jwt/create/", strings.NewReader(`{}`))
			r.RemoteAddr = "203.0.113.9:5000"
			r.Header.Set("X-Forwarded-For", remote(i))
			r.Header.Set("Content-Type", "application/json")
			if secret != "" {
				r.Header.Set("X-Edge-Secret", secret)
			}
			w := httptest.NewRecorder()
			if handler.ServeHTTP(w, r); w.Code == http.StatusTooManyRequests {
				return i
			}
		}
		return -1
	}
	another := func(i int) string { return fmt.Sprintf("198.51.100.%d", i) }
	if got := refusedAt("", another); got != 30 {
		t.Errorf("addresses without the secret: got 429 at %d, want it at 30 as for one caller", got)
	}
	if got := refusedAt("a guess", another); got != 0 {
		t.Errorf("addresses with a wrong secret: got 429 at %d, want it at once", got)
	}
	if got := refusedAt("the edge's own", another); got != -1 {
		t.Errorf("addresses with the secret: got 429 at %d, want never", got)
	}
}

// Of some suppliers the address of a callback is the secret.
func TestTheSecretPartOfAHookIsNotLogged(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, name := range []string{"moogold", "tbank", "nobody"} {
		s.post("/hooks/"+name+"/7ZQ4C0M9-secret/", `{}`)
		s.do("GET", "/hooks/"+name+"/7ZQ4C0M9-secret/", nil, "")
	}
	if logs := s.logs.String(); !strings.Contains(logs, "/hooks/{name}/*") || strings.Contains(logs, "7ZQ4C0M9") {
		t.Errorf("got %s, want the pattern of the address and not its secret part", logs)
	}
}
