// Package archive keeps what is fat and old by month: it makes the months to come, writes
// the months that are older than their retention to files and drops them, and reads one
// back. It changes tables, so it needs the role that owns them.
package archive

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// monthsAhead is how many months are made beforehand. If the shop is not migrated for so
// long, rows go to the default partition, from where the next migration moves them.
const monthsAhead = 6

// partition is one month of a table.
type partition struct {
	Table string
	Month time.Time
}

func (p partition) name() string { return p.Table + p.Month.Format("_2006_01") }

func (p partition) bounds() string {
	return fmt.Sprintf("for values from ('%s') to ('%s')", p.Month.Format(time.RFC3339), p.Month.AddDate(0, 1, 0).Format(time.RFC3339))
}

func startOfMonth(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// EnsureMonths makes the months of every table with a retention, from the one of since
// until half a year after now.
func EnsureMonths(ctx context.Context, pool *pgxpool.Pool, since, now time.Time) error {
	rows, _ := pool.Query(ctx, `select name from retention order by name`)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	for _, table := range tables {
		if err := ensureMonths(ctx, pool, table, since, now); err != nil {
			return fmt.Errorf("archive: months of %s: %w", table, err)
		}
	}
	return nil
}

func ensureMonths(ctx context.Context, pool *pgxpool.Pool, table string, since, now time.Time) error {
	// What was there before there were months lies in a partition without a beginning.
	var before *time.Time
	err := pool.QueryRow(ctx, `select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'MINVALUE\) TO \(''([^'']+)''\)')::timestamptz)
		from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::text::regclass`, table).Scan(&before)
	if err != nil {
		return err
	}
	for m := startOfMonth(since); m.Before(now.AddDate(0, monthsAhead, 0)); m = m.AddDate(0, 1, 0) {
		p := partition{Table: table, Month: m}
		if before != nil && m.Before(*before) {
			continue
		}
		if err := makeMonth(ctx, pool, p); err != nil {
			return err
		}
	}
	return nil
}

// makeMonth makes a month unless it is there or in a file, with what waited in the default
// partition.
func makeMonth(ctx context.Context, pool *pgxpool.Pool, p partition) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		// Two migrations at the same time wait for each other here.
		if _, err := tx.Exec(ctx, fmt.Sprintf("lock table %s in share update exclusive mode", p.Table)); err != nil {
			return err
		}
		var skip bool
		err := tx.QueryRow(ctx, `select to_regclass($1::text) is not null or exists (select from archives where name = $2 and month = $3 and restored_at is null)`,
			p.name(), p.Table, p.Month).Scan(&skip)
		if err != nil || skip {
			return err
		}
		if err := createEmpty(ctx, tx, p); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, fmt.Sprintf(`with moved as (delete from %[1]s_default where at >= '%[3]s' and at < '%[4]s' returning *) insert into %[2]s select * from moved`,
			p.Table, p.name(), p.Month.Format(time.RFC3339), p.Month.AddDate(0, 1, 0).Format(time.RFC3339)))
		if err != nil {
			return err
		}
		return attach(ctx, tx, p)
	})
}

func createEmpty(ctx context.Context, tx pgx.Tx, p partition) error {
	_, err := tx.Exec(ctx, fmt.Sprintf("create table %s (like %s including defaults including constraints)", p.name(), p.Table))
	return err
}

func attach(ctx context.Context, tx pgx.Tx, p partition) error {
	_, err := tx.Exec(ctx, fmt.Sprintf("alter table %s attach partition %s %s", p.Table, p.name(), p.bounds()))
	return err
}
