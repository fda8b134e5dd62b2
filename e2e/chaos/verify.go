package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// report is the result of the verification.
type report struct {
	orders, paid, delivered int
	undelivered             int
	codes, units, letters   int
	bySupplier              map[string]int // units, by supplier
	taken, back, outside    money.Minor
	backOf                  int // payments refunded
	slowest                 time.Duration
	planted                 int            // mistakes in registries and statements
	played                  map[string]int // buyers who paid, by what they and their banks did
	violations              []string
}

func (v *report) wrong(format string, args ...any) {
	v.violations = append(v.violations, fmt.Sprintf(format, args...))
}

// moneyOf is one payment in the sandbox's record.
type moneyOf struct {
	reference    string
	taken, given money.Minor
	outside      money.Minor // refunded without a request of the shop
	at           time.Time
}

// left is what the provider still holds of it for us.
func (m *moneyOf) left() money.Minor { return m.taken - m.given - m.outside }

// verify compares the sandbox's journal, what buyers see, and the shop's books.
func (w *cluster) verify(ctx context.Context, pool *pgxpool.Pool, buyers []*buyer, o options) *report {
	v := &report{orders: len(buyers)}
	entries, err := readRecord(o.home)
	if err != nil {
		v.wrong("the record: %v", err)
		return v
	}
	w.verifyEntries(ctx, v, pool, buyers, o.home, entries)
	v.verifyEmails(entries)
	return v
}

// verifyEntries is verify for a part of the journal that is all there is of the buyers.
func (w *cluster) verifyEntries(ctx context.Context, v *report, pool *pgxpool.Pool, buyers []*buyer, home string, entries []core.JournalEntry) {
	w.mu.Lock()
	for _, b := range w.broken {
		v.wrong("%s", b)
	}
	w.mu.Unlock()
	byRef := payments(entries, v)
	w.operator.claim(byRef)
	loaded, err := loadedCodes(home)
	if err != nil {
		v.wrong("the codes: %v", err)
		return
	}
	goods := readDelivered(entries)
	v.bySupplier = goods.total
	v.verifyKeys(goods)
	for _, b := range buyers {
		w.verifyBuyer(ctx, v, b, byRef, loaded, goods)
	}
	v.verifyLeft(goods)
	for ref := range byRef {
		v.wrong("money was taken for %s, which no buyer was shown", ref)
	}
	v.verifyBooks(ctx, pool, entries, w.clerk.commissions())
	v.verifyRefused(ctx, pool, w.control.forged)
}

// verifyBuyer verifies the page of one buyer, and takes what it explains.
func (w *cluster) verifyBuyer(ctx context.Context, v *report, b *buyer, byRef map[string][]*moneyOf, loaded map[string]int64, goods *deliveredGoods) {
	if b.err != nil {
		v.wrong("order %d: %v", b.order.ID, b.err)
	}
	if b.order.Hash == "" {
		return
	}
	var came []*moneyOf
	for _, inv := range b.invoices {
		came = append(came, byRef[inv.reference]...)
		delete(byRef, inv.reference)
	}
	pg, err := w.shop.look(ctx, b.order)
	if err != nil {
		v.wrong("order %d: its page: %v", b.order.ID, err)
		return
	}
	got := v.verifyCodes(b, pg, loaded)
	if b.plan.kind != pubg {
		got = v.verifyGoods(b, pg, goods)
	}
	v.verifyMoney(b, pg, came, got)
	if len(came) > 0 {
		v.count(b)
	}
	if b.scenario == takesTwice {
		v.verifyBalance(ctx, w.shop.pool, b)
	}
}

// count counts what happened to a buyer who paid.
func (v *report) count(b *buyer) {
	if v.played == nil {
		v.played = map[string]int{}
	}
	v.played[string(b.scenario)]++
	if b.hasOutside() {
		when := map[bool]string{true: ", before delivery"}[b.isEarly]
		v.played[string(b.bank.outside)+when]++
	}
}

// payments adds the record up by reference.
func payments(entries []core.JournalEntry, v *report) map[string][]*moneyOf {
	byRef, byID := map[string][]*moneyOf{}, map[string]*moneyOf{}
	for _, e := range entries {
		id := e.Provider + "/" + e.Payment
		if e.Provider == "payin" { // all transfers for one invoice are one payment
			id = e.Provider + "/" + e.Invoice
		}
		switch e.What {
		case core.Paid:
			v.taken += e.Amount
			if p := byID[id]; p != nil { // one more part
				p.taken += e.Amount
				continue
			}
			p := &moneyOf{reference: e.Reference, taken: e.Amount, at: e.At}
			byRef[e.Reference], byID[id] = append(byRef[e.Reference], p), p
		case core.Refunded, core.ChargedBack:
			if e.Outside || e.What == core.ChargedBack {
				byID[id].outside += e.Amount
				v.outside += e.Amount
				continue
			}
			byID[id].given += e.Amount
			v.back += e.Amount
			v.backOf++
		}
	}
	return byRef
}

// verifyMoney checks that what was delivered was charged once at its price, and
// that all other money of the buyer was refunded. There are enough codes; other
// goods may not be delivered, so an order for them may end without any.
func (v *report) verifyMoney(b *buyer, pg page, came []*moneyOf, got share) {
	if len(came) == 0 {
		if pg.Status == "done" || got.delivered > 0 {
			v.wrong("order %d was delivered and not paid", b.order.ID)
		}
		return
	}
	v.paid++
	wanted := "done"
	if b.plan.kind != pubg && got.delivered == 0 {
		wanted = "failed"
		v.undelivered++
	}
	// Goods whose money is gone before they are delivered may not be delivered.
	if pg.Status == "failed" && got.delivered == 0 && slices.ContainsFunc(came, func(m *moneyOf) bool { return m.outside > 0 }) {
		wanted = "failed"
	}
	// Who paid in parts, and too late, may still pay for the order.
	again := b.scenario == paysInParts && got.delivered == 0 && pg.Status == "waiting_for_payment"
	if b.scenario == paysOldOne {
		wanted, again = b.endOfOld(v, pg, came, got, wanted)
	}
	if pg.Status != wanted && !again {
		v.wrong("order %d is paid and %s", b.order.ID, pg.Status)
	}
	v.verifyPayments(b, came, got)
}

// verifyPayments checks that one payment pays for the order, of which the
// undelivered part was refunded, and that every other payment was refunded in full.
// What a bank refunded by itself may have been either.
func (v *report) verifyPayments(b *buyer, came []*moneyOf, got share) {
	own := slices.DeleteFunc(slices.Clone(came), func(p *moneyOf) bool { return p.left() == 0 })
	switch {
	case len(own) > 1:
		v.wrong("order %d was paid for %d times", b.order.ID, len(own))
		return
	case len(own) == 0:
		own = came
	}
	var wrong []string
	for _, p := range own {
		wrong = append(wrong, b.whyNotOwn(p, got))
	}
	if !slices.Contains(wrong, "") {
		v.wrong("order %d: %s", b.order.ID, wrong[0])
	}
}

// whyNotOwn returns why a payment cannot be the one the order was paid with; an
// empty string if it can.
func (b *buyer) whyNotOwn(p *moneyOf, got share) string {
	i := slices.IndexFunc(b.invoices, func(inv invoice) bool { return inv.reference == p.reference })
	switch shown := b.invoices[i].amount; {
	case got.delivered > 0 && p.taken != shown:
		return fmt.Sprintf("%s was charged, %s was shown", p.taken, shown)
	case !got.fits(p):
		return fmt.Sprintf("%s of %s was refunded for %s, and %s outside; %s of %s was delivered", p.given, p.taken, p.reference, p.outside, got.delivered, got.whole)
	}
	return ""
}

// fits reports whether the refunded part of a payment is the price of what was not
// delivered; parts are rounded line by line, goods and fee separately. What was
// refunded outside of the shop may be the same money, or other money than the shop
// refunded.
func (s share) fits(p *moneyOf) bool {
	undelivered, rounding := p.taken-p.taken*s.delivered/max(1, s.whole), money.Minor(4)
	if s.delivered == s.whole || s.delivered == 0 {
		rounding = 0
	}
	return p.given <= undelivered+rounding && p.given+p.outside >= undelivered-rounding
}

// verifyCodes checks that the buyer of a delivered order sees the codes bought, and
// no other buyer sees them.
func (v *report) verifyCodes(b *buyer, pg page, loaded map[string]int64) share {
	want, all := map[int64]int{}, share{whole: 1}
	if pg.Status == "done" {
		v.delivered++
		all.delivered = 1
	}
	if all.delivered == 1 && b.plan.kind == pubg {
		for _, l := range b.plan.lines {
			want[l.ProductID] += l.Quantity
		}
	}
	for _, l := range pg.Lines {
		for _, c := range l.Codes {
			v.codes++
			product, known := loaded[c.Code]
			switch {
			case !known:
				v.wrong("order %d shows a code that another order shows too, or that was not loaded", b.order.ID)
			case product != l.Product.ID:
				v.wrong("order %d shows a code of product %d as one of %d", b.order.ID, product, l.Product.ID)
			}
			delete(loaded, c.Code)
			want[l.Product.ID]--
		}
	}
	for product, lacking := range want {
		if lacking != 0 {
			v.wrong("order %d is %s and lacks %d codes of product %d", b.order.ID, pg.Status, lacking, product)
		}
	}
	return all
}

// loadedCodes are the codes on sale, with their products.
func loadedCodes(home string) (map[string]int64, error) {
	files, err := filepath.Glob(filepath.Join(home, "codes-*"))
	if err != nil {
		return nil, err
	}
	codes := map[string]int64{}
	for _, name := range files {
		var product int64
		if _, err := fmt.Sscanf(filepath.Base(name), "codes-%d", &product); err != nil {
			return nil, err
		}
		text, err := os.ReadFile(name) //nolint:gosec // written by the script beside us
		if err != nil {
			return nil, err
		}
		for code := range strings.FieldsSeq(string(text)) {
			codes[code] = product
		}
	}
	return codes, nil
}

func (v *report) print(out io.Writer, w *cluster, took time.Duration) {
	row := func(name string, value any) { fmt.Fprintf(out, "  %-46s %v\n", name, value) }
	fmt.Fprintln(out)
	row("orders", v.orders)
	row("paid", v.paid)
	row("delivered", v.delivered)
	row("paid and not delivered, refunded", v.undelivered)
	row("codes given", v.codes)
	row("other units delivered", v.units)
	for _, supplier := range slices.Sorted(maps.Keys(v.bySupplier)) {
		row("  by "+supplier, v.bySupplier[supplier])
	}
	for _, what := range slices.Sorted(maps.Keys(v.played)) {
		row(what, v.played[what])
	}
	row("letters", v.letters)
	row("refunds", v.backOf)
	row("money taken, refunded", fmt.Sprintf("%s ₽, %s ₽", v.taken, v.back))
	row("mistakes planted in files", v.planted)
	row("money refunded outside the shop", fmt.Sprintf("%s ₽", v.outside))
	w.mu.Lock()
	for _, t := range w.targets {
		if n := w.killed[t.name]; n > 0 {
			row("killed "+t.name, n)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.troubled)) {
		row(name, w.troubled[name])
	}
	w.mu.Unlock()
	row("longest from payment to delivery", v.slowest.Round(100*time.Millisecond))
	row("took", took.Round(time.Second))
	if len(v.violations) == 0 {
		row("result", "no money or goods lost")
		return
	}
	row("result", fmt.Sprintf("%d VIOLATIONS", len(v.violations)))
	for _, violation := range v.violations {
		fmt.Fprintln(out, "   -", violation)
	}
}
