package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/desk/queue"
	"larek/internal/ordersearch"
	"larek/internal/pg/pgtest/plans"
)

const (
	// bar is the promise at ten million orders.
	bar    = 50 * time.Millisecond
	rounds = 100
	// quiet is how long a question that asks nothing may take. If it takes longer at
	// times, the machine does other things, and the server's time on a core is what counts.
	quiet = time.Millisecond
	// explained is of how many rounds the plans are looked at.
	explained = 3
)

type bench struct {
	search        *ordersearch.Service
	rows          *queue.Service
	pools         []*plans.Recorder
	backends      []int // the server's processes behind the pools
	out           io.Writer
	orders        int64
	regular       int64 // the buyer with the most orders
	promo         int64 // the oldest promo code that orders used
	promoCode     string
	late, scanned []string
	isNoisy       bool // even an empty question took long at times
}

func (b *bench) reading() *pgxpool.Pool { return b.pools[0].Pool }
func (b *bench) known() *pgxpool.Pool   { return b.pools[1].Pool }

func (b *bench) head() {
	_, _ = fmt.Fprintf(b.out, "%d orders, %d rounds, one client\n\n%-46s %8s %8s %8s %8s %7s %7s  %s\n",
		b.orders, rounds, "what", "p50 ms", "p99 ms", "p99 CPU", "p99 bare", "pages", "in vain", "most in")
}

// sample is one answer: how long it took, how long the server computed, and how long a
// bare "select 1" took right after it.
type sample struct{ wall, cpu, bare time.Duration }

// measure asks a question some times, after one that does not count, and looks at the
// plans of a few more.
func (b *bench) measure(ctx context.Context, what string, do func(round int) error) error {
	if err := b.findBackends(ctx); err != nil {
		return err
	}
	samples := make([]sample, rounds+1)
	for i := range samples {
		cpu, started := b.computed(), time.Now()
		if err := do(i); err != nil && !errors.Is(err, ordersearch.ErrTooBroad) {
			return fmt.Errorf("%s: %w", what, err)
		}
		samples[i] = sample{wall: time.Since(started), cpu: b.computed() - cpu}
		started = time.Now()
		if _, err := b.pools[0].Exec(ctx, "select 1"); err != nil {
			return err
		}
		samples[i].bare = time.Since(started)
	}
	samples = samples[1:]
	median := percentile(samples, 0.5, func(s sample) time.Duration { return s.wall })
	p99 := percentile(samples, 0.99, func(s sample) time.Duration { return s.wall })
	cpu := percentile(samples, 0.99, func(s sample) time.Duration { return s.cpu })
	idle := percentile(samples, 0.99, func(s sample) time.Duration { return s.bare })
	seen, err := b.look(ctx, what, do)
	if err != nil {
		return err
	}
	mark := ""
	switch isNoisy := idle > quiet && cpu > 0; {
	case p99 > bar && (!isNoisy || cpu > bar):
		b.late = append(b.late, what)
		mark = "  LATE"
	case p99 > bar:
		b.isNoisy = true
		mark = "  noise"
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	_, _ = fmt.Fprintf(b.out, "%-46s %8.2f %8.2f %8.2f %8.2f %7d %7d  %s%s\n",
		what, ms(median), ms(p99), ms(cpu), ms(idle), seen.pages, seen.removed, seen.most, mark)
	return nil
}

func percentile(samples []sample, p float64, of func(sample) time.Duration) time.Duration {
	all := make([]time.Duration, len(samples))
	for i, s := range samples {
		all[i] = of(s)
	}
	slices.Sort(all)
	return all[min(len(all)-1, int(float64(len(all))*p))]
}

// findBackends notes the server's processes: a question that was cut off ends its own.
func (b *bench) findBackends(ctx context.Context) error {
	b.backends = nil
	for _, pool := range b.pools {
		var pid int
		if err := pool.QueryRow(ctx, `select pg_backend_pid()`).Scan(&pid); err != nil {
			return err
		}
		b.backends = append(b.backends, pid)
	}
	return nil
}

// computed returns how long the server's processes have run on a core, zero if they
// are elsewhere.
func (b *bench) computed() (sum time.Duration) {
	for _, pid := range b.backends {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		if err != nil {
			return 0
		}
		var ns int64
		_, _ = fmt.Sscan(string(raw), &ns)
		sum += time.Duration(ns)
	}
	return sum
}

// cost is what a question touches.
type cost struct {
	pages, removed int
	most           string // the statement that touches the most
}

// look returns the largest cost of a question in a few rounds.
func (b *bench) look(ctx context.Context, what string, do func(round int) error) (cost, error) {
	largest := cost{}
	for i := range explained {
		for _, pool := range b.pools {
			pool.Take()
		}
		if err := do(i); err != nil && !errors.Is(err, ordersearch.ErrTooBroad) {
			return cost{}, err
		}
		c, most := cost{}, 0
		for _, pool := range b.pools {
			for _, s := range pool.Take() {
				plan, err := pool.Explain(ctx, s)
				if err != nil {
					return cost{}, err
				}
				c.pages, c.removed = c.pages+plan.Pages, max(c.removed, plan.Removed)
				if plan.Pages >= most {
					most, c.most = plan.Pages, s.Name()
				}
				b.note(what, s, plan)
			}
		}
		if c.pages >= largest.pages {
			largest = c
		}
	}
	return largest, nil
}

// note remembers the tables that were read from beginning to end. One with next to no
// rows is best read so.
func (b *bench) note(what string, s plans.Statement, plan plans.Plan) {
	const few = 200
	for _, scan := range plan.Scans {
		line := fmt.Sprintf("%s: %s reads %d rows of %s", what, s.Name(), scan.Rows, scan.Table)
		if scan.Rows > few && !slices.Contains(b.scanned, line) {
			b.scanned = append(b.scanned, line)
		}
	}
}
