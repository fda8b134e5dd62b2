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
	"larek/internal/sandbox"
)

// story is what a buyer does with the order.
type story string

const (
	paysOnce     story = "pays"
	paysTwoWays  story = "pays by two methods"
	paysPageTwo  story = "pays one page twice"
	isDeclined   story = "is declined first"
	paysInParts  story = "pays the second part too late"
	leavesUnpaid story = "leaves"
)

// The promo codes of the seeded shop that are good for PUBG.
var promoCodes = []string{"UC8", "NOCH5"}

// methods are the ways to pay; the first two can be asked about a payment and
// told to give it back.
var methods = []string{"payselection", "tbank_sbp", transfer, "getpay"}

// transfer is a payment from card to card, which may come in parts.
const transfer = "payin_p2p"

// cannotAsk are providers from whom only a notice can be had: one that gets
// lost for ever is money nobody can know of.
var cannotAsk = map[string]bool{"payin": true, "getpay": true}

// invoice is a payment the shop asked for.
type invoice struct {
	provider, reference string
	paymentID           int64
	amount              money.Minor // as the shop told the buyer
}

// buyer has a plan, drawn from the seed alone, and remembers what happened.
type buyer struct {
	shop    *shop
	control *control

	n      int
	wish   wish
	promo  string
	story  story
	method int
	bank   bankPlan
	hooks  [2]webhook
	think  [4]time.Duration

	order    placed
	invoices []invoice
	err      error
}

func newBuyer(n int, seed uint64, stock assortment) *buyer {
	rng := rand.New(rand.NewPCG(seed, uint64(n))) //nolint:gosec // the same buyers every time is the point
	b := &buyer{n: n, method: rng.IntN(2), wish: newWish(n, rng, stock), bank: newBankPlan(rng)}
	if rng.IntN(5) == 0 {
		b.method = 2 + rng.IntN(2)
	}
	if b.wish.kind == pubg && rng.IntN(4) == 0 {
		b.promo = promoCodes[rng.IntN(len(promoCodes))]
	}
	switch chance := rng.IntN(100); {
	case chance < 10:
		b.story = paysTwoWays
	case chance < 15:
		b.story, b.method = paysPageTwo, 0 // only Payselection takes a second payment for one page
	case chance < 20:
		b.story, b.method = isDeclined, b.method%2 // the others tell of success only
	case chance < 25:
		b.story = leavesUnpaid
	case chance < 28 && !b.wish.mistaken: // there may be nothing to correct
		b.story, b.method = paysInParts, slices.Index(methods, transfer)
	default:
		b.story = paysOnce
	}
	for i := range b.hooks {
		b.hooks[i] = webhook{mode: []sandbox.Mode{sandbox.Send, sandbox.Send, sandbox.Lose, sandbox.Twice, sandbox.Delay}[rng.IntN(5)]}
		if b.hooks[i].mode == sandbox.Delay {
			b.hooks[i].delay = time.Duration(500+rng.IntN(6000)) * time.Millisecond
		}
	}
	for i := range b.think {
		b.think[i] = time.Duration(rng.IntN(2000)) * time.Millisecond
	}
	return b
}

// live is the visit. What goes wrong for good is kept for the judge.
func (b *buyer) live(ctx context.Context) {
	err := b.buy(ctx)
	var no *refusal
	if errors.As(err, &no) && no.Code == "products.unavailable" {
		b.story = leavesUnpaid // no supplier could serve it: nothing was sold
		return
	}
	if err != nil && ctx.Err() == nil {
		b.err = fmt.Errorf("buyer %d, who %s: %w", b.n, b.story, err)
	}
}

func (b *buyer) buy(ctx context.Context) error {
	var err error
	pause(ctx, b.think[0])
	if b.order, err = b.shop.create(ctx, b.wish.kind, b.wish.body()); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	if b.promo != "" {
		if err := b.shop.usePromo(ctx, b.order, b.promo); err != nil {
			return fmt.Errorf("promo code: %w", err)
		}
	}
	if b.wish.mistaken { // too late for the check that comes with the order
		if err := b.shop.correct(ctx, b.order, b.wish.account); err != nil {
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
	switch b.story {
	case paysOnce:
		err = b.control.act(ctx, inv, sandbox.Pay, b.hooks[0])
	case paysPageTwo:
		err = b.control.act(ctx, inv, sandbox.PayTwice, b.hooks[0])
	case paysTwoWays:
		err = b.payBoth(ctx, inv)
	case isDeclined:
		err = b.tryAgain(ctx, inv)
	case paysInParts:
		if inv.provider != "payin" {
			b.story = paysOnce
			return b.control.act(ctx, inv, sandbox.Pay, b.hooks[0])
		}
		err = b.payInParts(ctx, inv)
	case leavesUnpaid:
		return nil
	}
	return err
}

// mistaken buyers who paid come back when they are asked to.
func (b *buyer) comesBack() bool {
	return b.wish.mistaken && b.err == nil && b.story != leavesUnpaid && b.order.Hash != ""
}

// correct waits until the page says that the player id is wrong, and gives the
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
				if why = b.shop.correct(ctx, b.order, b.wish.corrected); why == nil {
					return
				}
			}
		}
	}
	b.err = fmt.Errorf("buyer %d, who %s: never asked for another player id: %w", b.n, b.story, cmp.Or(why, ctx.Err()))
}

// start asks the shop for an invoice and reads the reference from its address.
func (b *buyer) start(ctx context.Context, method int) (invoice, error) {
	sc, err := b.shop.pay(ctx, b.order, methods[method])
	var no *refusal
	if method > 1 && errors.As(err, &no) && no.Code == "payment.below_minimum" {
		return b.start(ctx, 0) // too little for a transfer
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

// payInParts sends half, lets the time to pay run out, and sends the rest.
func (b *buyer) payInParts(ctx context.Context, inv invoice) error {
	if err := b.control.act(ctx, inv, sandbox.PartOnly, webhook{mode: sandbox.Send}); err != nil {
		return err
	}
	if err := b.shop.endTimeToPay(ctx, inv.paymentID); err != nil {
		return err
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); pause(ctx, time.Second) {
		pg, err := b.shop.look(ctx, b.order)
		if err != nil {
			return fmt.Errorf("look: %w", err)
		}
		if pg.Progress.Quote == nil || pg.Progress.Quote.PaymentID != inv.paymentID {
			break
		}
	}
	return b.control.act(ctx, inv, sandbox.PayLate, webhook{mode: sandbox.Send})
}

// payBoth has two tabs open and pays in both.
func (b *buyer) payBoth(ctx context.Context, first invoice) error {
	second, err := b.start(ctx, b.otherMethod())
	if err != nil {
		return err // nothing is paid
	}
	if err := b.control.act(ctx, first, sandbox.Pay, b.hooks[0]); err != nil {
		return err
	}
	pause(ctx, b.think[3])
	return b.control.act(ctx, second, sandbox.Pay, b.hooks[1])
}

// tryAgain is declined, waits until the page says so, and pays another way.
func (b *buyer) tryAgain(ctx context.Context, inv invoice) error {
	if err := b.control.act(ctx, inv, sandbox.Decline, b.hooks[0]); err != nil {
		return err
	}
	for deadline := time.Now().Add(patience); ; pause(ctx, time.Second) {
		pg, err := b.shop.look(ctx, b.order)
		if err != nil {
			return fmt.Errorf("look: %w", err)
		}
		if pg.Progress.Quote == nil || pg.Progress.Quote.PaymentID != inv.paymentID {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the page never told that the payment was declined")
		}
	}
	again, err := b.start(ctx, b.otherMethod())
	if err != nil {
		return err
	}
	return b.control.act(ctx, again, sandbox.Pay, b.hooks[1])
}
