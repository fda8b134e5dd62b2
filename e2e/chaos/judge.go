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
	"larek/internal/sandbox"
)

// verdict is what the judge saw.
type verdict struct {
	orders, paid, delivered int
	undelivered             int
	codes, units, letters   int
	handed                  map[string]int // units, by supplier
	taken, back, outside    money.Minor
	backOf                  int // payments given back
	slowest                 time.Duration
	violations              []string
}

func (v *verdict) wrong(format string, args ...any) {
	v.violations = append(v.violations, fmt.Sprintf(format, args...))
}

// moneyOf is one payment in the sandbox's record.
type moneyOf struct {
	reference    string
	taken, given money.Minor
	outside      money.Minor // went back without the shop having asked
	at           time.Time
}

// left is what the provider still holds of it for us.
func (m *moneyOf) left() money.Minor { return m.taken - m.given - m.outside }

// judge compares the record, what buyers see, and the shop's books.
func (w *world) judge(ctx context.Context, pool *pgxpool.Pool, buyers []*buyer, o options) *verdict {
	v := &verdict{orders: len(buyers)}
	w.mu.Lock()
	for _, b := range w.broken {
		v.wrong("%s", b)
	}
	w.mu.Unlock()
	entries, err := readRecord(o.home)
	if err != nil {
		v.wrong("the record: %v", err)
		return v
	}
	byRef := payments(entries, v)
	w.operator.claim(byRef)
	loaded, err := loadedCodes(o.home)
	if err != nil {
		v.wrong("the codes: %v", err)
		return v
	}
	handed := readHanded(entries)
	v.handed = handed.total
	v.judgeKeys(handed)
	for _, b := range buyers {
		if b.err != nil {
			v.wrong("order %d: %v", b.order.ID, b.err)
		}
		if b.order.Hash == "" {
			continue
		}
		var came []*moneyOf
		for _, inv := range b.invoices {
			came = append(came, byRef[inv.reference]...)
			delete(byRef, inv.reference)
		}
		pg, err := w.shop.look(ctx, b.order)
		if err != nil {
			v.wrong("order %d: its page: %v", b.order.ID, err)
			continue
		}
		got := v.judgeCodes(b, pg, loaded)
		if b.wish.kind != pubg {
			got = v.judgeGoods(b, pg, handed)
		}
		v.judgeMoney(b, pg, came, got)
	}
	v.judgeLeft(handed)
	v.judgeLetters(entries)
	for ref := range byRef {
		v.wrong("money was taken for %s, which no buyer was shown", ref)
	}
	v.judgeBooks(ctx, pool, entries)
	v.judgeRefused(ctx, pool, w.control.forged)
	return v
}

// payments adds the record up by reference.
func payments(entries []sandbox.Entry, v *verdict) map[string][]*moneyOf {
	byRef, byID := map[string][]*moneyOf{}, map[string]*moneyOf{}
	for _, e := range entries {
		id := e.Provider + "/" + e.Payment
		if e.Provider == "payin" { // all transfers for one invoice are one payment
			id = e.Provider + "/" + e.Invoice
		}
		switch e.What {
		case sandbox.Paid:
			v.taken += e.Amount
			if p := byID[id]; p != nil { // one more part
				p.taken += e.Amount
				continue
			}
			p := &moneyOf{reference: e.Reference, taken: e.Amount, at: e.At}
			byRef[e.Reference], byID[id] = append(byRef[e.Reference], p), p
		case sandbox.Refunded, sandbox.ChargedBack:
			if e.Outside || e.What == sandbox.ChargedBack {
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

// judgeMoney: what was delivered has cost its price once; all other money of
// the buyer's is back. There are codes for everybody; other goods may fail to
// come, so an order for them may end without any.
func (v *verdict) judgeMoney(b *buyer, pg page, came []*moneyOf, got share) {
	if len(came) == 0 {
		if pg.Status == "done" || got.delivered > 0 {
			v.wrong("order %d was delivered and not paid", b.order.ID)
		}
		return
	}
	v.paid++
	wanted := "done"
	if b.wish.kind != pubg && got.delivered == 0 {
		wanted = "failed"
		v.undelivered++
	}
	// Goods whose money is gone before they are handed over may stay with us.
	if pg.Status == "failed" && got.delivered == 0 && slices.ContainsFunc(came, func(m *moneyOf) bool { return m.outside > 0 }) {
		wanted = "failed"
	}
	// Who paid in parts, and too late, may still pay for the order.
	again := b.story == paysInParts && got.delivered == 0 && pg.Status == "waiting_for_payment"
	if pg.Status != wanted && !again {
		v.wrong("order %d is paid and %s", b.order.ID, pg.Status)
	}
	v.judgePayments(b, came, got)
}

// judgePayments: one payment is the order's own, of which what was not
// delivered is back; nothing is left of any other. What a bank sent back by
// itself may have been either.
func (v *verdict) judgePayments(b *buyer, came []*moneyOf, got share) {
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

// whyNotOwn says why a payment cannot be the one the order was paid with;
// nothing if it can.
func (b *buyer) whyNotOwn(p *moneyOf, got share) string {
	i := slices.IndexFunc(b.invoices, func(inv invoice) bool { return inv.reference == p.reference })
	switch told := b.invoices[i].amount; {
	case got.delivered > 0 && p.taken != told:
		return fmt.Sprintf("%s was charged, %s was told", p.taken, told)
	case !got.fits(p):
		return fmt.Sprintf("%s of %s went back for %s, and %s outside; %s of %s was delivered", p.given, p.taken, p.reference, p.outside, got.delivered, got.whole)
	}
	return ""
}

// fits reports whether what went back of a payment is the price of what was not
// delivered; parts are rounded line by line, goods and fee apart. What went back
// outside may have been the same money, or other money than we gave back.
func (s share) fits(p *moneyOf) bool {
	undelivered, rounding := p.taken-p.taken*s.delivered/max(1, s.whole), money.Minor(4)
	if s.delivered == s.whole || s.delivered == 0 {
		rounding = 0
	}
	return p.given <= undelivered+rounding && p.given+p.outside >= undelivered-rounding
}

// judgeCodes: who was delivered to sees the codes he bought, and nobody else
// has seen them.
func (v *verdict) judgeCodes(b *buyer, pg page, loaded map[string]int64) share {
	want, all := map[int64]int{}, share{whole: 1}
	if pg.Status == "done" {
		v.delivered++
		all.delivered = 1
	}
	if all.delivered == 1 && b.wish.kind == pubg {
		for _, l := range b.wish.lines {
			want[l.ProductID] += l.Quantity
		}
	}
	for _, l := range pg.Lines {
		for _, c := range l.Codes {
			v.codes++
			product, known := loaded[c.Code]
			switch {
			case !known:
				v.wrong("order %d shows a code that another order shows too, or that nobody loaded", b.order.ID)
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

func (v *verdict) print(out io.Writer, w *world, took time.Duration) {
	row := func(name string, value any) { fmt.Fprintf(out, "  %-34s %v\n", name, value) }
	fmt.Fprintln(out)
	row("orders", v.orders)
	row("paid", v.paid)
	row("delivered", v.delivered)
	row("paid and not delivered, money back", v.undelivered)
	row("codes given", v.codes)
	row("other units delivered", v.units)
	for _, supplier := range slices.Sorted(maps.Keys(v.handed)) {
		row("  by "+supplier, v.handed[supplier])
	}
	row("letters", v.letters)
	row("times money was given back", v.backOf)
	row("money taken, given back", fmt.Sprintf("%s ₽, %s ₽", v.taken, v.back))
	row("money gone without being asked for", fmt.Sprintf("%s ₽", v.outside))
	w.mu.Lock()
	for _, victim := range w.victims {
		if n := w.killed[victim.name]; n > 0 {
			row("killed "+victim.name, n)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.troubled)) {
		row(name, w.troubled[name])
	}
	w.mu.Unlock()
	row("longest from payment to delivery", v.slowest.Round(100*time.Millisecond))
	row("took", took.Round(time.Second))
	if len(v.violations) == 0 {
		row("verdict", "nobody lost anything")
		return
	}
	row("verdict", fmt.Sprintf("%d VIOLATIONS", len(v.violations)))
	for _, violation := range v.violations {
		fmt.Fprintln(out, "   -", violation)
	}
}
