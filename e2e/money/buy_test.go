package money_test

import (
	"net/http"
	"strings"
	"testing"

	"larek/internal/ledger"
	"larek/internal/money"
)

// charge is the quote of 2 × 660 UC (730.55 each) by each method.
var methods = []struct {
	name, scenario string
	charge         money.RUB
	payable        func(sc scenario) bool
}{
	{"payselection", "redirect", 1507_86, func(sc scenario) bool { return strings.HasPrefix(sc.URL, "http") }},
	{"tbank_sbp", "invoice_qr", 1483_02, func(sc scenario) bool { return strings.HasPrefix(sc.QrStr, "http") }},
	{"tbank_qr", "qr", 1483_02, func(sc scenario) bool { return strings.HasPrefix(sc.URL, "data:image/svg+xml") }},
	{"payin_p2p", "p2p", 1497_63, func(sc scenario) bool { return len(sc.CardNumber) == 16 }},
	{"payin_form", "form", 1591_14, func(sc scenario) bool { return strings.HasPrefix(sc.Action, "http") && len(sc.Fields) > 5 }},
	{"payin_external", "external", 1534_54, func(sc scenario) bool { return sc.HelpText != "" }},
	{"getpay", "p2p_redirect", 1512_24, func(sc scenario) bool { return strings.HasPrefix(sc.URL, "http") }},
}

func TestGuestBuysByEveryMethod(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2*len(methods))
	s.exec(`update payment_methods set is_active = true where name = 'getpay'`)
	for _, m := range methods {
		b := s.order("guest-"+strings.ReplaceAll(m.name, "_", "-"), 2)
		a, sc := b.startAs(m.name)
		if sc.Type != m.scenario || sc.Amount != m.charge || a.amount != m.charge || !m.payable(sc) {
			t.Errorf("%s: %+v, want %s for %s", m.name, sc, m.scenario, m.charge)
		}
		if sc.Type == "form" {
			s.box.submit(sc)
		}
		s.box.pay(a)
		b.awaits("done")
		b.wantCodes(2)
		b.hears("payment.received", 1)
		b.hears("delivery.completed", 1)
		s.box.wantTotal(a, 1, m.charge, 0)
	}
	s.audit()
}

func TestBalancePaysOnceAndNoMoreThanThereIs(t *testing.T) {
	t.Parallel()
	s := openShop(t, 3)
	user := queryOne[int64](s, `select min(id) from users`)
	token := s.tokens.Access(user, s.clock.now())
	const credit = 2000_00
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = s.checkout.Ledger.Post(t.Context(), tx, ledger.Entry{Reason: "goodwill", Ref: "1", Postings: []ledger.Posting{
		{Account: ledger.Discounts(), Currency: ledger.RUB, Amount: credit}, {Account: ledger.Customer(user), Currency: ledger.RUB, Amount: -credit},
	}})
	if err == nil {
		err = tx.Commit(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	b := s.orderAs("rich", token, 2)
	if sc, status, code := b.try("balance"); status != http.StatusOK || sc.Type != "wait_order_state" || sc.Amount != b.total {
		t.Fatalf("balance: %d %s %+v", status, code, sc)
	}
	b.awaits("done")
	b.wantCodes(2)
	more := s.orderAs("rich", token, 1)
	if _, status, code := more.try("balance"); status != http.StatusConflict || code != "balance.too_small" {
		t.Errorf("a balance that is too small: %d %s", status, code)
	}
	guest := s.order("stranger", 1)
	if _, status, _ := guest.try("balance"); status != http.StatusUnauthorized {
		t.Errorf("a guest paying from a balance: %d", status)
	}
	if left, err := s.checkout.Ledger.CustomerBalance(t.Context(), user); err != nil || left != credit-b.total {
		t.Errorf("left on the balance: %s (%v)", left, err)
	}
	s.audit()
}
