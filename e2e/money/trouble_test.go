package money_test

import (
	"net/http"
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
		first := b.Start(method)
		if s.freeCodes() != 0 {
			t.Error("no codes are held while the buyer pays")
		}
		s.Box.Act("decline", first, nil)
		s.Eventually(func() string {
			st := s.attemptStatus(first)
			return shoptest.Unless(st == "declined", "attempt is %s", st)
		})
		if p := b.Page(); p.Status != "waiting_for_payment" || !p.Payable || s.freeCodes() != 2 {
			t.Errorf("after a decline: %s, payable %v, %d codes free", p.Status, p.Payable, s.freeCodes())
		}
	}
	b.Hears("payment.declined", 2)
	s.Box.Pay(b.Start("payselection"))
	b.Awaits("done")
	b.WantCodes(2)
	s.Audit()
}

func TestExpiredPaymentThatComesLateIsDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("late", 2)
	a := b.Start("payselection")
	s.PutForward(31 * time.Minute)
	b.Hears("payment.expired", 1)
	if p := b.Page(); !p.Payable || s.freeCodes() != 2 {
		t.Errorf("the order of an expired payment: payable %v, %d codes free", p.Payable, s.freeCodes())
	}
	s.Box.Act("late", a, nil)
	b.Awaits("done")
	b.WantCodes(2)
	s.Box.WantMoney(a, a.Amount, 0)
	s.Audit()
}

func TestMoneyForAClosedOrderReopensItWhileThereAreCodes(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	lucky, late := s.order("lucky", 2), s.order("too-late", 2)
	first := lucky.Start("payselection")
	s.PutForward(31 * time.Minute)
	lucky.Hears("payment.expired", 1)
	second := late.Start("tbank_sbp")
	s.PutForward(24 * time.Hour)
	for _, b := range []*shoptest.Buyer{lucky, late} {
		b.Awaits("failed")
		if _, status, code := b.Try("payselection"); status != http.StatusConflict || code != "order.expired" {
			t.Errorf("paying a closed order: %d %s", status, code)
		}
	}
	s.Box.Act("late", first, nil)
	lucky.Awaits("done")
	lucky.WantCodes(2)
	s.Box.Act("late", second, nil)
	late.Hears("refund.done", 1)
	if p := late.Page(); p.Status != "failed" {
		t.Errorf("an order whose goods are gone is %s", p.Status)
	}
	late.WantCodes(0)
	s.Box.WantMoney(second, second.Amount, second.Amount)
	s.Audit()
}

func TestOrderNobodyPaidIsClosed(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	never, stopped := s.order("never", 1), s.order("stopped", 1)
	stopped.Start("payselection")
	if status, code := stopped.Call(http.MethodPost, "/api/payments/payselection/term/"+itoa(stopped.ID)+"/", nil, nil); status != http.StatusOK {
		t.Errorf("giving a payment up: %d %s", status, code)
	}
	if s.freeCodes() != 2 {
		t.Errorf("%d codes free after a payment was given up", s.freeCodes())
	}
	s.PutForward(24*time.Hour + time.Minute)
	never.Awaits("failed")
	stopped.Awaits("failed")
	s.Audit()
}

func TestPaidTwiceOnOnePage(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("twice", 2)
	a := b.Start("payselection")
	s.Box.Act("twice", a, nil)
	b.Awaits("done")
	b.Hears("payment.surplus", 1)
	b.Hears("refund.done", 1)
	b.WantCodes(2)
	s.Box.WantMoney(a, 2*a.Amount, a.Amount)
	s.Audit()
}

func TestWrongAmounts(t *testing.T) {
	t.Parallel()
	s := openShop(t, 6)
	short, shortSBP, excess, parts := s.order("short", 1), s.order("short-sbp", 1), s.order("excess", 1), s.order("parts", 1)
	for b, method := range map[*shoptest.Buyer]string{short: "payselection", shortSBP: "tbank_sbp"} {
		a := b.Start(method)
		s.Box.Act("other_amount", a, fields{"amount": a.Amount - 1})
		b.Hears("payment.short", 1)
		b.Hears("refund.done", 1)
		if p := b.Page(); p.Status != "waiting_for_payment" || !p.Payable {
			t.Errorf("an order paid short is %s", p.Status)
		}
		s.Box.WantMoney(a, a.Amount-1, a.Amount-1)
		if s.freeCodes() != 6 {
			t.Errorf("%d codes free of 6 after a payment that was too short", s.freeCodes())
		}
	}
	for i, method := range []string{"payselection", "tbank_sbp"} {
		b := excess
		if i > 0 {
			b = s.order("excess-sbp", 1)
		}
		a := b.Start(method)
		s.Box.Act("other_amount", a, fields{"amount": a.Amount + 100_00})
		b.Awaits("done")
		b.Hears("refund.done", 1)
		s.Box.WantMoney(a, a.Amount+100_00, 100_00)
	}
	a := parts.Start("payin_p2p")
	s.Box.Act("partial", a, fields{"amount": money.Minor(300_00)})
	s.Box.Act("partial", a, fields{"amount": money.Minor(100_00)})
	s.Box.Pay(a) // the rest
	parts.Awaits("done")
	s.Box.WantMoney(a, a.Amount, 0)
	// The codes of an order paid short are still to be had another way.
	s.Box.Pay(short.Start("tbank_sbp"))
	short.Awaits("done")
	short.WantCodes(1)
	s.Audit()
}

func TestPartsThatNeverBecomeTheWholeGoBackByHand(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("part", 1)
	a := b.Start("payin_p2p")
	s.Box.Act("partial", a, fields{"amount": money.Minor(200_00)})
	s.Box.Act("partial", a, fields{"amount": money.Minor(100_00)})
	s.PutForward(31 * time.Minute)
	b.Hears("payment.expired", 1)
	s.Eventually(func() string {
		var n, sum string
		err := s.Pool.QueryRow(t.Context(), `select count(*)::text, coalesce(sum(amount), 0)::text from refunds where order_id = $1 and status = 'manual'`, b.ID).Scan(&n, &sum)
		return shoptest.Unless(err == nil && sum == "300.00", "%s refunds of %s by hand (%v)", n, sum, err)
	})
	s.PutForward(24 * time.Hour)
	b.Awaits("failed")
	s.ByHand = 300_00
	s.Audit()
}

func TestInvoiceOfBeforeTheOrderChangedGoesBack(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	s.promo("PEREMENA", 10, 5)
	b := s.order("changed", 2)
	old := b.Start("payselection")
	less := fields{"products": []fields{{"id": s.lineOf(b), "quantity": 1}}}
	if status, code := b.Call(http.MethodPost, "/api/orders/pubg/"+itoa(b.ID)+"/update/", less, nil); status != http.StatusConflict || code != "order.payment_started" {
		t.Errorf("other goods for a started payment: %d %s", status, code)
	}
	s.usesCode(b, "PEREMENA")
	fresh := b.Start("payselection")
	if fresh.Reference == old.Reference || fresh.Amount >= old.Amount {
		t.Errorf("the same invoice for another price: %+v, %+v", old, fresh)
	}
	s.Box.Pay(old)
	b.Hears("refund.done", 1)
	s.Box.WantMoney(old, old.Amount, old.Amount)
	if p := b.Page(); !p.Payable {
		t.Errorf("the order is %s (%v): the buyer cannot pay the new price any more", p.Status, p.RejectReason)
	}
	s.Box.Pay(fresh)
	b.Awaits("done")
	b.WantCodes(2)
	s.Box.WantMoney(fresh, fresh.Amount, 0)
	s.Audit()
}
