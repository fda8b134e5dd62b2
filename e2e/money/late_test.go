package money_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/sandbox/core"
	"larek/internal/seal"
)

// cancel ends the payment of an order as its page does.
func (s *shop) cancel(b *shoptest.Buyer) (status int, code string) {
	s.T.Helper()
	return b.Call(http.MethodPost, "/api/payments/payselection/term/"+itoa(b.ID)+"/", fields{}, nil)
}

// wantUses checks how many orders have been delivered with the discount of a promo code,
// and that each of them has used it.
func (s *shop) wantUses(code string, want int64) {
	s.T.Helper()
	discounted := shoptest.One[int64](s.Shop, `select count(*) from orders o join promo_codes c on c.id = o.promo_code_id
		where c.code = $1 and o.discount > 0 and o.status = 'done'`, code)
	used := shoptest.One[int64](s.Shop, `select count(*) from promo_uses u join promo_codes c on c.id = u.promo_code_id where c.code = $1 and u.state <> 'released'`, code)
	if discounted != want || used != want {
		s.T.Errorf("code %s: %d orders were delivered with its discount, %d uses are counted, want %d", code, discounted, used, want)
	}
}

// allProcessed waits until so many payments have been reported and no notice of one waits.
func (s *shop) allProcessed(payments int) {
	s.T.Helper()
	s.Eventually(func() string {
		left := shoptest.One[int64](s.Shop, `select count(*) from payment_notices where settled_at is null`)
		reported := shoptest.One[int64](s.Shop, `select count(distinct attempt_id) from payment_notices where kind = 'paid'`)
		return shoptest.FailUnless(left == 0 && reported >= int64(payments), "%d payments are reported, %d notices are not processed", reported, left)
	})
}

// One account starts a payment with a code of one use, cancels it, does the same with the
// next order, and then pays all invoices at once.
func TestCancelledInvoicesDoNotUseTheirCodeTwice(t *testing.T) {
	t.Parallel()
	const orders = 5
	s := openShop(t, orders)
	s.promo("ODIN", 50, 1)
	user := shoptest.One[int64](s.Shop, `select min(id) from users`)
	token := s.Tokens.IssueServiceToken(user, s.Clock.Now())
	var buyers []*shoptest.Buyer
	var invoices []shoptest.Attempt
	for i := range orders {
		b := s.orderAs(fmt.Sprintf("again-%d", i), token, 1)
		s.usesCode(b, "ODIN")
		invoices = append(invoices, b.StartPayment("payselection"))
		if status, code := s.cancel(b); status != http.StatusOK {
			t.Fatalf("cancel: %d %s", status, code)
		}
		buyers = append(buyers, b)
	}
	shoptest.Every(orders, orders, func(i int) { s.Sandbox.Pay(invoices[i]) })
	s.allProcessed(orders)
	s.wantUses("ODIN", 1)
	for i, b := range buyers {
		if b.Status() == "done" {
			s.Sandbox.ExpectMoney(invoices[i], invoices[i].Amount, 0)
			continue
		}
		b.WaitForEvent("payment.late", 1)
		b.WaitForEvent("refund.done", 1)
		s.Sandbox.ExpectMoney(invoices[i], invoices[i].Amount, invoices[i].Amount)
		if p := b.Page(); p.Status != "waiting_for_payment" {
			t.Errorf("an order whose payment came back is %s, want waiting_for_payment", p.Status)
		}
		b.WantCodes(0)
		again := b.StartPayment("payselection") // without the code
		s.Sandbox.Pay(again)
		b.WaitForStatus("done")
	}
	s.wantUses("ODIN", 1)
	s.Audit()
}

// expiredWithCode makes an order with a promo code, whose invoice expires unpaid.
func (s *shop) expiredWithCode(code string) (*shoptest.Buyer, shoptest.Attempt) {
	s.T.Helper()
	b := s.order("slow", 1)
	s.usesCode(b, code)
	a := b.StartPayment("payselection")
	s.AdvanceClock(31 * time.Minute)
	b.WaitForEvent("payment.expired", 1)
	return b, a
}

// An invoice that was left to expire gives the use of its code to the next buyer.
func TestLatePaymentGoesBackIfItsCodeIsUsedUp(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	s.promo("ODIN", 50, 1)
	slow, quick := s.order("slow", 1), s.order("quick", 1)
	s.usesCode(slow, "ODIN")
	s.usesCode(quick, "ODIN")
	late := slow.StartPayment("payselection")
	s.AdvanceClock(31 * time.Minute)
	slow.WaitForEvent("payment.expired", 1)
	s.Sandbox.Pay(quick.StartPayment("payselection"))
	quick.WaitForStatus("done")
	s.Sandbox.Do("late", late, nil)
	slow.WaitForEvent("refund.done", 1)
	s.Sandbox.ExpectMoney(late, late.Amount, late.Amount)
	s.wantUses("ODIN", 1)
	if status := slow.Status(); status != "waiting_for_payment" {
		t.Errorf("the order is %s, want waiting_for_payment", status)
	}
	s.Audit()
}

// A code that was stopped after an invoice had expired does not discount its late payment.
func TestLatePaymentGoesBackIfItsCodeIsStopped(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	s.promo("ODIN", 50, 1)
	b, late := s.expiredWithCode("ODIN")
	s.Exec(`update promo_codes set is_active = false where code = 'ODIN'`)
	s.Sandbox.Do("late", late, nil)
	b.WaitForEvent("refund.done", 1)
	s.Sandbox.ExpectMoney(late, late.Amount, late.Amount)
	s.wantUses("ODIN", 0)
	b.WantCodes(0)
	s.Audit()
}

// A late payment takes the use of its code again if it is still there.
func TestLatePaymentUsesItsCode(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	s.promo("ODIN", 50, 1)
	b, a := s.expiredWithCode("ODIN")
	s.Sandbox.Do("late", a, nil)
	b.WaitForStatus("done")
	s.wantUses("ODIN", 1)
	s.Audit()
}

// A free order is taken when it is started, however late the worker is.
func TestFreeOrderThatWaitsForTheWorkerCannotBeCancelled(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()), 2)
	s.promo("DAROM", 100, 1)
	b, other := s.order("free", 1), s.order("other", 1)
	s.usesCode(b, "DAROM")
	s.usesCode(other, "DAROM")
	if _, status, code := b.TryPayment("free"); status != http.StatusOK {
		t.Fatalf("free: %d %s", status, code)
	}
	if status, code := s.cancel(b); status != http.StatusConflict || code != "payment.arrived" {
		t.Errorf("cancel: %d %s, want 409 payment.arrived", status, code)
	}
	if status, code := b.Call(http.MethodPost, "/api/orders/"+itoa(b.ID)+"/deactivate_promo_code/", fields{}, nil); status != http.StatusConflict || code != "payment.arrived" {
		t.Errorf("take the code off: %d %s, want 409 payment.arrived", status, code)
	}
	got := shoptest.One[string](s.Shop, `select u.state || ' ' || a.status || ' ' || o.discount from orders o
		join promo_uses u on u.order_id = o.id join payment_attempts a on a.order_id = o.id where o.id = $1`, b.ID)
	if got != "reserved pending 730.55" {
		t.Errorf("after the refusals (use, attempt, discount): %s", got)
	}
	if _, status, code := other.TryPayment("free"); status != http.StatusConflict {
		t.Errorf("another free order: %d %s, want 409", status, code)
	}
	s.StartWorker()
	b.WaitForStatus("done")
	s.wantUses("DAROM", 1)
	s.Audit()
}

// Starting a free order and cancelling it at once, by many buyers, while a worker runs.
func TestFreeOrdersAreAsManyAsTheirCodeAllows(t *testing.T) {
	t.Parallel()
	const buyers = 8
	s := openShop(t, buyers)
	s.promo("DAROM", 100, 1)
	var all []*shoptest.Buyer
	for i := range buyers {
		b := s.order(fmt.Sprintf("free-%d", i), 1)
		s.usesCode(b, "DAROM")
		all = append(all, b)
	}
	shoptest.Every(buyers, buyers, func(i int) {
		for range 10 {
			var both sync.WaitGroup
			both.Go(func() { all[i].TryPayment("free") })
			for range 3 { // one of them waits for the lock of the order
				both.Go(func() { s.cancel(all[i]) })
			}
			both.Wait()
		}
	})
	s.allProcessed(1)
	s.wantUses("DAROM", 1)
	s.Audit()
}

// A late payment is refunded when the hours of the settings after the invoice's expiry are over, or once the price has risen.
func TestQuoteIsHonouredForADayAndAboutTodaysPrice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		after  time.Duration
		hours  int     // of the settings
		price  float64 // times
		status string
		reason string
	}{
		{"the next morning", 23 * time.Hour, 24, 1.2, "done", ""},
		{"too late", 25 * time.Hour, 24, 1, "failed", "Время на оплату вышло."},
		{"too late for the owner", 5 * time.Hour, 4, 1, "failed", "Деньги пришли слишком поздно."},
		{"dearer", 5 * time.Hour, 24, 2, "failed", "Пока деньги шли, товар подорожал."},
		{"off sale", 5 * time.Hour, 24, 0, "failed", "Пока деньги шли, товар сняли с продажи."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := openShop(t, 1)
			b := s.order("option", 1)
			a := b.StartPayment("payselection")
			s.AdvanceClock(31 * time.Minute)
			b.WaitForEvent("payment.expired", 1)
			s.Exec(`update payment_settings set late_hours = $1`, c.hours)
			s.AdvanceClock(c.after)
			if c.after > 24*time.Hour {
				b.WaitForStatus("failed") // the time to pay the order is over, which it says from then on
			}
			s.Exec(`update products set price = price * greatest($2::numeric, 1), is_active = $2 > 0 where id = $1`, s.pack, c.price)
			s.Sandbox.Do("late", a, nil)
			if c.status == "done" {
				b.WaitForStatus("done")
				s.Audit()
				return
			}
			b.WaitForEvent("refund.done", 1)
			s.Sandbox.ExpectMoney(a, a.Amount, a.Amount)
			b.WaitForStatus(c.status)
			b.WantCodes(0)
			if got := shoptest.One[string](s.Shop, `select reject_reason from orders where id = $1`, b.ID); got != c.reason {
				t.Errorf("the order says %q, want %q", got, c.reason)
			}
			s.Audit()
		})
	}
}

// An invoice that another one has replaced is cancelled at the provider, if that can be.
func TestReplacedInvoiceIsCancelled(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("two-ways", 1)
	first := b.StartPayment("tbank_sbp")
	second := b.StartPayment("payselection")
	s.Eventually(func() string {
		var r core.Record
		s.Sandbox.Control(http.MethodGet, "/record?reference="+first.Reference, nil, &r)
		for _, e := range r.Entries {
			if e.Reason == "closed" {
				return ""
			}
		}
		return "the replaced invoice is open"
	})
	s.Sandbox.Pay(second)
	b.WaitForStatus("done")
	s.Audit()
}

// A status that lags shows a paid invoice as open, so the shop cancels it when another one replaces
// it, and the bank refunds the payment. The order is not paid by money that is gone: the other
// invoice pays for it.
func TestPaymentRefundedByItsCancellationPaysForNothing(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("cancelled-paid", 1)
	first := b.StartPayment("tbank_sbp")
	s.AdvanceClock(time.Minute)
	s.Sandbox.Command("/status", fields{"provider": "tbank", "lag_ms": 30_000})
	s.Sandbox.Do("pay", first, fields{"webhook": "lose"})
	second := b.StartPayment("payselection")
	b.WaitForEvent("payment.late", 1)
	s.Sandbox.Pay(second)
	b.WaitForStatus("done")
	b.WantCodes(1)
	s.Sandbox.ExpectMoney(second, second.Amount, 0)
	s.Sandbox.ExpectMoney(first, first.Amount, first.Amount)
	if got := shoptest.One[int](s.Shop, `select count(*) from delivery_holds where order_id = $1`, b.ID); got != 0 {
		t.Errorf("the order was held %d times", got)
	}
	s.Audit()
}

// One account starts an order with each of several codes for the first order, and pays all of them:
// one is the first.
func TestSeveralCodesForTheFirstOrderDiscountOneOrder(t *testing.T) {
	t.Parallel()
	const orders = 4
	s := openShop(t, orders)
	user := factory.User(t, s.Pool, nil)
	token := s.Tokens.IssueServiceToken(user, s.Clock.Now())
	var won []*shoptest.Buyer
	for i := range orders {
		code := fmt.Sprintf("PERVY%d", i)
		factory.PromoCode(t, s.Pool, factory.With{"code": code, "percent": 50, "first_order_only": true, "per_buyer_limit": 5, "valid_from": s.Clock.Now().Add(-time.Hour)})
		b := s.orderAs(fmt.Sprintf("first-%d", i), token, 1)
		if status, refused := b.Call(http.MethodPost, "/api/orders/"+itoa(b.ID)+"/activate_promo_code/", fields{"code": code}, nil); status != http.StatusOK {
			if refused != "promo.first_order_only" {
				t.Errorf("code %s: %d %s", code, status, refused)
			}
			continue
		}
		switch _, status, refused := b.TryPayment("payselection"); {
		case status == http.StatusOK:
			won = append(won, b)
		case refused != "promo.first_order_only" && refused != "order.repriced":
			t.Errorf("pay with %s: %d %s", code, status, refused)
		}
	}
	shoptest.Every(len(won), len(won), func(i int) {
		won[i].PayByCard() // the same invoice
		won[i].WaitForStatus("done")
	})
	if n := shoptest.One[int64](s.Shop, `select count(*) from orders where user_id = $1 and discount > 0 and status = 'done'`, user); n != 1 {
		t.Errorf("%d orders of one buyer were delivered with the discount of the first, want 1", n)
	}
	s.Audit()
}
