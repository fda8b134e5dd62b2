package main

import (
	"context"
	"fmt"
)

// mixed are one order of codes and one of a supplier's goods.
func (d *drill) mixed() []orderPlan {
	return []orderPlan{
		{kind: pubg, lines: []line{{d.stock.codes[0], 1}}},
		{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 1}}},
	}
}

// buyPaid makes the two orders and pays them.
func (d *drill) buyPaid(ctx context.Context) ([]*buyer, error) {
	buyers, err := d.together(ctx, d.mixed()...)
	if err != nil {
		return nil, err
	}
	return buyers, d.pay(ctx, buyers...)
}

// finish waits until all orders are delivered, and compares with the sandbox's journal.
func (d *drill) finish(ctx context.Context, buyers []*buyer) error {
	pages, err := d.untilOver(ctx, buyers...)
	if err != nil {
		return err
	}
	for i, pg := range pages {
		if pg.Status != "done" {
			d.violated("order %d is %s, want done", buyers[i].order.ID, pg.Status)
		}
	}
	v := d.settle(ctx, d.pool, buyers, d.o)
	d.wrong = append(d.wrong, v.violations...)
	d.say("seen: %d orders paid, %d delivered, nothing twice; longest from payment to delivery %.1f s", v.paid, v.delivered, v.slowest.Seconds())
	return nil
}

// loseRedis: docs/playbooks/redis-unavailable.md.
func (d *drill) loseRedis(ctx context.Context) error {
	d.say("expected: the shop sells and delivers without Redis, and when an empty one comes back")
	first, err := d.buyPaid(ctx)
	if err != nil {
		return err
	}
	if _, err := output(ctx, "dev/service", "kill", "redis"); err != nil {
		return err
	}
	without, err := d.buyPaid(ctx)
	if err != nil {
		return fmt.Errorf("without Redis: %w", err)
	}
	if _, err := d.untilOver(ctx, append(first, without...)...); err != nil {
		return fmt.Errorf("without Redis: %w", err)
	}
	if _, err := output(ctx, "dev/service", "start", "redis"); err != nil {
		return err
	}
	after, err := d.buyPaid(ctx)
	if err != nil {
		return err
	}
	return d.finish(ctx, append(append(first, without...), after...))
}

// loseEngine: docs/playbooks/temporal-unavailable.md.
func (d *drill) loseEngine(ctx context.Context) error {
	d.say("expected: Temporal's history is lost, workflows are made again from the orders, nothing is delivered twice")
	over, err := d.buyPaid(ctx)
	if err != nil {
		return err
	}
	if _, err := d.untilOver(ctx, over...); err != nil {
		return err
	}
	if err := d.worker.stop(); err != nil {
		return err
	}
	paid, err := d.buyPaid(ctx)
	if err != nil {
		return err
	}
	if _, err := output(ctx, "dev/service", "kill", "temporal"); err != nil {
		return err
	}
	without, err := d.buyPaid(ctx) // selling does not need the engine
	if err != nil {
		return fmt.Errorf("without Temporal: %w", err)
	}
	if _, err := d.servers(ctx, "engine"); err != nil {
		return err
	}
	said, err := d.larek(ctx, "flows", "resume")
	if err != nil {
		return err
	}
	d.say("  larek flows resume: %s", said)
	if err := d.worker.start(ctx); err != nil {
		return err
	}
	return d.finish(ctx, append(append(over, paid...), without...))
}
