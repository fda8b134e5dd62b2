package pg_test

import (
	"testing"

	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// TestSkipNumbersLeavesNoNumberTwice: numbers of rows that a restore has lost are not given
// again, in any table, and rows that are there keep theirs.
func TestSkipNumbersLeavesNoNumberTwice(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	insert := `insert into staff_roles (name, title) values ($1, $1) returning id`
	before := pgtest.One[int64](t, pool, insert, "before")
	n, err := pg.SkipNumbers(t.Context(), pgtest.Owner(t, pool), 1000)
	if err != nil {
		t.Fatal(err)
	}
	all := pgtest.One[int](t, pool, `select count(*)::int from pg_sequences where schemaname = 'public'`)
	if n != all || n < 30 {
		t.Errorf("%d sequences were moved, want all %d", n, all)
	}
	if after := pgtest.One[int64](t, pool, insert, "after"); after != before+1001 {
		t.Errorf("the next number is %d after %d, want 1001 more", after, before)
	}
}
