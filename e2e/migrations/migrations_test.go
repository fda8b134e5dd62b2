// Package migrations applies the newest migrations to a shop that sells.
package migrations

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"larek/db"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/seed/seedtest"
)

const (
	newest = 5 // how many migrations are tried; those before were tried when they were the newest
	// A migration waits for a lock for two seconds, and everything waits behind it; then a
	// statement may take some time of its own.
	longestWait = 4 * time.Second
)

// newestMigrations returns the files, and the number of the last before the newest: those
// that can be taken back, in one row, at most five.
func newestMigrations(t *testing.T) (files fs.FS, before int64, tried int) {
	t.Helper()
	files, err := fs.Sub(db.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Backward(names) {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		if before, err = goose.NumericComponent(name); err != nil {
			t.Fatal(err)
		}
		if tried == newest || !strings.Contains(string(text), "+goose Down") {
			break
		}
		tried++
	}
	return files, before, tried
}

// takeBack brings the database to the schema of an earlier number.
func takeBack(t *testing.T, url string, files fs.FS, to int64) {
	t.Helper()
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	conn := stdlib.OpenDB(*cfg)
	defer func() { _ = conn.Close() }()
	p, err := goose.NewProvider(goose.DialectPostgres, conn, files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.DownTo(t.Context(), to); err != nil {
		t.Fatal(err)
	}
}

// traffic repeats a step until ctx ends. It returns how often it was done and the longest time.
func traffic(ctx context.Context, step func(context.Context) error) (n int, longest time.Duration, err error) {
	for ctx.Err() == nil {
		from := time.Now()
		// The step itself is not cut off: whether it was done has to be known.
		if err := step(context.WithoutCancel(ctx)); err != nil {
			return n, longest, err
		}
		n, longest = n+1, max(longest, time.Since(from))
	}
	return n, longest, nil
}

func write(pool *pgxpool.Pool) func(context.Context) error {
	return func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `select from orders order by id limit 1 for update`); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `insert into order_events (order_id, event) select min(id), 'migrated' from orders`)
			return err
		})
	}
}

func read(pool *pgxpool.Pool) func(context.Context) error {
	return func(ctx context.Context) error {
		var n int
		return pool.QueryRow(ctx, `select count(*) from orders o join order_lines l on l.order_id = o.id left join order_events e on e.order_id = o.id`).Scan(&n)
	}
}

// TestNewestMigrationsWhileTheShopSells checks that nothing fails, nothing waits for long and
// nothing is lost while they are applied.
func TestNewestMigrationsWhileTheShopSells(t *testing.T) {
	t.Parallel()
	address := pgtest.Clone(t, seedtest.Template("migrations", time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)))
	pool := pgtest.OpenPool(t, address, pg.ReadWrite)
	owner := pgtest.OwnerURL(t, pool.Config().ConnConfig.Database)
	files, before, tried := newestMigrations(t)
	if tried == 0 {
		t.Skip("the newest migration says that it cannot be taken back")
	}
	takeBack(t, owner, files, before)
	pool.Reset() // its statements are of the newest schema

	ctx, stop := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	var mu sync.Mutex
	written := 0
	for i, step := range []func(context.Context) error{write(pool), write(pool), read(pool)} {
		busy.Go(func() {
			n, longest, err := traffic(ctx, step)
			mu.Lock()
			defer mu.Unlock()
			if i < 2 {
				written += n
			}
			if err != nil && !errors.Is(err, context.Canceled) || n == 0 || longest > longestWait {
				t.Errorf("step %d was done %d times, the longest took %v: %v", i, n, longest, err)
			}
		})
	}
	applied, err := pg.Migrate(t.Context(), owner, files)
	stop()
	busy.Wait()
	if err != nil || applied != tried {
		t.Fatalf("%d migrations applied of %d: %v", applied, tried, err)
	}
	var kept int
	if err := pool.QueryRow(t.Context(), `select count(*) from order_events where event = 'migrated'`).Scan(&kept); err != nil || kept != written {
		t.Errorf("%d events are there of %d written: %v", kept, written, err)
	}
	t.Logf("%d migrations beside %d writes", applied, written)
}
