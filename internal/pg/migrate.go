package pg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// lockTries is how often a migration is tried that cannot get a lock. It gives up after
// lockTimeout unless it says otherwise: while it waits, everything that wants the table waits
// behind it.
const (
	lockTries   = 5
	lockTimeout = "2s"
	lockPause   = 200 * time.Millisecond // before the second try; twice as long before each next
)

// noTemporary revokes the right to create temporary tables, which could shadow real ones,
// from everybody but the owner. Neither a dump nor a copy of a database keeps this.
const noTemporary = `do $$ begin
	if has_database_privilege('public', current_database(), 'temporary') then
		execute format('revoke temporary on database %I from public', current_database());
	end if;
end $$`

// Migrate applies the pending migrations to the database at url and returns how
// many it applied. Instances that start at the same time wait for each other.
func Migrate(ctx context.Context, url string, migrations fs.FS) (int, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return 0, fmt.Errorf("database address: %w", err)
	}
	cfg.RuntimeParams["lock_timeout"] = lockTimeout
	db := stdlib.OpenDB(*cfg)
	defer func() { _ = db.Close() }()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return 0, err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, migrations, goose.WithSessionLocker(locker))
	if err != nil {
		return 0, fmt.Errorf("migrations: %w", err)
	}
	taken, pause := 0, lockPause
	for try := 1; ; try++ {
		if err := rebuildIndexes(ctx, db, locker); err != nil {
			return taken, fmt.Errorf("migrate: %w", err)
		}
		done, err := p.Up(ctx)
		taken += len(done)
		if err == nil {
			if _, err := db.ExecContext(ctx, noTemporary); err != nil {
				return taken, fmt.Errorf("migrate: privileges of the database: %w", err)
			}
			if err := checkIndexes(ctx, db); err != nil {
				return taken, fmt.Errorf("migrate: %w", err)
			}
			return taken, nil
		}
		if partial, ok := errors.AsType[*goose.PartialError](err); ok {
			taken += len(partial.Applied)
		}
		if try == lockTries || !isLocked(err) {
			return taken, fmt.Errorf("migrate: %w%s", err, hint(err))
		}
		select {
		case <-ctx.Done():
			return taken, fmt.Errorf("migrate: %w", ctx.Err())
		case <-time.After(pause):
			pause *= 2
		}
	}
}

// hint returns what a migration that refuses a database says to do, after a colon.
func hint(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Hint != "" {
		return ": " + e.Hint
	}
	return ""
}

// isLocked reports whether a statement gave up waiting for a lock.
func isLocked(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == lockNotAvailable
}

const lockNotAvailable = "55P03"
