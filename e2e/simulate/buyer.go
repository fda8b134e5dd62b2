package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/checkout"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// create creates the order and plans what its buyer does.
func (p *player) create() error {
	guest := publicid.New()
	in := order.CreateInput{Guest: &guest, Email: new(fmt.Sprintf("buyer%d@example.com", p.seed))}
	quantity := int32(1 + p.rng.IntN(3))
	switch kind := p.rng.IntN(100); {
	case kind < 45:
		in.Kind, in.Lines = order.Supply, []order.LineInput{{ID: p.shop.supply, Quantity: quantity}}
		in.Detail.MoogoldUserID = "5123456789"
		if p.chance(10, "the buyer's details are wrong") {
			in.Detail.MoogoldUserID = wrongPlayer
		}
	case kind < 88:
		quantity = min(quantity, 2)
		in.Kind, in.Lines = order.PUBG, []order.LineInput{{ID: p.shop.codes, Quantity: quantity}}
		if !p.chance(4, "codes are sold out") {
			p.loadCodes(int(quantity))
		}
	default:
		quantity = 1
		in.Kind, in.Lines = order.Standoff, []order.LineInput{{ID: p.shop.lot, Quantity: 1}}
		in.Detail.GameAccountID, in.Detail.GameAvatar = "77", picture.Key("avatars/sim.png")
	}
	hasAccount := p.chance(30, "")
	if hasAccount {
		if err := p.signUp(&in); err != nil {
			return err
		}
	}
	created, err := p.checkout.Create(p.ctx, in)
	if err != nil {
		return fmt.Errorf("create an order: %w", err)
	}
	p.order, p.goods = created.ID, int(quantity)
	p.buyer = order.Owner{Guest: &guest, Hash: &created.Hash, UserID: in.UserID}
	if hasAccount && p.chance(60, "the buyer wants refunds on the balance") {
		p.after(p.between(time.Second, 20*time.Minute), "the buyer chooses the balance", func() {
			_ = p.run("choose refund", func(ctx context.Context) error {
				_, err := p.checkout.ChooseRefund(ctx, p.buyer, p.order, "balance")
				return err
			})
		})
	}
	p.note("order %d: %d of %s", p.order, quantity, in.Kind)
	p.after(24*time.Hour+time.Minute, "unpaid orders are closed", p.closeExpired)
	p.planPayments()
	return nil
}

// signUp gives the buyer an account.
func (p *player) signUp(in *order.CreateInput) error {
	var id int64
	if err := p.shop.pool.QueryRow(p.ctx, `insert into users (nickname, created) values ('Сим', $1) returning id`, p.now).Scan(&id); err != nil {
		return fmt.Errorf("create an account: %w", err)
	}
	in.UserID, p.user = &id, id
	return nil
}

// loadCodes makes so many codes free, and all others not.
func (p *player) loadCodes(n int) {
	var codes []string
	for range n {
		p.shop.loaded++
		codes = append(codes, fmt.Sprintf("SIM-%s-%d", publicid.New(), p.shop.loaded))
	}
	if _, _, err := p.services.Stock.Load(p.ctx, p.shop.codes, codes); err != nil {
		p.violation("load codes: %v", err)
	}
}

func (p *player) closeExpired() {
	_ = p.run("close", func(ctx context.Context) error {
		watch := order.NewWatch(p.shop.pool, p.clock)
		if _, err := watch.CloseExpired(ctx, p.now, 200); err != nil {
			return err
		}
		lapsed, err := watch.Lapsed(ctx, p.now, 200)
		if slices.Contains(lapsed, p.order) {
			p.readSoon() // the sweeper runs the same step as a workflow
		}
		return err
	})
}

// planPayments draws how the buyer pays: not at all, once, or by two attempts.
func (p *player) planPayments() {
	methods := []string{"payselection", "tbank_sbp", "payin_p2p"}
	if p.chance(5, "the buyer leaves") {
		return
	}
	first := p.rng.IntN(len(methods))
	p.after(p.between(time.Second, time.Minute), "the buyer pays", func() { p.startPayment(methods[first], 3) })
	if p.chance(15, "the buyer pays by two attempts") {
		other := (first + 1 + p.rng.IntN(2)) % len(methods)
		p.after(p.between(10*time.Second, 40*time.Minute), "the buyer pays another way", func() { p.startPayment(methods[other], 3) })
	}
	if p.chance(3, "the buyer cancels a payment") {
		p.after(p.between(10*time.Second, 5*time.Minute), "the buyer cancels", func() {
			_ = p.run("cancel", func(ctx context.Context) error { return p.checkout.CancelPayment(ctx, p.buyer, p.order) })
		})
	}
}

// startPayment is the button «pay», which is pressed again if the shop does not answer.
func (p *player) startPayment(method string, tries int) {
	var a *payment.Attempt
	err := p.run("pay by "+method, func(ctx context.Context) (err error) {
		a, err = p.checkout.StartPayment(ctx, p.buyer, checkout.PaymentRequest{
			OrderID: p.order, Method: method, Currency: money.Ruble, Phone: "+79000000000", Market: p.shop.market,
		})
		return err
	})
	p.planPoll()
	refused, isRefused := errors.AsType[*problem.Error](err)
	switch {
	case isRefused && refused.Code != "payment.silent" && refused.Code != "payment.refused":
		return // paid, expired or sold out
	case err != nil && !isRefused && !errors.Is(err, errKilled):
		p.violation("a payment cannot be started: %v", err)
		return
	case err != nil && tries > 1:
		p.after(p.between(5*time.Second, time.Minute), "the buyer presses again", func() { p.startPayment(method, tries-1) })
		return
	case err != nil:
		return
	}
	b := p.banks[a.Provider]
	i := b.find(a.Reference)
	if i == nil {
		return // paid before the answer
	}
	p.planPaying(b, i)
}

// planPaying draws what the buyer does on the bank's page.
func (p *player) planPaying(b *bank, i *invoice) {
	amount := i.amount.Minor
	delay := p.between(time.Second, 2*time.Minute)
	switch {
	case p.chance(6, "the buyer pays after the invoice has expired"):
		delay = p.between(31*time.Minute, 3*time.Hour)
	case p.chance(3, "the buyer pays after the order was closed"):
		delay = p.between(25*time.Hour, 60*time.Hour)
	}
	switch {
	case p.chance(5, "the bank declines"):
		p.after(delay, "the bank declines", func() { b.decline(i) })
		p.after(delay+p.between(time.Minute, 10*time.Minute), "the buyer tries again", func() { p.startPayment("payselection", 2) })
		return
	case p.chance(3, "the buyer leaves the bank's page"):
		return
	case b.isQueryable && p.chance(4, "the buyer pays too much"):
		amount += money.Minor(1 + p.rng.IntN(50_000))
	case b.isQueryable && p.chance(3, "the buyer pays too little"):
		amount -= money.Minor(1 + p.rng.IntN(int(amount)-1))
	}
	p.after(delay, "the buyer pays "+b.name, func() { p.capture(b, i, amount) })
	if b.takesTwice && p.chance(5, "the buyer pays one page twice") {
		p.after(delay+p.between(0, 5*time.Minute), "the buyer pays again", func() { p.capture(b, i, amount) })
	}
}

// capture takes the buyer's money and plans what banks do by themselves with it.
func (p *player) capture(b *bank, i *invoice, amount money.Minor) {
	c := b.pay(i, amount)
	if c == nil {
		return
	}
	p.after(p.between(20*time.Hour, 30*time.Hour), b.name+" sends its registry", func() { p.loadRegistry(b, c) })
	if b.isQueryable && p.chance(4, "money is returned in the cabinet") {
		part := amount
		if p.rng.IntN(2) == 0 {
			part = 1 + money.Minor(p.rng.Int64N(int64(amount)))
		}
		p.after(p.between(10*time.Second, 5*time.Hour), "money is returned in the cabinet", func() { b.returnOutside(c, part, true) })
	}
	if p.chance(3, "a payment is charged back") {
		p.after(p.between(time.Hour, 50*time.Hour), "the buyer's bank takes a payment back", func() {
			if n := b.returnOutside(c, amount, false); n > 0 {
				p.after(p.between(time.Hour, 10*time.Hour), "an operator records it", func() { p.recordOutside(b, c, n) })
			}
		})
	}
}

// loadRegistry compares a payment with the bank's registry of the day: one that the shop
// does not know is asked about. Second payments of a paid invoice whose webhook was lost
// are found only so (ADR 0008). If the question fails, the payment is a difference, and a
// person lets it be asked again. What a bank without a status call has, a person gives to
// its order.
func (p *player) loadRegistry(b *bank, c *capture) {
	known := false
	err := p.run("registry", func(ctx context.Context) error {
		if err := p.shop.pool.QueryRow(ctx, `select exists (select from payments where provider = $1 and provider_id = $2)`, b.name, c.id).Scan(&known); err != nil || known {
			return err
		}
		if !b.isQueryable {
			return p.giveFound(ctx, b, c)
		}
		_, err := p.services.Poller.AskAbout(ctx, b.name, []string{c.invoice.reference})
		return err
	})
	if err != nil || !known {
		p.after(time.Hour, b.name+"'s registry is compared again", func() { p.loadRegistry(b, c) })
	}
	if err == nil {
		p.planPoll()
		_ = p.Notify(p.ctx, p.order)
	}
}

// giveFound gives a payment that only the registry has to its order.
func (p *player) giveFound(ctx context.Context, b *bank, c *capture) error {
	p.faults["a payment is only in the registry"]++
	err := pg.InTx(ctx, p.shop.pool, func(tx pgx.Tx) error {
		if _, err := order.Lock(ctx, tx, p.order); err != nil {
			return err
		}
		return p.services.Inbox.GiveFound(ctx, tx, payment.Found{
			Provider: b.name, ProviderID: c.id, Reference: c.invoice.reference, Amount: money.Of(c.amount, c.invoice.amount.Currency), At: p.now,
		}, p.shop.staff, "реестр")
	})
	return err
}

// correct is a buyer who corrects what a supplier did not accept.
func (p *player) correct() {
	player := "5123456789"
	err := p.run("correct", func(ctx context.Context) error {
		_, err := p.checkout.UpdateDetails(ctx, p.buyer, order.Supply, p.order, order.DeliveryDetailsUpdate{MoogoldUserID: &player})
		return err
	})
	if errors.Is(err, errKilled) {
		p.after(time.Minute, "the buyer corrects again", p.correct)
	}
}
