package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// warmUp is how long a soak runs before memory is measured for the first time.
const warmUp = 30 * time.Second

// soak runs buyers at an even rate without failures, and prints the usage of the
// processes at the beginning, in the middle and at the end.
func (w *cluster) soak(ctx context.Context, o options, stock assortment, pool *pgxpool.Pool) []*buyer {
	end := time.Now().Add(time.Duration(o.minutes) * time.Minute)
	looks := []time.Time{time.Now().Add(warmUp), time.Now().Add(time.Until(end) / 2), end}
	tick := time.NewTicker(time.Second / time.Duration(o.rate))
	defer tick.Stop()
	var mu sync.Mutex
	var all []*buyer
	var wg sync.WaitGroup
	for n := 1; ctx.Err() == nil; n++ {
		if !time.Now().Before(looks[0]) {
			w.printUsage(ctx, o, n-1, pool)
			if looks = looks[1:]; len(looks) == 0 {
				break
			}
		}
		wg.Go(func() {
			b := w.admit(ctx, newBuyer(n, o.seed, stock))
			mu.Lock()
			defer mu.Unlock()
			all = append(all, b)
		})
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	wg.Wait()
	return all
}

// printUsage prints the memory of the processes and how many orders are late.
func (w *cluster) printUsage(ctx context.Context, o options, orders int, pool *pgxpool.Pool) {
	var stuck int
	err := pool.QueryRow(ctx, `select count(*) from orders o where status in ('paid', 'sending') and next_action = 'deliver'
		and exists (select from order_events e where e.order_id = o.id and e.event = 'payment.received' and e.at < now() - interval '2 minutes')`).Scan(&stuck)
	if err != nil {
		w.note("soak", err)
	}
	fmt.Fprintf(w.out, "  after %6d orders:", orders)
	for _, p := range []struct{ name, address string }{{"api", o.metrics}, {"worker", o.worker}} {
		m, err := metrics(ctx, p.address)
		if err != nil {
			w.note("metrics of the "+p.name, err)
		}
		fmt.Fprintf(w.out, "  %s %.0f MB (heap %.0f), %.0f goroutines;", p.name, m["process_resident_memory_bytes"]/1e6, m["go_memstats_heap_inuse_bytes"]/1e6, m["go_goroutines"])
	}
	fmt.Fprintf(w.out, "  %d orders paid over two minutes ago and not delivered\n", stuck)
}

// metrics reads plain numbers from a page of metrics.
func metrics(ctx context.Context, address string) (map[string]float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	all := map[string]float64{}
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			all[name] = n
		}
	}
	return all, nil
}
