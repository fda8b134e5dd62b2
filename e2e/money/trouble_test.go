package money_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/money"
)

func TestDeclinedPaymentLeavesTheOrderPayableAnotherWay(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("declined", 2)
	for _, method := range []string{"tbank_sbp", "payin_p2p"} {
		first := b.StartPayment(method)
		if s.freeCodes() != 0 {
			t.Error("no codes are held while the buyer pays")
		}
		s.Sandbox.Do("decline", first, nil)
		s.Eventually(func() string {
			st := s.attemptStatus(first)
			return shoptest.FailUnless(st == "declined", "attempt is %s", st)
		})
		if p := b.Page(); p.Status != "waiting_for_payment" || !p.Payable || s.freeCodes() != 2 {
			t.Errorf("after a decline: %s, payable %v, %d codes free", p.Status, p.Payable, s.freeCodes())
		}
	}
	b.WaitForEvent("payment.declined", 2)
	s.Sandbox.Pay(b.StartPayment("payselection"))
	b.WaitForStatus("done")
	b.WantCodes(2)
	s.Audit()
}

func TestExpiredPaymentThatComesLateIsDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("late", 2)
	a := b.StartPayment("payselection")
	s.AdvanceClock(31 * time.Minute)
	b.WaitForEvent("payment.expired", 1)
	if p := b.Page(); !p.Payable || s.freeCodes() != 2 {
		t.Errorf("the order of an expired payment: payable %v, %d codes free", p.Payable, s.freeCodes())
	}
	s.Sandbox.Do("late", a, nil)
	b.WaitForStatus("done")
	b.WantCodes(2)
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	s.Audit()
}

func TestMoneyForAClosedOrderReopensItWhileThereAreCodes(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	lucky, late := s.order("lucky", 2), s.order("too-late", 2)
	first := lucky.StartPayment("payselection")
	s.AdvanceClock(31 * time.Minute)
	lucky.WaitForEvent("payment.expired", 1)
	second := late.StartPayment("tbank_sbp")
	s.AdvanceClock(23*time.Hour + 45*time.Minute)
	for _, b := range []*shoptest.Buyer{lucky, late} {
		b.WaitForStatus("failed")
		if _, status, code := b.TryPayment("payselection"); status != http.StatusConflict || code != "order.expired" {
			t.Errorf("paying a closed order: %d %s", status, code)
		}
	}
	s.Sandbox.Do("late", first, nil)
	lucky.WaitForStatus("done")
	lucky.WantCodes(2)
	s.Sandbox.Do("late", second, nil)
	late.WaitForEvent("refund.done", 1)
	if p := late.Page(); p.Status != "failed" {
		t.Errorf("an order whose goods are gone is %s", p.Status)
	}
	late.WantCodes(0)
	s.Sandbox.ExpectMoney(second, second.Amount, second.Amount)
	s.Audit()
}

func TestOrderNobodyPaidIsClosed(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	never, stopped := s.order("never", 1), s.order("stopped", 1)
	stopped.StartPayment("payselection")
	if status, code := stopped.Call(http.MethodPost, "/api/payments/payselection/term/"+itoa(stopped.ID)+"/", nil, nil); status != http.StatusOK {
		t.Errorf("giving a payment up: got %d %s, want 200", status, code)
	}
	if s.freeCodes() != 2 {
		t.Errorf("%d codes free after a payment was given up", s.freeCodes())
	}
	s.AdvanceClock(24*time.Hour + time.Minute)
	never.WaitForStatus("failed")
	stopped.WaitForStatus("failed")
	s.Audit()
}

func TestPaidTwiceOnOnePage(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("twice", 2)
	a := b.StartPayment("payselection")
	s.Sandbox.Do("twice", a, nil)
	b.WaitForStatus("done")
	b.WaitForEvent("payment.surplus", 1)
	b.WaitForEvent("refund.done", 1)
	b.WantCodes(2)
	s.Sandbox.ExpectMoney(a, 2*a.Amount, a.Amount)
	s.Audit()
}

func TestWrongAmounts(t *testing.T) {
	t.Parallel()
	s := openShop(t, 6)
	short, shortSBP, excess, parts := s.order("short", 1), s.order("short-sbp", 1), s.order("excess", 1), s.order("parts", 1)
	for b, method := range map[*shoptest.Buyer]string{short: "payselection", shortSBP: "tbank_sbp"} {
		a := b.StartPayment(method)
		s.Sandbox.Do("other_amount", a, fields{"amount": a.Amount - 1})
		b.WaitForEvent("payment.short", 1)
		b.WaitForEvent("refund.done", 1)
		if p := b.Page(); p.Status != "waiting_for_payment" || !p.Payable {
			t.Errorf("an order paid short is %s", p.Status)
		}
		s.Sandbox.ExpectMoney(a, a.Amount-1, a.Amount-1)
		if s.freeCodes() != 6 {
			t.Errorf("%d codes free of 6 after a payment that was too short", s.freeCodes())
		}
	}
	for i, method := range []string{"payselection", "tbank_sbp"} {
		b := excess
		if i > 0 {
			b = s.order("excess-sbp", 1)
		}
		a := b.StartPayment(method)
		s.Sandbox.Do("other_amount", a, fields{"amount": a.Amount + 100_00})
		b.WaitForStatus("done")
		b.WaitForEvent("refund.done", 1)
		s.Sandbox.ExpectMoney(a, a.Amount+100_00, 100_00)
	}
	a := parts.StartPayment("payin_p2p")
	s.Sandbox.Do("partial", a, fields{"amount": money.Minor(300_00)})
	s.Sandbox.Do("partial", a, fields{"amount": money.Minor(100_00)})
	s.Sandbox.Pay(a) // the rest
	parts.WaitForStatus("done")
	s.Sandbox.ExpectMoney(a, a.Amount, 0)
	// The codes of an order paid short can still be bought by another payment.
	s.Sandbox.Pay(short.StartPayment("tbank_sbp"))
	short.WaitForStatus("done")
	short.WantCodes(1)
	s.Audit()
}

func TestPartsThatNeverBecomeTheWholeGoBackByHand(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("part", 1)
	a := b.StartPayment("payin_p2p")
	s.Sandbox.Do("partial", a, fields{"amount": money.Minor(200_00)})
	b.WaitForEvent("payment.part", 1) // at once, not when the time is over
	s.Sandbox.Do("partial", a, fields{"amount": money.Minor(100_00)})
	b.WaitForEvent("payment.part", 2)
	if q := b.Page().Progress.Quote; q == nil || q.Received != "300.00" {
		t.Errorf("got the quote %+v, want one with 300.00 received", q)
	}
	s.AdvanceClock(31 * time.Minute)
	b.WaitForEvent("payment.expired", 1)
	for _, e := range b.Page().Progress.Timeline {
		if strings.Contains(e.Text, "не пришли") {
			t.Errorf("a buyer whose money came is told %q", e.Text)
		}
	}
	s.Eventually(func() string {
		var n, sum string
		err := s.Pool.QueryRow(t.Context(), `select count(*)::text, coalesce(sum(amount), 0)::text from refunds where order_id = $1 and status = 'manual'`, b.ID).Scan(&n, &sum)
		return shoptest.FailUnless(err == nil && sum == "300.00", "%s refunds of %s by hand (%v)", n, sum, err)
	})
	if got := shoptest.One[string](s.Shop, `select string_agg(event, ' ' order by id) from letters where order_id = $1`, b.ID); got != "payment_short" {
		t.Errorf("got the letters %q, want one about the part that came", got)
	}
	s.AdvanceClock(24 * time.Hour)
	b.WaitForStatus("failed")
	s.ManualRefunds = 300_00
	s.Audit()
}

// TestPartOfADeclinedPaymentGoesBackAtOnce checks that a buyer whose part has come is not
// told that nothing was charged, and does not wait for the next sweep.
func TestPartOfADeclinedPaymentGoesBackAtOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("part", 1)
	a := b.StartPayment("payin_p2p")
	s.Sandbox.Do("partial", a, fields{"amount": money.Minor(200_00)})
	b.WaitForEvent("payment.part", 1)
	s.Sandbox.Do("decline", a, nil)
	b.WaitForEvent("payment.short", 1)
	b.WaitForEvent("payment.declined", 0)
	if got := shoptest.One[string](s.Shop, `select string_agg(event, ' ' order by id) from letters where order_id = $1`, b.ID); got != "payment_short" {
		t.Errorf("got the letters %q, want one about the part that came", got)
	}
	s.Eventually(func() string {
		sum := shoptest.One[string](s.Shop, `select coalesce(sum(amount), 0)::text from refunds where order_id = $1 and status = 'manual'`, b.ID)
		return shoptest.FailUnless(sum == "200.00", "refunds of %s by hand", sum)
	})
	s.ManualRefunds = 200_00
	s.Audit()
}

func TestInvoiceOfBeforeTheOrderChangedGoesBack(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	s.promo("PEREMENA", 10, 5)
	b := s.order("changed", 2)
	old := b.StartPayment("payselection")
	less := fields{"products": []fields{{"id": s.lineOf(b), "quantity": 1}}}
	if status, code := b.Call(http.MethodPost, "/api/orders/pubg/"+itoa(b.ID)+"/update/", less, nil); status != http.StatusConflict || code != "order.payment_started" {
		t.Errorf("other goods for a started payment: %d %s", status, code)
	}
	s.usesCode(b, "PEREMENA")
	fresh := b.StartPayment("payselection")
	if fresh.Reference == old.Reference || fresh.Amount >= old.Amount {
		t.Errorf("the same invoice for another price: %+v, %+v", old, fresh)
	}
	s.Sandbox.Pay(old)
	b.WaitForEvent("refund.done", 1)
	s.Sandbox.ExpectMoney(old, old.Amount, old.Amount)
	if p := b.Page(); !p.Payable {
		t.Errorf("the order is %s (%v): the buyer cannot pay the new price any more", p.Status, p.RejectReason)
	}
	s.Sandbox.Pay(fresh)
	b.WaitForStatus("done")
	b.WantCodes(2)
	s.Sandbox.ExpectMoney(fresh, fresh.Amount, 0)
	s.Audit()
}
