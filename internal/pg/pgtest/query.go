package pgtest

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg"
)

// Exec runs one statement and ends the test if it fails.
func Exec(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// One returns the first row of a query as a T. A struct takes the columns in
// order, any other type the only column.
func One[T any](t testing.TB, pool *pgxpool.Pool, sql string, args ...any) T {
	t.Helper()
	return collect(t, pool, pgx.CollectOneRow[T], sql, args)
}

// All returns every row of a query as a T, like One.
func All[T any](t testing.TB, pool *pgxpool.Pool, sql string, args ...any) []T {
	t.Helper()
	return collect(t, pool, pgx.CollectRows[T], sql, args)
}

func collect[T, R any](t testing.TB, pool *pgxpool.Pool, read func(pgx.Rows, pgx.RowToFunc[T]) (R, error), sql string, args []any) R {
	t.Helper()
	rows, err := pool.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	row := pgx.RowTo[T]
	if reflect.TypeFor[T]().Kind() == reflect.Struct {
		row = pgx.RowToStructByPos[T]
	}
	result, err := read(rows, row)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return result
}

// Refused checks that no role can make these changes of append-only tables: the running
// shop for want of the privilege, the owner because of the trigger.
func Refused(t testing.TB, pool *pgxpool.Pool, changes ...string) {
	t.Helper()
	owner := Owner(t, pool)
	for _, sql := range changes {
		if _, err := pool.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%s as the shop: got %v, want permission denied", sql, err)
		}
		if _, err := owner.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s as the owner: got %v, want it refused by the trigger", sql, err)
		}
	}
}

// InTx runs fn in a transaction and ends the test if it fails.
func InTx(t testing.TB, pool *pgxpool.Pool, fn func(context.Context, pgx.Tx) error) {
	t.Helper()
	if err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}
