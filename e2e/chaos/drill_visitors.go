package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// readsAtOnce bounds the requests under way, for a rate: more would only wait for the
// machine, and one that is busy with other things must not look like a shop that fails.
func readsAtOnce(rate int) int { return min(64, max(8, rate/6)) }

// load counts what visitors ask of the shop, and what failed.
type load struct {
	asked, failed atomic.Int64
	mu            sync.Mutex
	failures      []string
	slowest       time.Duration
}

// RoundTrip counts a request of a buyer.
func (l *load) RoundTrip(req *http.Request) (*http.Response, error) {
	from := time.Now()
	resp, err := ownConnection.RoundTrip(req)
	l.note(time.Since(from))
	if err != nil && req.Context().Err() == nil {
		l.fail("%s %s: %v", req.Method, req.URL.Path, err)
	}
	if err == nil && resp.StatusCode >= http.StatusInternalServerError {
		l.fail("%s %s: %d", req.Method, req.URL.Path, resp.StatusCode)
	}
	return resp, err
}

// A connection of its own for each request: one that the edge closes as an idle one while a
// form is being sent fails, and browsers open another one then.
var ownConnection = &http.Transport{DisableKeepAlives: true}

func (l *load) note(took time.Duration) {
	l.asked.Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.slowest = max(l.slowest, took)
}

func (l *load) fail(format string, args ...any) {
	l.failed.Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.failures) < 20 {
		l.failures = append(l.failures, time.Now().Format("15:04:05.000 ")+fmt.Sprintf(format, args...))
	}
}

// answer is a page, and what it answers with while nothing is being replaced.
type answer struct {
	path   string
	status int
}

// visited are answers that are cached and rendered, through all of the edge. Pages of an
// order are rendered for each request, and the second one asks the API too.
func visited() []answer {
	return []answer{
		{"/api/games/", http.StatusOK},
		{"/ru", http.StatusOK},
		{"/api/gifts/", http.StatusOK},
		{"/ru/gifts", http.StatusOK},
		{"/ru/orders/new-page-that-is-never-kept", http.StatusNotFound},
		{"/ru/orders/00000000000000000000000000/details", http.StatusNotFound},
	}
}

// warm waits until each page is answered as it should be.
func (d *drill) warm(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for _, a := range visited() {
		for {
			status, err := get(ctx, http.DefaultClient, d.o.shop+a.path)
			if err == nil && status == a.status {
				break
			}
			if ctx.Err() != nil {
				return fmt.Errorf("%s answers %d, want %d: %w", a.path, status, a.status, ctx.Err())
			}
			pause(ctx, 200*time.Millisecond)
		}
	}
	return nil
}

func get(ctx context.Context, client *http.Client, address string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	// All of it: an answer that breaks off has failed, and its connection is not used again.
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, errors.Join(err, resp.Body.Close())
}

// read asks for pages at the wanted rate, or as fast as the machine can.
func (d *drill) read(ctx context.Context, l *load) {
	slots := make(chan struct{}, readsAtOnce(d.o.rate))
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: cap(slots)}}
	tick := time.NewTicker(time.Second / time.Duration(d.o.rate))
	defer tick.Stop()
	var wg sync.WaitGroup
	all := visited()
	for n := 0; ctx.Err() == nil; n++ {
		<-tick.C
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			a, from := all[n%len(all)], time.Now()
			status, err := get(context.WithoutCancel(ctx), client, d.o.shop+a.path)
			l.note(time.Since(from))
			if err != nil || status != a.status {
				l.fail("GET %s: %d %v", a.path, status, err)
			}
		})
	}
	wg.Wait()
}

// buyers buy codes at an even rate until ctx ends.
func (d *drill) buyers(ctx context.Context, l *load) []*buyer {
	tick := time.NewTicker(time.Second / time.Duration(d.o.orders))
	defer tick.Stop()
	var mu sync.Mutex
	var all []*buyer
	var wg sync.WaitGroup
	for n := 1; ctx.Err() == nil; n++ {
		b := &buyer{n: n, shop: d.shop, control: d.control, scenario: paysOnce, method: n % 2, plan: orderPlan{
			kind: pubg, email: fmt.Sprintf("buyer%d@example.test", n), lines: []line{{d.stock.codes[n%2], 1}},
		}}
		wg.Go(func() {
			if err := b.payOnce(context.WithoutCancel(ctx)); err != nil {
				l.fail("buyer %d: %v", b.n, err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, b)
		})
		<-tick.C
	}
	wg.Wait()
	return all
}

func (b *buyer) payOnce(ctx context.Context) error {
	var err error
	if b.order, err = b.shop.create(ctx, b.plan.kind, b.plan.body()); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	inv, err := b.start(ctx, b.method)
	if err != nil {
		return err
	}
	return b.control.act(ctx, inv, "pay", webhook{mode: "send"})
}
