package httpapi_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest"
)

// loseDatabase closes every connection of the shop and refuses new ones.
func loseDatabase(s *httpapitest.Shop, t *testing.T) {
	t.Helper()
	name := s.Pool.Config().ConnConfig.Database
	admin, err := pgx.Connect(t.Context(), pgtest.OwnerURL(t, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close(context.Background()) }()
	for _, sql := range []string{
		`alter database ` + pgx.Identifier{name}.Sanitize() + ` allow_connections false`,
		`select pg_terminate_backend(pid) from pg_stat_activity where datname = '` + name + `'`,
	} {
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWithoutADatabaseTheKnownIsServedAndTheRestPostponed(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	games, feed := s.Get("/api/games/"), s.Get("/api/live_feed/")
	loseDatabase(s, t)
	if a := s.Get("/api/games/"); a.Status != 200 || !bytes.Equal(a.Body, games.Body) {
		t.Errorf("a cached answer: got %d, want 200", a.Status)
	}
	s.Clock.Advance(time.Minute)
	if a := s.Get("/api/live_feed/"); a.Status != 200 || !bytes.Equal(a.Body, feed.Body) {
		t.Errorf("an answer past its time: %d", a.Status)
	}
	for _, path := range []string{"/api/gifts/", "/api/games/2/", httpapitest.ActivePath} {
		a := s.Get(path)
		a.WantRefusal(t, 503, "unavailable")
		if a.Header.Get("Retry-After") != "5" {
			t.Errorf("%s: Retry-After %q", path, a.Header.Get("Retry-After"))
		}
	}
	s.Post(httpapitest.SelectPath, `{"country_id": 1}`).WantRefusal(t, 503, "unavailable")
	s.Get("/readyz").WantJSON(t, 200, `{"status": "ok"}`)
	s.GetInside("/readyz").WantJSON(t, 200, `{"status": "degraded", "checks": {"postgres": "away"}}`)
}
