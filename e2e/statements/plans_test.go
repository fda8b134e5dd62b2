package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/plans"
)

// Every statement of the shop can find its rows of a table that grows with orders by an index.
// PostgreSQL reads a table from end to end here only if it cannot do otherwise, so it takes no
// data to see which statement has none. Whether the index is a good one is seen among many
// orders (make -C e2e/load statements).
func TestEveryStatementHasAnIndex(t *testing.T) {
	t.Parallel()
	sources, err := readSources("../../internal")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgtest.New(t).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(t.Context(), `set enable_seqscan = off`); err != nil {
		t.Fatal(err)
	}
	tables := grownTables(t, conn.Conn())
	unused := maps.Clone(wholeTables)
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		scanned, err := scansOf(t.Context(), conn.Conn(), sources[name], tables)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		delete(unused, name)
		if len(scanned) > 0 && wholeTables[name] == "" {
			t.Errorf("%s has no index for %s", name, strings.Join(scanned, ", "))
		}
		if len(scanned) == 0 && wholeTables[name] != "" {
			t.Errorf("%s is listed among those that read whole tables and does not", name)
		}
	}
	for name := range unused {
		t.Errorf("%s is listed among those that read whole tables, and there is no such statement", name)
	}
}

// grownTables returns plans.Grown and every table that refers to orders, however indirectly,
// except failing steps, whose rows are deleted when the step succeeds.
func grownTables(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `with recursive grown (id) as (
			select 'orders'::regclass::oid union select c.conrelid from grown g join pg_constraint c on c.confrelid = g.id and c.contype = 'f'
		) select id::regclass::text from grown where id <> 'order_failing_steps'::regclass`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return append(tables, plans.Grown...)
}
