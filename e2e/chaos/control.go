package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"larek/internal/sandbox"
)

// control is the hand on the sandbox.
type control struct {
	base   string
	client *http.Client
}

// faultRules are how providers and suppliers fail while buyers buy.
var faultRules = []sandbox.Fault{
	{Operation: "create", Kind: sandbox.TimeoutAfterAccept, Percent: 10, SlowMS: 3000},
	{Operation: "refund", Kind: sandbox.TimeoutAfterAccept, Percent: 30, SlowMS: 3000},
	{Operation: "status", Kind: sandbox.Error500, Percent: 10},
	{Provider: sandbox.MooGold, Operation: "create", Kind: sandbox.Refuse, Percent: 5},
	{Provider: sandbox.MooGold, Operation: "create", Kind: sandbox.Error500, Percent: 5},
	{Provider: sandbox.GamesDrop, Operation: "create", Kind: sandbox.Refuse, Percent: 5},
	{Provider: sandbox.NSGifts, Operation: "pay", Kind: sandbox.TimeoutAfterAccept, Percent: 10, SlowMS: 3000},
	{Provider: sandbox.NSGifts, Operation: "create", Kind: sandbox.Error500, Percent: 10},
	{Provider: sandbox.Rokky, Operation: "create", Kind: sandbox.Error500, Percent: 10},
	{Provider: "smtp", Operation: "send", Kind: sandbox.TimeoutAfterAccept, Percent: 10, SlowMS: 1000},
	{Provider: "smtp", Operation: "send", Kind: sandbox.ConnectionReset, Percent: 10},
}

// changeMoods makes suppliers tell of their orders now too early, now twice,
// now never.
func (c *control) changeMoods(ctx context.Context, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1<<32)) //nolint:gosec // the same moods every time is the point
	moods := []sandbox.Mode{sandbox.Send, sandbox.Lose, sandbox.Twice, sandbox.Early}
	for ctx.Err() == nil {
		for _, supplier := range []string{sandbox.MooGold, sandbox.Rokky} {
			// It may be killed at this moment; the next mood comes soon.
			_ = call(ctx, c.client, http.MethodPost, c.base+"/control/supplier", placed{}, map[string]any{
				"supplier": supplier, "callbacks": moods[rng.IntN(len(moods))],
			}, nil)
		}
		pause(ctx, 2*time.Second)
	}
}

func (c *control) setFaults(ctx context.Context) error {
	for _, f := range faultRules {
		err := insist(ctx, func() error { return call(ctx, c.client, http.MethodPost, c.base+"/control/faults", placed{}, f, nil) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *control) clearFaults(ctx context.Context) error {
	return insist(ctx, func() error {
		return call(ctx, c.client, http.MethodDelete, c.base+"/control/faults", placed{}, nil, nil)
	})
}

// webhook is how the provider tells the shop of it.
type webhook struct {
	mode  sandbox.Mode
	delay time.Duration
}

// act does what a buyer does with an invoice. A repeated act that was done
// before its answer got lost is refused, which is as good.
func (c *control) act(ctx context.Context, inv invoice, action sandbox.Action, hook webhook) error {
	err := insist(ctx, func() error {
		return call(ctx, c.client, http.MethodPost, c.base+"/control/pay", placed{}, map[string]any{
			"provider": inv.provider, "reference": inv.reference, "action": action,
			"webhook": hook.mode, "delay_ms": hook.delay.Milliseconds(),
		}, nil)
	})
	var no *refusal
	if errors.As(err, &no) && no.Status == http.StatusConflict {
		return nil
	}
	return err
}

// readRecord reads the sandbox's own file: what really happened to the money.
func readRecord(home string) ([]sandbox.Entry, error) {
	f, err := os.Open(filepath.Join(home, "sandbox", "record.jsonl"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var all []sandbox.Entry
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e sandbox.Entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return all, nil //nolint:nilerr // the last line may be half written at this moment
		}
		all = append(all, e)
	}
	return all, lines.Err()
}
