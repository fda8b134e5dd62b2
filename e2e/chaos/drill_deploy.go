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
	"time"
)

// lateAfter is when a paid order counts as late. Undisturbed it takes a second;
// Temporal gives what a leaving worker held to another one after ten.
const lateAfter = 45 * time.Second

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
		p := d.process(d.o, fmt.Sprintf("web%d", i), "http://"+address+"/healthz", "bash", "-c", "cd web && exec ../node_modules/.bin/node server/main.ts")
		p.env = []string{"NODE_ENV=production", "WEB_ADDR=" + address, "WEB_KEEP_MS=0",
			"API_ORIGIN=http://" + d.o.edge.balancer, "PUBLIC_ORIGIN=" + d.o.shop}
		all = append(all, p)
	}
	varnish := d.process(d.o, "varnish", "", "dev/edge", "varnish")
	d.nginx = d.process(d.o, "nginx", d.o.shop+"/healthz", "dev/edge", "nginx")
	// The API speaks to Varnish first thing, the page server to the API by nginx.
	d.worker = d.workerAt("worker", d.o.edge.workers[0])
	return slices.Concat(all[:1], []*process{varnish, d.nginx}, all[1:], []*process{d.worker})
}

// workerAt is a worker that shows its metrics there as soon as it takes work.
func (d *drill) workerAt(name, address string) *process {
	p := d.process(d.o, name, "http://"+address+"/metrics", ".dev/bin/larek", "worker")
	p.env = []string{"LAREK_WORKER_ADDR=" + address}
	return p
}

// deploy replaces every part of the shop while visitors read and buy.
func (d *drill) deploy(ctx context.Context) error {
	d.say("expected: no request fails, no order is late, no workflow breaks")
	defer func() { _ = d.nginx.stop() }() // kill -9 would leave its workers behind
	l := &load{}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	var visitors sync.WaitGroup
	if err := d.warm(ctx); err != nil {
		return err
	}
	began := time.Now()
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
	d.say("%d requests in %.0f s, %.0f a second (%d wanted), %d failed, the slowest took %.1f s; %d orders, %.1f a second", l.asked.Load(), took.Seconds(),
		float64(l.asked.Load())/took.Seconds(), d.o.rate, l.failed.Load(), l.slowest.Seconds(), len(buyers), float64(len(buyers))/took.Seconds())
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
	return d.verifyFlows(ctx, v.paid)
}

// verifyFlows asks the engine how the workflows of paid orders ended, if they did.
func (d *drill) verifyFlows(ctx context.Context, paid int) error {
	// 1 runs, 2 is completed, 6 goes on as another one.
	said, err := d.servers(ctx, "sql", "temporal_visibility", "select count(*), count(*) filter (where status not in (1, 2, 6)) from executions_visibility where workflow_id like 'order-%'")
	if err != nil {
		return err
	}
	var all, broken int
	if _, err := fmt.Sscanf(said, "%d|%d", &all, &broken); err != nil {
		return fmt.Errorf("%q: %w", said, err)
	}
	d.say("%d workflows, %d broken", all, broken)
	if broken > 0 || all < paid {
		d.violated("%d of %d workflows of %d paid orders broke", broken, all, paid)
	}
	return nil
}

// rollAll replaces worker, API, page server and edge one after the other, as a deploy does.
func (d *drill) rollAll(ctx context.Context) error {
	spare := d.workerAt("worker-next", d.o.edge.workers[1])
	d.procs = append(d.procs, spare)
	for range d.o.rolls {
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

// reload makes the edge read its files. From then on it asks the copies they list and no other.
func (d *drill) reload(ctx context.Context) error {
	_, err := output(ctx, "deploy/edge/reload", d.o.edge.dir)
	return err
}
