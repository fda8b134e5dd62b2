package simulate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
)

const (
	// maxVisits is how often an operator comes before what waits counts as stuck.
	maxVisits = 60
	// maxReminders is how often the sweeper may remind of an order, as of an overdue one.
	maxReminders = 3
)

// work is what waits for a person.
type work struct {
	status order.Status
	action *string
	tasks  []int64
	manual []int64
}

func (p *player) work() (k work, err error) {
	err = p.shop.pool.QueryRow(p.ctx, `select o.status, o.next_action,
			array(select t.id from operator_tasks t where t.order_id = o.id and t.state = 'open' order by t.id),
			array(select r.id from refunds r where r.order_id = o.id and r.status = 'manual' order by r.id)
		from orders o where o.id = $1`, p.order).Scan(&k.status, &k.action, &k.tasks, &k.manual)
	if err != nil {
		return k, fmt.Errorf("what waits: %w", err)
	}
	return k, nil
}

// lookForWork is called when nothing is planned any more. It plans what a person does,
// and reports whether there is anything.
func (p *player) lookForWork() (bool, error) {
	k, err := p.work()
	if err != nil {
		return false, err
	}
	p.visits++
	waits := len(k.tasks)+len(k.manual) > 0
	switch {
	case k.action != nil && *k.action == string(order.ActCorrect) && !p.isAsked:
		p.isAsked = true
		if p.chance(70, "") {
			p.after(p.between(time.Minute, 70*time.Hour), "the buyer corrects the details", p.correct)
		} else {
			p.after(73*time.Hour, "the time to correct is over", p.readSoon)
		}
		return true, nil
	case waits && p.visits < maxVisits:
		p.after(p.between(time.Minute, 40*time.Minute), "an operator comes", p.visit)
		return true, nil
	case !waits && !k.status.Final() && p.reminders < maxReminders:
		p.reminders++
		p.after(7*time.Hour, "the sweeper reminds of the order", p.readSoon)
		return true, nil
	case waits || !k.status.Final():
		// Nothing is planned, and no person is asked: the shop has forgotten the order.
		p.violation("the order is %s and waits for nothing (%d tasks, %d refunds by hand)", k.status, len(k.tasks), len(k.manual))
	}
	return false, nil
}

// visit is an operator who does what is in the queue, and sometimes presses twice.
func (p *player) visit() {
	k, err := p.work()
	if err != nil {
		p.violation("%v", err)
		return
	}
	for _, id := range k.tasks {
		isDone := p.rng.IntN(4) > 0
		p.twice("closing a task", func() error { return p.closeTask(id, isDone) })
	}
	for _, id := range k.manual {
		p.twice("a refund by hand", func() error { return p.refundByHand(id) })
	}
}

// planRelease plans that an operator decides about a delivery that the shop has paused: it
// goes on, or the order is refunded if nothing of it was begun.
func (p *player) planRelease() error {
	isPaused, err := delivery.IsPaused(p.ctx, p.shop.pool, p.order)
	if err != nil || !isPaused || p.isReleasing {
		return err
	}
	p.isReleasing = true
	p.after(p.between(time.Minute, 20*time.Hour), "an operator decides about a paused delivery", func() {
		p.isReleasing = false
		isRefunded := p.chance(50, "")
		p.twice("deciding about a pause", func() error {
			return p.run("release", func(ctx context.Context) error { return p.release(ctx, isRefunded) })
		})
		_ = p.Notify(p.ctx, p.order)
	})
	return nil
}

func (p *player) release(ctx context.Context, isRefunded bool) error {
	isEnded := false
	err := pg.InTx(ctx, p.shop.pool, func(tx pgx.Tx) error {
		o, err := order.Lock(ctx, tx, p.order)
		if err != nil || o.Status != order.Paid || !isRefunded {
			return err
		}
		isEnded = true
		return p.steps.Delivery.EndHeld(ctx, tx, o)
	})
	if err != nil || isEnded {
		return err
	}
	return p.operator.Release(ctx, p.order)
}

// twice does something, and in a tenth of all cases again: the second time must change
// nothing, which the check in the end sees.
func (p *player) twice(what string, do func() error) {
	err := do()
	if p.chance(10, "an operator presses twice") {
		err = do()
	}
	p.note("%s: %v", what, err)
}

func (p *player) closeTask(id int64, isDone bool) error {
	var closed delivery.Closed
	err := p.run("close task", func(ctx context.Context) (err error) {
		closed, err = p.services.Dispatch.CloseTask(ctx, delivery.Closing{Task: id, Who: "anna", Done: isDone, Words: "сделано"})
		return err
	})
	if errors.Is(err, errKilled) {
		// Whether it was closed is seen by whether the task is still open.
		var state string
		if e := p.shop.pool.QueryRow(p.ctx, `select state from operator_tasks where id = $1`, id).Scan(&state); e != nil || state == "open" {
			return errors.Join(err, e)
		}
		var by *string
		if e := p.shop.pool.QueryRow(p.ctx, `select u.supplier from operator_tasks t join delivery_units u on u.id = t.unit_id where t.id = $1`, id).Scan(&by); e != nil {
			return e
		}
		err = nil
		if by != nil && *by != delivery.Operator {
			closed.BySupplier = *by
		}
	}
	if err != nil {
		return err
	}
	if isDone && closed.BySupplier == "" && !p.closed[id] {
		p.byHand++
	}
	p.closed[id] = true
	_ = p.Notify(p.ctx, p.order)
	return nil
}

// refundByHand makes a refund in the bank's cabinet and records it, or lets the shop send it
// again.
func (p *player) refundByHand(id int64) error {
	var provider, payID string
	var cents int64
	err := p.shop.pool.QueryRow(p.ctx, `select p.provider, p.provider_id, ((r.amount - r.covered) * 100)::bigint
		from refunds r join payments p on p.id = r.payment_id where r.id = $1 and r.status = 'manual'`, id).Scan(&provider, &payID, &cents)
	if err != nil {
		return fmt.Errorf("refund %d does not wait: %w", id, err)
	}
	b := p.banks[provider]
	if b.refunds && p.rng.IntN(2) == 0 {
		err := p.run("retry refund", func(ctx context.Context) error { return p.operator.RetryRefund(ctx, id, "anna") })
		p.readSoon()
		return err
	}
	c := b.capture(payID)
	if c == nil || c.left() < money.Minor(cents) {
		p.violation("an operator is asked to return %d of %s, of which less is left", cents, payID)
		return nil
	}
	c.ours += money.Minor(cents)
	p.note("%s: %d returned by hand", b.name, cents)
	return p.markDone(id)
}

// markDone records a refund that was made by hand, for as long as it takes.
func (p *player) markDone(id int64) error {
	err := p.run("refund done", func(ctx context.Context) error { return p.operator.RefundDoneByHand(ctx, id, "anna", "чек 1") })
	if errors.Is(err, errKilled) {
		err = p.run("refund done", func(ctx context.Context) error { return p.operator.RefundDoneByHand(ctx, id, "anna", "чек 1") })
		if errors.Is(err, payment.ErrNotManual) {
			err = nil // the first time was enough
		}
	}
	p.readSoon()
	return err
}

// recordOutside records what the bank's registry has and the shop does not know.
func (p *player) recordOutside(b *bank, c *capture, amount money.Minor) {
	left := payment.Outside{
		OrderID: p.order, Kind: payment.Chargeback, Amount: money.Of(amount, c.invoice.amount.Currency), RecordedBy: "anna", Proof: c.id,
		Provider: b.name, ProviderID: c.id,
	}
	err := p.run("record outside", func(ctx context.Context) error { return p.operator.RecordOutsideRefund(ctx, left) })
	if err == nil && p.chance(10, "an operator presses twice") {
		err = p.run("record outside", func(ctx context.Context) error { return p.operator.RecordOutsideRefund(ctx, left) })
	}
	// It may have been recorded before the process was killed, or the shop has found it by
	// asking, and then nothing is left of the payment. If it was not, the check in the end
	// finds it in the bank's record alone.
	isRecorded := errors.Is(err, payment.ErrAlreadyRecorded) || errors.Is(err, payment.ErrTooMuch)
	if err != nil && !isRecorded {
		p.after(p.between(time.Hour, 10*time.Hour), "an operator records it again", func() { p.recordOutside(b, c, amount) })
	}
}
