package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/pg"
)

// drill is a failure of one kind on purpose: what is expected, and what was seen. Its
// servers belong to it alone and are lost by it.
type drill struct {
	*cluster
	o                    options
	pool                 *pgxpool.Pool
	stock                assortment
	sandbox, api, worker *process
	nginx                *process // only in the drill that deploys
	n                    int      // of the last buyer
	began                time.Time
	env                  []string // settings that a drill has changed
	wrong                []string
}

// drills are run by name.
var drills = map[string]func(*drill, context.Context) error{
	"restore":     (*drill).restore,
	"deploy":      (*drill).deploy,
	"redis":       (*drill).loseRedis,
	"engine":      (*drill).loseEngine,
	"standby":     (*drill).losePrimary,
	"key":         (*drill).leakKeys,
	"blobs":       (*drill).loseBlobs,
	"certificate": (*drill).expireCertificate,
}

func runDrill(ctx context.Context, o options, out io.Writer) (bool, error) {
	story, known := drills[o.drill]
	if !known {
		return false, fmt.Errorf("no drill %q", o.drill)
	}
	codes, err := parseIDs(o.ids)
	if err != nil {
		return false, err
	}
	d := &drill{o: o, began: time.Now()}
	if err := d.connect(ctx); err != nil {
		return false, err
	}
	defer func() { d.pool.Close() }()
	if d.stock, err = readAssortment(ctx, d.pool, codes); err != nil {
		return false, err
	}
	d.cluster = newCluster(o, d.pool, out)
	d.coming, d.giveUp = context.WithCancel(ctx)
	d.sandbox, d.api, d.worker = d.procs[0], d.procs[1], d.procs[2]
	if o.drill == "deploy" {
		d.procs = d.copies()
	}
	defer d.giveUp()
	defer d.end()
	for _, p := range d.procs {
		if err := p.start(ctx); err != nil {
			return false, err
		}
	}
	if err := story(d, ctx); err != nil {
		return false, fmt.Errorf("%s: %w", o.drill, err)
	}
	for _, what := range append(d.wrong, d.broken...) {
		d.say("WRONG: %s", what)
	}
	d.say("%s: %d violations in %s", o.drill, len(d.wrong)+len(d.broken), time.Since(d.began).Round(time.Second))
	return len(d.wrong)+len(d.broken) == 0, nil
}

func (d *drill) say(format string, args ...any) {
	fmt.Fprintf(d.out, format+"\n", args...)
}

func (d *drill) violated(format string, args ...any) {
	d.wrong = append(d.wrong, fmt.Sprintf(format, args...))
}

// connect opens the database again, as its server may be another one now.
func (d *drill) connect(ctx context.Context) error {
	pool, err := pg.Open(ctx, d.o.database, pg.ReadWrite)
	if err != nil {
		return err
	}
	if d.pool != nil {
		d.pool.Close()
		d.shop.pool = pool
		d.operator.pool = pool
	}
	d.pool = pool
	return nil
}

// servers runs a verb of e2e/drills/cluster.
func (d *drill) servers(ctx context.Context, verb ...string) (string, error) {
	return output(ctx, "e2e/drills/cluster", verb...)
}

// larek runs a command of the shop.
func (d *drill) larek(ctx context.Context, args ...string) (string, error) {
	return outputWith(ctx, d.env, ".dev/bin/larek", args...)
}

// doctor asks the shop's own check, when the operator has seen what waits for one.
func (d *drill) doctor(ctx context.Context) error {
	if err := d.operator.untilSeen(ctx); err != nil {
		return err
	}
	said, err := d.larek(ctx, "doctor", "--wait", "1m")
	d.say("%s", said)
	return err
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	return outputWith(ctx, nil, name, args...)
}

func outputWith(ctx context.Context, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(cmd.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), err
}

// stop ends a process as a deploy does, and waits for its end.
func (p *process) stop() error {
	p.wanted.Store(true)
	err := p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.ended
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// order makes an order and an invoice for it. A plan says what is ordered.
func (d *drill) order(ctx context.Context, plan orderPlan, method int) (*buyer, error) {
	d.n++
	b := &buyer{n: d.n, shop: d.shop, control: d.control, plan: plan, method: method, scenario: paysOnce}
	b.plan.email = fmt.Sprintf("buyer%d@example.test", d.n)
	switch plan.kind {
	case supply:
		b.plan.account = fmt.Sprintf("5%06d%s", d.n, plan.account)
		b.plan.more = map[string]any{"supply_channel_user_id": b.plan.account}
	case gift:
		b.plan.account = b.plan.email
	}
	var err error
	if b.order, err = d.shop.create(ctx, b.plan.kind, b.plan.body()); err != nil {
		return nil, fmt.Errorf("create: %w", err)
	}
	_, err = b.start(ctx, method)
	return b, err
}

// together makes orders of the plans, each by card and by SBP in turn, side by side.
func (d *drill) together(ctx context.Context, plans ...orderPlan) ([]*buyer, error) {
	all := make([]*buyer, len(plans))
	for i, plan := range plans {
		var err error
		if all[i], err = d.order(ctx, plan, i%2); err != nil {
			return nil, fmt.Errorf("order of %s: %w", plan.kind, err)
		}
	}
	return all, nil
}

// pay pays the invoices, and the providers' webhooks arrive at once.
func (d *drill) pay(ctx context.Context, buyers ...*buyer) error {
	for _, b := range buyers {
		if err := d.control.act(ctx, b.invoices[0], "pay", webhook{mode: "send"}); err != nil {
			return fmt.Errorf("order %d: pay: %w", b.order.ID, err)
		}
	}
	return nil
}

// untilOver waits until the pages of all buyers show an end, and returns the pages.
func (d *drill) untilOver(ctx context.Context, buyers ...*buyer) ([]page, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	pages := make([]page, len(buyers))
	errs := make([]error, len(buyers))
	var wg sync.WaitGroup
	for i, b := range buyers {
		wg.Go(func() {
			for {
				pg, err := d.shop.look(ctx, b.order)
				if err == nil && (pg.Status == "done" || pg.Status == "failed") {
					pages[i] = pg
					return
				}
				if ctx.Err() != nil {
					errs[i] = fmt.Errorf("order %d of %s is %s after %s (%w)", b.order.ID, b.plan.kind, pg.Status, settleTimeout, errors.Join(err, ctx.Err()))
					return
				}
				pause(ctx, 250*time.Millisecond)
			}
		})
	}
	wg.Wait()
	return pages, errors.Join(errs...)
}

// status is what an address answers, 0 if nothing.
func (d *drill) status(ctx context.Context, b *buyer) int {
	err := call(ctx, d.shop.client, http.MethodGet, d.shop.base+"/api/orders/"+b.order.Hash+"/details/", b.order, nil, nil)
	var no *refusal
	switch {
	case err == nil:
		return http.StatusOK
	case errors.As(err, &no):
		return no.Status
	}
	return 0
}

func codesOf(pg page) []string {
	var codes []string
	for _, l := range pg.Lines {
		for _, c := range l.Codes {
			codes = append(codes, c.Code)
		}
	}
	return codes
}
