package main

import (
	"fmt"
	"strings"

	"larek/internal/money"
	"larek/internal/sandbox"
)

// handedOver is what suppliers handed over, by their own record.
type handedOver struct {
	units   map[string]int      // by supplier and key
	account map[string][]string // which of those went to an account
	total   map[string]int      // by supplier
}

func readHanded(entries []sandbox.Entry) *handedOver {
	h := &handedOver{units: map[string]int{}, account: map[string][]string{}, total: map[string]int{}}
	for _, e := range entries {
		if e.What != sandbox.Handed {
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
func (h *handedOver) take(account string, about func(key string) bool) int {
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

// judgeGoods compares what the page says with what was really handed over.
func (v *verdict) judgeGoods(b *buyer, pg page, h *handedOver) share {
	if b.wish.kind == gift {
		return v.judgeGift(b, pg, h)
	}
	account := b.wish.account
	if b.wish.mistaken {
		account = b.wish.corrected
	}
	var s share
	for _, l := range pg.Lines {
		got := 0
		switch b.wish.kind {
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
		v.judgeLine(b, l, got)
		s.whole += money.Minor(l.Quantity) * l.UnitPrice
		s.delivered += money.Minor(got) * l.UnitPrice
		v.units += got
	}
	return s
}

func (v *verdict) judgeLine(b *buyer, l pageLine, got int) {
	switch {
	case got > l.Quantity:
		v.wrong("order %d: %d units handed over for a line of %d", b.order.ID, got, l.Quantity)
	case got > 0 && l.Status != "completed":
		v.wrong("order %d: %d units handed over and the line is %s", b.order.ID, got, l.Status)
	case got == 0 && l.Status == "completed":
		v.wrong("order %d: a line is completed and nothing was handed over", b.order.ID)
	case b.wish.kind == standoff && l.Status == "refunded" && lotIsBought(b.order.ID):
		v.wrong("order %d: the lot was bought and the line is refunded", b.order.ID)
	}
}

func (v *verdict) judgeGift(b *buyer, pg page, h *handedOver) share {
	got := h.take(b.wish.account, func(string) bool { return true })
	v.units += got
	if got > 1 || (got == 1) != (pg.Key != nil) || (got == 1) != (pg.Status == "done") {
		v.wrong("order %d is %s, shows a key: %v, and %d were handed over", b.order.ID, pg.Status, pg.Key != nil, got)
	}
	return share{delivered: money.Minor(got), whole: 1}
}

// judgeKeys: under one key of ours a supplier hands over one unit.
func (v *verdict) judgeKeys(h *handedOver) {
	for key, n := range h.units {
		if n > 1 {
			v.wrong("%d units were handed over under one key: %s", n, key)
		}
	}
}

// judgeLeft: nothing was handed over that nobody bought.
func (v *verdict) judgeLeft(h *handedOver) {
	for key, n := range h.units {
		v.wrong("%d units were handed over that no order is for: %s", n, key)
	}
}

// judgeLetters: nobody got the same letter twice.
func (v *verdict) judgeLetters(entries []sandbox.Entry) {
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
