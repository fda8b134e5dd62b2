// Package factory inserts rows for tests. Each function fills every required
// column of its table, so that a test names only the columns it is about, and
// returns the ID of the new row.
package factory

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg/pgtest"
	"larek/internal/publicid"
)

// With maps the columns a test is about to their values.
type With map[string]any

// unique returns a text that no other row has.
func unique(prefix string) string { return prefix + publicid.New().String() }

// insert inserts a row of the default values, overridden by with.
func insert(t testing.TB, pool *pgxpool.Pool, table string, defaults, with With) int64 {
	t.Helper()
	row := maps.Clone(defaults)
	maps.Copy(row, with)
	columns := slices.Sorted(maps.Keys(row))
	values, places := make([]any, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		values[i], places[i] = row[column], fmt.Sprintf("$%d", i+1)
	}
	sql := `insert into ` + table + ` (` + strings.Join(columns, ", ") + `) values (` + strings.Join(places, ", ") + `) returning id`
	return pgtest.One[int64](t, pool, sql, values...)
}
