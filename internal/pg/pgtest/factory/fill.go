package factory

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

//go:embed fill.sql
var fillSQL string

const (
	// manyOrders is from how many orders on FillOrders loads in bulk.
	manyOrders = 200_000
	// fillers is how many connections load in bulk.
	fillers = 3
)

// FillOrders fills an empty database with n orders of every kind and status over the
// last two years, and with what the shop records about them, in steps. From manyOrders
// on, indexes are built after the rows, and only every fourth delivered order has more
// than one event, and exchanges, a letter and ledger entries. Such a database is to be
// read only: it has neither foreign keys nor checks, and does not survive a crash.
func FillOrders(ctx context.Context, conn *pgx.Conn, n int) error {
	step, side, load := 20_000, 1, inTurn
	if n >= manyOrders {
		step, side, load = 50_000, 4, inBulk
	}
	first, each, found := strings.Cut(fillSQL, "-- Each step.\n")
	if !found {
		return fmt.Errorf("fill.sql has no steps")
	}
	of := []string{"{n}", strconv.Itoa(n), "{side}", strconv.Itoa(side), "{users}", strconv.Itoa(max(2000, n/20))}
	if _, err := conn.Exec(ctx, "set statement_timeout = 0; set synchronous_commit = off; "+strings.NewReplacer(of...).Replace(first)); err != nil {
		return fmt.Errorf("fill the catalogue: %w", err)
	}
	var steps []string
	for from := 1; from <= n; from += step {
		steps = append(steps, strings.NewReplacer(append(of, "{from}", strconv.Itoa(from), "{to}", strconv.Itoa(min(n, from+step-1)))...).Replace(each))
	}
	if err := load(ctx, conn, steps); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, numberOnSQL); err != nil {
		return fmt.Errorf("set the next numbers: %w", err)
	}
	_, err := conn.Exec(ctx, "vacuum analyze")
	return err
}

func inTurn(ctx context.Context, conn *pgx.Conn, steps []string) error {
	for i, sql := range steps {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("step %d of filling: %w", i+1, err)
		}
	}
	return nil
}

// atOnce runs statements on several connections of their own.
func atOnce(ctx context.Context, config *pgx.ConnConfig, statements []string) error {
	next := make(chan string, len(statements))
	for _, sql := range statements {
		next <- sql
	}
	close(next)
	group, ctx := errgroup.WithContext(ctx)
	for range fillers {
		group.Go(func() error {
			conn, err := pgx.ConnectConfig(ctx, config)
			if err != nil {
				return err
			}
			defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
			if _, err := conn.Exec(ctx, "set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0"); err != nil {
				return err
			}
			for sql := range next {
				if _, err := conn.Exec(ctx, sql); err != nil {
					return fmt.Errorf("%.80s: %w", sql, err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// filled are the tables that fill.sql fills step by step.
const filled = `{orders,order_lines,order_events,payment_attempts,payment_notices,payments,delivery_units,delivery_attempts,delivery_exchanges,` +
	`operator_tasks,letters,ledger_groups,ledger_postings,promo_uses,refunds}`

// numberOnSQL lets identity columns go on after the numbers that were given.
const numberOnSQL = `
do $$
declare t text; top bigint;
begin
	foreach t in array '` + filled + `'::text[] loop
		continue when not exists (select from pg_attribute where attrelid = t::regclass and attname = 'id');
		execute format('select max(id) from %I', t) into top;
		if top is not null then perform setval(pg_get_serial_sequence(t, 'id'), top); end if;
	end loop;
end $$`

// inBulk runs the steps without constraints, indexes, triggers and log, and builds the
// indexes again.
func inBulk(ctx context.Context, conn *pgx.Conn, steps []string) error {
	rows, err := conn.Query(ctx, `
		select 'alter table ' || c.conrelid::regclass || ' add constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid) as def
		from pg_constraint c where c.contype in ('p', 'u') and c.conrelid = any ($1::regclass[])
		union all
		select pg_get_indexdef(i.indexrelid) from pg_index i
		where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`, filled)
	if err != nil {
		return fmt.Errorf("read indexes: %w", err)
	}
	indexes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("read indexes: %w", err)
	}
	if _, err := conn.Exec(ctx, bareSQL); err != nil {
		return fmt.Errorf("drop indexes: %w", err)
	}
	if err := atOnce(ctx, conn.Config(), steps); err != nil {
		return err
	}
	return atOnce(ctx, conn.Config(), indexes)
}

// bareSQL leaves nothing of the filled tables that slows writing.
const bareSQL = `
do $$
declare sql text;
begin
	for sql in
		select 'alter table ' || c.conrelid::regclass || ' drop constraint ' || quote_ident(c.conname) from pg_constraint c
		where c.contype = 'f' and (c.conrelid = any ('` + filled + `'::regclass[]) or c.confrelid = any ('` + filled + `'::regclass[]))
	loop execute sql; end loop;
	for sql in
		select 'alter table ' || c.conrelid::regclass || ' drop constraint ' || quote_ident(c.conname) from pg_constraint c
		where c.contype in ('p', 'u', 'c') and c.conrelid = any ('` + filled + `'::regclass[])
	loop execute sql; end loop;
	for sql in select 'drop index ' || i.indexrelid::regclass from pg_index i where i.indrelid = any ('` + filled + `'::regclass[])
	loop execute sql; end loop;
	for sql in select format('alter table %1$s disable trigger user, set unlogged', t) from unnest('` + filled + `'::text[]) t
	loop execute sql; end loop;
end $$`
