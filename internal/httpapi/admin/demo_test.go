package admin_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi"
	"larek/internal/httpapi/admin"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/telemetry"
)

// The link of a demo opens the console from this machine and from the gateway of its
// container, to nobody else, and only with the whole token.
func TestTheLinkOfADemo(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	anna := s.HireOperator("admin")
	s.Exec(`delete from staff_sessions`)
	deps := s.Deps
	deps.Demo = &admin.Demo{Email: anna.Email, Token: "right", From: []netip.Addr{netip.MustParseAddr("172.18.0.1")}}
	deps.Admin.StaffSessions.Unlocked = true
	deps.Registry = telemetry.NewRegistry("test")
	handler, err := httpapi.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	visit := func(path, from, cookie string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header.Set("X-Forwarded-For", from)
		r.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	for name, c := range map[string]struct{ path, from string }{
		"from the internet":      {"/api/demo/right", "203.0.113.7"},
		"from the local network": {"/api/demo/right", "192.168.1.5"},
		"with a wrong token":     {"/api/demo/wrong", "127.0.0.1"},
		"with part of the token": {"/api/demo/righ", "127.0.0.1"},
		"through a claimed hop":  {"/api/demo/right", "127.0.0.1, 203.0.113.7"},
	} {
		if w := visit(c.path, c.from, ""); w.Code != 404 || w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %v, want 404 and no cookie", name, w.Code, w.Header())
		}
	}
	if n := s.Value(`select count(*)::text from staff_sessions`); n != "0" {
		t.Errorf("%s sessions were opened by refused visitors", n)
	}
	for _, from := range []string{"127.0.0.1", "::1", "172.18.0.1"} {
		w := visit("/api/demo/right", from, "")
		cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
		if w.Code != 303 || !strings.HasSuffix(w.Header().Get("Location"), "/console/") || cookie == "" {
			t.Fatalf("from %s: %d %v, want a session and the console", from, w.Code, w.Header())
		}
		// Hours later neither a lock nor a second factor is in the way.
		s.Clock.Advance(2 * time.Hour)
		if me := visit("/api/admin/me/", "127.0.0.1", cookie); me.Code != 200 {
			t.Errorf("from %s: the session is %d %s, want open", from, me.Code, me.Body)
		}
	}
}

// A shop that is no demo has no such address.
func TestNoLinkWithoutADemo(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	if a := s.Do("GET", "/api/demo/right", http.Header{"X-Forwarded-For": {"127.0.0.1"}}, ""); a.Status != 404 {
		t.Errorf("got %d, want 404", a.Status)
	}
}
