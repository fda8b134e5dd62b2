// Command order measures the money path against the least that could do the
// same: creating an order against the database alone, a delivered order and an
// accepted webhook against the bare engine. All in one run, in turns.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// harness is a running shop and the services around it.
type harness struct {
	shop, sandbox       string
	database, redis     string
	temporal, namespace string
	pgbench             string
	home                string // where the shop's programs are
	secret              string // growth: signs the buyer's token
	rounds, orders      int
	streams             int
	length              time.Duration
	soak                time.Duration
	apiMetrics          string // soak: where the metrics are
	workerMetrics       string

	out    io.Writer
	pool   *pgxpool.Pool
	client *http.Client
	pack   int64 // 660 UC
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-order:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	b, grown := &harness{out: out}, &harness{out: out}
	flags := flag.NewFlagSet("order", flag.ContinueOnError)
	flags.StringVar(&b.shop, "shop", "", "address of the shop")
	flags.StringVar(&b.sandbox, "sandbox", "", "address of the sandbox")
	flags.StringVar(&b.database, "database", "", "address of the shop's database")
	flags.StringVar(&b.redis, "redis", "", "address of the shop's Redis")
	flags.StringVar(&b.temporal, "temporal", "", "address of the engine")
	flags.StringVar(&b.namespace, "namespace", "", "the shop's namespace there")
	flags.StringVar(&b.home, "home", "", "folder of the shop's programs")
	flags.StringVar(&b.pgbench, "pgbench", "pgbench", "the program")
	flags.StringVar(&b.secret, "secret", "", "growth: LAREK_SECRET of both shops")
	flags.StringVar(&grown.shop, "grown-shop", "", "growth: address of the shop with more orders")
	flags.StringVar(&grown.sandbox, "grown-sandbox", "", "growth: its sandbox")
	flags.StringVar(&grown.database, "grown-database", "", "growth: its database")
	flags.IntVar(&b.rounds, "rounds", 5, "how often each is measured")
	flags.IntVar(&b.orders, "orders", 200, "orders delivered per round")
	flags.IntVar(&b.streams, "streams", 2000, "open streams")
	flags.DurationVar(&b.length, "length", 3*time.Second, "of a round of creating orders")
	flags.DurationVar(&b.soak, "soak", 30*time.Minute, "soak: how long")
	flags.StringVar(&b.apiMetrics, "api-metrics", "", "soak: address of the API's metrics")
	flags.StringVar(&b.workerMetrics, "worker-metrics", "", "soak: address of the worker's metrics")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.Arg(0) == "bare" {
		return bareWorker(ctx, b)
	}
	if err := b.open(ctx); err != nil {
		return err
	}
	defer b.pool.Close()
	switch flags.Arg(0) {
	case "order":
		var errs []error
		for _, measure := range []func(context.Context) error{b.measureCreating, b.measureDelivering} {
			errs = append(errs, measure(ctx))
		}
		return errors.Join(errs...)
	case "streams":
		return b.measureStreams(ctx)
	case "soak":
		return b.measureSoak(ctx)
	case "growth":
		grown.secret = b.secret
		if err := grown.open(ctx); err != nil {
			return err
		}
		defer grown.pool.Close()
		return b.measureGrowth(ctx, grown)
	default:
		return fmt.Errorf("usage: order FLAGS order | streams | soak | growth")
	}
}

func (b *harness) open(ctx context.Context) error {
	cfg, err := pgxpool.ParseConfig(b.database)
	if err != nil {
		return err
	}
	cfg.MaxConns = buyers // as many as the shop has
	if b.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return err
	}
	b.client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	return b.pool.QueryRow(ctx, `select id from products where kind = 'pubg' and title = '660 UC'`).Scan(&b.pack)
}

// checkFigure prints a figure beside its bound and returns an error if it was missed.
func (b *harness) checkFigure(what string, got, bar float64, atLeast bool) error {
	ok, sign := got <= bar, "≤"
	if atLeast {
		ok, sign = got >= bar, "≥"
	}
	word := "held"
	if !ok {
		word = "MISSED"
	}
	fmt.Fprintf(b.out, "  %-44s %.3f, want %s %.2f: %s\n", what, got, sign, bar, word)
	if !ok {
		return fmt.Errorf("%s: %.3f, want %s %.2f", what, got, sign, bar)
	}
	return nil
}

func median(v []float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	return sorted[len(sorted)/2]
}

// share is the latency that this share of all stay within.
func share(all []time.Duration, p float64) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, int(float64(len(sorted))*p))]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
