// Command console measures what the operator console reads at the database: the list
// with every filter, counts, the search, the page of an order and its timeline, the queue,
// and the screens of figures, books, goods and people. One client. Beside the times it shows how many pages each question touches,
// and refuses any reading of a whole table. Run it by `make -C e2e/load console N=…`.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/ordersearch"
	"larek/internal/pg"
	"larek/internal/pg/pgtest/plans"
	"larek/internal/seal"
)

//go:embed waiting.sql
var waitingSQL string

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-console:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 2 && args[0] == "wait" {
		return wait(ctx, args[1])
	}
	if len(args) != 1 {
		return fmt.Errorf("usage: console [wait] DATABASE_URL")
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
		search: ordersearch.NewService(ordersearch.Config{Pool: reading.Pool, Known: known.Pool, Codes: seal.NewKey(), Phones: seal.NewKey(), Clock: clock.System}),
		rows:   &queue.Service{Desk: desk.New(known.Pool, nil, clock.System)},
	}
	err = known.QueryRow(ctx, `select max(o.id), (select id from users where nickname = 'Игрок 1'), (select min(id) from promo_codes where code like 'SEZON%'),
		(select code from promo_codes where code like 'SEZON%' order by id desc offset 2 limit 1) from orders o`).Scan(&b.orders, &b.regular, &b.promo, &b.promoCode)
	if err != nil {
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

// wait leaves unfinished orders and what waits for a person in a shop of complete orders.
func wait(ctx context.Context, database string) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "set statement_timeout = 0; "+waitingSQL); err != nil {
		return fmt.Errorf("set orders back: %w", err)
	}
	_, err = conn.Exec(ctx, "vacuum analyze orders, order_lines, delivery_units, operator_tasks, letters, refunds")
	return err
}
