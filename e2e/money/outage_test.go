package money_test

import (
	"net/http"
	"testing"
	"time"
)

func TestTimeoutOfANewInvoiceMakesNoSecondOne(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range []struct{ method, provider, operation string }{
		{"payselection", "payselection", "create"}, {"tbank_sbp", "tbank", "create"},
	} {
		s.box.must("/faults", fields{"provider": c.provider, "operation": c.operation, "kind": "timeout_after_accept", "count": 1, "slow_ms": 200})
		b := s.order("timeout-"+c.provider, 1)
		if _, status, code := b.try(c.method); status != http.StatusServiceUnavailable || code != "payment.silent" {
			t.Errorf("%s timed out: %d %s", c.method, status, code)
		}
		a := b.start(c.method)
		s.box.pay(a)
		b.awaits("done")
		s.box.wantTotal(a, 1, a.amount, 0)
		if n := queryOne[int64](s, `select count(*) from payment_attempts where order_id = $1`, b.id); n != 1 {
			t.Errorf("%s: %d attempts", c.method, n)
		}
	}
	s.audit()
}

func TestInvoicePaidBeforeItsAnswerCame(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	s.box.must("/auto", fields{"pay": true})
	s.box.must("/faults", fields{"provider": "payselection", "operation": "create", "kind": "slow", "after_accept": true, "count": 1, "slow_ms": 3000})
	b := s.order("hasty", 1)
	sc, status, code := b.try("payselection")
	if status != http.StatusOK || sc.Type != "wait_order_state" {
		t.Errorf("a payment that was made already: %d %s %+v", status, code, sc)
	}
	b.awaits("done")
	s.audit()
}

func TestTimeoutOfARefundGivesBackOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range []struct{ method, provider string }{{"payselection", "payselection"}, {"tbank_sbp", "tbank"}} {
		s.box.must("/faults", fields{"provider": c.provider, "operation": "refund", "kind": "timeout_after_accept", "count": 1, "slow_ms": 200})
		s.box.must("/faults", fields{"provider": c.provider, "operation": "refund", "kind": "error_500", "count": 1})
		b := s.order("refund-"+c.provider, 1)
		a := b.start(c.method)
		s.box.act("other_amount", a, fields{"amount": a.amount - 10_00})
		b.hears("refund.done", 1)
		if got := s.box.total(a); got.Refunds != 1 || got.Refunded != a.amount-10_00 {
			t.Errorf("%s: given back %d times, %s", c.method, got.Refunds, got.Refunded)
		}
	}
	s.audit()
}

func TestRefusedInvoiceGivesTheCodesBack(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("refused", 1)
	for _, c := range []struct{ method, provider string }{{"payselection", "payselection"}, {"tbank_sbp", "tbank"}, {"payin_p2p", "payin"}} {
		s.box.must("/faults", fields{"provider": c.provider, "operation": "create", "kind": "refuse", "count": 1})
		if _, status, code := b.try(c.method); status != http.StatusConflict || code != "payment.refused" {
			t.Errorf("%s refused: %d %s", c.method, status, code)
		}
		if s.freeCodes() != 1 {
			t.Errorf("%s: the code is held for a payment that does not exist", c.method)
		}
	}
	s.box.pay(b.start("tbank_sbp"))
	b.awaits("done")
	b.wantCodes(1)
	s.audit()
}

// Whoever holds a connection must not wait for another: with one connection
// that is seen at once, with many only when the shop is busiest.
func TestOneConnectionIsEnough(t *testing.T) {
	t.Parallel()
	s := openShopWith(t, 3, "&pool_max_conns=1")
	s.client.Timeout = 10 * time.Second
	s.promo("ODNO", 10, 5)
	b := s.order("single", 1)
	b.usesCode("ODNO", http.StatusOK)
	for _, call := range []struct {
		path string
		body fields
	}{
		{"/api/orders/" + itoa(b.id) + "/show_promo_code/", fields{"code": "ODNO"}},
		{"/api/orders/" + itoa(b.id) + "/deactivate_promo_code/", nil},
		{"/api/orders/" + itoa(b.id) + "/activate_promo_code/", fields{"code": "ODNO"}},
		{"/api/orders/pubg/" + itoa(b.id) + "/update/", fields{"products": []fields{{"id": b.line(), "quantity": 2}}}},
		{"/api/orders/pubg/" + itoa(b.id) + "/delivery_details/update/", fields{"email": "other@example.test"}},
	} {
		if status, code := b.call(http.MethodPost, call.path, call.body, nil); status != http.StatusOK {
			t.Errorf("%s: %d %s", call.path, status, code)
		}
	}
	b.start("tbank_sbp")
	a := b.start("payselection")
	if status, code := b.call(http.MethodPost, "/api/payments/payselection/status/", fields{"order_id": b.id, "currency": "RUB"}, nil); status != http.StatusOK {
		t.Errorf("asking now: %d %s", status, code)
	}
	s.box.act("twice", a, nil)
	b.awaits("done")
	b.hears("refund.done", 1)
	b.wantCodes(2)
	rich := s.orderAs("signed-in", s.tokens.Access(queryOne[int64](s, `select min(id) from users`), s.clock.now()), 1)
	if _, status, code := rich.try("balance"); status != http.StatusConflict || code != "balance.too_small" {
		t.Errorf("an empty balance: %d %s", status, code)
	}
	s.audit()
}
