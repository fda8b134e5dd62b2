package archive

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"
)

// ErrChanged is returned if a month is not what its file has: nothing was dropped.
var ErrChanged = errors.New("archive: the month and its file differ")

// restoredFor is how long a month that was read back stays before it is dropped again.
const restoredFor = 30 * 24 * time.Hour

// Archive writes months to files and reads them back.
type Archive struct {
	Pool  *pgxpool.Pool
	Files *blob.Bucket
	Clock func() time.Time
}

// A File is a month that was written.
type File struct {
	Name   string
	Month  time.Time
	Path   string
	Rows   int64
	Digest []byte // its SHA-256
}

// Run writes the months that are older than their retention to files and drops them,
// oldest first. A month is dropped only after its file was read back. If it is interrupted,
// the next run begins with the same month.
func (a *Archive) Run(ctx context.Context) ([]File, error) {
	old, err := a.old(ctx)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	var files []File
	for _, p := range old {
		f, err := a.write(ctx, p)
		if err == nil {
			err = a.prove(ctx, f)
		}
		if err == nil {
			err = a.drop(ctx, p, f)
		}
		if err != nil {
			return files, fmt.Errorf("archive: %s: %w", p.name(), err)
		}
		files = append(files, f)
	}
	return files, nil
}

// old returns the months that are to be written.
func (a *Archive) old(ctx context.Context) ([]partition, error) {
	rows, _ := a.Pool.Query(ctx, `
		select r.name as "table", to_date(right(c.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC' as month
		from retention r join pg_inherits i on i.inhparent = r.name::regclass join pg_class c on c.oid = i.inhrelid
		where c.relname ~ '_[0-9]{4}_[0-9]{2}$' and to_date(right(c.relname, 7), 'YYYY_MM') + make_interval(months => r.months + 1) <= $1::timestamptz at time zone 'UTC'
			and not exists (select from archives x where x.name = r.name and x.month = to_date(right(c.relname, 7), 'YYYY_MM') and x.restored_at > $1::timestamptz - $2::interval)
		order by 2, 1`, a.Clock(), restoredFor)
	months, err := pgx.CollectRows(rows, pgx.RowToStructByName[partition])
	for i := range months {
		months[i].Month = months[i].Month.UTC()
	}
	return months, err
}

// write copies a month to its file, which replaces one of an interrupted run.
func (a *Archive) write(ctx context.Context, p partition) (File, error) {
	f := File{Name: p.Table, Month: p.Month, Path: fmt.Sprintf("archive/%s/%s.csv.gz", p.Table, p.Month.Format("2006-01"))}
	writing, cancel := context.WithCancel(ctx)
	defer cancel() // before Close, it discards the file
	w, err := a.Files.NewWriter(writing, f.Path, &blob.WriterOptions{ContentType: "application/gzip"})
	if err != nil {
		return f, err
	}
	sum := sha256.New()
	packed := gzip.NewWriter(io.MultiWriter(w, sum))
	err = a.Pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if _, err := c.Exec(ctx, "set statement_timeout = 0"); err != nil {
			return err
		}
		done, err := c.Conn().PgConn().CopyTo(ctx, packed, fmt.Sprintf("copy (select * from %s order by id) to stdout (format csv, header)", p.name()))
		f.Rows = done.RowsAffected()
		return err
	})
	if err == nil {
		err = packed.Close()
	}
	if err != nil {
		cancel()
		return f, errors.Join(err, w.Close())
	}
	f.Digest = sum.Sum(nil)
	return f, w.Close()
}

// prove reads a file back.
func (a *Archive) prove(ctx context.Context, f File) error {
	r, err := a.Files.NewReader(ctx, f.Path, nil)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return err
	}
	if got := sum.Sum(nil); !bytes.Equal(got, f.Digest) {
		return fmt.Errorf("%w: %s has the digest %x, want %x", ErrChanged, f.Path, got, f.Digest)
	}
	return nil
}

// drop removes a month whose file is proven.
func (a *Archive) drop(ctx context.Context, p partition, f File) error {
	return pgx.BeginFunc(ctx, a.Pool, func(tx pgx.Tx) error {
		// Detaching waits for those who read, and everyone else waits for it meanwhile.
		if _, err := tx.Exec(ctx, fmt.Sprintf("set local lock_timeout = '5s'; alter table %s detach partition %s", p.Table, p.name())); err != nil {
			return err
		}
		var rows int64
		if err := tx.QueryRow(ctx, "select count(*) from "+p.name()).Scan(&rows); err != nil {
			return err
		}
		if rows != f.Rows {
			return fmt.Errorf("%w: %d rows, the file has %d", ErrChanged, rows, f.Rows)
		}
		_, err := tx.Exec(ctx, `insert into archives (name, month, path, rows, digest, made_at) values ($1, $2, $3, $4, $5, $6)
			on conflict (name, month) do update set path = excluded.path, rows = excluded.rows, digest = excluded.digest, made_at = excluded.made_at, restored_at = null`,
			f.Name, f.Month, f.Path, f.Rows, f.Digest, a.Clock())
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "drop table "+p.name())
		return err
	})
}

// Restore makes a month again from its file. It stays for thirty days.
func (a *Archive) Restore(ctx context.Context, table string, day time.Time) (File, error) {
	f := File{Name: table, Month: startOfMonth(day)}
	p := partition{Table: table, Month: f.Month}
	err := a.Pool.QueryRow(ctx, `select path, rows, digest from archives where name = $1 and month = $2 and restored_at is null`, table, f.Month).Scan(&f.Path, &f.Rows, &f.Digest)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, fmt.Errorf("archive: %s of %s is in no file", f.Month.Format("2006-01"), table)
	}
	if err == nil {
		err = a.prove(ctx, f)
	}
	if err == nil {
		err = pgx.BeginFunc(ctx, a.Pool, func(tx pgx.Tx) error { return a.read(ctx, tx, p, f) })
	}
	if err != nil {
		return f, fmt.Errorf("archive: restore %s: %w", p.name(), err)
	}
	return f, nil
}

func (a *Archive) read(ctx context.Context, tx pgx.Tx, p partition, f File) error {
	if err := createEmpty(ctx, tx, p); err != nil {
		return err
	}
	r, err := a.Files.NewReader(ctx, f.Path, nil)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	unpacked, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	done, err := tx.Conn().PgConn().CopyFrom(ctx, unpacked, fmt.Sprintf("copy %s from stdin (format csv, header match)", p.name()))
	if err != nil {
		return err
	}
	if done.RowsAffected() != f.Rows {
		return fmt.Errorf("%w: %d rows read, want %d", ErrChanged, done.RowsAffected(), f.Rows)
	}
	if _, err := tx.Exec(ctx, `update archives set restored_at = $3 where name = $1 and month = $2`, p.Table, p.Month, a.Clock()); err != nil {
		return err
	}
	return attach(ctx, tx, p)
}
