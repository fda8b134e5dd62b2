// Command statements checks what a shop asked of its database: it lists the shop's own
// statements by pg_stat_statements and fails on one that takes longer than 10 ms in the
// mean (of a few calls: the shortest), or whose plan reads a grown table from end to end.
// Run it by `make -C e2e/load statements`, after stories were played in a shop of many complete orders.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

const (
	meanBar = 10.0 // milliseconds
	// few: of fewer calls the shortest counts: the first one reads from the disk.
	few = 10
	// grown is from how many rows on a table must not be read from end to end.
	grown = 20_000
	shown = 15
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "statements:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: statements ADMIN_URL DATABASE_URL")
	}
	admin, err := pgx.Connect(ctx, args[0])
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close(ctx) }()
	conn, err := pgx.Connect(ctx, args[1])
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return check(ctx, admin, conn, out)
}

// statement is one of the shop's own: they begin with the name it has in queries.sql. What
// tests ask by themselves does not.
type statement struct {
	Query string
	Calls int64
	Mean  float64
	Least float64
	name  string
}

func check(ctx context.Context, admin, conn *pgx.Conn, out io.Writer) error {
	rows, _ := admin.Query(ctx, `select query, sum(calls)::bigint as calls, sum(total_exec_time) / sum(calls) as mean, min(min_exec_time) as least from pg_stat_statements
		where dbid = (select oid from pg_database where datname = $1) and query like '-- name: %' group by query order by mean desc`, conn.Config().Database)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[statement])
	if err != nil {
		return err
	}
	rows, _ = conn.Query(ctx, `select relname::text from pg_class where relkind in ('r', 'p') and reltuples > $1 and relnamespace = 'public'::regnamespace`, grown)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	sources, err := readSources("internal")
	if err != nil {
		return err
	}
	var missed []error
	for i := range all {
		s := &all[i]
		s.name = strings.Fields(s.Query)[2]
		if exceptions[s.name] != "" {
			continue
		}
		scanned, err := scansOf(ctx, conn, sources[s.name], tables)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if s.Mean > meanBar && (s.Calls >= few || s.Least > meanBar) {
			missed = append(missed, fmt.Errorf("%s takes %.1f ms in the mean of %d, want ≤ %.0f", s.name, s.Mean, s.Calls, meanBar))
		}
		if len(scanned) > 0 {
			missed = append(missed, fmt.Errorf("%s reads %s from end to end", s.name, strings.Join(scanned, ", ")))
		}
	}
	report(out, all, tables)
	return errors.Join(missed...)
}

func report(out io.Writer, all []statement, tables []string) {
	fmt.Fprintf(out, "%d statements of the shop, %d tables of more than %d rows\n\n%-34s %10s %10s\n", len(all), len(tables), grown, "slowest", "calls", "mean ms")
	for _, s := range all[:min(shown, len(all))] {
		fmt.Fprintf(out, "%-34s %10d %10.2f  %s\n", s.name, s.Calls, s.Mean, exceptions[s.name])
	}
}

var parameter = regexp.MustCompile(`\$(\d+)`)

// scansOf returns what any of the statements of one name reads from end to end.
func scansOf(ctx context.Context, conn *pgx.Conn, texts, tables []string) (found []string, err error) {
	if len(texts) == 0 {
		return nil, errors.New("no such statement in the code: is the program that was played another one?")
	}
	for _, text := range texts {
		scanned, err := scans(ctx, conn, text, tables)
		if err != nil {
			return nil, err
		}
		found = append(found, scanned...)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// scans returns the grown tables that a statement reads from end to end whatever its
// parameters are.
func scans(ctx context.Context, conn *pgx.Conn, query string, tables []string) ([]string, error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	last := 0
	for _, m := range parameter.FindAllStringSubmatch(query, -1) {
		n := 0
		_, _ = fmt.Sscan(m[1], &n)
		last = max(last, n)
	}
	list := ""
	if last > 0 {
		list = "(" + strings.TrimSuffix(strings.Repeat("null, ", last), ", ") + ")"
	}
	if _, err := tx.Exec(ctx, "set local plan_cache_mode = force_generic_plan; prepare checked as "+query, pgx.QueryExecModeSimpleProtocol); err != nil {
		return nil, err
	}
	defer func() { _, _ = conn.Exec(ctx, "deallocate all") }()
	rows, _ := tx.Query(ctx, "explain execute checked"+list, pgx.QueryExecModeSimpleProtocol)
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	var found []string
	for _, line := range plan {
		_, rest, ok := strings.Cut(line, "Seq Scan on ")
		if !ok {
			continue
		}
		table := strings.Fields(rest)[0]
		if slices.Contains(tables, table) && !slices.Contains(found, table) {
			found = append(found, table)
		}
	}
	return found, nil
}
