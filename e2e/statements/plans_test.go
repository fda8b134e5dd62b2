package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

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
	unused := maps.Clone(wholeTables)
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		scanned, err := scansOf(t.Context(), conn.Conn(), sources[name], plans.Grown)
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
