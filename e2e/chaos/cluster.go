package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/e2e/accounts"
)

// startTimeout bounds how long a target may take to start.
const startTimeout = 60 * time.Second

// target is a process or service that can be killed and started again.
type target struct {
	name  string
	kill  func(context.Context) error
	start func(context.Context) error
}

// restart starts the target, twice if needed: on a busy machine it may not answer
// in time, and would stay down to the end.
func (v target) restart(ctx context.Context) error {
	once := func() error {
		ctx, cancel := context.WithTimeout(ctx, startTimeout)
		defer cancel()
		return v.start(ctx)
	}
	if once() == nil {
		return nil
	}
	return once()
}

// cluster is the shop, the services it depends on, and how often they were killed.
type cluster struct {
	out      io.Writer
	shop     *shop
	control  *control
	operator *operator
	clerk    *clerk
	targets  []target
	procs    []*process
	// Buyers who come back to correct something do so until they give up.
	late   sync.WaitGroup
	coming context.Context //nolint:containedctx // ends long after the call that made it
	giveUp context.CancelFunc

	mu       sync.Mutex
	killed   map[string]int
	troubled map[string]int
	broken   []string // what ended or failed without having been killed
}

func newCluster(o options, pool *pgxpool.Pool, out io.Writer) *cluster {
	client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2 * atOnce}}
	w := &cluster{
		out: out, shop: &shop{base: o.shop, client: client, pool: pool}, control: &control{base: o.sandbox, client: client, digests: map[[sha256.Size]byte]bool{}},
		killed: map[string]int{}, troubled: map[string]int{},
	}
	w.operator = newOperator(w.control, pool)
	w.clerk = &clerk{shop: w.shop, control: w.control, kept: accounts.Sums{}}
	sandbox := w.process(o, "sandbox", o.sandbox+"/control/record?list=0", ".dev/bin/sandbox")
	api := w.process(o, "api", o.shop+"/readyz", ".dev/bin/larek", "api")
	worker := w.process(o, "worker", "", ".dev/bin/larek", "worker")
	w.procs = []*process{sandbox, api, worker}
	w.targets = []target{
		{"api", api.kill, api.start},
		{"worker", worker.kill, worker.start},
		{"sandbox", sandbox.kill, func(ctx context.Context) error {
			if err := sandbox.start(ctx); err != nil {
				return err
			}
			return w.control.setFaults(ctx) // it loses them, not the money
		}},
		service("temporal"), service("postgres"), service("redis"),
	}
	return w
}

// service is one of this clone's own servers.
func service(name string) target {
	call := func(verb string) func(context.Context) error {
		return func(ctx context.Context) error {
			if out, err := exec.CommandContext(ctx, "dev/service", verb, name).CombinedOutput(); err != nil {
				return fmt.Errorf("dev/service %s %s: %w: %s", verb, name, err, out)
			}
			return nil
		}
	}
	return target{name: name, kill: call("kill"), start: call("start")}
}

func (w *cluster) startAll(ctx context.Context) error {
	for _, p := range w.procs {
		if err := p.start(ctx); err != nil {
			return err
		}
	}
	return w.control.setFaults(ctx)
}

func (w *cluster) end() {
	for _, p := range w.procs {
		_ = p.kill(context.Background())
	}
}

// kill kills one target after the other, each round in another order. It closes
// once when each was killed at least once, and leaves none down.
func (w *cluster) kill(ctx context.Context, seed uint64, once chan struct{}) {
	rng := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // the same chaos every time is the point
	upTo := func(max time.Duration) time.Duration { return time.Duration(rng.Int64N(int64(max))) }
	for round := 0; ; round++ {
		for _, i := range rng.Perm(len(w.targets)) {
			v := w.targets[i]
			pause(ctx, 500*time.Millisecond+upTo(3*time.Second))
			if ctx.Err() != nil {
				return
			}
			down := upTo(3 * time.Second)
			from := time.Now()
			// What was killed comes back even if the run is being broken off.
			err := v.kill(context.WithoutCancel(ctx))
			pause(ctx, down)
			err = errors.Join(err, v.restart(context.WithoutCancel(ctx)))
			w.note(v.name, err)
			fmt.Fprintf(w.out, "  killed %-8s away for %s\n", v.name, time.Since(from).Round(100*time.Millisecond))
		}
		if round == 0 {
			close(once)
		}
	}
}

func (w *cluster) note(name string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.killed[name]++
	if err != nil {
		w.broken = append(w.broken, fmt.Sprintf("%s: %v", name, err))
	}
}

func (w *cluster) noteTrouble(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.troubled[name]++
}

// died is called when a process ended that was not killed on purpose.
func (w *cluster) died(name string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = append(w.broken, fmt.Sprintf("%s ended by itself: %v", name, err))
}
