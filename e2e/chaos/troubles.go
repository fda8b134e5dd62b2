package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/rokky"
)

// trouble is a failure of a supplier or a bank for a while: how it begins and how
// it ends, as commands to the sandbox.
type trouble struct {
	name       string
	path       string
	begin, end map[string]any
}

// usualWork is how long suppliers work on an order without failures.
var usualWork = map[string]int{moogold.Name: 1000, gamesdrop.Name: 1000, nsgifts.Name: 0, rokky.Name: 0}

// troubles returns the failures of every supplier, and of every bank that can be
// queried.
func troubles() []trouble {
	var all []trouble
	for _, name := range []string{moogold.Name, gamesdrop.Name, nsgifts.Name, rokky.Name} {
		add := func(what, field string, begin, end any) {
			all = append(all, trouble{name: name + " " + what, path: "/control/supplier",
				begin: map[string]any{"supplier": name, field: begin}, end: map[string]any{"supplier": name, field: end}})
		}
		add("works for a minute on an order", "processing_ms", 60_000, usualWork[name])
		add("has none of our money left", "balance", "0", "1000000")
		add("asks more than yesterday", "price_up_percent", 3, 0)
		add("is down", "down", true, false)
	}
	for _, name := range []string{"payselection", "tbank"} {
		all = append(all, trouble{name: name + " shows what was true a while ago", path: "/control/status",
			begin: map[string]any{"provider": name, "lag_ms": 15_000}, end: map[string]any{"provider": name, "lag_ms": 0}})
	}
	return all
}

// troubleLasts bounds how long one failure lasts.
const troubleLasts = 12 * time.Second

// makeTroubles begins one failure after another, in an order that depends on the
// seed, and ends every one of them.
func (c *control) makeTroubles(ctx context.Context, seed uint64, note func(name string)) {
	rng := rand.New(rand.NewPCG(seed, 2<<32)) //nolint:gosec // the same troubles every time is the point
	all := troubles()
	for ctx.Err() == nil {
		for _, i := range rng.Perm(len(all)) {
			if ctx.Err() != nil {
				break
			}
			t := all[i]
			// The sandbox may be killed at this moment, and loses its failures
			// then.
			if err := c.command(ctx, t.path, t.begin); err == nil {
				note(t.name)
			}
			pause(ctx, time.Second+time.Duration(rng.Int64N(int64(troubleLasts))))
			_ = c.command(ctx, t.path, t.end)
		}
	}
}

// endTroubles ends all failures of suppliers and banks.
func (c *control) endTroubles(ctx context.Context) error {
	for _, t := range troubles() {
		if err := retry(ctx, func() error { return c.command(ctx, t.path, t.end) }); err != nil {
			return err
		}
	}
	return nil
}

func (c *control) command(ctx context.Context, path string, command any) error {
	return call(ctx, c.client, http.MethodPost, c.base+path, placed{}, command, nil)
}
