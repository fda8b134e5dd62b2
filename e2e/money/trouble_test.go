package money_test

import (
	"net/http"
	"testing"
	"time"

	"larek/internal/money"
)

func (s *shop) freeCodes() int64 {
	s.t.Helper()
	n, err := s.checkout.Stock.Free(s.t.Context(), s.pack)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

func TestDeclinedPaymentLeavesTheOrderPayableAnotherWay(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("declined", 2)
	for _, method := range []string{"tbank_sbp", "payin_p2p"} {
		first := b.start(method)
		if s.freeCodes() != 0 {
			t.Error("no codes are held while the buyer pays")
		}
		s.box.act("decline", first, nil)
		s.eventually(waits, func() string { st := b.attemptStatus(first); return unless(st == "declined", "attempt is %s", st) })
		if p := b.page(); p.Status != "waiting_for_payment" || !p.IsPaymentActive || s.freeCodes() != 2 {
			t.Errorf("after a decline: %s, payable %v, %d codes free", p.Status, p.IsPaymentActive, s.freeCodes())
		}
	}
	b.hears("payment.declined", 2)
	s.box.pay(b.start("payselection"))
	b.awaits("done")
	b.wantCodes(2)
	s.audit()
}

func TestExpiredPaymentThatComesLateIsDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("late", 2)
	a := b.start("payselection")
	s.putForward(31 * time.Minute)
	b.hears("payment.expired", 1)
	if p := b.page(); !p.IsPaymentActive || s.freeCodes() != 2 {
		t.Errorf("the order of an expired payment: payable %v, %d codes free", p.IsPaymentActive, s.freeCodes())
	}
	s.box.act("late", a, nil)
	b.awaits("done")
	b.wantCodes(2)
	s.box.wantTotal(a, 1, a.amount, 0)
	s.audit()
}

func TestMoneyForAClosedOrderReopensItWhileThereAreCodes(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	lucky, late := s.order("lucky", 2), s.order("too-late", 2)
	first := lucky.start("payselection")
	s.putForward(31 * time.Minute)
	lucky.hears("payment.expired", 1)
	second := late.start("tbank_sbp")
	s.putForward(24 * time.Hour)
	for _, b := range []*buyer{lucky, late} {
		b.awaits("failed")
		if _, status, code := b.try("payselection"); status != http.StatusConflict || code != "order.expired" {
			t.Errorf("paying a closed order: %d %s", status, code)
		}
	}
	s.box.act("late", first, nil)
	lucky.awaits("done")
	lucky.wantCodes(2)
	s.box.act("late", second, nil)
	late.hears("refund.done", 1)
	if p := late.page(); p.Status != "failed" {
		t.Errorf("an order whose goods are gone is %s", p.Status)
	}
	late.wantCodes(0)
	s.box.wantTotal(second, 1, second.amount, second.amount)
	s.audit()
}

func TestOrderNobodyPaidIsClosed(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	never, stopped := s.order("never", 1), s.order("stopped", 1)
	stopped.start("payselection")
	if status, code := stopped.call(http.MethodPost, "/api/payments/payselection/term/"+itoa(stopped.id)+"/", nil, nil); status != http.StatusOK {
		t.Errorf("giving a payment up: %d %s", status, code)
	}
	if s.freeCodes() != 2 {
		t.Errorf("%d codes free after a payment was given up", s.freeCodes())
	}
	s.putForward(24*time.Hour + time.Minute)
	never.awaits("failed")
	stopped.awaits("failed")
	s.audit()
}

func TestPaidTwiceOnOnePage(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	b := s.order("twice", 2)
	a := b.start("payselection")
	s.box.act("twice", a, nil)
	b.awaits("done")
	b.hears("payment.surplus", 1)
	b.hears("refund.done", 1)
	b.wantCodes(2)
	s.box.wantTotal(a, 1, 2*a.amount, a.amount)
	s.audit()
}

func TestWrongAmounts(t *testing.T) {
	t.Parallel()
	s := openShop(t, 6)
	short, shortSBP, excess, parts := s.order("short", 1), s.order("short-sbp", 1), s.order("excess", 1), s.order("parts", 1)
	for b, method := range map[*buyer]string{short: "payselection", shortSBP: "tbank_sbp"} {
		a := b.start(method)
		s.box.act("other_amount", a, fields{"amount": a.amount - 1})
		b.hears("payment.short", 1)
		b.hears("refund.done", 1)
		if p := b.page(); p.Status != "waiting_for_payment" || !p.IsPaymentActive {
			t.Errorf("an order paid short is %s", p.Status)
		}
		s.box.wantTotal(a, 1, a.amount-1, a.amount-1)
		if s.freeCodes() != 6 {
			t.Errorf("%d codes free of 6 after a payment that was too short", s.freeCodes())
		}
	}
	for i, method := range []string{"payselection", "tbank_sbp"} {
		b := excess
		if i > 0 {
			b = s.order("excess-sbp", 1)
		}
		a := b.start(method)
		s.box.act("other_amount", a, fields{"amount": a.amount + 100_00})
		b.awaits("done")
		b.hears("refund.done", 1)
		s.box.wantTotal(a, 1, a.amount+100_00, 100_00)
	}
	a := parts.start("payin_p2p")
	s.box.act("partial", a, fields{"amount": money.RUB(300_00)})
	s.box.act("partial", a, fields{"amount": money.RUB(100_00)})
	s.box.pay(a) // the rest
	parts.awaits("done")
	s.box.wantTotal(a, 1, a.amount, 0)
	// The codes of an order paid short are still to be had another way.
	s.box.pay(short.start("tbank_sbp"))
	short.awaits("done")
	short.wantCodes(1)
	s.audit()
}

func TestPartsThatNeverBecomeTheWholeGoBackByHand(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("part", 1)
	a := b.start("payin_p2p")
	s.box.act("partial", a, fields{"amount": money.RUB(200_00)})
	s.box.act("partial", a, fields{"amount": money.RUB(100_00)})
	s.putForward(31 * time.Minute)
	b.hears("payment.expired", 1)
	s.eventually(waits, func() string {
		var n, sum string
		err := s.pool.QueryRow(t.Context(), `select count(*)::text, coalesce(sum(amount), 0)::text from refunds where order_id = $1 and status = 'manual'`, b.id).Scan(&n, &sum)
		return unless(err == nil && sum == "300.00", "%s refunds of %s by hand (%v)", n, sum, err)
	})
	s.putForward(24 * time.Hour)
	b.awaits("failed")
	s.audit()
}

func TestInvoiceOfBeforeTheOrderChangedGoesBack(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	s.promo("PEREMENA", 10, 5)
	b := s.order("changed", 2)
	old := b.start("payselection")
	less := fields{"products": []fields{{"id": b.line(), "quantity": 1}}}
	if status, code := b.call(http.MethodPost, "/api/orders/pubg/"+itoa(b.id)+"/update/", less, nil); status != http.StatusConflict || code != "order.payment_started" {
		t.Errorf("other goods for a started payment: %d %s", status, code)
	}
	b.usesCode("PEREMENA", http.StatusOK)
	fresh := b.start("payselection")
	if fresh.reference == old.reference || fresh.amount >= old.amount {
		t.Errorf("the same invoice for another price: %+v, %+v", old, fresh)
	}
	s.box.pay(old)
	b.hears("refund.done", 1)
	s.box.wantTotal(old, 1, old.amount, old.amount)
	if p := b.page(); !p.IsPaymentActive {
		t.Errorf("the order is %s (%v): the buyer cannot pay the new price any more", p.Status, p.RejectReason)
	}
	s.box.pay(fresh)
	b.awaits("done")
	b.wantCodes(2)
	s.box.wantTotal(fresh, 1, fresh.amount, 0)
	s.audit()
}

// promo puts a code into force with so many uses.
func (s *shop) promo(code string, percent, uses int) {
	s.t.Helper()
	now := s.clock.now()
	s.exec(`insert into promo_codes (code, kind, percent, goods, valid_from, total_limit, created) values ($1, 'public', $2, 'all', $3, $4, $5)`,
		code, percent, now.Add(-time.Hour), uses, now)
}

func (b *buyer) usesCode(code string, want int) {
	b.s.t.Helper()
	if status, refused := b.call(http.MethodPost, "/api/orders/"+itoa(b.id)+"/activate_promo_code/", fields{"code": code}, nil); status != want {
		b.s.t.Errorf("code %s on order %d: %d %s", code, b.id, status, refused)
	}
}
