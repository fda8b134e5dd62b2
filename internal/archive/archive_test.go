package archive_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gocloud.dev/blob/memblob"

	"larek/internal/archive"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

var noon = time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)

const (
	rowsOf = `select count(*)::bigint from delivery_exchanges where at >= $1::timestamptz and at < $1::timestamptz + interval '1 month'`
	sumOf  = `select md5(string_agg(e::text, '' order by id)) from delivery_exchanges e`
)

// newArchive returns a shop with an exchange on the fifth of each month of three years and
// a half.
func newArchive(t *testing.T) *archive.Archive {
	t.Helper()
	pool := pgtest.Owner(t, pgtest.New(t))
	game := factory.Game(t, pool, nil)
	product := factory.Product(t, pool, game, nil)
	order := factory.Order(t, pool, factory.With{"game_id": game})
	line := factory.Line(t, pool, order, factory.With{"product_id": product})
	unit := pgtest.One[int64](t, pool, `insert into delivery_units (order_id, line_id, n, state) values ($1, $2, 1, 'placed') returning id`, order, line)
	attempt := pgtest.One[int64](t, pool, `insert into delivery_attempts (unit_id, offer_id, supplier, key, cost, cost_currency, created) values ($1, $2, 'moogold', 'k', 1, 'USD', $3) returning id`,
		unit, factory.Offer(t, pool, product, nil), noon)
	since := noon.AddDate(0, -42, 0)
	if err := archive.EnsureMonths(t.Context(), pool, since, noon); err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, pool, `insert into delivery_exchanges (attempt_id, at, request, response, status)
		select $1, date_trunc('month', $2::timestamptz, 'UTC') - n * interval '1 month' + interval '4 days', 'POST /order, "one"', E'{"a":\n' || n || '}', 200 from generate_series(0, 42) n`, attempt, noon)
	files := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = files.Close() })
	return &archive.Archive{Pool: pool, Files: files, Clock: func() time.Time { return noon }}
}

func TestOldMonthsAreWrittenAndReadBack(t *testing.T) {
	t.Parallel()
	a := newArchive(t)
	before := pgtest.One[string](t, a.Pool, sumOf)
	files, err := a.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// May to October 2023 ended more than 36 months ago; November 2023 has not.
	var months []string
	for _, f := range files {
		months = append(months, f.Month.Format("2006-01"))
		if f.Rows != 1 {
			t.Errorf("%s has %d rows, want 1", f.Path, f.Rows)
		}
	}
	if got, want := strings.Join(months, " "), "2023-05 2023-06 2023-07 2023-08 2023-09 2023-10"; got != want {
		t.Fatalf("written %s, want %s", got, want)
	}
	if n := pgtest.One[int64](t, a.Pool, `select count(*)::bigint from delivery_exchanges`); n != 37 {
		t.Errorf("%d rows stay, want 37", n)
	}
	if again, err := a.Run(t.Context()); err != nil || len(again) != 0 {
		t.Errorf("a second run wrote %d months: %v", len(again), err)
	}
	if err := archive.EnsureMonths(t.Context(), a.Pool, noon.AddDate(0, -42, 0), noon); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, err := a.Restore(t.Context(), f.Name, f.Month); err != nil {
			t.Fatal(err)
		}
	}
	if after := pgtest.One[string](t, a.Pool, sumOf); after != before {
		t.Error("what was read back is not what was written")
	}
	if again, err := a.Run(t.Context()); err != nil || len(again) != 0 {
		t.Errorf("what was just read back was written again: %d months, %v", len(again), err)
	}
	a.Clock = func() time.Time { return noon.AddDate(0, 1, 0) }
	again, err := a.Run(t.Context())
	if err != nil || len(again) != 7 { // and November 2023
		t.Errorf("a month later %d months were written, want 7: %v", len(again), err)
	}
}

func TestAChangedFileIsRefused(t *testing.T) {
	t.Parallel()
	a := newArchive(t)
	files, err := a.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Files.WriteAll(t.Context(), files[0].Path, []byte("something else"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Restore(t.Context(), files[0].Name, files[0].Month); !errors.Is(err, archive.ErrChanged) {
		t.Errorf("got %v, want ErrChanged", err)
	}
	if n := pgtest.One[int64](t, a.Pool, rowsOf, files[0].Month); n != 0 {
		t.Errorf("%d rows of a changed file were read", n)
	}
	if _, err := a.Restore(t.Context(), "delivery_exchanges", noon); err == nil {
		t.Error("a month that is in no file was restored")
	}
}

// A shop that is not migrated for long still records: the rows wait in the default partition.
func TestRowsWithoutAMonthAreMovedToIt(t *testing.T) {
	t.Parallel()
	a := newArchive(t)
	later := noon.AddDate(1, 0, 0)
	pgtest.Exec(t, a.Pool, `insert into delivery_exchanges (attempt_id, at, request, response, status) select attempt_id, $1, 'late', '', 200 from delivery_exchanges limit 1`, later)
	if n := pgtest.One[int64](t, a.Pool, `select count(*)::bigint from delivery_exchanges_default`); n != 1 {
		t.Fatalf("%d rows wait, want 1", n)
	}
	if err := archive.EnsureMonths(t.Context(), a.Pool, noon, later); err != nil {
		t.Fatal(err)
	}
	if n := pgtest.One[int64](t, a.Pool, `select count(*)::bigint from delivery_exchanges_default`); n != 0 {
		t.Errorf("%d rows still wait", n)
	}
	if n := pgtest.One[int64](t, a.Pool, `select count(*)::bigint from delivery_exchanges_2027_11`); n != 1 {
		t.Errorf("%d rows are in their month, want 1", n)
	}
}
