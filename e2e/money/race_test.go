package money_test

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func TestTwoTabsPayOneOrder(t *testing.T) {
	t.Parallel()
	const n = 200
	s := openShop(t, n)
	buyers := s.crowd(n, func(b *buyer, _ int) {
		first, second := b.start("payselection"), b.start("tbank_sbp")
		every(2, 2, func(i int) { s.box.pay([]attempt{first, second}[i]) })
	})
	for _, b := range buyers {
		b.awaits("done")
		b.hears("payment.surplus", 1)
		b.hears("refund.done", 1)
	}
	s.audit()
	if done := queryOne[int64](s, `select count(*) from codes where state = 'given'`); done != n {
		t.Errorf("%d codes given for %d orders", done, n)
	}
	payments, refunds := 0, 0
	for _, total := range s.box.record().Totals {
		payments, refunds = payments+total.Payments, refunds+total.Refunds
	}
	if payments != 2*n || refunds != n {
		t.Errorf("the sandbox took %d payments and gave back %d, want %d and %d", payments, refunds, 2*n, n)
	}
}

func TestLastCodesGoToAsManyBuyers(t *testing.T) {
	t.Parallel()
	const buyers, codes = 500, 100
	s := openShop(t, codes)
	s.box.must("/auto", fields{"pay": true})
	var won atomic.Int64
	s.race(buyers, nil, func(b *buyer) {
		switch _, status, code := b.try("payselection"); {
		case status == http.StatusOK:
			won.Add(1)
		case status != http.StatusConflict || code != "stock.empty":
			t.Errorf("order %d: %d %s", b.id, status, code)
		}
	})
	s.wantWinners(won.Load(), codes)
}

func TestPromoCodeIsUsedAsOftenAsItMay(t *testing.T) {
	t.Parallel()
	const buyers, uses = 500, 50
	s := openShop(t, buyers)
	s.promo("POLSOTNI", 10, uses)
	s.box.must("/auto", fields{"pay": true})
	var won atomic.Int64
	s.race(buyers, func(b *buyer) { b.usesCode("POLSOTNI", http.StatusOK) }, func(b *buyer) {
		switch _, status, code := b.try("payselection"); {
		case status == http.StatusOK:
			won.Add(1)
		case status != http.StatusConflict || (code != "promo.limit" && code != "order.repriced"):
			t.Errorf("order %d: %d %s", b.id, status, code)
		}
	})
	s.wantWinners(won.Load(), uses)
	if n := queryOne[int64](s, `select count(*) from promo_uses where state = 'consumed'`); n != uses {
		t.Errorf("%d uses, want %d", n, uses)
	}
	if n := queryOne[int64](s, `select count(*) from orders where status = 'done' and discount = 73.06 and not detail ? 'seeded'`); n != uses {
		t.Errorf("%d orders with the discount, want %d", n, uses)
	}
}

// race lets everybody order first, and then pay at the same time.
func (s *shop) race(n int, before, pay func(b *buyer)) {
	s.t.Helper()
	buyers := s.crowd(n, func(b *buyer, _ int) {
		if before != nil {
			before(b)
		}
	})
	every(n, n, func(i int) { pay(buyers[i]) })
}

// wantWinners: so many were let pay, were charged and were delivered; nobody
// else was charged.
func (s *shop) wantWinners(won, want int64) {
	s.t.Helper()
	if won != want {
		s.t.Errorf("%d were let pay, want %d", won, want)
	}
	s.eventually(waits, func() string {
		done := queryOne[int64](s, `select count(*) from orders where status = 'done' and not detail ? 'seeded'`)
		return unless(done == want, "%d orders done, want %d", done, want)
	})
	s.audit()
	charged := int64(0)
	for _, t := range s.box.record().Totals {
		charged += int64(t.Payments)
	}
	if charged != want {
		s.t.Errorf("%d buyers charged, want %d", charged, want)
	}
}
