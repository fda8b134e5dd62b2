package report_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/report"
	"larek/internal/seal"
)

// statement is one statement that was sent, with its values.
type statement struct {
	sql  string
	args []any
}

// recorder remembers the statements that are sent.
type recorder struct{ seen []statement }

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if strings.HasPrefix(q.SQL, "-- name: ") {
		r.seen = append(r.seen, statement{q.SQL, q.Args})
	}
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// shop is a database and what reads it, one connection, every statement recorded.
type shop struct {
	*report.Service
	pool    *pgxpool.Pool
	reading *pgxpool.Pool
	sent    *recorder
}

var phones, codes = seal.NewKey(), seal.NewKey()

func open(t *testing.T, tpl pgtest.Template) shop {
	t.Helper()
	url := pgtest.Clone(t, tpl)
	s := shop{pool: pgtest.OpenPool(t, url, pg.ReadWrite), sent: &recorder{}}
	first := pgtest.OpenPool(t, url, pg.ReadOnly)
	cfg := first.Config()
	cfg.ConnConfig.Tracer, cfg.MaxConns = s.sent, 1
	var err error
	if s.reading, err = pgxpool.NewWithConfig(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.reading.Close)
	s.Service = report.NewService(report.Config{
		Pool: s.reading, Codes: codes, Phones: phones, Clock: clock.System, Sign: func(text string) string { return text + "\nПодпись: x" },
	})
	return s
}

// filled is the template of a shop with orders of every kind in every state, enough
// that reading a whole table is the slower plan.
func filled() pgtest.Template {
	return pgtest.Template{Name: "report", Stamp: "4", Fill: func(ctx context.Context, url string) error {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(ctx) }()
		return factory.FillOrders(ctx, conn, 20_000)
	}}
}

// grown are the tables that grow with every order.
var grown = []string{
	"orders", "order_lines", "order_events", "payment_attempts", "payment_notices", "payments", "refunds", "outside_refunds", "fiscal_receipts",
	"delivery_units", "delivery_attempts", "delivery_exchanges", "codes", "code_reveals", "code_marks", "operator_tasks", "payment_tasks", "letters",
	"ledger_groups", "ledger_postings", "promo_uses", "feedback", "users", "audit", "order_notes", "refund_grants",
}

// explain returns the plan of a statement.
func (s shop) explain(t *testing.T, q statement) string {
	t.Helper()
	_, body, _ := strings.Cut(q.sql, "\n")
	rows, err := s.reading.Query(t.Context(), "explain "+body, q.args...)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// wantIndexes fails for every statement sent since the last call that reads a grown
// table from beginning to end.
func (s shop) wantIndexes(t *testing.T, what string) {
	t.Helper()
	sent := s.sent.seen
	if len(sent) == 0 {
		t.Errorf("%s: no statement was recorded", what)
	}
	for _, q := range sent {
		plan := s.explain(t, q)
		for _, table := range grown {
			if strings.Contains(plan, "Seq Scan on "+table+" ") {
				name, _, _ := strings.Cut(q.sql, "\n")
				t.Errorf("%s: %s reads all of %s:\n%s", what, name, table, plan)
			}
		}
	}
	s.sent.seen = nil
}
