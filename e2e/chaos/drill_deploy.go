package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// rolls is how often each part of the shop is replaced.
	rolls = 2
	// lateAfter is when a paid order counts as late. Undisturbed it takes a second;
	// Temporal gives what a leaving worker held to another one after ten.
	lateAfter = 45 * time.Second
	// drainedWithin bounds how long old workers of nginx finish their requests.
	drainedWithin = 20 * time.Second
	// readsAtOnce bounds the requests under way: more only wait for the machine.
	readsAtOnce = 64
)

// copies are the processes of a shop with two copies of what buyers ask. The
// edge lists their addresses.
func (d *drill) copies() []*process {
	all := []*process{d.sandbox}
	for i, address := range d.o.edge.api {
		p := d.process(d.o, fmt.Sprintf("api%d", i), "http://"+address+"/readyz", ".dev/bin/larek", "api")
		p.env = []string{"LAREK_HTTP_ADDR=" + address, "LAREK_METRICS_ADDR="}
		all = append(all, p)
	}
	for i, address := range d.o.edge.web {
		p := d.process(d.o, fmt.Sprintf("web%d", i), "http://"+address+"/healthz", "bash", "-c", "cd web && exec node_modules/.bin/node server/main.ts")
		p.env = []string{"NODE_ENV=production", "WEB_ADDR=" + address, "WEB_KEEP_MS=0",
			"API_ORIGIN=http://" + d.o.edge.balancer, "PUBLIC_ORIGIN=" + d.o.shop}
		all = append(all, p)
	}
	varnish := d.process(d.o, "varnish", "", "dev/edge", "varnish")
	nginx := d.process(d.o, "nginx", d.o.shop+"/healthz", "dev/edge", "nginx")
	// The API speaks to Varnish first thing, the page server to the API by nginx.
	return slices.Concat(all[:1], []*process{varnish, nginx}, all[1:], []*process{d.worker})
}

// load counts what visitors ask of the shop, and what failed.
type load struct {
	asked, failed atomic.Int64
	mu            sync.Mutex
	failures      []string
}

// RoundTrip counts a request of a buyer.
func (l *load) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.transport(req)
	l.asked.Add(1)
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

func (*load) transport(req *http.Request) (*http.Response, error) {
	return ownConnection.RoundTrip(req)
}

func (l *load) fail(format string, args ...any) {
	l.failed.Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.failures) < 20 {
		l.failures = append(l.failures, time.Now().Format("15:04:05.000 ")+fmt.Sprintf(format, args...))
	}
}

// deploy replaces every part of the shop while visitors read and buy.
func (d *drill) deploy(ctx context.Context) error {
	d.say("expected: no request fails, no order is late, no workflow breaks")
	l := &load{}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	var visitors sync.WaitGroup
	began := time.Now()
	if err := d.warm(ctx); err != nil {
		return err
	}
	d.shop.client = &http.Client{Timeout: 30 * time.Second, Transport: l}
	visitors.Go(func() { d.read(reading, l) })
	var buyers []*buyer
	visitors.Go(func() { buyers = d.buyers(reading, l) })
	err := d.rollAll(ctx)
	stop()
	visitors.Wait()
	if err != nil {
		return err
	}
	took := time.Since(began)
	d.say("%d requests in %.0f s, %.0f a second (%d wanted), %d failed; %d orders, %.1f a second", l.asked.Load(), took.Seconds(),
		float64(l.asked.Load())/took.Seconds(), d.o.rate, l.failed.Load(), len(buyers), float64(len(buyers))/took.Seconds())
	for _, f := range l.failures {
		d.violated("%s", f)
	}
	if l.failed.Load() > 0 {
		d.violated("%d of %d requests failed", l.failed.Load(), l.asked.Load())
	}
	v := d.settle(ctx, d.pool, buyers, d.o)
	d.wrong = append(d.wrong, v.violations...)
	d.say("%d orders paid, %d delivered; longest from payment to delivery %.1f s", v.paid, v.delivered, v.slowest.Seconds())
	if v.slowest > lateAfter {
		d.violated("an order took %s from payment to delivery, want at most %s", v.slowest.Round(time.Second), lateAfter)
	}
	return nil
}

// pages are what visitors read: answers that are cached and rendered, through all of the edge.
var pages = []string{"/api/games/", "/ru", "/api/games/", "/ru/gifts", "/api/gifts/", "/ru/orders/new-page-that-is-never-kept"}

// warm waits until each page is answered: Varnish looks at its backends a few times first.
func (d *drill) warm(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for i := 0; i < len(pages); {
		status, err := get(ctx, http.DefaultClient, d.o.shop+pages[i])
		if err == nil && status < http.StatusInternalServerError {
			d.say("  %-45s %d", pages[i], status)
			i++
			continue
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s answers %d: %w", pages[i], status, ctx.Err())
		}
		pause(ctx, 200*time.Millisecond)
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
	return resp.StatusCode, resp.Body.Close()
}

// read asks for pages at the wanted rate, or as fast as the machine can.
func (d *drill) read(ctx context.Context, l *load) {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: readsAtOnce}}
	slots := make(chan struct{}, readsAtOnce)
	tick := time.NewTicker(time.Second / time.Duration(d.o.rate))
	defer tick.Stop()
	var wg sync.WaitGroup
	for n := 0; ctx.Err() == nil; n++ {
		<-tick.C
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			path := pages[n%len(pages)]
			status, err := get(context.WithoutCancel(ctx), client, d.o.shop+path)
			l.asked.Add(1)
			if err != nil || status >= http.StatusInternalServerError {
				l.fail("GET %s: %d %v", path, status, err)
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

// rollAll replaces worker, API, page server and edge one after the other, as a deploy does.
func (d *drill) rollAll(ctx context.Context) error {
	spare := d.process(d.o, "worker-next", "", ".dev/bin/larek", "worker")
	spare.env = []string{"LAREK_WORKER_ADDR=", "LAREK_METRICS_ADDR="}
	d.procs = append(d.procs, spare)
	for range rolls {
		from := time.Now()
		// The new one comes before the old one goes.
		if err := spare.start(ctx); err != nil {
			return err
		}
		if err := d.worker.stop(); err != nil {
			return err
		}
		d.worker, spare = spare, d.worker
		for _, kind := range []string{"api", "web"} {
			if err := d.rollCopies(ctx, kind); err != nil {
				return err
			}
		}
		// The edge: its files as if they were others, so that Varnish compiles them too.
		if err := os.RemoveAll(filepath.Join(d.o.edge.dir, "shop.vcl.loaded")); err != nil {
			return err
		}
		if err := d.reload(ctx); err != nil {
			return err
		}
		d.say("  worker, api, web and edge rolled in %.1f s", time.Since(from).Seconds())
	}
	return nil
}

// rollCopies takes each copy out of the edge, restarts it, and puts it back.
func (d *drill) rollCopies(ctx context.Context, kind string) error {
	addresses := map[string][]string{"api": d.o.edge.api, "web": d.o.edge.web}[kind]
	for i := range addresses {
		p := d.procs[slices.IndexFunc(d.procs, func(p *process) bool { return p.name == fmt.Sprint(kind, i) })]
		others := slices.Delete(slices.Clone(addresses), i, i+1)
		if err := d.serve(ctx, kind, others); err != nil {
			return err
		}
		if err := p.stop(); err != nil {
			return err
		}
		if err := p.start(ctx); err != nil {
			return err
		}
		if err := d.serve(ctx, kind, addresses); err != nil {
			return err
		}
	}
	return nil
}

// serve makes the edge ask these copies alone.
func (d *drill) serve(ctx context.Context, kind string, addresses []string) error {
	only := "LAREK_EDGE_" + strings.ToUpper(kind) + "=" + strings.Join(addresses, " ")
	if _, err := output(ctx, "env", only, "dev/edge", "render"); err != nil {
		return err
	}
	return d.reload(ctx)
}

// reload makes the edge read its files, and waits until the workers before have ended: they
// ask the copies they knew.
func (d *drill) reload(ctx context.Context) error {
	master, err := os.ReadFile(filepath.Join(d.o.edge.dir, "nginx.pid")) //nolint:gosec // the drill's own
	if err != nil {
		return err
	}
	pid := strings.TrimSpace(string(master))
	before, err := os.ReadFile("/proc/" + pid + "/task/" + pid + "/children")
	if err != nil {
		return err
	}
	if _, err := output(ctx, "deploy/edge/reload", d.o.edge.dir); err != nil {
		return err
	}
	deadline := time.Now().Add(drainedWithin)
	for _, worker := range strings.Fields(string(before)) {
		for ; time.Now().Before(deadline); pause(ctx, 20*time.Millisecond) {
			if _, err := os.Stat("/proc/" + worker); err != nil {
				break
			}
		}
	}
	return nil
}
