// Command console measures what the operator console reads at the database: the list
// with every filter, counts, the search, the page of an order and its timeline. One
// client; it looks for sequential scans too. Run it by `make bench-console N=…`.
package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/clock"
	"larek/internal/pg"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/report"
	"larek/internal/seal"
)

const (
	// bar is the promise at ten million orders.
	bar    = 50 * time.Millisecond
	rounds = 100
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-console:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 3 && args[0] == "fill" {
		return fill(ctx, args[1], args[2])
	}
	if len(args) != 1 {
		return fmt.Errorf("usage: console [fill] DATABASE_URL [N]")
	}
	pool, err := pg.Open(ctx, args[0], pg.ReadOnly)
	if err != nil {
		return err
	}
	defer pool.Close()
	known, err := pg.Open(ctx, args[0], pg.ReadWrite)
	if err != nil {
		return err
	}
	defer known.Close()
	b := &bench{out: out, report: report.NewService(report.Config{Pool: pool, Known: known, Codes: seal.NewKey(), Phones: seal.NewKey(), Clock: clock.System})}
	if err := pool.QueryRow(ctx, `select max(id) from orders`).Scan(&b.orders); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "%d orders, %d rounds, one client\n\n%-52s %9s %9s %9s\n", b.orders, rounds, "what", "p50 ms", "p99 ms", "looked at")
	return b.all(ctx)
}

func fill(ctx context.Context, database, n string) error {
	var orders int
	if _, err := fmt.Sscan(n, &orders); err != nil {
		return fmt.Errorf("how many orders: %w", err)
	}
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return factory.FillOrders(ctx, conn, orders)
}

type bench struct {
	report *report.Service
	out    io.Writer
	orders int64
	late   []string
}

// filters are those of the list, each alone and some that no index answers.
var filters = []string{
	"", "status=sending", "status=done", "kind=steam", "game=7", "method=getpay", "provider=payin", "supplier=nsgifts", "country=KZ", "promo=CODE8",
	"problem=unknown", "problem=wrong_details", "problem=letter", "next=operator", "late=true", "buyer=guest", "buyer=account", "user=3", "owner=none",
	"sum_from=100000.00", "sum_from=60.50&sum_to=70.00", "max_age=1440", "buyer_of=19999", "player_of=19998",
	"status=done&country=KZ&buyer=guest", "kind=pubg&method=tbank_sbp", "sum_from=100000.00&supplier=moogold", "game=7&status=sent&promo=CODE8",
}

func (b *bench) all(ctx context.Context) error {
	for _, query := range filters {
		values, err := url.ParseQuery(query)
		if err != nil {
			return err
		}
		f, err := report.ParseFilter(values, 1)
		if err != nil {
			return err
		}
		err = b.measure("list "+query, func(int) (int, error) {
			page, err := b.report.Orders(ctx, f, nil)
			if err != nil {
				return 0, err
			}
			return page.LookedAt, nil
		})
		if err == nil {
			err = b.measure("count "+query, func(int) (int, error) { _, err := b.report.Count(ctx, f); return 0, err })
		}
		if err != nil {
			return err
		}
	}
	if err := b.single(ctx); err != nil {
		return err
	}
	if len(b.late) > 0 {
		return fmt.Errorf("over %v: %s", bar, strings.Join(b.late, ", "))
	}
	return nil
}

// single measures what is about one order, another one each time.
func (b *bench) single(ctx context.Context) error {
	id := func(round int) int64 { return 1 + int64(round+1)*7919%b.orders }
	return joinFirst(
		func() error {
			return b.measure("page of an order", func(i int) (int, error) {
				_, err := b.report.Order(ctx, id(i), report.OrderOptions{WithCost: true})
				return 0, err
			})
		},
		func() error {
			return b.measure("facts of an order", func(i int) (int, error) { _, err := b.report.Facts(ctx, id(i), nil, nil); return 0, err })
		},
		func() error { return b.find(ctx, "number", func(i int) string { return fmt.Sprint(id(i)) }) },
		func() error {
			return b.find(ctx, "e-mail", func(i int) string { return fmt.Sprintf("buyer%d@example.test", id(i)%(b.orders/4)) })
		},
		func() error { return b.find(ctx, "payment", func(i int) string { return fmt.Sprintf("pay%d", id(i)) }) },
		func() error {
			return b.find(ctx, "player", func(i int) string { return fmt.Sprint(700000000 + id(i)%(b.orders/3)) })
		},
	)
}

func (b *bench) find(ctx context.Context, what string, text func(int) string) error {
	return b.measure("find by "+what, func(i int) (int, error) {
		_, err := b.report.Find(ctx, text(i), report.FindOptions{Personal: true, Customers: true})
		return 0, err
	})
}

// joinFirst runs steps until one fails.
func joinFirst(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) measure(what string, do func(round int) (int, error)) error {
	took := make([]time.Duration, rounds)
	looked := 0
	for i := range took {
		started := time.Now()
		n, err := do(i)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		took[i], looked = time.Since(started), n
	}
	slices.Sort(took)
	p99, mark := took[len(took)*99/100], ""
	if p99 > bar {
		b.late = append(b.late, what)
		mark = "  LATE"
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	_, _ = fmt.Fprintf(b.out, "%-52s %9.2f %9.2f %9d%s\n", what, ms(took[len(took)/2]), ms(p99), looked, mark)
	return nil
}
