package ordersearch_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/ordersearch"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
	"larek/internal/seal"
)

// shop is a database and what reads it, one connection, every statement recorded.
type shop struct {
	*ordersearch.Service
	pool *pgxpool.Pool
	sent *plans.Recorder
}

var phones, codes = seal.NewKey(), seal.NewKey()

func open(t *testing.T, tpl pgtest.Template) shop {
	t.Helper()
	url := pgtest.Clone(t, tpl)
	s := shop{pool: pgtest.OpenPool(t, url, pg.ReadWrite)}
	var err error
	if s.sent, err = plans.Record(t.Context(), pgtest.OpenPool(t, url, pg.ReadOnly)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.sent.Close)
	s.Service = ordersearch.NewService(ordersearch.Config{
		Pool: s.sent.Pool, Codes: codes, Phones: phones, Clock: clock.System, Sign: func(text string) string { return text + "\nПодпись: x" },
	})
	return s
}

// filled is the template of a shop with orders of every kind in every state, enough
// that reading a whole table is the slower plan.
func filled() pgtest.Template {
	return pgtest.Template{Name: "report", Stamp: "6", Fill: func(ctx context.Context, url string) error {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(ctx) }()
		return factory.FillOrders(ctx, conn, 20_000)
	}}
}

// wantIndexes fails for every statement sent since the last call that reads a grown
// table from beginning to end, or more of it in vain than a page may look at. It
// returns how many statements there were.
func (s shop) wantIndexes(t *testing.T, what string) int {
	t.Helper()
	sent := s.sent.Take()
	if len(sent) == 0 {
		t.Errorf("%s: no statement was recorded", what)
	}
	for _, q := range sent {
		plan, err := s.sent.Explain(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Scans) > 0 || plan.Removed > 2000 {
			t.Errorf("%s: %s reads all of %v, and %d rows in vain by %s", what, q.Name(), plan.Scans, plan.Removed, plan.Vain)
		}
	}
	return len(sent)
}
