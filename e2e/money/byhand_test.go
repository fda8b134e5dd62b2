package money_test

import (
	"errors"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/fulfilment"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/payment"
)

// part pays 300 rubles of an order's price by a transfer and no more: they are
// refunded, which at Payin only an operator can do.
func (s *shop) part(b *shoptest.Buyer) (shoptest.Attempt, int64) {
	s.T.Helper()
	a := b.StartPayment("payin_p2p")
	s.Sandbox.Do("partial", a, fields{"amount": money.Minor(300_00)})
	s.AdvanceClock(31 * time.Minute)
	return a, s.refundOf(b, payment.RefundManual)
}

func TestOperatorGivesBackByHand(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	inCabinet, elsewhere := s.order("cabinet", 1), s.order("elsewhere", 1)
	a, id := s.part(inCabinet)
	s.Sandbox.Do("refund", a, nil)
	if err := s.Operator().RefundDoneByHand(t.Context(), id, "anna", "Payin, операция 55"); err != nil {
		t.Fatal(err)
	}
	if err := s.Operator().RefundDoneByHand(t.Context(), id, "boris", "ещё раз"); !errors.Is(err, payment.ErrNotManual) {
		t.Errorf("done again: %v, want ErrNotWaiting", err)
	}
	stored := shoptest.One[string](s.Shop, `select ended_by || ': ' || proof from refunds where id = $1`, id)
	if stored != "anna: Payin, операция 55" {
		t.Errorf("got proof %q", stored)
	}
	inCabinet.WaitForEvent("refund.done", 1)
	s.sameMoney()

	_, id = s.part(elsewhere)
	if err := s.Operator().RedirectRefund(t.Context(), id, "anna", "карта …1234"); err != nil {
		t.Fatal(err)
	}
	elsewhere.WaitForEvent("refund.redirected", 1)
	if err := s.Operator().RefundDoneByHand(t.Context(), id, "anna", "перевод 77"); err != nil {
		t.Fatal(err)
	}
	elsewhere.WaitForEvent("refund.done", 1)
	s.wantBalance(ledger.Bank(), -300_00)
	s.wantBalance(ledger.Unapplied(), 0)
	s.sameMoney()
	s.AdvanceClock(25 * time.Hour)
	elsewhere.WaitForStatus("failed")
	s.Audit()
}

func TestOperatorGivesBackToTheBalance(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	user := shoptest.One[int64](s.Shop, `select min(id) from users`)
	before, err := s.Services().Ledger.CustomerBalance(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	_, id := s.part(s.orderAs("rich", s.Tokens.IssueServiceToken(user, s.Clock.Now()), 1))
	for range 2 {
		err = s.Operator().RefundToBalance(t.Context(), id, "anna")
	}
	if !errors.Is(err, payment.ErrNotManual) {
		t.Errorf("twice: %v, want ErrNotWaiting", err)
	}
	if after, err := s.Services().Ledger.CustomerBalance(t.Context(), user); err != nil || after != before+300_00 {
		t.Errorf("the balance is %s (%v), want %s", after, err, before+300_00)
	}
	guest := s.order("guest", 1)
	_, id = s.part(guest)
	if err := s.Operator().RefundToBalance(t.Context(), id, "anna"); !errors.Is(err, fulfilment.ErrNoBalance) {
		t.Errorf("a guest's balance: %v, want ErrNoBalance", err)
	}
	s.refundOf(guest, payment.RefundManual)
	s.sameMoney()
}

// A friend pays by the order's link. The money is the friend's: it goes back by the
// method, whatever the owner or an operator chooses.
func TestMoneyOfAPayerByLinkNeverGoesToTheOwnersBalance(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	user := shoptest.One[int64](s.Shop, `select min(id) from users`)
	token := s.Tokens.IssueServiceToken(user, s.Clock.Now())
	balance := func() money.RUB {
		t.Helper()
		b, err := s.Services().Ledger.CustomerBalance(t.Context(), user)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	before := balance()

	b := s.orderAs("owner", token, 1)
	a := b.Link().StartPayment("payselection")
	s.Sandbox.Pay(a)
	b.WaitForStatus("done")
	wish := payment.RefundRequestByOperator{OrderID: b.ID, Amount: 100_00, ToBalance: true, Why: "подарок", Who: "anna"}
	if _, err := s.Operator().RefundAfterDelivery(t.Context(), wish); err != nil {
		t.Fatal(err)
	}
	b.WaitForEvent("refund.done", 1)
	if got := s.Sandbox.Total(a); got.Refunded != 100_00 {
		t.Errorf("the payer got %s back, want 100.00", got.Refunded)
	}

	refused := s.orderAs("owner2", token, 1)
	s.Sandbox.Command("/faults", fields{"provider": "payselection", "operation": "refund", "kind": "refuse", "percent": 100})
	a = refused.Link().StartPayment("payselection")
	s.Sandbox.Do("other_amount", a, fields{"amount": a.Amount + 100_00})
	refused.WaitForStatus("done")
	id := s.refundOf(refused, payment.RefundManual)
	if err := s.Operator().RefundToBalance(t.Context(), id, "anna"); !errors.Is(err, fulfilment.ErrNoBalance) {
		t.Errorf("to the owner's balance: %v, want ErrNoBalance", err)
	}
	s.refundOf(refused, payment.RefundManual)
	if after := balance(); after != before {
		t.Errorf("the owner's balance is %s, want %s as before", after, before)
	}
	s.sameMoney()
}

// Money that is being refunded is not used for the order again.
func TestRestOfAPaymentThatComesAfterExpiryGoesBackToo(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("late-rest", 1)
	a, _ := s.part(b)
	s.Sandbox.Do("late", a, nil)
	s.Eventually(func() string {
		got := shoptest.One[string](s.Shop, `select coalesce(sum(amount), 0)::text from refunds where order_id = $1 and status = 'manual'`, b.ID)
		return shoptest.FailUnless(got == a.Amount.String(), "%s is to be given back by hand, want %s", got, a.Amount)
	})
	if p := b.Page(); p.Status != string(order.WaitingForPayment) || !p.Payable {
		t.Errorf("the order is %s, payable %v; want it open to be paid", p.Status, p.Payable)
	}
	s.sameMoney()
	s.Sandbox.Pay(b.StartPayment("payselection"))
	b.WaitForStatus("done")
	b.WantCodes(1)
	s.sameMoney()
	s.ManualRefunds = a.Amount
	s.Audit()
}

func TestPartsOfADeliveredOrderGoBack(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for _, c := range refundable {
		balance := func(a ledger.Account) money.Minor {
			sum, err := ledger.Balance(t.Context(), s.Pool, a, money.Ruble)
			if err != nil {
				t.Fatal(err)
			}
			return sum.Minor
		}
		revenue, fees := balance(ledger.Revenue()), balance(ledger.Fees())
		b, a := s.delivered("after-"+c.provider, c.method)
		line, earned := s.lineOf(b), balance(ledger.Revenue())+balance(ledger.Fees())
		wishes := []payment.RefundRequestByOperator{
			{OrderID: b.ID, LineID: &line, Amount: 100_00, Why: "код не сработал", Who: "anna"},
			{OrderID: b.ID, LineID: &line, Amount: 100_00, Why: "код не сработал", Who: "boris"}, // pressed twice
			{OrderID: b.ID, LineID: &line, Amount: 100_00, Why: "и второй раз", Who: "anna"},
			{OrderID: b.ID, Amount: 50_00, Why: "извинение", Who: "anna"},
		}
		for _, w := range wishes {
			if _, err := s.Operator().RefundAfterDelivery(t.Context(), w); err != nil {
				t.Errorf("%s, %s: %v", c.provider, w.Why, err)
			}
		}
		b.WaitForEvent("refund.done", 3)
		s.wantBack(a, 250_00, 3)
		if got := balance(ledger.Revenue()) + balance(ledger.Fees()); got != earned+250_00 {
			t.Errorf("%s: revenue and fees are %s, want %s", c.provider, got, earned+250_00)
		}
		rest := money.Minor(a.Amount) - 250_00
		if _, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: rest + 1, Why: "всё", Who: "anna"}); !errors.Is(err, payment.ErrTooMuch) {
			t.Errorf("%s: a kopeck too much: %v, want ErrTooMuch", c.provider, err)
		}
		s.wantBack(a, 250_00, 3)
		if _, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: rest, Why: "всё", Who: "anna"}); err != nil {
			t.Errorf("%s: the rest: %v", c.provider, err)
		}
		b.WaitForEvent("refund.done", 4)
		s.wantBack(a, money.Minor(a.Amount), 4)
		s.wantBalance(ledger.Revenue(), revenue) // nothing was earned in the end, of goods or of fees
		s.wantBalance(ledger.Fees(), fees)
	}
	s.sameMoney()
	s.Audit()
}

// If the refund is larger than the rest of the payment, the rest is refunded and
// the difference becomes a task, not a step that always fails.
func TestRefundLargerThanThePaymentIsATask(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("too-large", 1)
	a := b.PayByCard()
	b.WaitForStatus("done")
	if _, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: 100_00, Why: "извинение", Who: "anna"}); err != nil {
		t.Fatal(err)
	}
	tx, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context()) //nolint:errcheck // only looked at: the goods were delivered
	// As every step does: the workflow may be sending the first refund.
	if _, err := order.Lock(t.Context(), tx, b.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Services().Payments.Refunds.CreateLineRefund(t.Context(), tx, b.ID, s.lineOf(b), money.RUB(b.Total), payment.DestinationMethod); err != nil {
			t.Fatal(err)
		}
	}
	var back, missing money.Minor
	err = tx.QueryRow(t.Context(), `select (select sum(amount) from refunds where order_id = $1 and reason = 'undelivered'),
		(select sum(amount) from payment_tasks where order_id = $1 and kind = 'refund_too_large')`, b.ID).Scan(&back, &missing)
	if err != nil || back != money.Minor(a.Amount)-100_00 || missing != 100_00 {
		t.Errorf("got %s refunded, %s as a task (%v); want %s and 100.00", back, missing, err, money.Minor(a.Amount)-100_00)
	}
}

func TestPartThatIsToldOfAfterExpiryGoesBack(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("late-part", 1)
	a := b.StartPayment("payin_p2p")
	s.Sandbox.Do("partial", a, fields{"amount": money.Minor(300_00), "webhook": "lose"})
	s.AdvanceClock(31 * time.Minute)
	b.WaitForEvent("payment.expired", 1)
	if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices`); n != 0 {
		t.Fatalf("%d notices came before the end, want none", n)
	}
	if f := s.forge(a, fields{"what": "replay"}); !f.Acknowledged {
		t.Fatalf("the late notice: %+v", f)
	}
	s.refundOf(b, payment.RefundManual)
	s.sameMoney()
	s.ManualRefunds = 300_00
	s.Audit()
}
