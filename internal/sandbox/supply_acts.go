package sandbox

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
)

// Why an order is not taken on; each supplier has its own words.
var (
	errNoArticle  = errors.New("no such goods")
	errOutOfStock = errors.New("out of stock")
	errNoFunds    = errors.New("the prepaid balance is too small")
	errDuplicate  = errors.New("this key has an order")
	errNoOrder    = errors.New("no such order")
)

// ordering is what the shop asks a supplier for.
type ordering struct {
	supplier, key   string
	sku             string
	account, server string
	quantity        int
	amount          usd  // Steam only
	expected        *usd // the price of one the shop reckons with, where it says so
	unpaid          bool // NS.Gifts: paid by a second call
}

// errPrice is a price other than the one the shop reckons with.
type errPrice struct{ price usd }

func (e errPrice) Error() string { return "the price is " + e.price.String() }

// supplyOrder takes an order on. The same key again is errDuplicate, with the order.
func (s *Server) supplyOrder(b *book, in ordering) (*Supply, error) {
	if known := b.supply.byKey[key(in.supplier, in.key)]; known != nil {
		return known, errDuplicate
	}
	offer, ok := s.offer(in.supplier, in.sku)
	offer.price = offer.price.plus(s.suppliers.rule(in.supplier).orderUp)
	price := offer.price * usd(max(1, in.quantity))
	if in.amount > 0 {
		price = (offer.price*in.amount + 9_999) / 10_000
	}
	switch {
	case !ok:
		return nil, errNoArticle
	case !offer.inStock:
		return nil, errOutOfStock
	case in.expected != nil && *in.expected != offer.price:
		return nil, errPrice{offer.price}
	case !in.unpaid && price > s.prepaid(b, in.supplier):
		return nil, errNoFunds
	}
	e := Entry{What: Ordered, Goods: &Goods{
		SKU: in.sku, Title: offer.title, Account: in.account, Server: in.server, Quantity: max(1, in.quantity),
		Price: price, Amount: in.amount,
	}}
	o := &Supply{Supplier: in.supplier, Key: in.key, ID: orderID(in.supplier, b.n+1), Goods: *e.Goods}
	if !in.unpaid {
		e.Plan = s.plan(o)
	}
	b.writeSupply(s, e, o)
	o = b.supply.byKey[key(in.supplier, in.key)]
	s.settleDue(b, o)
	return o, nil
}

// plan decides how an order ends, and when.
func (s *Server) plan(o *Supply) *Plan {
	rule := s.suppliers.rule(o.Supplier)
	p := &Plan{End: destined(o)}
	switch {
	case rule.callbacks == Early:
		p.Due = new(s.now())
	case rule.processing >= 0:
		p.Due = new(s.now().Add(rule.processing))
	}
	return p
}

// destined is how the account's magic ending makes an order end.
func destined(o *Supply) SupplyState {
	switch {
	case strings.HasSuffix(o.Account, "404") && (o.Supplier == MooGold || o.Supplier == GamesDrop):
		return SupplyWrong
	case strings.HasPrefix(o.Account, "noone") && o.Supplier == NSGifts:
		return SupplyWrong
	case strings.HasSuffix(o.Account, "500") && o.Supplier == MooGold, strings.HasSuffix(o.Account, "666"):
		return SupplyRefunded
	}
	return SupplyCompleted
}

// settleDue ends an order whose time has come.
func (s *Server) settleDue(b *book, o *Supply) {
	if o.State == SupplyProcessing && o.Plan.Due != nil && !s.now().Before(*o.Plan.Due) {
		s.settle(b, o, o.Plan.End, "")
	}
}

// settle ends an order and tells the shop, as the supplier's rule or the given
// mode says.
func (s *Server) settle(b *book, o *Supply, end SupplyState, mode Mode) {
	rule := s.suppliers.rule(o.Supplier)
	mode = Mode(pickText(string(mode), string(rule.callbacks)))
	e := Entry{
		What: NotHanded, Reason: string(end), NotifyURL: s.callbackURL(o.Supplier, rule), Webhook: &Webhook{Mode: mode},
	}
	if end == SupplyCompleted {
		e.What, e.Reason, e.Goods = Handed, "", &o.Goods
	}
	b.writeSupply(s, e, o)
}

// callbackURL is where a supplier calls; empty for those that never call.
func (s *Server) callbackURL(supplier string, rule supplierRule) string {
	switch supplier {
	case MooGold:
		return pickText(rule.callbackURL, s.cfg.Accounts.MooGold.CallbackURL)
	case Rokky:
		return pickText(rule.callbackURL, s.cfg.Accounts.Rokky.WebhookURL)
	}
	return ""
}

func orderID(supplier string, n int64) string {
	if supplier == Rokky {
		return "RO-" + decimal(n)
	}
	return decimal(n)
}

func (b *book) writeSupply(s *Server, e Entry, o *Supply) {
	if e.At.IsZero() {
		e.At = s.now()
	}
	e.N, e.Provider, e.Reference, e.Invoice = b.n+1, o.Supplier, o.Key, o.ID
	s.record.append(e)
	b.apply(e)
}

// keepPlan ends an order when its time has come.
func (s *Server) keepPlan(life context.Context, o *Supply) {
	s.mu.Lock()
	plan, over := o.Plan, o.State != SupplyProcessing
	s.mu.Unlock()
	if over || plan.Due == nil || !pause(life, plan.Due.Sub(s.now())) {
		return
	}
	err := s.doWithin(life, func(b *book) error {
		if o.State == SupplyProcessing {
			s.settle(b, o, o.Plan.End, "")
		}
		return nil
	})
	if err != nil && life.Err() == nil {
		s.log.Error("an order at a supplier was not ended", "error", err)
	}
}

// earlyWait bounds how long an answer waits for its callback.
const earlyWait = 3 * time.Second

// afterCallback lets a callback overtake the answer, when it is told to.
func (s *Server) afterCallback(r *http.Request, o *Supply) {
	if s.suppliers.rule(o.Supplier).callbacks != Early {
		return
	}
	s.mu.Lock()
	notices := o.Notices
	s.mu.Unlock()
	limit := time.NewTimer(earlyWait)
	defer limit.Stop()
	for _, n := range notices {
		select {
		case <-n.tried:
		case <-limit.C:
		case <-r.Context().Done():
		}
	}
}
