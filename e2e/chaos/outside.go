package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// outside is what a bank does with a buyer's payment by itself.
type outside string

const (
	nothing      outside = ""
	refundsWhole outside = "is refunded whole in the cabinet"
	refundsPart  outside = "is refunded in part in the cabinet"
	chargesBack  outside = "is charged back"
)

// forgery is a webhook that contradicts the payment.
type forgery string

const (
	noForgery     forgery = ""
	otherCurrency forgery = "other_currency"
	otherShop     forgery = "other_shop"
)

// bankPlan is what happens to a buyer's payment besides being paid.
type bankPlan struct {
	outside outside
	early   bool // before the goods are there
	part    money.Minor
	forgery forgery
}

func newBankPlan(rng *rand.Rand) bankPlan {
	p := bankPlan{early: rng.IntN(2) == 0, part: money.Minor(100 + rng.IntN(5000))}
	switch chance := rng.IntN(100); {
	case chance < 3:
		p.outside = refundsWhole
	case chance < 6:
		p.outside = refundsPart
	case chance < 8:
		p.outside = chargesBack
	}
	switch chance := rng.IntN(100); {
	case chance < 3:
		p.forgery = otherCurrency
	case chance < 6:
		p.forgery = otherShop
	}
	return p
}

// hasOutside reports whether the bank acts on the payment later. Buyers with two payments
// are left alone: what they get back in the end would depend on which of them it was.
func (b *buyer) hasOutside() bool {
	return b.bank.outside != nothing && b.err == nil && len(b.invoices) == 1 && (b.scenario == paysOnce || b.scenario == paysPageTwo && b.bank.outside != chargesBack)
}

// bankActs does what the bank does by itself: at once, or when the order is over.
// What no provider reports is found in its register.
func (b *buyer) bankActs(ctx context.Context, op *operator) {
	for !b.bank.early && ctx.Err() == nil {
		if pg, err := b.shop.look(ctx, b.order); err == nil && (pg.Status == "done" || pg.Status == "failed") {
			break
		}
		pause(ctx, time.Second)
	}
	if pg, err := b.shop.look(ctx, b.order); err == nil {
		b.isEarly = pg.Status != "done" && pg.Status != "failed"
	}
	inv := b.invoices[0]
	amount := min(b.bank.part, inv.amount)
	if b.bank.outside != refundsPart {
		amount = inv.amount
	}
	action := core.RefundInCabinet
	// Where refunds are never reported, only the operator uses the cabinet.
	charged := b.bank.outside == chargesBack || cannotAsk[inv.provider]
	if charged {
		action = core.ChargeBack
	}
	err := retry(ctx, func() error {
		return b.control.command(ctx, "/control/pay", map[string]any{"provider": inv.provider, "reference": inv.reference, "action": action, "amount": amount})
	})
	var no *refusal
	if errors.As(err, &no) && no.Status == http.StatusConflict {
		err = nil // less than that is left of it, or it was done and the answer got lost
	}
	// Payselection shows what is left of a payment: the shop finds it by asking.
	if err == nil && charged && inv.provider != "payselection" {
		err = b.reportChargeback(ctx, op, inv)
	}
	if err != nil {
		b.err = fmt.Errorf("buyer %d, whose payment %s: %w", b.n, b.bank.outside, err)
	}
}

// reportChargeback records what the bank's register contains, if anything.
func (b *buyer) reportChargeback(ctx context.Context, op *operator, inv invoice) error {
	var record core.Record
	err := retry(ctx, func() error {
		return call(ctx, b.control.client, http.MethodGet, b.control.base+"/control/record?list=0&reference="+inv.reference, placed{}, nil, &record)
	})
	for _, t := range record.Totals {
		if err == nil && t.ChargedBack > 0 {
			err = retry(ctx, func() error {
				return op.recordOutside(ctx, inv.reference, t.ChargedBack, "chargeback")
			})
		}
	}
	return err
}

// readRegister does the work of the next day: an operator compares the bank's register
// with the shop. What it shows of an attempt the provider can be asked about is found by
// asking once more, as the registry is the reason to do. T-Bank's status names no amount,
// so a partial refund made there without a webhook is only seen in the register.
func (op *operator) readRegister(ctx context.Context, home string) error {
	if err := op.pollEverything(ctx); err != nil {
		return err
	}
	pause(ctx, registerAfter)
	entries, err := readRecord(home)
	if err != nil {
		return err
	}
	left := map[string]money.Minor{}
	for _, e := range entries {
		if e.What == core.Refunded && e.Provider == "tbank" {
			left[e.Reference] += e.Amount
		}
	}
	for reference, sum := range left {
		// Compared again each time: the shop may find it by itself meanwhile.
		err := retry(ctx, func() error { return op.recordMissing(ctx, reference, sum) })
		if err != nil {
			return fmt.Errorf("register, %s: %w", reference, err)
		}
	}
	return nil
}

// pollEverything makes every attempt due, paid ones as well, and waits until the worker
// has polled all of them.
func (op *operator) pollEverything(ctx context.Context) error {
	var due time.Time
	err := op.pool.QueryRow(ctx, `with due as (
			insert into attempt_checks (attempt_id, provider, due_at)
			select id, provider, now() from payment_attempts where provider in ('payselection', 'tbank')
			on conflict (attempt_id) do update set due_at = excluded.due_at, asked = attempt_checks.asked + 1
		) select now()`).Scan(&due)
	if err != nil {
		return fmt.Errorf("make attempts due: %w", err)
	}
	for deadline := time.Now().Add(pollWithin); ; pause(ctx, time.Second) {
		var left int
		if err := op.pool.QueryRow(ctx, `select count(*) from attempt_checks where due_at <= $1 and provider in ('payselection', 'tbank')`, due).Scan(&left); err != nil {
			return fmt.Errorf("attempts not polled: %w", err)
		}
		if left == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d attempts are not polled after %s", left, pollWithin)
		}
	}
}

// recordMissing records money that left according to the register and that the shop
// does not know.
func (op *operator) recordMissing(ctx context.Context, reference string, sum money.Minor) error {
	var known money.Minor
	err := op.pool.QueryRow(ctx, `select coalesce((select sum(x.amount) from outside_refunds x join payments p on p.id = x.payment_id where p.attempt_id = a.id), 0)
			+ coalesce((select sum(r.amount - r.covered) from refunds r join payments p on p.id = r.payment_id
				where p.attempt_id = a.id and r.status in ('done', 'sent', 'unknown') and r.destination = 'method'), 0)
		from payment_attempts a where a.reference = $1`, reference).Scan(&known)
	if err != nil || known >= sum {
		return err
	}
	return op.recordOutside(ctx, reference, sum-known, "refund")
}

const (
	// registerAfter is how long the shop has to process what polling found.
	registerAfter = 20 * time.Second
	// pollWithin bounds how far polling may be behind when the buyers are done.
	pollWithin = 5 * time.Minute
)
