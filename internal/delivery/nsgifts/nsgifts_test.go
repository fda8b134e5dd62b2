package nsgifts

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/outbound"
)

const secret = "bnMtdGVzdC1zZWNyZXQ=" //nolint:gosec // of a published example

func shop(t testing.TB, address string, now clock.Clock) *Supplier {
	t.Helper()
	s, err := New(Settings{BaseURL: address, UserID: "1", Login: "l", Password: "p", Secret: secret}, &http.Client{Transport: new(http.Transport)}, now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSignatureKnownAnswer(t *testing.T) {
	t.Parallel()
	key, _ := base64.StdEncoding.DecodeString(secret)
	body := `{"service_id":1,"custom_id":"5d3bcbda-6bb5-4e87-80e5-1fb5f548bb87","fields":[{"key":"account","value":"gamer_1"},{"key":"amount","value":10.0}]}`
	got := sign(key, "POST", "/api/v2/create_order", "", "1720000000", "tok", []byte(body))
	if got != "BNX6B7WkbFE0pXwkYiFmL3YZZixMyO7fZDeduxMEXXM=" {
		t.Error(got)
	}
	if _, err := New(Settings{Secret: "not base64!"}, &http.Client{Transport: new(http.Transport)}, clock.System); err == nil {
		t.Error("a broken secret passed")
	}
}

func TestStampsGrowForTheSameRequestOnly(t *testing.T) {
	t.Parallel()
	var s timestamps
	for i, want := range []int64{100, 101, 102} {
		if got := s.next("a", 100); got != want {
			t.Errorf("%d: %d", i, got)
		}
	}
	if got := s.next("b", 100); got != 100 {
		t.Error(got)
	}
	if got := s.next("a", 500); got != 500 || len(s.last) != 1 {
		t.Error(got, s.last)
	}
}

func TestDollarsAreNeverTooFew(t *testing.T) {
	t.Parallel()
	for promised, want := range map[money.RUB]money.Minor{8146: 100, 8147: 101, 100000: 1228, 1: 1} {
		if got, err := dollars(promised, "81.46"); err != nil || got != want {
			t.Errorf("%s: %s, %v", promised, got, err)
		}
	}
	for _, rate := range []outbound.Scalar{"", "0", "-5", "many"} {
		if _, err := dollars(100, rate); !errors.Is(err, delivery.ErrUnreachable) {
			t.Errorf("%q: %v", rate, err)
		}
	}
}

func TestCustomIDIsAStableUUID(t *testing.T) {
	t.Parallel()
	id := customID("12-1-1")
	if id != customID("12-1-1") || id == customID("12-1-2") || len(id) != 36 || id[14] != '4' || !strings.Contains("89ab", id[19:20]) {
		t.Error(id)
	}
}

func TestCostsMoreAllowsARoundedCent(t *testing.T) {
	t.Parallel()
	const per = 10200
	for total, want := range map[int64]bool{125868: false, 125900: false, 125901: true} {
		if got := costsMore(delivery.Cost{TenThousandths: total}, per, 1234); got != want {
			t.Errorf("%d: %v", total, got)
		}
	}
	if costsMore(delivery.Cost{TenThousandths: 1}, 0, 1234) {
		t.Error("nothing to compare with")
	}
}

// service remembers signatures, as the supplier does, and counts sessions.
type service struct {
	mu     sync.Mutex
	used   map[string]bool
	tokens int
	valid  string
}

func (v *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	defer v.mu.Unlock()
	signature := r.Header.Get("X-Signature")
	switch {
	case v.used[signature]:
		w.WriteHeader(http.StatusUnauthorized)
	case r.URL.Path == "/api/v2/get_token":
		v.tokens++
		v.valid = fmt.Sprintf("token-%d", v.tokens)
		_, _ = fmt.Fprintf(w, `{"token":%q,"expires_in":7200}`, v.valid)
	case r.Header.Get("X-Token") != v.valid:
		w.WriteHeader(http.StatusUnauthorized)
	default:
		_, _ = io.WriteString(w, `{"balance":12.5}`)
	}
	v.used[signature] = true
}

func TestSessionIsSharedAndRenewed(t *testing.T) {
	t.Parallel()
	v := &service{used: map[string]bool{}}
	server := httptest.NewServer(v)
	t.Cleanup(server.Close)
	var mu sync.Mutex
	now := time.Unix(1720000000, 0)
	s := shop(t, server.URL, func() time.Time { mu.Lock(); defer mu.Unlock(); return now })
	var all sync.WaitGroup
	for range 20 { // the same query twenty times within a second
		all.Go(func() {
			if c, err := s.Balance(t.Context()); err != nil || c.TenThousandths != 125000 {
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
	all.Wait()
	if v.tokens != 1 {
		t.Errorf("%d sessions", v.tokens)
	}
	v.mu.Lock()
	v.valid = "issued to another instance"
	v.mu.Unlock()
	if _, err := s.Balance(t.Context()); err != nil || v.tokens != 2 {
		t.Errorf("a lost session: %v, %d sessions", err, v.tokens)
	}
	mu.Lock()
	now = now.Add(time.Hour + 56*time.Minute)
	mu.Unlock()
	if _, err := s.Balance(t.Context()); err != nil || v.tokens != 3 {
		t.Errorf("an old session: %v, %d sessions", err, v.tokens)
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"custom_id":"x","status":2,"pins":["A"],"total_to_pay":1.02}`))
	f.Add([]byte(`{"categories":[{"services":[{"service_id":1,"price":1.02,"currency":"USD","in_stock":true}]}]}`))
	f.Add([]byte(`{"accountStatus":true}`))
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "get_token") {
			_, _ = io.WriteString(w, `{"token":"t","expires_in":7200}`)
			return
		}
		_, _ = w.Write(body)
	}))
	f.Cleanup(server.Close)
	s := shop(f, server.URL, clock.System)
	f.Fuzz(func(t *testing.T, b []byte) {
		body = b
		out, err := s.QueryOrder(t.Context(), delivery.OrderRef{Key: "k"})
		if err == nil && out.State == "" || err != nil && !errors.Is(err, delivery.ErrOutcomeUnknown) {
			t.Fatalf("%q: %+v, %v", b, out, err)
		}
		_, _ = s.ListOffers(t.Context())
		if _, err := s.CheckAccount(t.Context(), delivery.Account{SteamLogin: "gamer"}); err != nil && !errors.Is(err, delivery.ErrUnreachable) {
			t.Fatalf("%q: %v", b, err)
		}
	})
}
