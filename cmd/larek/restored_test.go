package main

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/seal"
)

// TestRestoredHoldsWhatTheLostOrdersMayHaveShown: the codes sold next are held until they are
// released; codes of orders and the rest of the stock are not touched.
func TestRestoredHoldsWhatTheLostOrdersMayHaveShown(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	game := factory.Game(t, pool, factory.With{"kind": "pubg"})
	product := factory.Product(t, pool, game, factory.With{"id": 1, "kind": "pubg"})
	order := factory.Order(t, pool, factory.With{"kind": "pubg", "status": "done", "game_id": game})
	line := factory.Line(t, pool, order, factory.With{"product_id": product, "status": "completed"})
	factory.Code(t, pool, product, factory.With{"state": "given", "line_id": line})
	for range 3 {
		factory.Code(t, pool, product, nil)
	}
	key := seal.NewKey()
	text := base64.StdEncoding.EncodeToString(key[:])
	env := map[string]string{
		"LAREK_ENV": "development", "LAREK_DATABASE_URL": url, "LAREK_MIGRATE_DATABASE_URL": pgtest.OwnerURL(t, pool.Config().ConnConfig.Database), "LAREK_REDIS_URL": "redis://127.0.0.1:1",
		"LAREK_BLOB_URL": "mem://", "LAREK_SECRET": text, "LAREK_CODE_KEYS": "k1:" + text,
	}
	larek := func(want string, args ...string) {
		t.Helper()
		var out bytes.Buffer
		if err := run(t.Context(), args, func(name string) string { return env[name] }, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%v says %q, want %q", args, out.String(), want)
		}
	}
	states := func() string {
		return strings.Join(pgtest.All[string](t, pool, `select state from codes order by id`), " ")
	}
	last := pgtest.One[int64](t, pool, `select max(id) from orders`)
	larek("2 codes are held", "restored", "--codes", "2")
	if got, want := states(), "given held held free"; got != want {
		t.Errorf("codes are %s, want %s", got, want)
	}
	if next := factory.Order(t, pool, factory.With{"kind": "pubg", "game_id": game}); next <= last+skipped {
		t.Errorf("the next order is %d, want more than %d", next, last+skipped)
	}
	larek("2 held ones of product 1", "codes", "release", "--product", "1")
	if got, want := states(), "given free free free"; got != want {
		t.Errorf("codes are %s, want %s", got, want)
	}
}
