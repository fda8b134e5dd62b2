package main

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/seal"
)

// TestMigrateAndSeedNeedTheOwner runs both as they must not be.
func TestMigrateAndSeedNeedTheOwner(t *testing.T) {
	t.Parallel()
	shop := pgtest.Clone(t, pgtest.Empty())
	key := seal.NewKey()
	text := base64.StdEncoding.EncodeToString(key[:])
	for owner, want := range map[string]string{
		"":   "LAREK_MIGRATE_DATABASE_URL is not set",
		shop: "LAREK_MIGRATE_DATABASE_URL and LAREK_DATABASE_URL name the same role",
	} {
		env := map[string]string{
			"LAREK_ENV": "development", "LAREK_DATABASE_URL": shop, "LAREK_MIGRATE_DATABASE_URL": owner, "LAREK_REDIS_URL": "redis://127.0.0.1:1", "LAREK_BLOB_URL": "mem://",
			"LAREK_SECRET": text, "LAREK_CODE_KEYS": "k1:" + text,
		}
		for _, command := range []string{"migrate", "seed"} {
			err := run(t.Context(), []string{command}, func(name string) string { return env[name] }, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s with %q: got %v, want %q", command, owner, err, want)
			}
		}
	}
	if n := pgtest.One[int](t, pgtest.OpenPool(t, shop, pg.ReadWrite), `select count(*) from games`); n != 0 {
		t.Errorf("%d games were seeded, want none", n)
	}
}
