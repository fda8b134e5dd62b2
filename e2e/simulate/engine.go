package simulate

import (
	"context"
	"errors"
	"time"

	"larek/internal/delivery"
	"larek/internal/fulfilment"
	"larek/internal/order"
	"larek/internal/payment"
)

// errKilled is the end of a step whose process was killed.
var errKilled = errors.New("killed")

// run runs one step in a process that may be killed between any two statements.
func (p *player) run(what string, step func(ctx context.Context) error) error {
	p.proc = process{}
	if p.rng.IntN(100) < 2 {
		p.proc.killIn = 1 + p.rng.IntN(30)
	}
	err := step(p.ctx)
	if p.proc.isDead {
		err = errKilled
		p.restart()
	}
	p.proc = process{}
	p.note("%s: %v", what, err)
	return err
}

// Notify implements checkout.WorkflowNotifier: the workflow reads the order. A signal may
// be lost; then the sweeper finds the order.
func (p *player) Notify(context.Context, int64) error {
	if p.chance(3, "a signal is lost") {
		p.after(5*time.Second, "the sweeper looks for orders", p.sweep)
		return errors.New("the engine does not answer")
	}
	p.readSoon()
	return nil
}

func (p *player) readSoon() {
	if p.reading {
		return
	}
	p.reading = true
	p.after(p.between(0, 500*time.Millisecond), "the workflow reads the order", p.read)
}

// sweep does what the worker's sweeper does about missed signals.
func (p *player) sweep() {
	err := p.run("sweep", func(ctx context.Context) error {
		before := p.now.Add(-3 * time.Second)
		paid, err := p.services.Inbox.OrdersWithPendingNotices(ctx, before, 200)
		if err != nil {
			return err
		}
		changed, err := p.services.Dispatch.OrdersWithPendingChanges(ctx, before, 200)
		if len(paid)+len(changed) > 0 {
			p.readSoon()
		}
		return err
	})
	if err != nil {
		p.after(5*time.Second, "the sweeper looks again", p.sweep)
	}
}

// read is one turn of orderflow.OrderWorkflow.
func (p *player) read() {
	p.reading = false
	var st fulfilment.State
	err := p.run("read", func(ctx context.Context) (err error) {
		st, err = p.steps.Intake.ProcessNotices(ctx, p.order)
		if err == nil && (st.Status == order.Paid || st.Status == order.Sending) {
			st, err = p.steps.Delivery.AdvanceDelivery(ctx, p.order)
		}
		return err
	})
	if err != nil {
		p.reading = true
		p.after(p.between(5*time.Second, time.Minute), "the workflow reads the order again", p.read)
		if !errors.Is(err, errKilled) {
			p.violation("a step of the workflow fails: %v", err)
		}
		return
	}
	p.note("the order is %s, units %v, refunds %v", st.Status, st.Units, st.Refunds)
	for _, id := range st.Units {
		if !p.units[id] {
			p.units[id] = true
			p.after(p.between(0, time.Second), "a unit is delivered", func() { p.deliverUnit(id) })
		}
	}
	for _, id := range st.Refunds {
		if !p.refunds[id] {
			p.refunds[id] = true
			p.after(p.between(0, time.Second), "a refund is sent", func() { p.sendRefund(id, time.Second) })
		}
	}
	if err := p.planRelease(); err != nil {
		p.violation("%v", err)
	}
	p.planWake(st)
}

// planWake sets the timer of the workflow, if it has not ended.
func (p *player) planWake(st fulfilment.State) {
	p.wake++
	if st.Status.Final() && len(p.refunds) == 0 || st.WakeAt.IsZero() {
		return
	}
	mine, delay := p.wake, st.WakeAt.Sub(p.now)
	if delay <= 0 {
		p.overdue++
		delay = min(5*time.Minute<<min(p.overdue, 7), 6*time.Hour)
	} else {
		p.overdue = 0
	}
	if p.overdue > 3 {
		return // what is left waits for a person: lookForWork sends one
	}
	p.after(delay, "the workflow wakes", func() {
		if mine == p.wake {
			p.read()
		}
	})
}

func (p *player) deliverUnit(id int64) {
	var step delivery.UnitProgress
	err := p.run("deliver unit", func(ctx context.Context) (err error) {
		step, err = p.steps.Delivery.DeliverUnit(ctx, p.order, id, "")
		return err
	})
	p.note("the unit is %s, again after %s", step.State, step.RetryAfter)
	switch {
	case err != nil:
		if !errors.Is(err, errKilled) {
			p.violation("delivering a unit fails: %v", err)
		}
		p.after(p.between(20*time.Second, 40*time.Second), "a unit is delivered again", func() { p.deliverUnit(id) })
		return
	case step.RetryAfter > 0:
		p.after(step.RetryAfter, "a unit is looked at again", func() { p.deliverUnit(id) })
		if step.StatusChanged {
			p.readSoon()
		}
		return
	}
	delete(p.units, id)
	p.readSoon()
}

func (p *player) sendRefund(id int64, delay time.Duration) {
	err := p.run("send refund", func(ctx context.Context) error { return p.steps.Refunds.SendRefund(ctx, id) })
	if err != nil {
		p.after(delay, "a refund is sent again", func() { p.sendRefund(id, min(2*delay, time.Minute)) })
		return
	}
	delete(p.refunds, id)
	p.readSoon()
}

// poll asks banks about the attempts that are due, as the worker's poller does.
func (p *player) poll() {
	_ = p.run("poll", func(ctx context.Context) error {
		names, err := p.services.Poller.ProvidersWithDueChecks(ctx)
		if err != nil {
			return err
		}
		for _, name := range names {
			checks, err := p.services.Poller.ClaimDueChecks(ctx, name, 32)
			if err != nil {
				return err
			}
			for i := range checks {
				if err := p.pollOne(ctx, &checks[i]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	p.planPoll()
}

func (p *player) pollOne(ctx context.Context, c *payment.StatusCheck) error {
	updated, expired, _ := p.services.Poller.PollAttempt(ctx, c) // a bank that does not respond is asked again
	if expired {
		isOwed, err := p.steps.Intake.Expire(ctx, c)
		if err != nil {
			return err
		}
		updated = updated || isOwed
	}
	if updated {
		_ = p.Notify(ctx, c.OrderID)
	}
	return nil
}

// planPoll plans the next poll when one is due.
func (p *player) planPoll() {
	var due *time.Time
	err := p.shop.pool.QueryRow(p.ctx, `select min(greatest(c.due_at, coalesce(c.leased_until, '-infinity')))
		from attempt_checks c join payment_attempts a on a.id = c.attempt_id where a.order_id = $1`, p.order).Scan(&due)
	if err != nil {
		p.violation("when to poll: %v", err)
		return
	}
	if due == nil {
		return
	}
	p.polls++
	mine := p.polls
	p.after(max(due.Sub(p.now), 0)+time.Second, "the poller looks", func() {
		if mine == p.polls {
			p.poll()
		}
	})
}

func (p *player) receive(b *bank, hook payment.Webhook) {
	err := p.run("webhook", func(ctx context.Context) error { return p.webhooks.HandleWebhook(ctx, b, hook) })
	if err != nil { // not acknowledged: it is sent again
		p.after(p.between(time.Minute, 10*time.Minute), b.name+" sends a webhook again", func() { p.receive(b, hook) })
		return
	}
	p.planPoll()
}

func (p *player) receiveCallback(s *supplier, hook delivery.Callback) {
	_ = p.run("callback", func(ctx context.Context) error { return p.webhooks.HandleCallback(ctx, s, hook) })
}
