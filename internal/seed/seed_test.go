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

func TestSeedingAgainGivesTheSameShop(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	stock := delivery.NewStock(pool, seal.NewRing("t", seal.NewKey()), seal.NewKey())
	run := func() error {
		return seed.Run(ctx, pool, picture.NewStore(bucket, 1), seed.Options{Now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC), Stock: stock})
	}
	exec := func(sql string) {
		t.Helper()
		if _, err := pool.Exec(ctx, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	look := func() string {
		t.Helper()
		var digest string
		err := pool.QueryRow(ctx, `select md5(string_agg(t, '' order by t)) from (
			select orders::text as t from orders union all select promo_codes::text from promo_codes
			union all select promo_slots::text from promo_slots union all select encode(fingerprint, 'hex') || product_id from codes
			union all select order_events::text from order_events union all select ledger_groups::text from ledger_groups
			union all select offers::text from offers union all select steam_settings::text from steam_settings union all select standoff_settings::text from standoff_settings) s`).Scan(&digest)
		if err != nil {
			t.Fatal(err)
		}
		return digest
	}
	if err := run(); err != nil {
		t.Fatal(err)
	}
	first := look()
	var codes, packs int
	if err := pool.QueryRow(ctx, `select (select count(*) from codes), (select count(*) from products where kind = 'pubg')`).Scan(&codes, &packs); err != nil || codes != 500*packs || packs == 0 {
		t.Errorf("%d codes for %d packs, %v", codes, packs, err)
	}

	// What play leaves behind is swept away, the append-only tables too.
	exec(`insert into order_events (order_id, event) values (1, 'order.created')`)
	exec(`with g as (insert into ledger_groups (reason, ref, order_id) values ('x', '1', 1) returning id)
		insert into ledger_postings select id, a, 'RUB', n from g, (values ('orders', 1), ('fees', -1)) v (a, n)`)
	if err := run(); err != nil {
		t.Fatal(err)
	}
	if look() != first {
		t.Error("the second shop differs from the first")
	}
	if _, err := pool.Exec(ctx, `truncate order_events`); err == nil {
		t.Error("history can be emptied after a seed")
	}

	exec(`update orders set detail = '{}' where id = 1`)
	if err := run(); !errors.Is(err, seed.ErrRealShop) {
		t.Errorf("over a real order: %v", err)
	}
}
