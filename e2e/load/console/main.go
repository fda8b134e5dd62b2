// Command console measures what the operator console reads at the database: the list
// with every filter, counts, the search, the page of an order and its timeline, and the
// queue. One client. Beside the times it shows how many pages each question touches,
// and refuses any reading of a whole table. Run it by `make bench-console N=…`.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/desk"
	"larek/internal/pg"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
	"larek/internal/report"
	"larek/internal/seal"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-console:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 3 && args[0] == "fill" {
		return fill(ctx, args[1], args[2], out)
	}
	if len(args) != 1 {
		return fmt.Errorf("usage: console [fill] DATABASE_URL [N]")
	}
	reading, err := record(ctx, args[0], pg.ReadOnly)
	if err != nil {
		return err
	}
	defer reading.Close()
	known, err := record(ctx, args[0], pg.ReadWrite)
	if err != nil {
		return err
	}
	defer known.Close()
	b := &bench{
		out: out, pools: []*plans.Recorder{reading, known},
		report: report.NewService(report.Config{Pool: reading.Pool, Known: known.Pool, Codes: seal.NewKey(), Phones: seal.NewKey(), Clock: clock.System}),
		desk:   &desk.Operations{Desk: desk.New(known.Pool, nil, clock.System)},
	}
	if err := known.QueryRow(ctx, `select max(id) from orders`).Scan(&b.orders); err != nil {
		return err
	}
	return b.all(ctx)
}

func record(ctx context.Context, database string, mode pg.Mode) (*plans.Recorder, error) {
	pool, err := pg.Open(ctx, database, mode)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	return plans.Record(ctx, pool)
}

func fill(ctx context.Context, database, n string, out io.Writer) error {
	var orders int
	if _, err := fmt.Sscan(n, &orders); err != nil {
		return fmt.Errorf("how many orders: %w", err)
	}
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	started := time.Now()
	if err := factory.FillOrders(ctx, conn, orders); err != nil {
		return err
	}
	var size string
	if err := conn.QueryRow(ctx, `select pg_size_pretty(pg_database_size(current_database()))`).Scan(&size); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d orders filled in %v, %s\n", orders, time.Since(started).Round(time.Second), size)
	return err
}
