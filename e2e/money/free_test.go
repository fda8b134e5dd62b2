package money_test

import (
	"net/http"
	"testing"

	"larek/e2e/shoptest"
)

func TestAHundredPercentDiscountIsAFreeOrderThatIsDelivered(t *testing.T) {
	t.Parallel()
	s := openShop(t, 5)
	s.promo("DAROM", 100, 2)
	guest := s.order("free", 1)
	if _, status, code := guest.TryPayment("free"); status != http.StatusConflict || code != "payment.not_free" {
		t.Errorf("free for an order that costs: %d %s, want 409 payment.not_free", status, code)
	}
	s.usesCode(guest, "DAROM")
	for _, method := range []string{"payselection", "tbank_sbp", "payin_p2p", "payin_form"} {
		if _, status, code := guest.TryPayment(method); status != http.StatusConflict || code != "payment.free" {
			t.Errorf("%s for a free order: %d %s, want 409 payment.free", method, status, code)
		}
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from payment_attempts where order_id = $1`, guest.ID); n != 0 || guest.Status() != "created" {
		t.Errorf("refusals left %d attempts, order is %s", n, guest.Status())
	}
	user := shoptest.One[int64](s.Shop, `select min(id) from users`)
	account := s.orderAs("free-account", s.Tokens.IssueServiceToken(user, s.Clock.Now()), 1)
	s.usesCode(account, "DAROM")
	for _, b := range []*shoptest.Buyer{guest, account} {
		sc, status, code := b.TryPayment("free")
		if status != http.StatusOK || sc.Type != "wait_order_state" || sc.OrderID != b.ID || sc.Amount != 0 {
			t.Errorf("free: %d %s %+v, want wait_order_state for 0.00", status, code, sc)
		}
		b.WaitForStatus("done")
		b.WantCodes(1)
		b.WaitForEvent("payment.received", 1)
		booked := shoptest.One[string](s.Shop, `select string_agg(p.account || ' ' || p.amount::numeric(14, 2), '; ' order by p.account)
			from ledger_groups g join ledger_postings p on p.group_id = g.id where g.order_id = $1 and g.reason = 'delivery'`, b.ID)
		if want := "discounts 730.55; revenue -730.55"; booked != want {
			t.Errorf("books: %s, want %s", booked, want)
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payments where order_id = $1`, b.ID); n != 0 {
			t.Errorf("%d payments for a free order", n)
		}
	}
	if _, status, code := guest.TryPayment("free"); status != http.StatusConflict || code != "order.paid" {
		t.Errorf("free once more: %d %s, want 409 order.paid", status, code)
	}
	if used := shoptest.One[int64](s.Shop, `select count(*) from promo_uses`); used != 2 {
		t.Errorf("the code is used %d times, want 2", used)
	}
	late := s.order("late", 1)
	if status, _ := late.Call(http.MethodPost, "/api/orders/"+itoa(late.ID)+"/activate_promo_code/", fields{"code": "DAROM"}, nil); status < 400 {
		t.Errorf("a used-up code is taken: %d", status)
	}
	s.Audit()
}
