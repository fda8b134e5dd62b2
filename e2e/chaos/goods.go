package main

import (
	"fmt"
	"strings"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// deliveredGoods is what suppliers delivered, by their own journal.
type deliveredGoods struct {
	units   map[string]int      // by supplier and key
	account map[string][]string // which of those went to an account
	total   map[string]int      // by supplier
}

func readDelivered(entries []core.JournalEntry) *deliveredGoods {
	h := &deliveredGoods{units: map[string]int{}, account: map[string][]string{}, total: map[string]int{}}
	for _, e := range entries {
		if e.What != core.Delivered {
			continue
		}
		key := e.Provider + " " + e.Reference
		if h.units[key] == 0 {
			h.account[e.Goods.Account] = append(h.account[e.Goods.Account], key)
		}
		h.units[key] += e.Goods.Quantity
		h.total[e.Provider] += e.Goods.Quantity
	}
	return h
}

// take counts what went to an account, once.
func (h *deliveredGoods) take(account string, about func(key string) bool) int {
	n := 0
	for _, key := range h.account[account] {
		if about(key) {
			n += h.units[key]
			delete(h.units, key)
		}
	}
	return n
}

// share is how much of an order was delivered, by price.
type share struct{ delivered, whole money.Minor }

// verifyGoods compares what the page shows with what was really delivered.
func (v *report) verifyGoods(b *buyer, pg page, h *deliveredGoods) share {
	if b.plan.kind == gift {
		return v.verifyGift(b, pg, h)
	}
	account := b.plan.account
	if b.plan.mistaken {
		account = b.plan.corrected
	}
	var s share
	for _, l := range pg.Lines {
		got := 0
		switch b.plan.kind {
		case supply: // our keys begin with the line
			got = h.take(account, func(key string) bool {
				_, ours, _ := strings.Cut(key, " ")
				return strings.HasPrefix(ours, fmt.Sprintf("%d-", l.ID))
			})
		case steam:
			got = h.take(account, func(string) bool { return true })
		case standoff:
			if l.Status == "completed" && lotIsBought(b.order.ID) {
				got = l.Quantity
			}
		}
		v.verifyLine(b, l, got)
		s.whole += money.Minor(l.Quantity) * l.UnitPrice
		s.delivered += money.Minor(got) * l.UnitPrice
		v.units += got
	}
	return s
}

func (v *report) verifyLine(b *buyer, l pageLine, got int) {
	switch {
	case got > l.Quantity:
		v.wrong("order %d: %d units delivered for a line of %d", b.order.ID, got, l.Quantity)
	case got > 0 && l.Status != "completed":
		v.wrong("order %d: %d units delivered and the line is %s", b.order.ID, got, l.Status)
	case got == 0 && l.Status == "completed":
		v.wrong("order %d: a line is completed and nothing was delivered", b.order.ID)
	case b.plan.kind == standoff && l.Status == "refunded" && lotIsBought(b.order.ID):
		v.wrong("order %d: the lot was bought and the line is refunded", b.order.ID)
	}
}

func (v *report) verifyGift(b *buyer, pg page, h *deliveredGoods) share {
	got := h.take(b.plan.account, func(string) bool { return true })
	v.units += got
	if got > 1 || (got == 1) != (pg.Key != nil) || (got == 1) != (pg.Status == "done") {
		v.wrong("order %d is %s, shows a key: %v, and %d were delivered", b.order.ID, pg.Status, pg.Key != nil, got)
	}
	return share{delivered: money.Minor(got), whole: 1}
}

// verifyKeys checks that a supplier delivers one unit per idempotency key.
func (v *report) verifyKeys(h *deliveredGoods) {
	for key, n := range h.units {
		if n > 1 {
			v.wrong("%d units were delivered under one key: %s", n, key)
		}
	}
}

// verifyLeft checks that no unit was delivered that no buyer ordered.
func (v *report) verifyLeft(h *deliveredGoods) {
	for key, n := range h.units {
		v.wrong("%d units were delivered that no order is for: %s", n, key)
	}
}

// verifyEmails checks that no email was sent twice.
func (v *report) verifyEmails(entries []core.JournalEntry) {
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Letter == nil {
			continue
		}
		v.letters++
		if seen[e.Letter.MessageID] {
			v.wrong("a letter came twice: %s", e.Letter.Subject)
		}
		seen[e.Letter.MessageID] = true
	}
}
