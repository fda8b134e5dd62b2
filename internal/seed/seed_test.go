package seed_test

import (
	"errors"
	"testing"
	"time"

	"gocloud.dev/blob/memblob"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/seal"
	"larek/internal/seed"
)

func TestSeedIsReproducible(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.Owner(t, pgtest.New(t))
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	stock := delivery.NewStock(pool, seal.NewKeyring("t", seal.NewKey()), seal.NewKey())
	run := func() error {
		return seed.Run(ctx, pool, picture.NewStore(bucket, 1), seed.Options{Now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC), Stock: stock})
	}
	digestData := func() string {
		t.Helper()
		return pgtest.One[string](t, pool, `select md5(string_agg(t, '' order by t)) from (
			select orders::text as t from orders union all select promo_codes::text from promo_codes
			union all select promo_slots::text from promo_slots union all select encode(fingerprint, 'hex') || product_id from codes
			union all select order_events::text from order_events union all select ledger_groups::text from ledger_groups
			union all select offers::text from offers union all select steam_settings::text from steam_settings union all select standoff_settings::text from standoff_settings) s`)
	}
	if err := run(); err != nil {
		t.Fatal(err)
	}
	first := digestData()
	codes, products := pgtest.One[int](t, pool, `select count(*) from codes`), pgtest.One[int](t, pool, `select count(*) from products where kind = 'pubg'`)
	if codes != 500*products || products == 0 {
		t.Errorf("got %d codes for %d products, want 500 each", codes, products)
	}

	// Data added since is deleted, also in append-only tables.
	pgtest.Exec(t, pool, `insert into order_events (order_id, event) values (1, 'order.created')`)
	pgtest.Exec(t, pool, `with g as (insert into ledger_groups (reason, ref, order_id) values ('x', '1', 1) returning id)
		insert into ledger_postings select id, a, 'RUB', n from g, (values ('orders', 1), ('fees', -1)) v (a, n)`)
	if err := run(); err != nil {
		t.Fatal(err)
	}
	if digestData() != first {
		t.Error("the second run produced different data")
	}
	if _, err := pool.Exec(ctx, `truncate order_events`); err == nil {
		t.Error("truncate of an append-only table after a seed: got no error")
	}

	pgtest.Exec(t, pool, `update orders set detail = '{}' where id = 1`)
	if err := run(); !errors.Is(err, seed.ErrRealShop) {
		t.Errorf("with a real order: got %v, want ErrRealShop", err)
	}
}
