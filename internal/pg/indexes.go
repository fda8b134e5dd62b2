package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pressly/goose/v3/lock"
)

// invalidIndexes lists the indexes whose build did not end, except of parts of PostgreSQL.
const invalidIndexes = `select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indexrelid
	where not i.indisvalid and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1`

// ofReindex matches what `reindex concurrently` leaves: the index it was for is there too.
var ofReindex = regexp.MustCompile(`_cc(new|old)[0-9]*"?$`)

// rebuildIndexes builds anew the indexes whose build did not end. `create index concurrently
// if not exists` would take one for the index it is to build.
func rebuildIndexes(ctx context.Context, db *sql.DB, locker lock.SessionLocker) (err error) {
	if names, err := listInvalid(ctx, db); err != nil || len(names) == 0 {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// Another instance may be building it.
	if err := locker.SessionLock(ctx, conn); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locker.SessionUnlock(context.WithoutCancel(ctx), conn)) }()
	names, err := listInvalid(ctx, conn)
	if err != nil {
		return err
	}
	statements := []string{`set lock_timeout = 0`} // it blocks nobody while it waits
	for _, name := range names {
		what := "reindex index concurrently "
		if ofReindex.MatchString(name) {
			what = "drop index concurrently "
		}
		statements = append(statements, what+name)
	}
	for _, s := range append(statements, `reset lock_timeout`) {
		if _, err := conn.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

// checkIndexes returns an error if there is an index whose build did not end.
func checkIndexes(ctx context.Context, db *sql.DB) error {
	names, err := listInvalid(ctx, db)
	if err == nil && len(names) > 0 {
		err = fmt.Errorf("the build of an index did not end: %s", strings.Join(names, ", "))
	}
	return err
}

func listInvalid(ctx context.Context, q interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
},
) (names []string, err error) {
	rows, err := q.QueryContext(ctx, invalidIndexes)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}
