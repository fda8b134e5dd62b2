package httpapi_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// loseDatabase cuts every connection of the shop and lets no new one in.
func (s *shop) loseDatabase(t *testing.T) {
	t.Helper()
	config := s.writing.Config().ConnConfig.Copy()
	name := config.Database
	config.Database = "postgres"
	admin, err := pgx.ConnectConfig(t.Context(), config)
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
	s := newShop(t)
	games, feed := s.get("/api/games/"), s.get("/api/live_feed/")
	s.loseDatabase(t)
	if a := s.get("/api/games/"); a.status != 200 || !bytes.Equal(a.body, games.body) {
		t.Errorf("a kept answer: %d", a.status)
	}
	s.clock.advance(time.Minute)
	if a := s.get("/api/live_feed/"); a.status != 200 || !bytes.Equal(a.body, feed.body) {
		t.Errorf("an answer past its time: %d", a.status)
	}
	for _, path := range []string{"/api/gifts/", "/api/games/2/", activePath} {
		a := s.get(path)
		wantRefusal(t, a, 503, "unavailable")
		if a.header.Get("Retry-After") != "5" {
			t.Errorf("%s: Retry-After %q", path, a.header.Get("Retry-After"))
		}
	}
	wantRefusal(t, s.post(selectPath, `{"country_id": 1}`), 503, "unavailable")
	wantJSON(t, s.get("/readyz"), 200, `{"status": "ok"}`)
	wantJSON(t, s.look("/readyz"), 200, `{"status": "degraded", "checks": {"postgres": "away"}}`)
}
