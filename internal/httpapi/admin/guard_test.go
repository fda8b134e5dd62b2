package admin_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"larek/internal/httpapi/httpapitest"
)

func TestMain(m *testing.M) { os.Exit(httpapitest.Run(m)) }

func TestMeShowsThePersonAndWhatTheyMayDo(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	a := s.Do("GET", "/api/admin/me/", s.HireOperator("operator").Header(), "")
	me := httpapitest.Decode[struct {
		Role struct {
			Name  string `json:"name"`
			Title string `json:"title"`
		} `json:"role"`
		Permissions []string `json:"permissions"`
		Limits      []struct {
			Permission string `json:"permission"`
			Amount     string `json:"amount"`
		} `json:"limits"`
		Session struct {
			State string `json:"state"`
		} `json:"session"`
	}](t, a)
	if a.Status != 200 || me.Role.Name != "operator" || me.Role.Title != "Оператор" || len(me.Permissions) != 19 || me.Session.State != "open" {
		t.Fatalf("got %d %s", a.Status, a.Body)
	}
	if len(me.Limits) != 2 || me.Limits[0].Permission != "refund.send" || me.Limits[0].Amount != "1000.00" || me.Limits[1].Amount != "300.00" {
		t.Errorf("got limits %+v, want 1000.00 and 300.00", me.Limits)
	}
}

func TestSessionLocksWhenIdleAndEndsAfterEightHours(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	o := s.HireOperator("operator")
	me := func(h http.Header) httpapitest.Response { return s.Do("GET", "/api/admin/me/", h, "") }
	for range 3 {
		s.Clock.Advance(14 * time.Minute)
		if a := me(o.Header()); a.Status != 200 {
			t.Fatalf("used every 14 minutes: got %d %s, want 200", a.Status, a.Body)
		}
	}
	background := o.Header()
	background.Set("X-Background", "1")
	s.Clock.Advance(14 * time.Minute)
	if a := me(background); a.Status != 200 {
		t.Fatalf("polling: got %d %s, want 200", a.Status, a.Body)
	}
	s.Clock.Advance(2 * time.Minute)
	me(o.Header()).WantRefusal(t, 403, "console.locked")
	s.Clock.Advance(8 * time.Hour)
	me(o.Header()).WantRefusal(t, 401, "console.session")
}

func TestBodiesAreReadLetterByLetter(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for body, want := range map[string]string{
		`{"email": "a@b.test", "password": "x", "role": "admin"}`:        "unknown_field",
		`{"email": "a@b.test", "Password": "x", "password": "x"}`:        "unknown_field",
		`{"email": "a@b.test", "password": "x", "password": "y"}`:        "duplicate",
		`{"email": "a@b.test"}`:                                          "required",
		`{"email": "a@b.test", "password": 1}`:                           "wrong_type",
		`{"email": "` + strings.Repeat("a", 300) + `", "password": "x"}`: "too_long",
	} {
		r := s.Do("POST", "/api/admin/session/", httpapitest.ConsolePage(), body).Refused(t, 400)
		if !slices.ContainsFunc(r.Fields, func(f httpapitest.RefusalField) bool { return f.Code == want }) {
			t.Errorf("%.80s: got %+v, want %s", body, r.Fields, want)
		}
	}
	// A stranger learns nothing of what a call looks like.
	s.Do("POST", "/api/admin/roles/", httpapitest.ConsolePage(), `{`).WantRefusal(t, 401, "console.session")
}

func TestWritesNeedAKey(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	h := s.HireOperator("admin").Header()
	for _, key := range []string{"", "1", "6F1C1A52-7A51-4C0E-9D0C-1F6A3F6B1D11"} {
		h.Set("Idempotency-Key", key)
		s.Do("POST", "/api/admin/me/recovery_codes/", h, "").WantRefusal(t, 400, "invalid")
	}
	if got := s.Value(`select count(*)::text from audit`); got != "0" {
		t.Errorf("got %s audit rows, want none", got)
	}
}
