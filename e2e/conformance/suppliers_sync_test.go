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
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/seed"
)

// newSeededPool returns a database with the demo goods.
func newSeededPool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, bucket := pgtest.New(t), memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	if err := seed.Run(t.Context(), pgtest.Owner(t, pool), picture.NewStore(bucket, 1), seed.Options{Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	return pool
}

// TestSeededOffersAreWhatTheSandboxSells: the seed and the sandbox make ids
// and prices of goods each on its own, and must agree on all of them.
func TestSeededOffersAreWhatTheSandboxSells(t *testing.T) {
	t.Parallel()
	pool := newSeededPool(t)
	number := func(sql string) int { return pgtest.One[int](t, pool, sql) }
	if n := number(`select count(*) from products p where kind in ('supply', 'steam', 'standoff') and not exists (select from offers f where f.product_id = p.id)`) +
		number(`select count(*) from gifts g where not exists (select from offers f where f.gift_id = g.id)`); n != 0 {
		t.Fatalf("got %d goods without a supplier, want 0", n)
	}
	var suppliers []delivery.Supplier
	var suite *supplierSuite
	for i, s := range supplierCases {
		if i == 0 {
			suite = newSupplierSuite(t, s)
		}
		suppliers = append(suppliers, supplier(t, s.name, suite.sandbox.URL))
	}
	d := delivery.NewSourcing(pool, suppliers, clock.System, slog.New(slog.DiscardHandler))
	const costs = `select md5(string_agg(id || ' ' || cost, ';' order by id)) from offers`
	before := pgtest.One[string](t, pool, costs)
	if err := d.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := number(`select count(*) from offers where supplier <> 'operator' and (not in_stock or synced_at is null or asked_cost is not null)`); n != 0 {
		t.Errorf("%d offers the sandbox does not have, or has at another price", n)
	}
	if pgtest.One[string](t, pool, costs) != before {
		t.Error("costs differ")
	}
	if n := number(`select count(*) from supplier_health where prepaid > 0 and prepaid_currency = 'USD'`); n != len(supplierCases) {
		t.Errorf("%d balances", n)
	}

	// A small rise is taken over, a large one waits; what ran out is not bought.
	suite.name = moogold.Name
	suite.rule(`"price_up_percent":5`)
	suite.name = gamesdrop.Name
	suite.rule(`"price_up_percent":30`)
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
	if err := d.ApproveCost(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := d.ApproveCost(t.Context(), id); !errors.Is(err, delivery.ErrNoPendingCost) {
		t.Errorf("approved twice: %v", err)
	}
}
