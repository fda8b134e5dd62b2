package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

const (
	// soakShare of the measured maximum is asked of the shop for the whole time.
	soakShare = 0.5
	// What may grow from the second quarter of the time to the last one.
	memoryBar, goroutineBar, historyBar, bytesBar = 1.20, 1.10, 1.0, 1.20
	// deadBar is the share of dead rows among all rows at the end.
	deadBar = 0.30
)

// sample is what the shop is like at one moment.
type sample struct {
	memory, goroutines map[string]float64 // by process
	history            float64            // the longest of the last orders
	dead               float64            // share of dead rows
	bytes              float64            // of the database
	delivered          int
}

// soak asks half of what it can do of the shop for a long time, and compares the end with
// the time after it has warmed up.
type soak struct {
	*delivering
	rate    float64
	samples []sample
	open    *watched
	times   []time.Duration
}

// measureSoak finds the maximum, then soaks.
func (b *harness) measureSoak(ctx context.Context) error {
	engine, err := b.dial()
	if err != nil {
		return err
	}
	defer engine.Close()
	s := &soak{delivering: &delivering{harness: b, engine: engine, cpu: map[string]time.Duration{}}, open: newWatched()}
	for range 2 { // the first warms up
		if s.rate, err = s.shopRound(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(b.out, "at most %.1f orders/s; %.1f for %s\n", s.rate, s.rate*soakShare, b.soak)
	s.rate *= soakShare
	ctx, stop := context.WithTimeout(ctx, b.soak)
	defer stop()
	if err := s.run(ctx); err != nil {
		return err
	}
	return s.report()
}

// run starts orders by the clock, whatever became of those before, and takes a sample thirty
// times.
func (s *soak) run(ctx context.Context) error {
	start, look := time.NewTicker(time.Duration(float64(time.Second)/s.rate)), time.NewTicker(s.soak/30)
	poll := time.NewTicker(100 * time.Millisecond)
	defer start.Stop()
	defer look.Stop()
	defer poll.Stop()
	var running sync.WaitGroup
	defer running.Wait()
	for {
		select {
		case <-ctx.Done():
			running.Wait()
			return s.open.err
		case <-start.C:
			running.Go(func() { s.buy(context.WithoutCancel(ctx)) })
		case <-poll.C:
			done, err := s.open.collect(context.WithoutCancel(ctx), s.pool, deliveredOrders)
			if err != nil {
				return err
			}
			s.times = append(s.times, done...)
		case <-look.C:
			x, err := s.sample(context.WithoutCancel(ctx))
			if err != nil {
				return err
			}
			s.samples = append(s.samples, x)
			fmt.Fprintf(s.out, "  %6d delivered, %d under way; API %.0f MB, %.0f goroutines; worker %.0f MB, %.0f; history %.0f; dead rows %.2f\n", x.delivered, s.open.underWay(),
				x.memory["api"]/1e6, x.goroutines["api"], x.memory["worker"]/1e6, x.goroutines["worker"], x.history, x.dead)
		}
	}
}

// buy creates an order and pays it.
func (s *soak) buy(ctx context.Context) {
	orders, err := s.makeOrders(ctx, 1)
	if err != nil {
		s.open.fail(err)
		return
	}
	s.open.start(orders[0].ID, func() error { return s.startPayment(ctx, orders[0]) })
}

func (s *soak) sample(ctx context.Context) (sample, error) {
	x := sample{memory: map[string]float64{}, goroutines: map[string]float64{}, delivered: len(s.times)}
	for name, addr := range map[string]string{"api": s.apiMetrics, "worker": s.workerMetrics} {
		page, err := s.page(ctx, "http://"+addr+"/metrics")
		if err != nil {
			return x, err
		}
		if x.memory[name], err = gauge(page, "process_resident_memory_bytes"); err != nil {
			return x, err
		}
		if x.goroutines[name], err = gauge(page, "go_goroutines"); err != nil {
			return x, err
		}
	}
	err := s.pool.QueryRow(ctx, `select pg_database_size(current_database()), coalesce(sum(n_dead_tup)::float8 / nullif(sum(n_live_tup + n_dead_tup), 0), 0) from pg_stat_user_tables`).Scan(&x.bytes, &x.dead)
	if err != nil {
		return x, err
	}
	x.history, err = longestHistory(ctx, s.engine)
	return x, err
}

// longestHistory is the number of events of the longest of the last hundred orders that ended.
func longestHistory(ctx context.Context, engine client.Client) (float64, error) {
	ended, err := engine.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{PageSize: 100, Query: `ExecutionStatus = 'Completed'`})
	if err != nil {
		return 0, err
	}
	longest := int64(0)
	for _, e := range ended.GetExecutions() {
		longest = max(longest, e.GetHistoryLength())
	}
	return float64(longest), nil
}

func (b *harness) page(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	res, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	return io.ReadAll(res.Body)
}

func gauge(page []byte, name string) (float64, error) {
	m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(page)
	if m == nil {
		return 0, fmt.Errorf("no %s among the metrics", name)
	}
	return strconv.ParseFloat(string(m[1]), 64)
}

// report compares the last quarter of the time with the second one.
func (s *soak) report() error {
	n := len(s.samples) / 4
	if n == 0 {
		return errors.New("too short to compare anything")
	}
	before, after := s.samples[n:2*n], s.samples[len(s.samples)-n:]
	growth := func(of func(sample) float64) float64 { return mean(after, of) / mean(before, of) }
	fmt.Fprintf(s.out, "  %d orders delivered, p50 %.0f ms, p99 %.0f ms, the slowest %.0f ms\n", len(s.times), ms(share(s.times, 0.5)), ms(share(s.times, 0.99)), ms(share(s.times, 1)))
	first, last := s.samples[n], s.samples[len(s.samples)-1]
	half := s.samples[len(s.samples)/2]
	perOrder := func(a, b sample) float64 { return (b.bytes - a.bytes) / float64(b.delivered-a.delivered) }
	fmt.Fprintf(s.out, "  the database grew by %.0f bytes an order, then by %.0f\n", perOrder(first, half), perOrder(half, last))
	var missed error
	for _, v := range []struct {
		what     string
		got, bar float64
	}{
		{"memory of the API, growth", growth(func(x sample) float64 { return x.memory["api"] }), memoryBar},
		{"memory of the worker, growth", growth(func(x sample) float64 { return x.memory["worker"] }), memoryBar},
		{"goroutines of the API, growth", growth(func(x sample) float64 { return x.goroutines["api"] }), goroutineBar},
		{"goroutines of the worker, growth", growth(func(x sample) float64 { return x.goroutines["worker"] }), goroutineBar},
		{"longest history, growth", growth(func(x sample) float64 { return x.history }), historyBar},
		{"bytes of an order, growth", perOrder(half, last) / perOrder(first, half), bytesBar},
		{"dead rows", last.dead, deadBar},
	} {
		if err := s.checkFigure(v.what, v.got, v.bar, false); err != nil {
			missed = errors.Join(missed, err)
		}
	}
	return missed
}

func mean(all []sample, of func(sample) float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += of(x)
	}
	return sum / float64(len(all))
}
