package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	// buyersAtOnce come while the primary is lost, as long as the drill lets them.
	buyersAtOnce = 8
	// beforeLoss is how many buyers have left the shop before it loses its primary, and
	// afterLoss how many come when it sells again.
	beforeLoss, afterLoss = 12, 12
)

// crowd are buyers who come one after the other and do not mind a shop that is closed for
// a while: they try again, as the web client does.
type crowd struct {
	mu   sync.Mutex
	all  []*buyer
	wg   sync.WaitGroup
	stop context.CancelFunc
}

// sell lets buyers of every kind come until leave is called.
func (d *drill) sell(ctx context.Context) *crowd {
	c := &crowd{}
	coming, stop := context.WithCancel(ctx)
	c.stop = stop
	next := make(chan int)
	c.wg.Go(func() {
		defer close(next)
		for n := 1; ; n++ {
			select {
			case next <- n:
			case <-coming.Done():
				return
			}
		}
	})
	for range buyersAtOnce {
		c.wg.Go(func() {
			for n := range next {
				b := d.admit(ctx, newBuyer(n, uint64(d.began.UnixNano()), d.stock)) //nolint:gosec // only a seed
				c.mu.Lock()
				c.all = append(c.all, b)
				c.mu.Unlock()
			}
		})
	}
	return c
}

func (c *crowd) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

// until waits until so many buyers have left the shop.
func (c *crowd) until(ctx context.Context, n int) error {
	for deadline := time.Now().Add(settleTimeout); c.count() < n; pause(ctx, 100*time.Millisecond) {
		if time.Now().After(deadline) || ctx.Err() != nil {
			return fmt.Errorf("%d buyers have left the shop, want %d", c.count(), n)
		}
	}
	return nil
}

// leave lets the buyers in the shop finish, and returns all who came.
func (c *crowd) leave() []*buyer {
	c.stop()
	c.wg.Wait()
	return c.all
}

// losePrimary: docs/playbooks/promote-a-standby.md.
func (d *drill) losePrimary(ctx context.Context) error {
	d.say("expected: the primary is killed while buyers buy, the synchronous standby is promoted, the shop finds it by itself; no order that a buyer was shown is lost, nothing is delivered or refunded twice")
	serving, stop := context.WithCancel(ctx)
	defer stop()
	go d.operator.serve(serving)
	buyers := d.sell(ctx)
	if err := buyers.until(ctx, beforeLoss); err != nil {
		return err
	}
	if err := d.promote(ctx); err != nil {
		return err
	}
	if err := buyers.until(ctx, buyers.count()+afterLoss); err != nil {
		return err
	}
	return d.finishCrowd(ctx, buyers.leave())
}

// promote does what the playbook says, and prints how long it takes.
func (d *drill) promote(ctx context.Context) error {
	lostAt := time.Now()
	step := lostAt
	done := func(what string) {
		d.say("  %-42s %5.1f s", what, time.Since(step).Seconds())
		step = time.Now()
	}
	if _, err := output(ctx, "dev/service", "kill", "postgres"); err != nil {
		return err
	}
	if _, err := d.servers(ctx, "promote"); err != nil {
		return err
	}
	done("standby promoted")
	if err := d.untilSells(ctx); err != nil {
		return err
	}
	done("orders are accepted")
	d.say("RTO: %.1f s from the loss until the shop sells again; RPO: 0, by a synchronous standby", time.Since(lostAt).Seconds())
	// Temporal has one address.
	for _, verb := range []string{"kill", "start"} {
		if _, err := output(ctx, "dev/service", verb, "temporal"); err != nil {
			return err
		}
	}
	done("Temporal at the new primary")
	return nil
}

// untilSells asks for an order again and again. None of them is paid for.
func (d *drill) untilSells(ctx context.Context) error {
	body := map[string]any{"email": "probe@example.test", "products": []line{{d.stock.codes[0], 1}}}
	for deadline := time.Now().Add(settleTimeout); ; pause(ctx, 100*time.Millisecond) {
		err := call(ctx, d.shop.client, http.MethodPost, d.shop.base+"/api/orders/"+pubg+"/", placed{}, body, nil)
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return fmt.Errorf("the shop does not sell: %w", err)
		}
	}
}

// finishCrowd waits until all orders came to their end, and compares with the sandbox's
// journal and with the shop's own check.
func (d *drill) finishCrowd(ctx context.Context, buyers []*buyer) error {
	deadline := time.AfterFunc(settleTimeout, d.giveUp)
	d.late.Wait()
	deadline.Stop()
	if err := d.operator.readRegister(ctx, d.o.home); err != nil {
		return err
	}
	v := d.settle(ctx, d.pool, buyers, d.o)
	d.wrong = append(d.wrong, v.violations...)
	d.say("seen: %d orders, %d paid, %d delivered, %d refunded whole; %d refunds; longest from payment to delivery %.1f s",
		v.orders, v.paid, v.delivered, v.undelivered, v.backOf, v.slowest.Seconds())
	return d.doctor(ctx)
}
