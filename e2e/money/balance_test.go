package money_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"larek/e2e/shoptest"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest/factory"
)

// TestChargebackOfARefundToTheBalanceFreezesIt: a buyer who was refunded to the balance takes
// the same money back by the bank. It is frozen on the balance, and an operator takes it back
// or releases it.
func TestChargebackOfARefundToTheBalanceFreezesIt(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"debit", "release"} {
		s := openShop(t, 3)
		user := shoptest.One[int64](s.Shop, `select min(id) from users`)
		before, _ := s.Services().Ledger.CustomerBalance(t.Context(), user)
		token := s.Tokens.IssueServiceToken(user, s.Clock.Now())
		b := s.orderAs("twice", token, 1)
		a := b.StartPayment("payselection")
		s.Sandbox.Pay(a)
		b.WaitForStatus("done")
		if _, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: a.Amount, ToBalance: true, Why: "брак", Who: "anna"}); err != nil {
			t.Fatal(err)
		}
		b.WaitForEvent("refund.done", 1)
		s.Sandbox.Do("chargeback", a, nil)
		finance := s.HireOperator("finance")
		s.Exec(`update staff_role_permissions p set alone_limit = 100000 from staff_roles r where r.id = p.role_id and r.name = 'finance' and p.permission = 'recon.write_off'`)
		if status, code := finance.Call(http.MethodPost, fmt.Sprintf("orders/%d/chargeback/", b.ID), fields{
			"reason": shoptest.Reason, "amount": a.Amount.String(), "fee": "0.00", "number": "CB-1",
		}, nil); status != http.StatusOK {
			t.Fatalf("record the chargeback: %d %s", status, code)
		}
		if has, err := s.Services().Ledger.CustomerBalance(t.Context(), user); err != nil || has != before {
			t.Errorf("%s: %s can be spent (%v), want %s", way, has, err, before)
		}
		s.wantBalance(ledger.Frozen(user), -a.Amount)
		s.wantBalance(ledger.Chargebacks(), a.Amount)
		again := s.orderAs("twice-more", token, 1)
		if _, status, code := again.TryPayment("balance"); status == http.StatusOK {
			t.Errorf("%s: frozen money was spent: %d %s", way, status, code)
		}
		finance.Resolve(finance.WaitForQueue("balance_frozen", b.ID), way, fields{"text": "банк прав"})
		s.wantBalance(ledger.Frozen(user), 0)
		wantLoss, wantBalance := a.Amount, before
		if way == "debit" {
			wantLoss = 0
		} else {
			wantBalance += money.RUB(a.Amount)
		}
		s.wantBalance(ledger.Chargebacks(), wantLoss)
		if has, err := s.Services().Ledger.CustomerBalance(t.Context(), user); err != nil || has != wantBalance {
			t.Errorf("%s: %s can be spent in the end (%v), want %s", way, has, err, wantBalance)
		}
		s.sameMoney()
	}
}

// TestBalanceIsSpentWhileAChargebackFreezesIt: buyers who were refunded to the balance pay an
// order from it at the moment the chargeback of the same money is recorded. Whichever is first,
// nothing is spent and frozen too, and no balance is below zero.
func TestBalanceIsSpentWhileAChargebackFreezesIt(t *testing.T) {
	t.Parallel()
	const buyers = 6
	s := openShop(t, 2*buyers)
	finance := s.HireOperator("finance")
	spent := 0
	for i := range buyers {
		user := factory.User(t, s.Pool, nil)
		token := s.Tokens.IssueServiceToken(user, s.Clock.Now())
		b := s.orderAs(fmt.Sprintf("once-%d", i), token, 1)
		a := b.StartPayment("payselection")
		s.Sandbox.Pay(a)
		b.WaitForStatus("done")
		if _, err := s.Operator().RefundAfterDelivery(t.Context(), payment.RefundRequestByOperator{OrderID: b.ID, Amount: a.Amount, ToBalance: true, Why: "брак", Who: "anna"}); err != nil {
			t.Fatal(err)
		}
		b.WaitForEvent("refund.done", 1)
		s.Sandbox.Do("chargeback", a, nil)
		again := s.orderAs(fmt.Sprintf("again-%d", i), token, 1)
		var both sync.WaitGroup
		var paid int
		both.Go(func() { _, paid, _ = again.TryPayment("balance") })
		both.Go(func() {
			if status, code := finance.Call(http.MethodPost, fmt.Sprintf("orders/%d/chargeback/", b.ID), fields{
				"reason": shoptest.Reason, "amount": a.Amount.String(), "fee": "0.00", "number": fmt.Sprintf("CB-%d", i),
			}, nil); status != http.StatusOK {
				t.Errorf("record the chargeback: %d %s", status, code)
			}
		})
		both.Wait()
		frozen := a.Amount
		if paid == http.StatusOK {
			spent++
			again.WaitForStatus("done")
			again.WantCodes(1)
			frozen -= again.Total
		} else {
			again.WantCodes(0)
		}
		s.wantBalance(ledger.Frozen(user), -frozen)
		if has, err := s.Services().Ledger.CustomerBalance(t.Context(), user); err != nil || has != 0 {
			t.Errorf("%s can be spent (%v), want nothing", has, err)
		}
	}
	t.Logf("%d of %d balances were spent before they were frozen", spent, buyers)
	s.sameMoney()
}
