package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/rokky"
)

// control sends commands to the sandbox.
type control struct {
	base   string
	client *http.Client

	mu      sync.Mutex
	digests map[[sha256.Size]byte]bool // of notices that are not true
}

// forge sends the shop a false webhook, as the sandbox makes it, and records its
// digest. A protocol that cannot express it refuses.
func (c *control) forge(ctx context.Context, inv invoice, what forgery) {
	for _, dry := range []bool{true, false} { // a shop that is being killed may receive it without answering
		var sent struct {
			Body string `json:"body"`
		}
		command := map[string]any{"provider": inv.provider, "reference": inv.reference, "what": what, "dry": dry}
		if err := call(ctx, c.client, http.MethodPost, c.base+"/control/forge", placed{}, command, &sent); err != nil {
			return
		}
		c.mu.Lock()
		c.digests[sha256.Sum256([]byte(sent.Body))] = true
		c.mu.Unlock()
	}
}

// forged reports whether a notice was one of those.
func (c *control) forged(digest []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(digest) == sha256.Size && c.digests[[sha256.Size]byte(digest)]
}

// hangUpMS is longer than the shop waits for any answer.
const hangUpMS = 22_000

// faultRules are how providers and suppliers fail while buyers buy.
var faultRules = []core.Fault{
	{Operation: "create", Kind: core.TimeoutAfterAccept, Percent: 10, SlowMS: 3000},
	{Operation: "refund", Kind: core.TimeoutAfterAccept, Percent: 30, SlowMS: 3000},
	{Operation: "status", Kind: core.Error500, Percent: 10},
	// Longer than any caller waits: the request is carried out when the caller has
	// gone.
	{Operation: "create", Kind: core.Slow, Percent: 1, SlowMS: hangUpMS},
	{Operation: "refund", Kind: core.Slow, Percent: 5, SlowMS: hangUpMS},
	{Operation: "refund", Kind: core.NoticeFirst, Percent: 15, SlowMS: 1500},
	{Operation: "refund", Kind: core.Refuse, Percent: 10},
	{Provider: moogold.Name, Operation: "create", Kind: core.Refuse, Percent: 5},
	{Provider: moogold.Name, Operation: "create", Kind: core.Error500, Percent: 5},
	{Provider: gamesdrop.Name, Operation: "create", Kind: core.Refuse, Percent: 5},
	{Provider: nsgifts.Name, Operation: "pay", Kind: core.TimeoutAfterAccept, Percent: 10, SlowMS: 3000},
	{Provider: nsgifts.Name, Operation: "create", Kind: core.Error500, Percent: 10},
	{Provider: rokky.Name, Operation: "create", Kind: core.Error500, Percent: 10},
	{Provider: "smtp", Operation: "send", Kind: core.TimeoutAfterAccept, Percent: 10, SlowMS: 1000},
	{Provider: "smtp", Operation: "send", Kind: core.ConnectionReset, Percent: 10},
}

// varyCallbacks makes suppliers call back about their orders too early, twice or
// never, in turn.
func (c *control) varyCallbacks(ctx context.Context, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1<<32)) //nolint:gosec // the same moods every time is the point
	moods := []core.Mode{core.Send, core.Lose, core.Twice, core.Early}
	for ctx.Err() == nil {
		for _, supplier := range []string{moogold.Name, rokky.Name} {
			// The sandbox may be killed at this moment; the next change comes soon.
			_ = call(ctx, c.client, http.MethodPost, c.base+"/control/supplier", placed{}, map[string]any{
				"supplier": supplier, "callbacks": moods[rng.IntN(len(moods))],
			}, nil)
		}
		pause(ctx, 2*time.Second)
	}
}

func (c *control) setFaults(ctx context.Context) error {
	for _, f := range faultRules {
		err := retry(ctx, func() error { return call(ctx, c.client, http.MethodPost, c.base+"/control/faults", placed{}, f, nil) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *control) clearFaults(ctx context.Context) error {
	return retry(ctx, func() error {
		return call(ctx, c.client, http.MethodDelete, c.base+"/control/faults", placed{}, nil, nil)
	})
}

// webhook is how the provider notifies the shop of it.
type webhook struct {
	mode  core.Mode
	delay time.Duration
}

// act does what a buyer does with an invoice. A repeated act that was done
// before its answer got lost is refused, which is as good.
func (c *control) act(ctx context.Context, inv invoice, action core.Action, hook webhook) error {
	if hook.mode == core.Lose && cannotAsk[inv.provider] {
		hook.mode = core.Twice
	}
	return c.actUnseen(ctx, inv, action, hook)
}

// actUnseen is act, and a lost webhook stays lost.
func (c *control) actUnseen(ctx context.Context, inv invoice, action core.Action, hook webhook) error {
	err := retry(ctx, func() error {
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

// refunded returns what was refunded for a reference so far, including refunds made
// outside of the shop.
func (c *control) refunded(ctx context.Context, reference string) (money.Minor, error) {
	var record core.Record
	if err := call(ctx, c.client, http.MethodGet, c.base+"/control/record?list=0&reference="+reference, placed{}, nil, &record); err != nil {
		return 0, err
	}
	var sum money.Minor
	for _, t := range record.Totals {
		sum += t.Refunded
	}
	return sum, nil
}

// readRecord reads the sandbox's own file: what really happened to the money.
func readRecord(home string) ([]core.JournalEntry, error) {
	f, err := os.Open(filepath.Join(home, "sandbox", "record.jsonl"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var all []core.JournalEntry
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e core.JournalEntry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return all, nil //nolint:nilerr // the last line may be half written at this moment
		}
		all = append(all, e)
	}
	return all, lines.Err()
}
