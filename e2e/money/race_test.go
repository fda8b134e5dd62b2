package money_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"larek/e2e/shoptest"
)

func TestTwoTabsPayOneOrder(t *testing.T) {
	t.Parallel()
	const n = 200
	s := openShop(t, n)
	buyers := s.crowd(n, func(b *shoptest.Buyer, _ int) {
		first, second := b.StartPayment("payselection"), b.StartPayment("tbank_sbp")
		shoptest.Every(2, 2, func(i int) { s.Sandbox.Pay([]shoptest.Attempt{first, second}[i]) })
	})
	for _, b := range buyers {
		b.WaitForStatus("done")
		b.WaitForEvent("payment.surplus", 1)
		b.WaitForEvent("refund.done", 1)
	}
	s.Audit()
	if done := shoptest.One[int64](s.Shop, `select count(*) from codes where state = 'given'`); done != n {
		t.Errorf("%d codes given for %d orders", done, n)
	}
	payments, refunds := 0, 0
	for _, total := range s.Sandbox.Record().Totals {
		payments, refunds = payments+total.Payments, refunds+total.Refunds
	}
	if payments != 2*n || refunds != n {
		t.Errorf("got %d payments and %d refunds in the sandbox, want %d and %d", payments, refunds, 2*n, n)
	}
}

func TestLastCodesGoToAsManyBuyers(t *testing.T) {
	t.Parallel()
	const buyers, codes = 500, 100
	s := openShop(t, codes)
	s.Sandbox.Command("/auto", fields{"pay": true})
	var won atomic.Int64
	s.race(buyers, nil, func(b *shoptest.Buyer) {
		switch _, status, code := b.TryPayment("payselection"); {
		case status == http.StatusOK:
			won.Add(1)
		case status != http.StatusConflict || code != "stock.empty":
			t.Errorf("order %d: %d %s", b.ID, status, code)
		}
	})
	s.wantWinners(won.Load(), codes)
}

func TestPromoCodeIsUsedAsOftenAsItMay(t *testing.T) {
	t.Parallel()
	const buyers, uses = 500, 50
	s := openShop(t, buyers)
	s.promo("POLSOTNI", 10, uses)
	s.Sandbox.Command("/auto", fields{"pay": true})
	var won atomic.Int64
	s.race(buyers, func(b *shoptest.Buyer) { s.usesCode(b, "POLSOTNI") }, func(b *shoptest.Buyer) {
		switch _, status, code := b.TryPayment("payselection"); {
		case status == http.StatusOK:
			won.Add(1)
		case status != http.StatusConflict || (code != "promo.limit" && code != "order.repriced"):
			t.Errorf("order %d: %d %s", b.ID, status, code)
		}
	})
	s.wantWinners(won.Load(), uses)
	if n := shoptest.One[int64](s.Shop, `select count(*) from promo_uses where state = 'consumed'`); n != uses {
		t.Errorf("%d uses, want %d", n, uses)
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from orders where status = 'done' and discount = 73.06 and not detail ? 'seeded'`); n != uses {
		t.Errorf("%d orders with the discount, want %d", n, uses)
	}
}

// TestMoneyComesWhileOrdersAreClosed lets three workers close orders whose time to pay is over
// while the money for every second one arrives: each is delivered or refunded, and closed once.
func TestMoneyComesWhileOrdersAreClosed(t *testing.T) {
	t.Parallel()
	const n = 60
	s := openShop(t, n)
	s.StartWorker()
	s.StartWorker()
	attempts := make([]shoptest.Attempt, n)
	buyers := s.crowd(n, func(b *shoptest.Buyer, i int) {
		attempts[i] = b.StartPayment("payselection")
		if i%2 == 0 {
			s.Sandbox.Do("pay", attempts[i], fields{"webhook": "lose"})
		}
	})
	s.Clock.Advance(48 * time.Hour)
	shoptest.Every(n/2, n/2, func(i int) {
		if f := s.forge(attempts[2*i], fields{"what": "replay"}); !f.Acknowledged {
			t.Errorf("webhook of order %d: %d %s", 2*i, f.Status, f.Answer)
		}
	})
	s.Eventually(func() string {
		open := shoptest.One[int64](s.Shop, `select count(*) from orders where status not in ('done', 'failed')`)
		return shoptest.FailUnless(open == 0, "%d orders are open", open)
	})
	s.Audit()
	for i, b := range buyers {
		got := shoptest.One[string](s.Shop, `select o.status || ' ' || (select count(*) from order_events e where e.order_id = o.id and e.event = 'order.failed') || ' ' ||
			(select count(*) from payments p where p.order_id = o.id) || ' ' || (select count(*) from codes c join order_lines l on l.id = c.line_id where l.order_id = o.id)
			from orders o where o.id = $1`, b.ID)
		if i%2 == 1 && got != "failed 1 0 0" || i%2 == 0 && got != "done 0 1 1" && got != "failed 1 1 0" {
			t.Errorf("order %d (status, times closed, payments, codes): %s", i, got)
		}
	}
}

// race makes all buyers order first, and then pay at the same time.
func (s *shop) race(n int, before, pay func(b *shoptest.Buyer)) {
	s.T.Helper()
	buyers := s.crowd(n, func(b *shoptest.Buyer, _ int) {
		if before != nil {
			before(b)
		}
	})
	shoptest.Every(n, n, func(i int) { pay(buyers[i]) })
}

// wantWinners checks that so many buyers could pay, were charged and got their
// goods, and that no other buyer was charged.
func (s *shop) wantWinners(won, want int64) {
	s.T.Helper()
	if won != want {
		s.T.Errorf("%d were let pay, want %d", won, want)
	}
	s.Eventually(func() string {
		done := shoptest.One[int64](s.Shop, `select count(*) from orders where status = 'done' and not detail ? 'seeded'`)
		return shoptest.FailUnless(done == want, "%d orders done, want %d", done, want)
	})
	s.Audit()
	charged := int64(0)
	for _, t := range s.Sandbox.Record().Totals {
		charged += int64(t.Payments)
	}
	if charged != want {
		s.T.Errorf("%d buyers charged, want %d", charged, want)
	}
}
