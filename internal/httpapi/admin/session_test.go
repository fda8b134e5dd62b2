package admin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/staff"
)

var _ = rows(func() map[string]row {
	return map[string]row{
		"getSession": {call: at("/api/admin/session/")},
		"openSession": {call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/session/", signInBody(f.HireOperator("operator").Email, httpapitest.StaffPassword)
		}, action: "session.open"},
		// The callers of the table have no passkey.
		"askPasskey": {call: at("/api/admin/session/challenge/"), want: 400},
		"proveSession": {call: func(f *fixture, who caller) (string, string) {
			return "/api/admin/session/prove/", proofBody("totp", f.digits(who))
		}, action: "session.prove", except: map[string]int{"without factor": 400}},
		"lockOwnSession": {call: at("/api/admin/session/lock/"), action: "session.lock"},
		"endOwnSession":  {call: at("/api/admin/session/end/"), want: 204, action: "session.end"},
		"getMe":          {call: at("/api/admin/me/")},
	}
})

func signInBody(email, password string) string {
	return fmt.Sprintf(`{"email": %q, "password": %q}`, email, password)
}

func proofBody(method, secret string) string {
	return fmt.Sprintf(`{"method": %q, "secret": %q}`, method, secret)
}

// state is the answer of calls about a session.
type state struct {
	State      string     `json:"state"`
	Methods    []string   `json:"methods"`
	Name       *string    `json:"name"`
	LocksAt    *time.Time `json:"locks_at"`
	FreshUntil *time.Time `json:"fresh_until"`
}

// with returns the headers of a call with a cookie.
func with(cookie string) http.Header {
	h := httpapitest.ConsolePage()
	h.Set("Cookie", cookie)
	return h
}

// signIn gives the password and returns the cookie of the session.
func signIn(t *testing.T, s *httpapitest.Shop, email string) (state, string) {
	t.Helper()
	a := s.Do("POST", "/api/admin/session/", httpapitest.ConsolePage(), signInBody(email, httpapitest.StaffPassword))
	if a.Status != 200 {
		t.Fatalf("sign in: got %d %s, want 200", a.Status, a.Body)
	}
	return httpapitest.Decode[state](t, a), httpapitest.CookieOf(a)
}

func TestSignInTakesPasswordAndFactor(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("senior")
	s.Clock.Advance(time.Minute)
	x, cookie := signIn(t, s, o.Email)
	if x.State != "factor" || len(x.Methods) != 2 || x.Methods[0] != "totp" {
		t.Fatalf("after the password: got %+v, want a factor due", x)
	}
	s.Do("GET", "/api/admin/me/", with(cookie), "").WantRefusal(t, 403, "console.factor")
	s.Do("POST", "/api/admin/session/prove/", with(cookie), proofBody("password", httpapitest.StaffPassword)).WantRefusal(t, 400, "signin.method")
	s.Do("POST", "/api/admin/session/prove/", with(cookie), proofBody("totp", "000000")).WantRefusal(t, 400, "signin.wrong_proof")
	digits := o.Digits()
	a := s.Do("POST", "/api/admin/session/prove/", with(cookie), proofBody("totp", digits))
	opened := httpapitest.CookieOf(a)
	if a.Status != 200 || opened == "" || opened == cookie {
		t.Fatalf("after the factor: got %d %s %q, want a new cookie", a.Status, a.Body, opened)
	}
	if x = httpapitest.Decode[state](t, a); x.State != "open" || x.LocksAt == nil || x.FreshUntil == nil {
		t.Errorf("got %+v, want an open session", x)
	}
	if got := a.Header.Get("Set-Cookie"); !wantAttributes(got) {
		t.Errorf("cookie: got %q, want HttpOnly, SameSite=Strict, Path=/", got)
	}
	if a := s.Do("GET", "/api/admin/me/", with(opened), ""); a.Status != 200 {
		t.Errorf("open: got %d %s, want 200", a.Status, a.Body)
	}
	s.Do("GET", "/api/admin/me/", with(cookie), "").WantRefusal(t, 401, "console.session") // the secret of before the factor
	_, second := signIn(t, s, o.Email)
	s.Do("POST", "/api/admin/session/prove/", with(second), proofBody("totp", digits)).WantRefusal(t, 400, "signin.wrong_proof") // used up
	want := "password accepted; totp refused; totp accepted; password accepted; totp refused"
	if got := s.Value(`select string_agg(method || ' ' || event, '; ' order by id) from staff_sign_ins where staff_id = $1`, o.ID); got != want {
		t.Errorf("log of sign-ins: got %s, want %s", got, want)
	}
}

func wantAttributes(cookie string) bool {
	for _, part := range []string{"HttpOnly", "SameSite=Strict", "Path=/"} {
		if !strings.Contains(cookie, part) {
			return false
		}
	}
	return true
}

func TestCookieHasTheHostPrefixBehindHTTPS(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("operator")
	h := httpapitest.ConsolePage()
	h.Set("X-Forwarded-Proto", "https")
	a := s.Do("POST", "/api/admin/session/", h, signInBody(o.Email, httpapitest.StaffPassword))
	if got := a.Header.Get("Set-Cookie"); !strings.HasPrefix(got, "__Host-console=") || !strings.Contains(got, "; Secure") || !wantAttributes(got) {
		t.Errorf("got %q, want a __Host- cookie", got)
	}
	h.Set("Cookie", "console="+strings.TrimPrefix(o.Cookie, "console="))
	s.Do("GET", "/api/admin/me/", h, "").WantRefusal(t, 401, "console.session") // a cookie a neighbouring site could set
}

func TestLockedSessionOpensByPasswordWithoutFreshness(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("admin")
	s.Clock.Advance(16 * time.Minute)
	s.Do("GET", "/api/admin/me/", o.Header(), "").WantRefusal(t, 403, "console.locked")
	s.Do("POST", "/api/admin/session/prove/", o.Header(), proofBody("password", "не тот пароль")).WantRefusal(t, 400, "signin.wrong_proof")
	a := s.Do("POST", "/api/admin/session/prove/", o.Header(), proofBody("password", httpapitest.StaffPassword))
	if a.Status != 200 || httpapitest.Decode[state](t, a).State != "open" {
		t.Fatalf("got %d %s, want an open session", a.Status, a.Body)
	}
	cookie := httpapitest.CookieOf(a)
	s.Do("POST", "/api/admin/me/recovery_codes/", with(cookie), "").WantRefusal(t, 403, "console.stale_proof")
	if a = s.Do("POST", "/api/admin/session/prove/", with(cookie), proofBody("totp", o.Digits())); a.Status != 200 {
		t.Fatalf("step up: got %d %s, want 200", a.Status, a.Body)
	}
	if a = s.Do("POST", "/api/admin/me/recovery_codes/", with(cookie), ""); a.Status != 200 {
		t.Errorf("after the step up: got %d %s, want 200", a.Status, a.Body)
	}
	s.Clock.Advance(11 * time.Minute)
	s.Do("POST", "/api/admin/me/recovery_codes/", with(cookie), "").WantRefusal(t, 403, "console.stale_proof")
}

func TestWrongPasswordsAndSuspendedPeopleAreRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("operator")
	try := func(email, password string) httpapitest.Response {
		return s.Do("POST", "/api/admin/session/", httpapitest.ConsolePage(), signInBody(email, password))
	}
	try(o.Email, "не тот пароль").WantRefusal(t, 400, "signin.wrong_password")
	try("nobody@staff.test", httpapitest.StaffPassword).WantRefusal(t, 400, "signin.wrong_password")
	s.Exec(`update staff set seen_at = $1`, s.Clock.Now().Add(-31*24*time.Hour))
	try(o.Email, httpapitest.StaffPassword).WantRefusal(t, 403, "console.suspended")
	if got := s.Value(`select count(*)::text from staff_sessions`); got != "1" {
		t.Errorf("got %s sessions, want the one of before", got)
	}
}

// TestScreenIsLockedAtOnce locks a session that was just used: nothing but a proof opens
// it, and a call that began before does not.
func TestScreenIsLockedAtOnce(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o, other := s.HireOperator("admin"), s.HireOperator("admin")
	x, err := s.StaffSessions.Find(t.Context(), strings.TrimPrefix(o.Cookie, "console="))
	if err != nil || x.State != staff.Open {
		t.Fatalf("got %s, %v, want it open", x.State, err)
	}
	a := s.Do("POST", "/api/admin/session/lock/", o.Header(), "")
	if got := httpapitest.Decode[map[string]any](t, a)["state"]; a.Status != 200 || got != "locked" {
		t.Fatalf("got %d %s, want it locked", a.Status, a.Body)
	}
	s.Clock.Advance(2 * time.Minute)
	if err := s.StaffSessions.Touch(t.Context(), x); err != nil { // of a call that was let in before
		t.Fatal(err)
	}
	s.Do("GET", "/api/admin/orders/", o.Header(), "").WantRefusal(t, 403, "console.locked")
	if r := s.Do("GET", "/api/admin/orders/", other.Header(), ""); r.Status != 200 {
		t.Errorf("another session: got %d, want it open", r.Status)
	}
	r := s.Do("POST", "/api/admin/session/prove/", o.Header(), proofBody("password", httpapitest.StaffPassword))
	if got := httpapitest.Decode[map[string]any](t, r)["state"]; r.Status != 200 || got != "open" {
		t.Fatalf("unlocking: %d %s, want it open", r.Status, r.Body)
	}
	if got := s.Value(`select (fresh_at is null)::text from staff_sessions where name = $1`, o.Session); got != "true" {
		t.Error("the proof of the factor is still fresh after the lock")
	}
}
