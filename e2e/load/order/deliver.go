package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"go.temporal.io/sdk/client"
)

const (
	rateBar, latencyBar, hookBar = 0.80, 1.3, 1.5
	// inFlight orders are being paid and delivered at the same time.
	inFlight     = 16
	hooking      = 4
	look         = 5 * time.Millisecond
	roundTimeout = time.Minute
	// deliveredOrders are those that ended.
	deliveredOrders = `select id from orders where id = any($1) and status = 'done'`
)

// measureDelivering compares an order from payment to delivery, and an accepted
// webhook, with a bare workflow of as many steps.
func (b *harness) measureDelivering(ctx context.Context) error {
	stop, err := b.startBare(ctx)
	if err != nil {
		return err
	}
	defer stop()
	engine, err := b.dial()
	if err != nil {
		return err
	}
	defer engine.Close()
	next := int64(0)
	if err := b.pool.QueryRow(ctx, `select coalesce(max(flow), 0) from bench_steps`).Scan(&next); err != nil {
		return err
	}
	m := &delivering{harness: b, engine: engine, flow: next, cpu: map[string]time.Duration{}}
	fmt.Fprintf(b.out, "from «pay» to «delivered», %d at once; webhooks, %d at once\n", inFlight, hooking)
	for range b.rounds {
		if err := m.round(ctx); err != nil {
			return err
		}
	}
	return m.report()
}

// startBare runs this program again as the bare worker.
func (b *harness) startBare(ctx context.Context) (stop func(), err error) {
	cmd := exec.CommandContext(ctx, os.Args[0], "-database", b.database, "-temporal", b.temporal, "-namespace", b.namespace, "bare") //nolint:gosec // this very program
	cmd.Stderr = os.Stderr
	said, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
	if _, err := bufio.NewReader(said).ReadString('\n'); err != nil {
		stop()
		return nil, fmt.Errorf("bare worker: %w", err)
	}
	return stop, nil
}

// delivering gathers the figures of all rounds.
type delivering struct {
	*harness
	engine client.Client
	flow   int64 // the last bare flow's number

	ratios, ours, theirs []float64 // per second
	ourTimes, theirTimes []time.Duration
	hooks, signals       []time.Duration
	cpu                  map[string]time.Duration // by stage, of the shop's orders
}

// round does each once, the shop first and last by turns.
func (m *delivering) round(ctx context.Context) error {
	var ours, theirs float64
	turns := []func() error{
		func() (err error) { ours, err = m.shopRound(ctx); return err },
		func() (err error) { theirs, err = m.bareRound(ctx); return err },
		func() error { return m.hookRound(ctx) },
		func() error { return m.signalRound(ctx) },
	}
	if len(m.ratios)%2 == 1 {
		turns[0], turns[1], turns[2], turns[3] = turns[1], turns[0], turns[3], turns[2]
	}
	for _, turn := range turns {
		if err := turn(); err != nil {
			return err
		}
	}
	m.ours, m.theirs, m.ratios = append(m.ours, ours), append(m.theirs, theirs), append(m.ratios, ours/theirs)
	return nil
}

func (m *delivering) shopRound(ctx context.Context) (float64, error) {
	orders, err := m.makeOrders(ctx, m.orders)
	if err != nil {
		return 0, err
	}
	if err := m.control(ctx, "/auto", `{"pay":true}`, nil); err != nil {
		return 0, err
	}
	before := m.cpuByStage()
	rate, times, err := m.runConcurrently(ctx, orders, m.startPayment, deliveredOrders)
	for stage, spent := range m.cpuByStage() {
		m.cpu[stage] += spent - before[stage]
	}
	m.ourTimes = append(m.ourTimes, times...)
	return rate, err
}

func (m *delivering) bareRound(ctx context.Context) (float64, error) {
	flows := m.newFlows(m.orders)
	start := func(ctx context.Context, o placed) error {
		if err := signalBare(ctx, m.engine, o.ID); err != nil { // the payment starts
			return err
		}
		return signalBare(ctx, m.engine, o.ID) // the money comes
	}
	rate, times, err := m.runConcurrently(ctx, flows, start, fmt.Sprintf(`select flow from bench_steps where flow = any($1) and step = %d`, bareSteps-1))
	m.theirTimes = append(m.theirTimes, times...)
	return rate, err
}

func (m *delivering) newFlows(n int) []placed {
	flows := make([]placed, n)
	for i := range flows {
		m.flow++
		flows[i].ID = m.flow
	}
	return flows
}

// runConcurrently has inFlight of them running and polls the database for those
// that have finished. Both sides are watched alike.
func (m *delivering) runConcurrently(ctx context.Context, all []placed, start func(context.Context, placed) error, finished string) (float64, []time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, roundTimeout)
	defer cancel()
	began := time.Now()
	open, slots := newWatched(), make(chan struct{}, inFlight)
	go func() {
		for _, o := range all {
			slots <- struct{}{}
			go open.start(o.ID, func() error { return start(ctx, o) })
		}
	}()
	var times []time.Duration
	tick := time.NewTicker(look)
	defer tick.Stop()
	for len(times) < len(all) {
		select {
		case <-ctx.Done():
			return 0, nil, fmt.Errorf("%d of %d came through in %s", len(times), len(all), roundTimeout)
		case <-tick.C:
		}
		done, err := open.collect(ctx, m.pool, finished)
		if err != nil {
			return 0, nil, err
		}
		for range done {
			<-slots
		}
		times = append(times, done...)
	}
	return float64(len(all)) / time.Since(began).Seconds(), times, nil
}

func (m *delivering) report() error {
	fmt.Fprintf(m.out, "  the shop %.1f orders/s, p50 %.0f ms, p99 %.0f ms; bare engine %.1f flows/s, p50 %.0f ms, p99 %.0f ms\n",
		median(m.ours), ms(share(m.ourTimes, 0.5)), ms(share(m.ourTimes, 0.99)),
		median(m.theirs), ms(share(m.theirTimes, 0.5)), ms(share(m.theirTimes, 0.99)))
	fmt.Fprintf(m.out, "  a webhook accepted p50 %.1f ms, p99 %.1f ms; bare signal p50 %.1f ms, p99 %.1f ms\n",
		ms(share(m.hooks, 0.5)), ms(share(m.hooks, 0.99)), ms(share(m.signals, 0.5)), ms(share(m.signals, 0.99)))
	m.cpuReport()
	var missed error
	for _, v := range []struct {
		what     string
		got, bar float64
		atLeast  bool
	}{
		{"orders delivered per second, ratio", median(m.ratios), rateBar, true},
		{"p99 of an order, ratio", ms(share(m.ourTimes, 0.99)) / ms(share(m.theirTimes, 0.99)), latencyBar, false},
		{"p99 of accepting a webhook, ratio", ms(share(m.hooks, 0.99)) / ms(share(m.signals, 0.99)), hookBar, false},
	} {
		if err := m.checkFigure(v.what, v.got, v.bar, v.atLeast); err != nil {
			missed = errors.Join(missed, err)
		}
	}
	return missed
}
