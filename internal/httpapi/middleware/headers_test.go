package middleware_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"larek/internal/httpapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/middleware"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/telemetry"
)

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	check := func(what string, a httpapitest.Response) {
		t.Helper()
		for _, name := range []string{"Referrer-Policy", "Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
			if a.Header.Get(name) == "" {
				t.Errorf("%s: got no %s, want one", what, name)
			}
		}
		if got := a.Header.Get("X-Content-Type-Options"); got != "nosniff" || len(a.Header["X-Content-Type-Options"]) != 1 {
			t.Errorf("%s: got X-Content-Type-Options %q, want nosniff once", what, a.Header["X-Content-Type-Options"])
		}
	}
	for _, path := range []string{
		"/api/games/", "/api/games/", "/api/games/404/", "/api/nobody/", "/nobody", "/healthz", "/readyz", "/metrics", "/api/orders/", "/api/docs/schema/",
		"/media/hdf69bz8c4mht034kr00fyk0c0/640.png", s.PictureURL(`select logo::text from games where id = 1`),
	} {
		check("GET "+path, s.Get(path))
	}
	check("POST", s.Post("/api/orders/pubg/", `{`))
	check("405", s.Post("/api/games/", `{}`))
	check("a notice", s.Post("/hooks/nobody/", `{}`))
	check("metrics", s.GetInside("/metrics"))
	check("health", s.GetInside("/readyz"))
}

// Headers that describe a visitor are accepted only together with the secret of the
// edge.
func TestOnlyTheEdgeIsTrusted(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	deps := s.Deps
	deps.EdgeSecret, deps.Registry = "the edge's own", telemetry.NewRegistry("test")
	deps.Limits = ratelimit.NewLimits(nil, 1, s.Clock.Now, deps.Log)
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

// Only nginx may describe a visitor.
func TestHeadersOfTheEdgeAreTakenFromTheEdgeAlone(t *testing.T) {
	t.Parallel()
	config, err := os.ReadFile("../../../deploy/nginx/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`proxy_set_header (X-[A-Za-z-]+) `).FindAllStringSubmatch(string(config), -1)
	if len(names) < 7 {
		t.Fatalf("got %v, want the headers nginx sets", names)
	}
	for _, name := range names {
		for secret, passes := range map[string]bool{"": false, "a guess": false, "the edge's own": name[1] != "X-Edge-Secret"} {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set(name[1], "KZ")
			r.Header.Set("X-Edge-Secret", secret)
			middleware.FromEdge("the edge's own", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if got := r.Header.Get(name[1]) != ""; got != passes {
					t.Errorf("%s with the secret %q: passed %t, want %t", name[1], secret, got, passes)
				}
			})).ServeHTTP(httptest.NewRecorder(), r)
		}
	}
}
