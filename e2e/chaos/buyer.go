package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// scenario is what a buyer does with the order.
type scenario string

const (
	paysOnce     scenario = "pays"
	paysTwoWays  scenario = "pays by two methods"
	paysPageTwo  scenario = "pays one page twice"
	isDeclined   scenario = "is declined first"
	paysInParts  scenario = "pays the second part too late"
	leavesUnpaid scenario = "leaves"
	paysOldOne   scenario = "pays an invoice that is cancelled or replaced"
	paysUnseen   scenario = "pays what only a registry shows"
	takesTwice   scenario = "is refunded to the balance and charges it back"
)

// shownWithin bounds how long a buyer waits for the page to show a payment.
const shownWithin = 45 * time.Second

// promoCodes are the promo codes of the seeded shop that are valid for PUBG.
var promoCodes = []string{"UC8", "NOCH5", limitedCode}

// methods are the payment methods; the providers of the first two can be queried
// about a payment and can refund it.
var methods = []string{"payselection", "tbank_sbp", transfer, "getpay"}

// transfer is a payment from card to card, which may come in parts.
const transfer = "payin_p2p"

// cannotAsk are providers that cannot be queried: money whose webhook is lost
// permanently stays unknown to the shop.
var cannotAsk = map[string]bool{"payin": true, "getpay": true}

// invoice is a payment the shop requested.
type invoice struct {
	provider, reference string
	paymentID           int64
	amount              money.Minor // as the shop showed it to the buyer
}

// buyer has a plan, which depends on the seed alone, and records what happened.
type buyer struct {
	shop    *shop
	control *control

	n        int
	plan     orderPlan
	promo    string
	scenario scenario
	method   int
	bank     bankPlan
	hooks    [2]webhook
	think    [4]time.Duration
	old      oldInvoice

	order    placed
	invoices []invoice
	err      error
	// isEarly is set if the bank acted before the goods were there.
	isEarly bool
}

func newBuyer(n int, seed uint64, stock assortment) *buyer {
	rng := rand.New(rand.NewPCG(seed, uint64(n))) //nolint:gosec // the same buyers every time is the point
	b := &buyer{n: n, method: rng.IntN(2), plan: newOrderPlan(n, rng, stock), bank: newBankPlan(rng)}
	if rng.IntN(5) == 0 {
		b.method = 2 + rng.IntN(2)
	}
	if b.plan.kind == pubg && rng.IntN(4) == 0 {
		b.promo = promoCodes[rng.IntN(len(promoCodes))]
	}
	switch chance := rng.IntN(100); {
	case chance < 10:
		b.scenario = paysTwoWays
	case chance < 15:
		b.scenario, b.method = paysPageTwo, 0 // only Payselection takes a second payment for one page
	case chance < 20:
		b.scenario, b.method = isDeclined, b.method%2 // the others report success only
	case chance < 25:
		b.scenario = leavesUnpaid
	case chance < 28 && !b.plan.mistaken: // there may be no details to correct
		b.scenario, b.method = paysInParts, slices.Index(methods, transfer)
	case chance < 32:
		b.scenario, b.method = paysUnseen, 2+b.method%2
	case chance < 40 && !b.plan.mistaken:
		b.scenario = paysOldOne
	case chance < 48 && b.plan.kind == pubg: // delivered whole and at once
		b.scenario, b.method = takesTwice, b.method%2
	default:
		b.scenario = paysOnce
	}
	for i := range b.hooks {
		b.hooks[i] = webhook{mode: []core.Mode{core.Send, core.Send, core.Lose, core.Twice, core.Delay}[rng.IntN(5)]}
		if b.hooks[i].mode == core.Delay {
			b.hooks[i].delay = time.Duration(500+rng.IntN(6000)) * time.Millisecond
		}
	}
	for i := range b.think {
		b.think[i] = time.Duration(rng.IntN(2000)) * time.Millisecond
	}
	b.planOld(rng)
	return b
}

// live runs the visit. A permanent failure is recorded for the verification.
func (b *buyer) live(ctx context.Context) {
	err := b.buy(ctx)
	var no *refusal
	if errors.As(err, &no) && no.Code == "products.unavailable" {
		b.scenario = leavesUnpaid // no supplier could serve it: no order was made
		return
	}
	if err != nil && ctx.Err() == nil {
		b.err = fmt.Errorf("buyer %d, who %s: %w", b.n, b.scenario, err)
	}
}

func (b *buyer) buy(ctx context.Context) error {
	var err error
	pause(ctx, b.think[0])
	var as buyerAccount
	if b.scenario == takesTwice {
		if as, err = b.shop.register(ctx, fmt.Sprintf("chaos%d@example.test", b.n)); err != nil {
			return fmt.Errorf("account: %w", err)
		}
	}
	if b.order, err = b.shop.createAs(ctx, as, b.plan.kind, b.plan.body()); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	if err := b.usePromo(ctx); err != nil {
		return err
	}
	if b.plan.mistaken { // too late for the check that comes with the order
		if err := b.shop.correct(ctx, b.order, b.plan.account); err != nil {
			return fmt.Errorf("other player id: %w", err)
		}
	}
	pause(ctx, b.think[1])
	inv, err := b.start(ctx, b.method)
	if err != nil {
		return err
	}
	pause(ctx, b.think[2])
	if b.bank.forgery != noForgery {
		b.control.forge(ctx, inv, b.bank.forgery)
	}
	switch b.scenario {
	case paysOnce, takesTwice:
		err = b.control.act(ctx, inv, core.Pay, b.hooks[0])
	case paysOldOne:
		err = b.payOld(ctx, inv)
	case paysUnseen:
		return b.payUnseen(ctx, inv)
	case paysPageTwo:
		err = b.control.act(ctx, inv, core.PayTwice, b.hooks[0])
	case paysTwoWays:
		err = b.payBoth(ctx, inv)
	case isDeclined:
		err = b.tryAgain(ctx, inv)
	case paysInParts:
		if inv.provider == "payin" {
			err = b.payInParts(ctx, inv)
			break
		}
		b.scenario = paysOnce
		err = b.control.act(ctx, inv, core.Pay, b.hooks[0])
	case leavesUnpaid:
		return nil
	}
	if err == nil {
		b.waitUntilPaid(ctx)
	}
	return err
}

// waitUntilPaid stays on the page until it shows the payment, as buyers do: new
// ones come as fast as the shop processes payments, however slow the machine. A
// webhook that is lost permanently is not waited for longer than shownWithin.
func (b *buyer) waitUntilPaid(ctx context.Context) {
	for deadline := time.Now().Add(shownWithin); time.Now().Before(deadline); pause(ctx, time.Second) {
		pg, err := b.shop.look(ctx, b.order)
		if err == nil && pg.Status != "created" && pg.Status != "waiting_for_payment" {
			return
		}
	}
}

// comesBack reports whether the buyer returns to correct the player id: a mistaken
// buyer who paid does.
func (b *buyer) comesBack() bool {
	return b.plan.mistaken && b.err == nil && b.scenario != leavesUnpaid && b.order.Hash != ""
}

// correct waits until the page reports that the player id is wrong, and enters the
// right one.
func (b *buyer) correct(ctx context.Context) {
	var why error
	for ; ctx.Err() == nil; pause(ctx, time.Second) {
		var pg page
		if pg, why = b.shop.look(ctx, b.order); why != nil {
			continue
		}
		for _, l := range pg.Lines {
			if l.Status == "incorrect-details" {
				if why = b.shop.correct(ctx, b.order, b.plan.corrected); why == nil {
					return
				}
			}
		}
	}
	b.err = fmt.Errorf("buyer %d, who %s: never asked for another player id: %w", b.n, b.scenario, cmp.Or(why, ctx.Err()))
}

// start asks the shop for an invoice and reads the reference from its address.
func (b *buyer) start(ctx context.Context, method int) (invoice, error) {
	sc, err := b.shop.pay(ctx, b.order, methods[method])
	var no *refusal
	switch isRefused := errors.As(err, &no); {
	case isRefused && method > 1 && no.Code == "payment.below_minimum":
		return b.start(ctx, 0) // too little for a transfer
	case isRefused && b.promo != "" && no.Code == "promo.limit":
		b.promo = "" // others were faster
		if err := b.shop.dropPromo(ctx, b.order); err != nil {
			return invoice{}, fmt.Errorf("without the promo code: %w", err)
		}
		return b.start(ctx, method)
	}
	if err != nil {
		return invoice{}, fmt.Errorf("start %s: %w", methods[method], err)
	}
	inv := invoice{paymentID: sc.PaymentID, amount: sc.Amount}
	_, path, _ := strings.Cut(sc.URL+sc.QR, "/pay/")
	found := false
	if inv.provider, inv.reference, found = strings.Cut(path, "/"); !found {
		// A card number, and no address: the bank knows what it is for.
		if inv.provider, inv.reference, err = b.shop.referenceOf(ctx, sc.PaymentID); err != nil {
			return invoice{}, fmt.Errorf("start %s: %w", methods[method], err)
		}
	}
	b.invoices = append(b.invoices, inv)
	return inv, nil
}

// otherMethod is the card for those who pay by SBP, and SBP for the rest.
func (b *buyer) otherMethod() int {
	if b.method == 1 {
		return 0
	}
	return 1
}

// secondPartAfter is how long after the time to pay the second part comes: soon
// enough that short runs see it as well.
const secondPartAfter = 10 * time.Second

// payInParts sends half, waits until the time to pay has passed, and sends the
// rest later.
func (b *buyer) payInParts(ctx context.Context, inv invoice) error {
	if err := b.control.act(ctx, inv, core.PartOnly, webhook{mode: core.Send}); err != nil {
		return err
	}
	if err := b.shop.endTimeToPay(ctx, inv.paymentID); err != nil {
		return err
	}
	for deadline := time.Now().Add(retryTimeout); time.Now().Before(deadline); pause(ctx, time.Second) {
		pg, err := b.shop.look(ctx, b.order)
		if err != nil {
			return fmt.Errorf("look: %w", err)
		}
		if pg.Progress.Quote == nil || pg.Progress.Quote.PaymentID != inv.paymentID {
			break
		}
	}
	return b.control.act(ctx, inv, core.PayLate, webhook{mode: core.Send, delay: secondPartAfter})
}

// payBoth has two tabs open and pays in both.
func (b *buyer) payBoth(ctx context.Context, first invoice) error {
	second, err := b.start(ctx, b.otherMethod())
	if err != nil {
		return err // no payment is made
	}
	if err := b.control.act(ctx, first, core.Pay, b.hooks[0]); err != nil {
		return err
	}
	pause(ctx, b.think[3])
	return b.control.act(ctx, second, core.Pay, b.hooks[1])
}

// tryAgain is declined, waits until the page shows it, and pays another way.
func (b *buyer) tryAgain(ctx context.Context, inv invoice) error {
	if err := b.control.act(ctx, inv, core.Decline, b.hooks[0]); err != nil {
		return err
	}
	for deadline := time.Now().Add(declineTimeout); ; pause(ctx, time.Second) {
		pg, err := b.shop.look(ctx, b.order)
		if err != nil {
			return fmt.Errorf("look: %w", err)
		}
		if pg.Progress.Quote == nil || pg.Progress.Quote.PaymentID != inv.paymentID {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the page never showed that the payment was declined")
		}
	}
	again, err := b.start(ctx, b.otherMethod())
	if err != nil {
		return err
	}
	return b.control.act(ctx, again, core.Pay, b.hooks[1])
}
