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
	"larek/internal/picture"
	"larek/internal/seal"
)

func TestCodesAreLoadedOnceAndCounted(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pic := picture.KeyOf([]byte("<svg/>"))
	pool := pgtest.OpenPool(t, url, pg.Writing)
	_, err := pool.Exec(t.Context(), `with g as (
			insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
			values (1, 'pubg', 'Игра', '', '', $1, '', $1, 1, now()) returning id
		) insert into products (id, game_id, kind, title, price, picture, amount_uc, position) select 1, id, 'pubg', '60 UC', 100, $1, 60, 1 from g`, pic)
	if err != nil {
		t.Fatal(err)
	}
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
	_, err = pool.Exec(t.Context(), `with o as (
			insert into orders (id, hash, kind, status, game_id, total, created, done_at) values (5, gen_random_uuid(), 'pubg', 'done', 1, 100, now(), now()) returning id
		), l as (
			insert into order_lines (order_id, product_id, title, quantity, unit_price, status) select id, 1, '60 UC', 1, 100, 'completed' from o returning id
		), c as (
			insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at)
			select 1, 'x', 'k1', 'y', 'given', l.id, now() from l returning id
		) insert into code_reveals (code_id, viewer, browser, hour) select c.id, 'browser', gen_random_uuid(), now() from c`)
	if err != nil {
		t.Fatal(err)
	}
	if out := larek("codes", "seen", "5"); !strings.Contains(out, "  browser\n") || !strings.Contains(out, "codes of order 5 were seen 1 times") {
		t.Errorf("got %q, want one view of a browser", out)
	}
	if out := larek("codes", "stock"); !strings.Contains(out, "      1       2        0      1  Игра, 60 UC") {
		t.Errorf("%q", out)
	}
}
