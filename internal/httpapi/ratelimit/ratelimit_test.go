package ratelimit_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/publicid"
)

type brokenCounts struct{}

func (brokenCounts) Take(context.Context, string, ratelimit.Rate, time.Time) (time.Duration, error) {
	return 0, errors.New("unreachable")
}

// prefixed separates tests that share a Redis.
type prefixed struct {
	ratelimit.Shared
	prefix string
}

func (p prefixed) Take(ctx context.Context, key string, r ratelimit.Rate, now time.Time) (time.Duration, error) {
	return p.Shared.Take(ctx, p.prefix+key, r, now)
}

func redisCounts(t *testing.T) ratelimit.Shared {
	t.Helper()
	address := os.Getenv("LAREK_TEST_REDIS_URL")
	if address == "" {
		t.Fatal("LAREK_TEST_REDIS_URL is not set")
	}
	counts, err := ratelimit.NewRedisCounts(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(counts.Close)
	return prefixed{counts, publicid.New().String()}
}

// TestLimitsLetABurstThroughAndThenARate asks Redis, an instance without Redis, and
// an instance whose Redis is unreachable the same question.
func TestLimitsLetABurstThroughAndThenARate(t *testing.T) {
	t.Parallel()
	for name, shared := range map[string]ratelimit.Shared{"redis": redisCounts(t), "alone": nil, "redis away": brokenCounts{}} {
		clock := &httpapitest.Clock{}
		limits := ratelimit.NewLimits(shared, 1, clock.Now, slog.New(slog.DiscardHandler))
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
		clock.Advance(2 * time.Second)
		if !try("A") || try("a") {
			t.Errorf("%s: not one more after two seconds", name)
		}
		clock.Advance(time.Hour)
		for i := range 30 {
			if !try("a") {
				t.Fatalf("%s: an hour later refused at %d", name, i)
			}
		}
	}
}

func TestLimitedCallsSayWhenToComeBack(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	from := func(address string) http.Header {
		return httpapitest.WithJSON(http.Header{"X-Forwarded-For": {address}})
	}
	for call, n := range map[string]int{
		"/api/auth/jwt/create/": 30, "/api/auth/jwt/refresh/": 60, "/api/promo_codes/show/": 20, "/api/orders/pubg/": 30, "/api/feedback/create/": 10,
	} {
		for i := range n {
			if a := s.Do("POST", call, from("203.0.113.7"), `{}`); a.Status == 429 {
				t.Fatalf("%s: refused at %d", call, i)
			}
		}
		a := s.Do("POST", call, from("203.0.113.7"), `{}`)
		a.WantRefusal(t, 429, "too_many")
		if wait, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 30 {
			t.Errorf("%s: Retry-After %q", call, a.Header.Get("Retry-After"))
		}
		for _, other := range []string{"203.0.113.8", "2001:db8::1"} {
			if a := s.Do("POST", call, from(other), `{}`); a.Status == 429 {
				t.Errorf("%s: %s is refused too", call, other)
			}
		}
	}
	for i := range 40 { // one household, many addresses
		a := s.Do("POST", "/api/auth/jwt/create/", from(fmt.Sprintf("2001:db8:1:1::%x", i+1)), `{}`)
		if (a.Status == 429) != (i >= 30) {
			t.Fatalf("address %d of a network: %d", i, a.Status)
		}
	}
	passed := func(calls int, network func(i int) string) (n int) {
		for i := range calls {
			if a := s.Do("POST", "/api/auth/jwt/create/", from(network(i)), `{}`); a.Status != 429 {
				n++
			}
		}
		return n
	}
	if n := passed(200, func(i int) string { return fmt.Sprintf("2001:db8:2:aa%02x::1", i) }); n != 4*30 {
		t.Errorf("200 networks of one /56: %d calls passed, want %d", n, 4*30)
	}
	if n := passed(600, func(i int) string { return fmt.Sprintf("2001:db8:3:%02x%02x::1", i%256, i/256) }); n != 16*30 {
		t.Errorf("600 networks of one /48: %d calls passed, want %d", n, 16*30)
	}
	if a := s.Do("GET", "/api/games/", from("203.0.113.7"), ""); a.Status != 200 {
		t.Errorf("the catalogue: got %d, want 200", a.Status)
	}
}

func TestPasswordsOfOnePersonAreTriedSlowly(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	try := func(address, email string) int {
		h := httpapitest.WithJSON(http.Header{"X-Forwarded-For": {address}})
		return s.Do("POST", "/api/auth/jwt/create/", h, fmt.Sprintf(`{"email": %q, "password": "guess"}`, email)).Status
	}
	for i := range 12 {
		if status := try("198.51.100.1", "Victim@example.test"); (status == 429) != (i >= 10) {
			t.Fatalf("try %d from one address: %d", i, status)
		}
	}
	// The owner comes in from elsewhere; so do strangers with many addresses, for a while.
	for i := range 92 {
		if status := try(fmt.Sprintf("203.0.113.%d", i), "victim@example.test"); (status == 429) != (i >= 90) {
			t.Fatalf("try %d from an address each: %d", i, status)
		}
	}
}

// Strangers may try passwords at the storefront; staff sign in meanwhile.
func TestTriesAtTheStorefrontDoNotKeepStaffOut(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	o := s.HireOperator("admin")
	body := fmt.Sprintf(`{"email": %q, "password": %q}`, s.Value(`select email from staff where id = $1`, o.ID), httpapitest.StaffPassword)
	for i := range 12 {
		s.Do("POST", "/api/auth/jwt/create/", httpapitest.WithJSON(http.Header{"X-Forwarded-For": {fmt.Sprintf("198.51.100.%d", i)}}), body)
	}
	h := o.Header()
	h.Set("X-Forwarded-For", "203.0.113.7")
	if a := s.Do("POST", "/api/admin/session/", h, body); a.Status != 200 {
		t.Errorf("got %d %s, want the person signed in", a.Status, a.Body)
	}
}

func TestPaymentsAndUploadsAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewLimitedShop(t)
	for call, n := range map[string]int{
		"/api/payments/payselection/": 30, "/api/payments/payselection/status/": 30, "/api/orders/standoff/avatar/1/": 20,
	} {
		for i := range n + 1 {
			a := s.Do("POST", call, httpapitest.WithJSON(http.Header{"X-Forwarded-For": {"203.0.113.7"}}), `{}`)
			if (a.Status == 429) != (i == n) {
				t.Fatalf("%s: call %d: got %d, want 429 for the call after %d", call, i, a.Status, n)
			}
		}
		if a := s.Do("POST", call, httpapitest.WithJSON(http.Header{"X-Forwarded-For": {"203.0.113.8"}}), `{}`); a.Status == 429 {
			t.Errorf("%s: another address: got %d, want anything but 429", call, a.Status)
		}
	}
}
