package money_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/ledger"
	"larek/internal/money"
)

// charge is the quote of 2 × 660 UC (730.55 each) by each method.
var methods = []struct {
	name, scenario string
	charge         money.Minor
	payable        func(sc shoptest.Scenario) bool
}{
	{"payselection", "redirect", 1507_86, func(sc shoptest.Scenario) bool { return strings.HasPrefix(sc.URL, "http") }},
	{"tbank_sbp", "invoice_qr", 1483_02, func(sc shoptest.Scenario) bool { return strings.HasPrefix(sc.QrStr, "http") }},
	{"tbank_qr", "qr", 1483_02, func(sc shoptest.Scenario) bool { return strings.HasPrefix(sc.URL, "data:image/svg+xml") }},
	{"payin_p2p", "p2p", 1497_63, func(sc shoptest.Scenario) bool { return len(sc.CardNumber) == 16 }},
	{"payin_form", "form", 1591_14, func(sc shoptest.Scenario) bool { return strings.HasPrefix(sc.Action, "http") && len(sc.Fields) > 5 }},
	{"payin_external", "external", 1534_54, func(sc shoptest.Scenario) bool { return sc.HelpText != "" }},
	{"getpay", "p2p_redirect", 1512_24, func(sc shoptest.Scenario) bool { return strings.HasPrefix(sc.URL, "http") }},
}

// All eight payment scenarios are reached in the seeded shop (balance waits for
// the order), and a method's canRetrievePaymentData agrees with payment_data.
func TestGuestBuysByEveryMethod(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2*len(methods))
	for _, m := range methods {
		b := s.order("guest-"+strings.ReplaceAll(m.name, "_", "-"), 2)
		a := b.StartPayment(m.name)
		sc := a.Scenario
		if sc.Type != m.scenario || sc.Amount != m.charge || a.Amount != m.charge || !m.payable(sc) {
			t.Errorf("%s: %+v, want %s for %s", m.name, sc, m.scenario, m.charge)
		}
		wantPaymentData(t, s, b, m.name, cmp.Or(sc.QrStr, sc.URL))
		if sc.Type == "form" {
			submit(t, sc)
		}
		s.Sandbox.Pay(a)
		b.WaitForStatus("done")
		b.WantCodes(2)
		b.WaitForEvent("payment.received", 1)
		b.WaitForEvent("delivery.completed", 1)
		s.Sandbox.ExpectMoney(a, m.charge, 0)
	}
	s.Audit()
}

// wantPaymentData opens the provider's page again where the method allows it, and
// nowhere else.
func wantPaymentData(t *testing.T, s *shop, b *shoptest.Buyer, method, page string) {
	t.Helper()
	var data struct {
		URL string `json:"url"`
	}
	status, code := b.Call(http.MethodGet, fmt.Sprintf("/api/orders/payment_data/%d/", b.ID), nil, &data)
	can := shoptest.One[bool](s.Shop, `select bool_and(can_retrieve_payment_data) from payment_methods where name = $1`, method)
	if can && (status != 200 || data.URL != page) || !can && (status != 404 || code != "payment.no_page") {
		t.Errorf("%s says %v: %d %s %s", method, can, status, code, data.URL)
	}
}

// submit posts a form as the buyer's browser would, fields in their order.
func submit(t *testing.T, sc shoptest.Scenario) {
	t.Helper()
	var form []string
	for _, f := range sc.Fields {
		form = append(form, url.Values{f.Name: {f.Value}}.Encode())
	}
	browser := http.Client{Timeout: shoptest.StuckTimeout, Transport: new(http.Transport), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := browser.Post(sc.Action, "application/x-www-form-urlencoded", strings.NewReader(strings.Join(form, "&")))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		t.Fatalf("form: %s", res.Status)
	}
}

func TestBalancePaysOnceAndNoMoreThanThereIs(t *testing.T) {
	t.Parallel()
	s := openShop(t, 3)
	user := shoptest.One[int64](s.Shop, `select min(id) from users`)
	token := s.Tokens.IssueServiceToken(user, s.Clock.Now())
	const credit = 2000_00
	tx, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = s.Services().Ledger.Post(t.Context(), tx, ledger.Entry{Reason: "goodwill", Ref: "1", Postings: []ledger.Posting{
		{Account: ledger.Discounts(), Amount: money.Of(credit, money.Ruble)}, {Account: ledger.Customer(user), Amount: money.Of(-credit, money.Ruble)},
	}})
	if err == nil {
		err = tx.Commit(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	b := s.orderAs("rich", token, 2)
	if sc, status, code := b.TryPayment("balance"); status != http.StatusOK || sc.Type != "wait_order_state" || sc.OrderID != b.ID || sc.Amount != b.Total {
		t.Fatalf("balance: %d %s %+v", status, code, sc)
	}
	b.WaitForStatus("done")
	b.WantCodes(2)
	more := s.orderAs("rich", token, 1)
	if _, status, code := more.TryPayment("balance"); status != http.StatusConflict || code != "balance.too_small" {
		t.Errorf("a balance that is too small: %d %s", status, code)
	}
	guest := s.order("stranger", 1)
	if _, status, _ := guest.TryPayment("balance"); status != http.StatusUnauthorized {
		t.Errorf("a guest paying from a balance: got %d, want 401", status)
	}
	if left, err := s.Services().Ledger.CustomerBalance(t.Context(), user); err != nil || money.Minor(left) != credit-b.Total {
		t.Errorf("left on the balance: %s (%v)", left, err)
	}
	s.Audit()
}
