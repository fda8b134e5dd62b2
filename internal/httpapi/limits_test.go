package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"testing"
	"time"

	"larek/internal/httpapi"
	"larek/internal/ident"
	"larek/internal/obs"
)

type brokenCounts struct{}

func (brokenCounts) Take(context.Context, string, httpapi.Rate, time.Time) (time.Duration, error) {
	return 0, errors.New("away")
}

// prefixed keeps tests that share a Redis apart.
type prefixed struct {
	httpapi.Shared
	prefix string
}

func (p prefixed) Take(ctx context.Context, key string, r httpapi.Rate, now time.Time) (time.Duration, error) {
	return p.Shared.Take(ctx, p.prefix+key, r, now)
}

func redisCounts(t *testing.T) httpapi.Shared {
	t.Helper()
	address := os.Getenv("LAREK_TEST_REDIS_URL")
	if address == "" {
		t.Fatal("LAREK_TEST_REDIS_URL is not set")
	}
	counts, err := httpapi.NewRedisCounts(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(counts.Close)
	return prefixed{counts, ident.NewHash().String()}
}

// The same question to Redis, to a copy alone, and to a copy whose Redis is away.
func TestLimitsLetABurstThroughAndThenARate(t *testing.T) {
	t.Parallel()
	for name, shared := range map[string]httpapi.Shared{"redis": redisCounts(t), "alone": nil, "redis away": brokenCounts{}} {
		clock := &handClock{}
		limits := httpapi.NewLimits(shared, 1, clock.now, slog.New(slog.DiscardHandler))
		try := func(who string) bool { return limits.Slow(t.Context(), "sign_in", who) == nil }
		for i := range 30 {
			if !try("a") {
				t.Fatalf("%s: refused at %d", name, i)
			}
		}
		if try("a") {
			t.Errorf("%s: the burst has no end", name)
		}
		if !try("b") {
			t.Errorf("%s: another is refused too", name)
		}
		clock.advance(2 * time.Second)
		if !try("A") || try("a") {
			t.Errorf("%s: not one more after two seconds", name)
		}
		clock.advance(time.Hour)
		for i := range 30 {
			if !try("a") {
				t.Fatalf("%s: an hour later refused at %d", name, i)
			}
		}
	}
}

func TestLimitedCallsSayWhenToComeBack(t *testing.T) {
	t.Parallel()
	s := newLimitedShop(t)
	from := func(address string) http.Header { return withType(http.Header{"X-Forwarded-For": {address}}) }
	for call, n := range map[string]int{
		"/api/auth/jwt/create/": 30, "/api/auth/jwt/refresh/": 60, "/api/promo_codes/show/": 20, "/api/orders/pubg/": 30, "/api/feedback/create/": 10,
	} {
		for i := range n {
			if a := s.do("POST", call, from("203.0.113.7"), `{}`); a.status == 429 {
				t.Fatalf("%s: refused at %d", call, i)
			}
		}
		a := s.do("POST", call, from("203.0.113.7"), `{}`)
		wantRefusal(t, a, 429, "too_many")
		if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 || wait > 30 {
			t.Errorf("%s: Retry-After %q", call, a.header.Get("Retry-After"))
		}
		for _, other := range []string{"203.0.113.8", "2001:db8::1"} {
			if a := s.do("POST", call, from(other), `{}`); a.status == 429 {
				t.Errorf("%s: %s is refused too", call, other)
			}
		}
	}
	for i := range 40 { // one household, many addresses
		a := s.do("POST", "/api/auth/jwt/create/", from(fmt.Sprintf("2001:db8:1:1::%x", i+1)), `{}`)
		if (a.status == 429) != (i >= 30) {
			t.Fatalf("address %d of a network: %d", i, a.status)
		}
	}
	if a := s.do("GET", "/api/games/", from("203.0.113.7"), ""); a.status != 200 {
		t.Errorf("the catalogue: %d", a.status)
	}
}

func TestPasswordsOfOnePersonAreTriedSlowly(t *testing.T) {
	t.Parallel()
	s := newLimitedShop(t)
	for i := range 12 { // from an address each
		h := withType(http.Header{"X-Forwarded-For": {fmt.Sprintf("198.51.100.%d", i)}})
		a := s.do("POST", "/api/auth/jwt/create/", h, `{"email": "Victim@example.test", "password": "guess"}`)
		if (a.status == 429) != (i >= 10) {
			t.Fatalf("try %d: %d %s", i, a.status, a.body)
		}
	}
}

// newLimitedShop has the limits of production.
func newLimitedShop(t *testing.T) *shop {
	t.Helper()
	s := newShop(t)
	limits := httpapi.NewLimits(nil, 1, s.clock.now, slog.New(slog.DiscardHandler))
	deps := s.deps
	handlers := *deps.Store
	handlers.Slow = limits.Slow
	deps.Store, deps.Limits, deps.Registry = &handlers, limits, obs.NewRegistry()
	handler, err := httpapi.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	s.url = srv.URL
	return s
}
