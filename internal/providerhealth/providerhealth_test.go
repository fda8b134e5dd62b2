package providerhealth_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
	"larek/internal/providerhealth"
)

// filled is the template of a shop with so many attempts that reading a whole table is the
// slower plan. The tests of ordersearch use the same one.
var filled = pgtest.Template{Name: "report", Stamp: "6", Fill: func(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return factory.FillOrders(ctx, conn, 20_000)
}}

func TestHealthOfProvidersIsReadByIndexes(t *testing.T) {
	t.Parallel()
	sent, err := plans.Record(t.Context(), pgtest.OpenPool(t, pgtest.Clone(t, filled), pg.ReadOnly))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sent.Close)
	if _, err := providerhealth.NewService(sent.Pool).Of(t.Context(), []string{"tbank", "payin"}, clock.System()); err != nil {
		t.Fatal(err)
	}
	statements := sent.Take()
	if n := len(statements); n != 4 {
		t.Errorf("%d statements were recorded, want 4", n)
	}
	for _, q := range statements {
		plan, err := sent.Explain(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Scans) > 0 || plan.Removed > 2000 {
			t.Errorf("%s reads all of %v, and discards %d rows by %s", q.Name(), plan.Scans, plan.Removed, plan.Vain)
		}
	}
}
