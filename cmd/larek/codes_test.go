package main

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/seal"
)

func TestCodesAreLoadedOnceAndCounted(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	game := factory.Game(t, pool, factory.With{"kind": "pubg", "title": "Игра"})
	product := factory.Product(t, pool, game, factory.With{"id": 1, "kind": "pubg", "title": "60 UC"})
	key := seal.NewKey()
	text := base64.StdEncoding.EncodeToString(key[:])
	env := map[string]string{
		"LAREK_ENV": "development", "LAREK_DATABASE_URL": url, "LAREK_REDIS_URL": "redis://127.0.0.1:1", "LAREK_BLOB_URL": "mem://",
		"LAREK_SECRET": text, "LAREK_CODE_KEYS": "k1:" + text,
	}
	file := filepath.Join(t.TempDir(), "codes.txt")
	if err := os.WriteFile(file, []byte("AAAA-1\r\nAAAA-2\n\nAAAA-1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	larek := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := run(t.Context(), args, func(name string) string { return env[name] }, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for _, want := range []string{"2 loaded, 1 were known", "0 loaded, 3 were known"} {
		if out := larek("codes", "load", file, "--product", "1"); !strings.Contains(out, want) || strings.Contains(out, "AAAA") {
			t.Errorf("%q, want %q", out, want)
		}
	}
	order := factory.Order(t, pool, factory.With{"id": 5, "kind": "pubg", "status": "done", "game_id": game})
	line := factory.Line(t, pool, order, factory.With{"product_id": product, "status": "completed"})
	code := factory.Code(t, pool, product, factory.With{"state": "given", "line_id": line})
	pgtest.Exec(t, pool, `insert into code_reveals (code_id, viewer, browser, hour) values ($1, 'browser', gen_random_uuid(), now())`, code)
	if out := larek("codes", "seen", "5"); !strings.Contains(out, "  browser\n") || !strings.Contains(out, "codes of order 5 were seen 1 times") {
		t.Errorf("got %q, want one view of a browser", out)
	}
	if out := larek("codes", "stock"); !strings.Contains(out, "      1       2        0      1  Игра, 60 UC") {
		t.Errorf("%q", out)
	}
}
