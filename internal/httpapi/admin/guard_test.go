package admin_test

import (
	"net/http"
	"os"
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
