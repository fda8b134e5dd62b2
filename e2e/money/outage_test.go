package money_test

import (
	"net/http"
	"testing"
	"time"

	"larek/e2e/shoptest"
)

func TestTimeoutOfANewInvoiceMakesNoSecondOne(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range []struct{ method, provider, operation string }{
		{"payselection", "payselection", "create"}, {"tbank_sbp", "tbank", "create"},
	} {
		s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": c.operation, "kind": "timeout_after_accept", "count": 1, "slow_ms": 200})
		b := s.order("timeout-"+c.provider, 1)
		if _, status, code := b.TryPayment(c.method); status != http.StatusServiceUnavailable || code != "payment.silent" {
			t.Errorf("%s timed out: %d %s", c.method, status, code)
		}
		a := b.StartPayment(c.method)
		s.Sandbox.Pay(a)
		b.WaitForStatus("done")
		s.Sandbox.ExpectMoney(a, a.Amount, 0)
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_attempts where order_id = $1`, b.ID); n != 1 {
			t.Errorf("%s: got %d attempts, want 1", c.method, n)
		}
	}
	s.Audit()
}

func TestInvoicePaidBeforeItsAnswerCame(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	s.Sandbox.Command("/auto", fields{"pay": true})
	s.Sandbox.Command("/faults", fields{"provider": "payselection", "operation": "create", "kind": "slow", "after_accept": true, "count": 1, "slow_ms": 3000})
	b := s.order("hasty", 1)
	sc, status, code := b.TryPayment("payselection")
	if status != http.StatusOK || sc.Type != "wait_order_state" {
		t.Errorf("a payment that was made already: %d %s %+v", status, code, sc)
	}
	b.WaitForStatus("done")
	s.Audit()
}

func TestTimeoutOfARefundGivesBackOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range []struct{ method, provider string }{{"payselection", "payselection"}, {"tbank_sbp", "tbank"}} {
		s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": "refund", "kind": "timeout_after_accept", "count": 1, "slow_ms": 200})
		s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": "refund", "kind": "error_500", "count": 1})
		b := s.order("refund-"+c.provider, 1)
		a := b.StartPayment(c.method)
		s.Sandbox.Do("other_amount", a, fields{"amount": a.Amount - 10_00})
		b.WaitForEvent("refund.done", 1)
		if got := s.Sandbox.Total(a); got.Refunds != 1 || got.Refunded != a.Amount-10_00 {
			t.Errorf("%s: refunded %d times, %s", c.method, got.Refunds, got.Refunded)
		}
	}
	s.Audit()
}

func TestRefusedInvoiceGivesTheCodesBack(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("refused", 1)
	for _, c := range []struct{ method, provider string }{{"payselection", "payselection"}, {"tbank_sbp", "tbank"}, {"payin_p2p", "payin"}} {
		s.Sandbox.Command("/faults", fields{"provider": c.provider, "operation": "create", "kind": "refuse", "count": 1})
		if _, status, code := b.TryPayment(c.method); status != http.StatusConflict || code != "payment.refused" {
			t.Errorf("%s refused: %d %s", c.method, status, code)
		}
		if s.freeCodes() != 1 {
			t.Errorf("%s: the code is held for a payment that does not exist", c.method)
		}
	}
	s.Sandbox.Pay(b.StartPayment("tbank_sbp"))
	b.WaitForStatus("done")
	b.WantCodes(1)
	s.Audit()
}

// The holder of a connection must not wait for another: with one connection that is
// seen at once, with many only when the shop is busiest.
func TestOneConnectionIsEnough(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWith(t, "&pool_max_conns=1"), 3)
	s.Client.Timeout = 10 * time.Second
	s.promo("ODNO", 10, 5)
	b := s.order("single", 1)
	s.usesCode(b, "ODNO")
	for _, call := range []struct {
		path string
		body fields
	}{
		{"/api/orders/" + itoa(b.ID) + "/show_promo_code/", fields{"code": "ODNO"}},
		{"/api/orders/" + itoa(b.ID) + "/deactivate_promo_code/", nil},
		{"/api/orders/" + itoa(b.ID) + "/activate_promo_code/", fields{"code": "ODNO"}},
		{"/api/orders/pubg/" + itoa(b.ID) + "/update/", fields{"products": []fields{{"id": s.lineOf(b), "quantity": 2}}}},
		{"/api/orders/pubg/" + itoa(b.ID) + "/delivery_details/update/", fields{"email": "other@example.test"}},
	} {
		if status, code := b.Call(http.MethodPost, call.path, call.body, nil); status != http.StatusOK {
			t.Errorf("%s: got %d %s, want 200", call.path, status, code)
		}
	}
	b.StartPayment("tbank_sbp")
	a := b.StartPayment("payselection")
	if status, code := b.Call(http.MethodPost, "/api/payments/payselection/status/", fields{"order_id": b.ID, "currency": "RUB"}, nil); status != http.StatusOK {
		t.Errorf("asking now: got %d %s, want 200", status, code)
	}
	s.Sandbox.Do("twice", a, nil)
	b.WaitForStatus("done")
	b.WaitForEvent("refund.done", 1)
	b.WantCodes(2)
	// The second payment went back and is no part of what the order was paid with.
	if p, want := b.Page().Paid, (shoptest.Paid{Amount: a.Amount, Currency: "RUB"}); p == nil || *p != want {
		t.Errorf("the page of an order paid twice shows %+v, want %+v", p, want)
	}
	rich := s.orderAs("signed-in", s.Tokens.IssueServiceToken(shoptest.One[int64](s.Shop, `select min(id) from users`), s.Clock.Now()), 1)
	if _, status, code := rich.TryPayment("balance"); status != http.StatusConflict || code != "balance.too_small" {
		t.Errorf("an empty balance: %d %s", status, code)
	}
	s.Audit()
}
