// Command chaos runs buyers while every process the shop depends on is killed in
// turn, and then verifies by the journal of the providers' sandbox, not by the
// shop's own tables, that no money and no goods were lost. The script beside it
// prepares the shop and calls it.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg"
)

const (
	// atOnce is how many buyers are in the shop at a time.
	atOnce = 24
	// settleTimeout bounds how long the shop may take to finish all orders once all
	// failures have ended.
	settleTimeout = 3 * time.Minute
)

type options struct {
	orders              int
	rate                int // of requests in a drill of deploys
	rolls               int // of a drill of deploys: how often each part of the shop is replaced
	seed                uint64
	shop                string
	metrics             string
	sandbox             string
	database, home, ids string
	drill               string
	edge                edge
}

// edge is what visitors meet first in a drill of deploys, and what it asks.
type edge struct {
	dir      string
	api, web []string // addresses of the copies
	workers  []string // where the old and the new worker show their metrics
	balancer string   // the API, for the page server
}

func main() {
	var o options
	flag.IntVar(&o.orders, "orders", 200, "how many buyers come, at least")
	flag.IntVar(&o.rate, "rate", 5, "requests a second in a drill of deploys")
	flag.Uint64Var(&o.seed, "seed", 1, "what the buyers and the killer draw their plans from")
	flag.StringVar(&o.shop, "shop", "", "address of the API")
	flag.StringVar(&o.metrics, "metrics", "", "address of the API's metrics")
	flag.StringVar(&o.sandbox, "sandbox", "", "address of the sandbox")
	flag.StringVar(&o.database, "database", "", "address of the shop's database")
	flag.StringVar(&o.home, "home", "", "folder of logs, codes and the sandbox's record")
	flag.StringVar(&o.ids, "products", "", "numbers of the products on sale, separated by commas")
	flag.StringVar(&o.drill, "drill", "", "run this drill instead")
	flag.StringVar(&o.edge.dir, "edge", "", "folder of the edge's files, in a drill of deploys")
	flag.StringVar(&o.edge.balancer, "balancer", "", "where the edge offers the API to the page server")
	flag.IntVar(&o.rolls, "rolls", 2, "how often each part of the shop is replaced in a drill of deploys")
	flag.Func("workers", "where the old and the new worker show their metrics", func(list string) error { o.edge.workers = strings.Fields(list); return nil })
	flag.Func("api-copies", "addresses of the API's copies", func(list string) error { o.edge.api = strings.Fields(list); return nil })
	flag.Func("web-copies", "addresses of the page server's copies", func(list string) error { o.edge.web = strings.Fields(list); return nil })
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	begin := run
	if o.drill != "" {
		begin = runDrill
	}
	ok, err := begin(ctx, o, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
	}
	if !ok || err != nil {
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, out io.Writer) (bool, error) {
	began := time.Now()
	fmt.Fprintf(out, "CHAOS_SEED=%d, %d orders\n", o.seed, o.orders)
	codes, err := parseIDs(o.ids)
	if err != nil {
		return false, err
	}
	pool, err := pg.Open(ctx, o.database, pg.ReadWrite)
	if err != nil {
		return false, err
	}
	defer pool.Close()
	stock, err := readAssortment(ctx, pool, codes)
	if err != nil {
		return false, err
	}
	w := newCluster(o, pool, out)
	w.coming, w.giveUp = context.WithCancel(ctx)
	defer w.giveUp()
	defer w.end()
	if err := w.startAll(ctx); err != nil {
		return false, err
	}

	serving, stopServing := context.WithCancel(ctx)
	defer stopServing()
	go w.operator.serve(serving)
	buyers := w.runBuyers(ctx, o, stock)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	fmt.Fprintf(out, "bought for %s; waiting until everything has come to an end\n", time.Since(began).Round(time.Second))
	if err := w.control.clearFaults(ctx); err != nil {
		return false, err
	}
	if err := w.control.endTroubles(ctx); err != nil {
		return false, err
	}
	deadline := time.AfterFunc(settleTimeout, w.giveUp)
	w.late.Wait()
	deadline.Stop()
	if err := w.operator.readRegister(ctx, o.home); err != nil {
		return false, err
	}
	v := w.settle(ctx, pool, buyers, o)
	if err := w.reconcile(ctx, pool, o.home, v); err != nil {
		v.wrong("registries: %v", err)
	}
	v.print(out, w, time.Since(began))
	return len(v.violations) == 0, nil
}

// runBuyers ends when enough buyers have left and every process was killed.
func (w *cluster) runBuyers(ctx context.Context, o options, stock assortment) []*buyer {
	killing, stop := context.WithCancel(ctx)
	killed := make(chan struct{})
	var killer sync.WaitGroup
	killer.Go(func() { w.kill(killing, o.seed, killed) })
	killer.Go(func() { w.control.varyCallbacks(killing, o.seed) })
	killer.Go(func() { w.control.makeTroubles(killing, o.seed, w.noteTrouble) })

	var mu sync.Mutex
	var all []*buyer
	var wg sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for n := 1; ctx.Err() == nil; n++ {
		if n > o.orders && isClosed(killed) {
			break
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			b := w.admit(ctx, newBuyer(n, o.seed, stock))
			mu.Lock()
			defer mu.Unlock()
			all = append(all, b)
		})
	}
	wg.Wait()
	stop()
	killer.Wait()
	return all
}

// admit lets a buyer buy, and leave for what comes later.
func (w *cluster) admit(ctx context.Context, b *buyer) *buyer {
	b.shop, b.control = w.shop, w.control
	b.live(ctx)
	w.leave(b)
	return b
}

// leave runs what a buyer or the bank does later in the background.
func (w *cluster) leave(b *buyer) {
	w.late.Go(func() {
		if b.scenario == paysUnseen && b.err == nil {
			b.err = w.clerk.find(w.coming, b)
		}
		if b.comesBack() {
			b.correct(w.coming)
		}
		if b.scenario == takesTwice && b.err == nil {
			b.takeTwice(w.coming, w.operator)
		}
		if b.hasOutside() {
			b.bankActs(w.coming, w.operator)
		}
	})
}

// settle verifies repeatedly until no violation is left or the time is over.
func (w *cluster) settle(ctx context.Context, pool *pgxpool.Pool, buyers []*buyer, o options) *report {
	deadline := time.Now().Add(settleTimeout)
	for {
		v := w.verify(ctx, pool, buyers, o)
		if len(v.violations) == 0 || time.Now().After(deadline) || ctx.Err() != nil {
			return v
		}
		pause(ctx, 2*time.Second)
	}
}

func parseIDs(text string) ([]int64, error) {
	var ids []int64
	for part := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("products: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// pause waits, or less when ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
