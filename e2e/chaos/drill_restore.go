package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"larek/internal/sandbox/core"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/settlement"
)

// heldCodes is how many codes of each product an operator holds back: more than were
// sold in the lost time.
const heldCodes = "50"

// tail is what buyers did around the moment that is restored.
type tail struct {
	before []*buyer // orders that exist at that moment, in every state
	unpaid []*buyer // whose invoices are paid after the restore
	lost   []*buyer // orders of the lost time
	// shown are the codes that pages of the lost time showed, and to which order.
	shown map[string]int64
}

// restore loses the database in the middle of orders, restores an earlier moment, and
// goes on. Of what happened after that moment the shop knows nothing, while providers,
// suppliers and buyers do.
func (d *drill) restore(ctx context.Context) error {
	d.say("expected: nothing is delivered or refunded twice, every payment of a lost order is found")
	serving, stop := context.WithCancel(ctx)
	defer stop()
	go d.operator.serve(serving)
	t := &tail{shown: map[string]int64{}}
	if err := d.buyBefore(ctx, t); err != nil {
		return err
	}
	// Books verify proves what checkpoints hold.
	if _, err := d.larek(ctx, "books", "checkpoint"); err != nil {
		return err
	}
	if _, err := d.servers(ctx, "diff"); err != nil {
		return err
	}
	moment, err := d.servers(ctx, "mark")
	if err != nil {
		return err
	}
	marked := time.Now()
	if err := d.buyAfter(ctx, t); err != nil {
		return err
	}
	lostAt, err := d.lose(ctx)
	if err != nil {
		return err
	}
	d.say("RPO: %.1f s are lost, from the restored moment to the loss; archive_timeout promises 60 s", lostAt.Sub(marked).Seconds())
	if err := d.bringBack(ctx, moment, lostAt); err != nil {
		return err
	}
	if err := d.findLost(ctx, t); err != nil {
		return err
	}
	return d.verifyTail(ctx, t)
}

// plans are what is ordered before the restored moment, o.orders times: goods of
// suppliers, codes, what no supplier can deliver, and of which a small part is refunded:
// a provider would do that twice. Every other one is paid by card, the rest by SBP.
func (d *drill) plans() (plain []orderPlan) {
	for range d.o.orders {
		plain = append(plain,
			orderPlan{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 2}}},
			orderPlan{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 3}, {d.stock.packs[1], 1}}},
			orderPlan{kind: pubg, lines: []line{{d.stock.codes[0], 2}}},
			orderPlan{kind: pubg, lines: []line{{d.stock.codes[1], 1}}},
			orderPlan{kind: supply, account: "666", lines: []line{{d.stock.packs[0], 1}}},
			orderPlan{kind: supply, account: "666", lines: []line{{d.stock.packs[0], 1}}},
			orderPlan{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 3}, {d.stock.packs[1], 1}}},
			orderPlan{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 3}, {d.stock.packs[1], 1}}},
		)
	}
	return plain
}

// buyBefore leaves orders in every state: over, paid and not begun, with an invoice.
func (d *drill) buyBefore(ctx context.Context, t *tail) error {
	over, err := d.together(ctx, d.plans()...)
	if err != nil {
		return err
	}
	if err := d.pay(ctx, over...); err != nil {
		return err
	}
	if _, err := d.untilOver(ctx, over...); err != nil {
		return err
	}
	if err := d.worker.stop(); err != nil {
		return err
	}
	// From here on nothing is delivered before the moment.
	paid, err := d.together(ctx, d.plans()...)
	if err != nil {
		return err
	}
	if err := d.pay(ctx, paid...); err != nil {
		return err
	}
	invoiced, err := d.together(ctx, d.plans()...)
	if err != nil {
		return err
	}
	if t.unpaid, err = d.together(ctx, d.plans()...); err != nil {
		return err
	}
	t.before = slices.Concat(over, paid, invoiced)
	d.say("at the moment: %d orders over, %d paid, %d with an invoice", len(over), len(paid), len(invoiced)+len(t.unpaid))
	return nil
}

// buyAfter is the lost time: what was paid is delivered and refunded, what had an invoice
// is paid, and new orders come.
func (d *drill) buyAfter(ctx context.Context, t *tail) error {
	// One of the lines cannot be delivered any more, so that a part is refunded.
	if err := d.sellNowhere(ctx, d.stock.packs[1]); err != nil {
		return err
	}
	if err := d.worker.start(ctx); err != nil {
		return err
	}
	invoiced := t.before[len(t.before)*2/3:]
	if err := d.pay(ctx, invoiced...); err != nil {
		return err
	}
	var err error
	if t.lost, err = d.together(ctx, orderPlan{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 1}}},
		orderPlan{kind: pubg, lines: []line{{d.stock.codes[0], 1}}}, orderPlan{kind: pubg, lines: []line{{d.stock.codes[1], 2}}}); err != nil {
		return err
	}
	if err := d.pay(ctx, t.lost...); err != nil {
		return err
	}
	all := slices.Concat(t.before, t.lost)
	pages, err := d.untilOver(ctx, all...)
	for i, pg := range pages {
		for _, code := range codesOf(pg) {
			t.shown[code] = all[i].order.ID
		}
	}
	return err
}

// sellNowhere makes both suppliers run out of a pack.
func (d *drill) sellNowhere(ctx context.Context, pack int64) error {
	for _, supplier := range []string{moogold.Name, gamesdrop.Name} {
		var skus []string
		err := d.pool.QueryRow(ctx, `select coalesce(array_agg(sku), '{}') from offers where product_id = $1 and supplier = $2`, pack, supplier).Scan(&skus)
		if err != nil {
			return err
		}
		if err := d.control.command(ctx, "/control/supplier", map[string]any{"supplier": supplier, "out_of_stock": skus}); err != nil {
			return err
		}
	}
	return nil
}

// lose kills the shop and its servers and deletes their data.
func (d *drill) lose(ctx context.Context) (time.Time, error) {
	at := time.Now()
	err := errors.Join(d.api.kill(ctx), d.worker.kill(ctx))
	d.pool.Close()
	_, lost := d.servers(ctx, "lose")
	return at, errors.Join(err, lost)
}

// bringBack does what docs/playbooks/restore.md says, and prints how long it takes.
func (d *drill) bringBack(ctx context.Context, moment string, lostAt time.Time) error {
	step := time.Now()
	done := func(what string) {
		d.say("  %-42s %5.1f s", what, time.Since(step).Seconds())
		step = time.Now()
	}
	d.say("restoring the moment %s", moment)
	if _, err := output(ctx, "dev/service", "start", "redis"); err != nil {
		return err
	}
	if _, err := d.servers(ctx, "restore", moment); err != nil {
		return err
	}
	done("PostgreSQL restored, replayed, promoted")
	if _, err := d.servers(ctx, "engine"); err != nil {
		return err
	}
	done("Temporal's databases made anew")
	if err := d.connect(ctx); err != nil {
		return err
	}
	for _, args := range [][]string{{"migrate"}, {"restored", "--codes", heldCodes}, {"flows", "resume"}, {"books", "verify"}} {
		said, err := d.larek(ctx, args...)
		if err != nil {
			return err
		}
		d.say("  larek %v: %s", args, said)
	}
	done("larek migrate, restored, flows, books")
	if err := errors.Join(d.worker.start(ctx), d.api.start(ctx)); err != nil {
		return err
	}
	done("worker and API")
	d.say("RTO: %.1f s from the loss until the shop sells again", time.Since(lostAt).Seconds())
	return nil
}

// findLost goes on: old invoices are paid, new orders come. The payments and goods of the
// lost orders are in the files of their parties, and an operator refunds them.
func (d *drill) findLost(ctx context.Context, t *tail) error {
	for _, b := range t.lost {
		if got := d.status(ctx, b); got != http.StatusNotFound {
			d.violated("order %d of the lost time answers %d, want 404", b.order.ID, got)
		}
	}
	if err := d.pay(ctx, t.unpaid...); err != nil {
		return err
	}
	fresh, err := d.together(ctx, orderPlan{kind: pubg, lines: []line{{d.stock.codes[0], 1}}}, orderPlan{kind: pubg, lines: []line{{d.stock.codes[1], 2}}},
		orderPlan{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 1}}})
	if err != nil {
		return err
	}
	if err := d.pay(ctx, fresh...); err != nil {
		return err
	}
	if _, err := d.untilOver(ctx, slices.Concat(t.before, t.unpaid, fresh)...); err != nil {
		return err
	}
	for _, b := range fresh {
		for _, l := range t.lost {
			if b.order.ID <= l.order.ID {
				d.violated("order %d has a number that a lost order may have had", b.order.ID)
			}
		}
	}
	t.before = slices.Concat(t.before, t.unpaid, fresh)
	return nil
}

// verifyTail compares the shop with the sandbox's journal, but for what belongs to lost
// orders: that has to be what the parties' files say we do not know.
func (d *drill) verifyTail(ctx context.Context, t *tail) error {
	var known, unknown []core.JournalEntry
	deadline := time.Now().Add(settleTimeout)
	var v *report
	for {
		entries, err := readRecord(d.o.home)
		if err != nil {
			return err
		}
		known, unknown = nil, nil
		for _, e := range entries {
			if t.isLost(e) {
				unknown = append(unknown, e)
			} else {
				known = append(known, e)
			}
		}
		v = &report{}
		d.verifyEntries(ctx, v, d.pool, t.before, d.o.home, known)
		d.verifyShown(ctx, v, t)
		if len(v.violations) == 0 || time.Now().After(deadline) {
			break
		}
		pause(ctx, 2*time.Second)
	}
	d.wrong = append(d.wrong, v.violations...)
	d.say("went on: %d orders paid, %d delivered, %d units, %d codes; %d payments refunded", v.paid, v.delivered, v.units, v.codes, v.backOf)
	// Before the cabinets are used: providers report those refunds, and the shop knows no such payment.
	return errors.Join(d.doctor(ctx), d.refundLost(ctx, known, unknown))
}

func (t *tail) isLost(e core.JournalEntry) bool {
	return slices.ContainsFunc(t.lost, func(b *buyer) bool {
		return e.Reference == b.invoices[0].reference || e.Goods != nil && e.Goods.Account == b.plan.account
	})
}

// verifyShown checks that what a page showed in the lost time is on no other page, and
// that a page of before shows what it did.
func (d *drill) verifyShown(ctx context.Context, v *report, t *tail) {
	for _, b := range t.before {
		pg, err := d.shop.look(ctx, b.order)
		if err != nil {
			v.wrong("order %d: %v", b.order.ID, err)
			continue
		}
		for _, code := range codesOf(pg) {
			if owner, seen := t.shown[code]; seen && owner != b.order.ID {
				v.wrong("order %d shows a code that order %d was shown in the lost time", b.order.ID, owner)
			}
		}
	}
}

// refundLost loads the files of all parties: what they have and we do not is what the lost
// orders paid and got, and nothing else. The operator refunds the payments.
func (d *drill) refundLost(ctx context.Context, known, unknown []core.JournalEntry) error {
	r, err := newReconciler(ctx, d.control, d.pool, slices.Concat(known, unknown))
	if err != nil {
		return err
	}
	taken := 0
	for _, e := range unknown {
		names := slices.DeleteFunc([]string{e.Payment, e.Invoice, e.Reference}, func(s string) bool { return s == "" })
		switch e.What {
		case core.Paid:
			taken++
			r.wanted = append(r.wanted, difference{e.Provider, settlement.TheirsOnly, settlement.Payment, names})
		case core.Delivered:
			r.wanted = append(r.wanted, difference{e.Provider, settlement.TheirsOnly, settlement.Charge, names})
		}
	}
	if err := r.loadAll(ctx); err != nil {
		return err
	}
	v := &report{}
	if err := r.compareDifferences(ctx, v); err != nil {
		return err
	}
	d.wrong = append(d.wrong, v.violations...)
	for _, e := range unknown {
		if e.What != core.Paid {
			continue
		}
		err := d.control.command(ctx, "/control/pay", map[string]any{"provider": e.Provider, "reference": e.Reference, "action": core.RefundInCabinet, "amount": e.Amount})
		if err != nil {
			return fmt.Errorf("refund %s in the cabinet: %w", e.Reference, err)
		}
	}
	d.say("lost orders: %d payments and %d other entries, all found in the files of providers and suppliers; payments refunded in the cabinet", taken, len(r.wanted)-taken)
	return nil
}
