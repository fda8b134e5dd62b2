package seed_test

import (
	"errors"
	"testing"
	"time"

	"gocloud.dev/blob/memblob"

	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/seed"
)

func TestBaseFillsAnEmptyShopOnce(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.Owner(t, pgtest.New(t))
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	pictures := picture.NewStore(bucket, 1)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	if err := seed.Base(ctx, pool, pictures, now); err != nil {
		t.Fatal(err)
	}
	// Nothing of the demo shop, and nothing to sell.
	const counts = `select concat_ws(' ', (select count(*) from countries), (select count(*) > 0 from payment_methods), (select count(*) from articles),
		(select count(*) from steam_settings), (select count(*) from standoff_settings), (select count(*) from games), (select count(*) from products), (select count(*) from gifts),
		(select count(*) from contacts), (select count(*) from banners), (select count(*) from users), (select count(*) from orders), (select count(*) from promo_codes),
		(select count(*) from shop_brand), (select string_agg(state, ',') from shop_states))`
	first := pgtest.One[string](t, pool, counts)
	if want := "18 t 15 1 1 0 0 0 0 0 0 0 0 0 preparing"; first != want {
		t.Errorf("got %s, want %s", first, want)
	}
	if got := pgtest.One[int](t, pool, `select count(*) from articles where text ilike '%ларёк%' or text like '%9900000017%'`); got != 0 {
		t.Errorf("%d articles name the demo shop", got)
	}
	flag := pgtest.One[string](t, pool, `select flag from countries where iso = 'KZ'`)
	if ok, err := pictures.Has(ctx, picture.Key(flag)); err != nil || !ok {
		t.Errorf("the flag %s is not stored: %v", flag, err)
	}
	pgtest.Exec(t, pool, `update payment_methods set fee = 1.11 where name = 'tbank_sbp'`)
	if err := seed.Base(ctx, pool, pictures, now); !errors.Is(err, seed.ErrNotEmpty) {
		t.Errorf("again: got %v, want ErrNotEmpty", err)
	}
	if again := pgtest.One[string](t, pool, counts); again != first {
		t.Errorf("again: got %s, want %s", again, first)
	}
	if got := pgtest.One[string](t, pool, `select string_agg(distinct fee::text, ',') from payment_methods where name = 'tbank_sbp'`); got != "1.11" {
		t.Errorf("the owner's fee became %s", got)
	}
}
