package seed

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// completeTables are those that complete orders fill.
var completeTables = []string{
	"orders", "order_lines", "order_events", "payment_attempts", "payment_notices", "payments", "fiscal_receipts",
	"delivery_units", "delivery_attempts", "delivery_exchanges", "operator_tasks", "codes", "code_marks", "code_reveals", "letters",
	"refund_grants", "refund_grant_lines", "refunds", "outside_refunds", "disputes", "promo_uses", "feedback",
	"ledger_groups", "ledger_postings", "ledger_daily", "settlement_rows", "settlement_imports", "settlement_differences",
	"code_complaints", "code_replacements", "delivery_pictures", "code_batches", "order_failing_steps", "order_notes", "staff_takings", "order_proofs", "order_reminders", "payment_tasks",
	"delivery_pauses", "delivery_holds", "promo_proofs", "promo_slots", "figures", "figures_products", "figures_waits", "promo_totals",
}

// bareTables is what the tables lack while they are filled: indexes, foreign keys,
// triggers and autovacuum. Checks stay.
type bareTables struct {
	tables  []string
	makes   map[string][]string // by table: keys and indexes
	foreign []foreignKey
}

type foreignKey struct{ Table, Name, Def string }

// stripTables drops what slows writing of the filled tables, in one transaction.
func stripTables(ctx context.Context, pool *pgxpool.Pool) (*bareTables, error) {
	b := &bareTables{makes: map[string][]string{}}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		// What is kept by month keeps its indexes: each month has its own.
		rows, _ := tx.Query(ctx, `select t from unnest($1::text[]) t join pg_class c on c.oid = t::regclass and c.relkind = 'r'`, completeTables)
		var err error
		if b.tables, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `select conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) from pg_constraint
			where contype = 'f' and conparentid = 0 and (conrelid = any ($1::text[]::regclass[]) or confrelid = any ($1::text[]::regclass[])) order by 1, 2`, completeTables)
		if err != nil {
			return err
		}
		if b.foreign, err = pgx.CollectRows(rows, pgx.RowToStructByPos[foreignKey]); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `
			select i.indrelid::regclass::text,
				case when c.oid is null then pg_get_indexdef(i.indexrelid) else 'alter table ' || i.indrelid::regclass || ' add constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid) end,
				case when c.oid is null then 'drop index ' || i.indexrelid::regclass else 'alter table ' || i.indrelid::regclass || ' drop constraint ' || quote_ident(c.conname) end
			from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u') where i.indrelid = any ($1::text[]::regclass[]) order by 1, c.conname is null, 2`, b.tables)
		if err != nil {
			return err
		}
		var drops []string
		for _, k := range b.foreign {
			drops = append(drops, "alter table "+k.Table+" drop constraint "+k.Name)
		}
		var table, create, drop string
		if _, err := pgx.ForEachRow(rows, []any{&table, &create, &drop}, func() error {
			b.makes[table], drops = append(b.makes[table], create), append(drops, drop)
			return nil
		}); err != nil {
			return err
		}
		for _, t := range b.tables {
			drops = append(drops, "alter table "+t+" disable trigger user, set (autovacuum_enabled = false)")
		}
		_, err = tx.Exec(ctx, strings.Join(drops, ";\n"))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("seed: drop indexes: %w", err)
	}
	return b, nil
}

// restore makes everything again, the largest tables first, and proves the foreign keys.
func (b *bareTables) restore(ctx context.Context, pool *pgxpool.Pool, progress func(string, ...any)) error {
	tables := slices.Clone(b.tables)
	rows, err := pool.Query(ctx, `select t from unnest($1::text[]) t order by pg_table_size(t::regclass) desc`, tables)
	if err != nil {
		return err
	}
	if tables, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return err
	}
	var jobs, proofs []string
	for _, t := range tables {
		jobs = append(jobs, strings.Join(append([]string{"vacuum analyze " + t}, b.makes[t]...), ";\n"))
	}
	started := time.Now()
	if err := atOnce(ctx, pool, jobs); err != nil {
		return err
	}
	progress("  keys and indexes of %d tables: %d ms", len(tables), time.Since(started).Milliseconds())
	return onConnection(ctx, pool, func(conn *pgx.Conn) error {
		var adds []string
		byTable := map[string]int{}
		for _, k := range b.foreign {
			if !slices.Contains(b.tables, k.Table) { // kept by month: a foreign key of it is proven when it is made
				adds = append(adds, "alter table "+k.Table+" add constraint "+k.Name+" "+k.Def)
				continue
			}
			adds = append(adds, "alter table "+k.Table+" add constraint "+k.Name+" "+k.Def+" not valid")
			// Two proofs of one table would wait for each other.
			at, found := byTable[k.Table]
			if !found {
				at = len(proofs)
				byTable[k.Table], proofs = at, append(proofs, "")
			}
			proofs[at] += "alter table " + k.Table + " validate constraint " + k.Name + ";\n"
		}
		for _, t := range b.tables {
			adds = append(adds, "alter table "+t+" enable trigger user, reset (autovacuum_enabled)")
		}
		for _, t := range slices.Concat(completeTables, []string{"users", "promo_codes"}) { // whatever got numbers by hand
			adds = append(adds, numberOn(t))
		}
		if _, err := conn.Exec(ctx, strings.Join(adds, ";\n")); err != nil {
			return fmt.Errorf("seed: make foreign keys: %w", err)
		}
		started = time.Now()
		err := atOnce(ctx, pool, proofs)
		progress("  foreign keys proven: %d ms", time.Since(started).Milliseconds())
		return err
	})
}

// numberOn lets the numbers of a table go on after those that were given.
func numberOn(table string) string {
	return fmt.Sprintf(`do $$ declare top bigint; begin
		if exists (select from pg_attribute where attrelid = '%[1]s'::regclass and attname = 'id') and pg_get_serial_sequence('%[1]s', 'id') is not null then
			execute 'select max(id) from %[1]s' into top;
			if top is not null then perform setval(pg_get_serial_sequence('%[1]s', 'id'), top); end if;
		end if; end $$`, table)
}

// atOnce runs jobs on several connections, the statements of a job one after the other.
func atOnce(ctx context.Context, pool *pgxpool.Pool, jobs []string) error {
	next := make(chan string, len(jobs))
	for _, j := range jobs {
		next <- j
	}
	close(next)
	group, ctx := errgroup.WithContext(ctx)
	for range fillers {
		group.Go(func() error {
			return onConnection(ctx, pool, func(conn *pgx.Conn) error {
				for job := range next {
					for sql := range strings.SplitSeq(job, ";\n") {
						if _, err := conn.Exec(ctx, sql); err != nil {
							return fmt.Errorf("%.120s: %w", sql, err)
						}
					}
				}
				return nil
			})
		})
	}
	return group.Wait()
}
