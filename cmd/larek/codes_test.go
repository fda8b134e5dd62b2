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
		"LAREK_DATABASE_URL": url, "LAREK_REDIS_URL": "redis://127.0.0.1:1", "LAREK_BLOB_URL": "mem://",
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
	if out := larek("codes", "stock"); !strings.Contains(out, "      1       2        0      0  Игра, 60 UC") {
		t.Errorf("%q", out)
	}
}
