package pg_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/db"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

const newColumn = "-- +goose Up\nset local lock_timeout = '50ms';\nalter table shelf add column place text;\n"

// shelf returns a database with a table, and a transaction that reads it and does not end.
func shelf(t *testing.T) (pool *pgxpool.Pool, migrate func() (int, error), release func()) {
	t.Helper()
	pool = pgtest.Owner(t, pgtest.New(t))
	// A schema of its own: that of the shop has other migrations.
	url := pgtest.OwnerURL(t, pool.Config().ConnConfig.Database) + "&search_path=shelves"
	for _, sql := range []string{`create schema shelves`, `create table shelves.shelf (id bigint)`} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `select from shelves.shelf`); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"0001_place.sql": {Data: []byte(newColumn)}}
	release = func() {
		if err := tx.Rollback(context.Background()); err != nil {
			t.Error(err)
		}
	}
	return pool, func() (int, error) { return pg.Migrate(t.Context(), url, files) }, release
}

func columns(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `select count(*) from information_schema.columns where table_schema = 'shelves' and table_name = 'shelf'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A transaction that ends in time costs a migration some tries.
func TestMigrateTriesAgainForALock(t *testing.T) {
	t.Parallel()
	pool, migrate, release := shelf(t)
	type result struct {
		n   int
		err error
	}
	ended := make(chan result, 1)
	go func() {
		n, err := migrate()
		ended <- result{n, err}
	}()
	waits := func() (yes bool) {
		if err := pool.QueryRow(t.Context(), `select exists (select from pg_locks where relation = 'shelves.shelf'::regclass and not granted)`).Scan(&yes); err != nil {
			t.Fatal(err)
		}
		return yes
	}
	for !waits() { // the first try comes
	}
	for waits() { // and goes
	}
	release()
	if got := <-ended; got.err != nil || got.n != 1 || columns(t, pool) != 2 {
		t.Errorf("%d migrations, error %v, %d columns, want 1, none and 2", got.n, got.err, columns(t, pool))
	}
}

// One that does not end makes it fail, with nothing changed.
func TestMigrateGivesUpOnALock(t *testing.T) {
	t.Parallel()
	pool, migrate, release := shelf(t)
	n, err := migrate()
	release()
	if err == nil || !strings.Contains(err.Error(), "lock timeout") || n != 0 {
		t.Errorf("%d migrations, error %v, want none and a lock timeout", n, err)
	}
	if got := columns(t, pool); got != 1 {
		t.Errorf("the table has %d columns, want 1", got)
	}
}

const newIndex = `-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
create index concurrently if not exists shelf_id_idx on shelf (id);
reset lock_timeout;
`

// A build that was broken off leaves an index that nothing may use, under the name the next
// try looks for.
func TestMigrateBuildsAnIndexAnewThatWasBrokenOff(t *testing.T) {
	t.Parallel()
	pool := pgtest.Owner(t, pgtest.New(t))
	pgtest.Exec(t, pool, `create schema shelves`)
	pgtest.Exec(t, pool, `create table shelves.shelf (id bigint)`)
	url := pgtest.OwnerURL(t, pool.Config().ConnConfig.Database) + "&search_path=shelves"
	files := fstest.MapFS{"0001_index.sql": {Data: []byte(newIndex)}}
	tx, err := pool.Begin(t.Context()) // the build waits for its end
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `insert into shelves.shelf values (1)`); err != nil {
		t.Fatal(err)
	}
	state := func() string {
		return pgtest.One[string](t, pool, `select coalesce(string_agg(i.indexrelid::regclass || ' ' || i.indisvalid, ', '), '') from pg_index i where i.indrelid = 'shelves.shelf'::regclass`)
	}
	ctx, stop := context.WithCancel(t.Context())
	broken := make(chan error, 1)
	go func() {
		_, err := pg.Migrate(ctx, url, files)
		broken <- err
	}()
	const left, built = "shelves.shelf_id_idx false", "shelves.shelf_id_idx true"
	for state() != left {
	}
	stop()
	if err := <-broken; err == nil {
		t.Error("a build that was broken off is no error")
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := state(); got != left {
		t.Fatalf("there is %q, want %q", got, left)
	}
	if n, err := pg.Migrate(t.Context(), url, files); err != nil || n != 1 {
		t.Errorf("%d migrations, error %v, want 1 and none", n, err)
	}
	if got := state(); got != built {
		t.Errorf("there is %q, want %q", got, built)
	}
}

// A migration that says nothing of locks gives up on one all the same.
func TestMigrateLimitsTheWaitForALock(t *testing.T) {
	t.Parallel()
	pool := pgtest.Owner(t, pgtest.New(t))
	pgtest.Exec(t, pool, `create schema shelves`)
	url := pgtest.OwnerURL(t, pool.Config().ConnConfig.Database) + "&search_path=shelves"
	files := fstest.MapFS{"0001_wait.sql": {Data: []byte("-- +goose Up\ncreate table wait as select current_setting('lock_timeout') as most;\n")}}
	if _, err := pg.Migrate(t.Context(), url, files); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, pool, `select most from shelves.wait`); got != "2s" {
		t.Errorf("a migration waits for %s, want 2s", got)
	}
}

// A database of before the first release has tables under other numbers.
func TestMigrateRefusesADatabaseOfBeforeTheFirstRelease(t *testing.T) {
	t.Parallel()
	pool := pgtest.Owner(t, pgtest.New(t))
	pgtest.Exec(t, pool, `delete from goose_db_version where version_id > 0`)
	pgtest.Exec(t, pool, `insert into goose_db_version (version_id, is_applied) select n, true from generate_series(1, 263) n`)
	const state = `select md5(string_agg(x, ' ' order by x)) from (
		select c.oid::regclass || ' ' || coalesce(c.relacl::text, '') x from pg_class c where c.relnamespace = 'public'::regnamespace
		union all select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'public'::regnamespace
		union all select 'version ' || v.version_id from goose_db_version v) s`
	before := pgtest.One[string](t, pool, state)
	migrations, err := fs.Sub(db.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	n, err := pg.Migrate(t.Context(), pgtest.OwnerURL(t, pool.Config().ConnConfig.Database), migrations)
	if err == nil || n != 0 || !strings.Contains(err.Error(), "made before the first release") || !strings.Contains(err.Error(), "make it anew") {
		t.Errorf("%d migrations, error %v, want none and what to do", n, err)
	}
	if pgtest.One[string](t, pool, state) != before {
		t.Error("a database that is refused was changed")
	}
}
