package salesstats_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
	"larek/internal/salesstats"
)

// TestReadingTouchesNoTableOfOrders reads the sums of two years of orders: no statement
// may read a table that grows with orders from beginning to end.
func TestReadingTouchesNoTableOfOrders(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Template{Name: "figures", Stamp: "2", Fill: func(ctx context.Context, url string) error {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(ctx) }()
		return factory.FillOrders(ctx, conn, 8_000)
	}})
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	sent, err := plans.Record(t.Context(), pgtest.OpenPool(t, url, pg.ReadOnly))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sent.Close)
	s := salesstats.NewService(sent.Pool, pool, clock.System)
	if err := s.SumUpAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, pgtest.Owner(t, pool), `analyze figures, figures_products, figures_waits`)
	for _, days := range []int{1, 7, 30} {
		if h, err := s.Home(t.Context(), days); err != nil || !h.HasAny {
			t.Fatalf("%d days: %+v, %v", days, h, err)
		}
	}
	now := clock.System()
	for _, by := range []salesstats.Dimension{salesstats.ByDay, salesstats.ByGame, salesstats.ByProduct, salesstats.BySupplier, salesstats.ByMethod, salesstats.ByCountry} {
		if _, _, err := s.Profit(t.Context(), by, now.AddDate(0, 0, -13), now); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.CodesWithoutCost(t.Context(), now.AddDate(0, 0, -13), now); err != nil {
		t.Fatal(err)
	}
	statements := sent.Take()
	if len(statements) < 40 {
		t.Errorf("%d statements were recorded", len(statements))
	}
	for _, q := range statements {
		plan, err := sent.Explain(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Scans) > 0 {
			t.Errorf("%s reads all of %v", q.Name(), plan.Scans)
		}
	}
}
