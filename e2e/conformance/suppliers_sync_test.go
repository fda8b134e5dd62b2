package conformance

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob/memblob"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
	"larek/internal/sandbox"
	"larek/internal/seed"
)

// TestSeededOffersAreWhatTheSandboxSells: the seed and the sandbox make ids
// and prices of goods each on its own, and must agree on all of them.
func TestSeededOffersAreWhatTheSandboxSells(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	if err := seed.Run(t.Context(), pool, picture.NewStore(bucket, 1), seed.Options{Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	number := func(sql string) int {
		t.Helper()
		return countOf(t, pool, sql)
	}
	if n := number(`select count(*) from products p where kind in ('supply', 'steam', 'standoff') and not exists (select from offers f where f.product_id = p.id)`) +
		number(`select count(*) from gifts g where not exists (select from offers f where f.gift_id = g.id)`); n != 0 {
		t.Fatalf("%d things nobody delivers", n)
	}
	var suppliers []delivery.Supplier
	var box *counter
	for i, s := range sources {
		if i == 0 {
			box = newCounter(t, s)
		}
		suppliers = append(suppliers, supplier(t, s.name, box.url))
	}
	d := delivery.NewDispatch(pool, suppliers, nil, clock.System, slog.New(slog.DiscardHandler))
	const costs = `select md5(string_agg(id || ' ' || cost, ';' order by id)) from offers`
	before := textOf(t, pool, costs)
	if err := d.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := number(`select count(*) from offers where supplier <> 'operator' and (not in_stock or synced_at is null or asked_cost is not null)`); n != 0 {
		t.Errorf("%d offers the sandbox does not have, or has at another price", n)
	}
	if textOf(t, pool, costs) != before {
		t.Error("costs differ")
	}
	if n := number(`select count(*) from supplier_health where prepaid > 0 and prepaid_currency = 'USD'`); n != len(sources) {
		t.Errorf("%d balances", n)
	}

	// A small rise is taken over, a large one waits; what ran out is not bought.
	box.name = sandbox.MooGold
	box.rule(`"price_up_percent":5`)
	box.name = sandbox.GamesDrop
	box.rule(`"price_up_percent":30`)
	if err := d.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := number(`select count(*) from offers where supplier = 'gamesdrop' and asked_cost is null`); n != 0 {
		t.Errorf("%d costs rose by a third without a question", n)
	}
	if n := number(`select count(*) from offers where supplier = 'moogold' and asked_cost is not null and cost > 0.2`); n != 0 {
		t.Errorf("%d costs wait after a small rise", n)
	}
	id := int64(number(`select min(id) from offers where supplier = 'gamesdrop'`))
	if err := d.Approve(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := d.Approve(t.Context(), id); !errors.Is(err, delivery.ErrNothingAsked) {
		t.Errorf("approved twice: %v", err)
	}
}

func countOf(t *testing.T, pool *pgxpool.Pool, sql string) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

func textOf(t *testing.T, pool *pgxpool.Pool, sql string) (s string) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql).Scan(&s); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return s
}
