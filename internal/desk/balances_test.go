package desk_test

import (
	"cmp"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/checkout"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/refunds"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/seal"
	"larek/internal/staff"
)

// balances returns the accounts that debits and pay-outs change, and what was counted.
func (o *office) balances(user int64) string {
	o.t.Helper()
	has, err := o.shop.Ledger.CustomerBalance(o.t.Context(), user)
	if err != nil {
		o.t.Fatal(err)
	}
	return has.String() + " " + pgtest.One[string](o.t, o.pool, `select concat_ws(' ',
		(select coalesce(sum(amount), 0)::numeric(14, 2) from ledger_postings where account = 'bank'),
		(select coalesce(sum(amount), 0)::numeric(14, 2) from ledger_postings where account = 'writeoff'),
		(select count(*) from staff_takings where door = 'balance'))`)
}

// TestBalanceIsDebitedAndPaidOutByTwoAboveTheLimit also erases the account, which nothing is
// left on then.
func TestBalanceIsDebitedAndPaidOutByTwoAboveTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	user := factory.User(t, o.pool, factory.With{"email": "rich@box.example"})
	o.admin.Grants[staff.GoodwillGive] = rubles(1_000_00)
	if err := o.credit(o.admin, user, rubles(300_00)); err != nil {
		t.Fatal(err)
	}
	anna, boris := o.hire("finance"), o.hire("finance")
	anna.Grants[staff.ReconWriteOff] = rubles(100_00)
	act := func(who staff.Actor, text string) desk.Command {
		return desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: text}}
	}
	payOut := func(amount money.RUB, reference string) error {
		_, err := o.do.Customers.PayOutCustomer(t.Context(), act(anna, "просит вернуть, письмо 12"), user, amount, reference)
		return err
	}
	debit := func(who staff.Actor, amount money.RUB, text string) error {
		_, err := o.do.Customers.DebitCustomer(t.Context(), act(who, text), user, amount)
		return err
	}
	for name, err := range map[string]error{
		"more than there is":      debit(anna, rubles(300_01), "ошибка"),
		"nothing":                 debit(anna, 0, "ошибка"),
		"without a reason":        debit(anna, rubles(10_00), ""),
		"by an operator":          debit(o.hire("operator"), rubles(10_00), "ошибка"),
		"paid out without number": payOut(rubles(10_00), ""),
		"above the limit, alone":  payOut(rubles(250_00), "поручение 7"),
	} {
		if err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	if got := o.balances(user); got != "300.00 0.00 0.00 0" {
		t.Fatalf("refused, but balance, bank, write-offs and takings are %s", got)
	}
	if err := o.approve(boris); err != nil {
		t.Fatal(err)
	}
	if err := payOut(rubles(250_00), "поручение 7"); err != nil {
		t.Fatalf("approved by another person: %v", err)
	}
	if got := o.balances(user); got != "50.00 -250.00 0.00 1" {
		t.Fatalf("paid out: balance, bank, write-offs and takings are %s", got)
	}
	if err := o.eraseByTwo(user); err == nil {
		t.Error("an account with a balance was erased")
	}
	if err := debit(anna, rubles(50_00), "остаток не нужен, письмо 13"); err != nil {
		t.Fatal(err)
	}
	if got := o.balances(user); got != "0.00 -250.00 -50.00 2" {
		t.Errorf("given up: balance, bank, write-offs and takings are %s", got)
	}
	if err := o.eraseByTwo(user); err != nil {
		t.Errorf("an account whose balance was paid out and given up: %v", err)
	}
}

// eraseByTwo requests the erasure of a buyer's data and approves it as another person.
func (o *office) eraseByTwo(user int64) error {
	o.t.Helper()
	a := desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "Письмо 41"}}
	if _, err := o.do.Customers.AskToErase(o.t.Context(), a, user); err != nil && problemCode(err) != "user.erasure_asked" {
		o.t.Fatal(err)
	}
	_, err := o.do.Customers.DecideErasure(o.t.Context(), desk.Command{Actor: o.hire("admin"), Key: newKey(), Reason: audit.Reason{Code: "check"}}, user, true)
	return err
}

// TestOnlyWhatIsLeftOfABalanceIsFrozen: the buyer has spent a part of the refund before the
// chargeback, which is for more than the refund.
func TestOnlyWhatIsLeftOfABalanceIsFrozen(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.deliveredOrder()
	user := pgtest.One[int64](t, o.pool, `select user_id from orders where id = $1`, id)
	anna := o.hire("finance")
	a := func() desk.Command {
		return desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
	}
	if _, err := o.do.Refunds.GrantRefund(t.Context(), a(), refunds.Request{Amount: new(money.Minor(40_00)), Destination: "balance", Send: true}); err != nil {
		t.Fatal(err)
	}
	refund := pgtest.One[int64](t, o.pool, `select id from refunds where order_id = $1`, id)
	if err := o.flow.Refunds.SendRefund(t.Context(), refund); err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, o.pool, `with g as (insert into ledger_groups (reason, ref) values ('balance', 'spent') returning id)
		insert into ledger_postings (group_id, account, currency, amount) select g.id, p.account, 'RUB', p.amount from g, (values ('customer:' || $1::bigint, 15), ('orders', -15)) as p (account, amount)`, user)
	charge := func(amount money.RUB, number string) {
		t.Helper()
		act := a()
		act.Actor = anna
		if _, err := o.do.Finance.RecordChargeback(t.Context(), act, finance.ChargedBack{Amount: amount, Number: number}); err != nil {
			t.Fatal(err)
		}
	}
	frozen := func() string {
		m, err := ledger.Balance(t.Context(), o.pool, ledger.Frozen(user), money.Ruble)
		if err != nil {
			t.Fatal(err)
		}
		return m.Neg().String()
	}
	charge(rubles(60_00), "CB-1") // 60 by the bank and 40 on the balance are what was paid
	if got := frozen(); got != "0.00 RUB" {
		t.Errorf("%s is frozen, want nothing: nothing was returned twice", got)
	}
	charge(rubles(10_00), "CB-2")
	if got := frozen(); got != "10.00 RUB" {
		t.Errorf("%s is frozen, want 10.00", got)
	}
	charge(rubles(30_00), "CB-3")
	if got := frozen(); got != "25.00 RUB" {
		t.Errorf("%s is frozen, want 25.00: all that is left", got)
	}
	if rows := o.queueOf(desk.KindFrozen); len(rows) != 2 || !strings.Contains(rows[1].Reason, "потрачено раньше 15.00") {
		t.Errorf("the queue has %+v", rows)
	}
}

// TestOperatorsDebitOneBalanceAtOnce: two people take most of one balance at the same moment,
// by a debit and by a pay-out. One of them is refused, and nothing of theirs is booked.
func TestOperatorsDebitOneBalanceAtOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.admin.Grants[staff.GoodwillGive] = rubles(100_000_00)
	anna, boris := o.hire("finance"), o.hire("finance")
	anna.Grants[staff.ReconWriteOff], boris.Grants[staff.ReconWriteOff] = rubles(100_000_00), rubles(100_000_00)
	for range 10 {
		user := factory.User(t, o.pool, nil)
		if err := o.credit(o.admin, user, rubles(300_00)); err != nil {
			t.Fatal(err)
		}
		act := func(who staff.Actor) desk.Command {
			return desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "письмо 14"}}
		}
		var debited, paidOut error
		var both sync.WaitGroup
		both.Go(func() { _, debited = o.do.Customers.DebitCustomer(t.Context(), act(anna), user, rubles(200_00)) })
		both.Go(func() {
			_, paidOut = o.do.Customers.PayOutCustomer(t.Context(), act(boris), user, rubles(200_00), "поручение 8")
		})
		both.Wait()
		if (debited == nil) == (paidOut == nil) || problemCode(cmp.Or(debited, paidOut)) != "invalid" {
			t.Fatalf("debit: %v, pay-out: %v; want one of them refused", debited, paidOut)
		}
		has, err := o.shop.Ledger.CustomerBalance(t.Context(), user)
		if err != nil || has != rubles(100_00) {
			t.Errorf("%s is left (%v), want 100.00", has, err)
		}
		if n := pgtest.One[int64](t, o.pool, `select count(*) from staff_takings where door = 'balance' and user_id = $1`, user); n != 1 {
			t.Errorf("%d takings are counted, want 1", n)
		}
	}
}

// TestBalanceIsGivenUpWhileARefundComesToIt: a buyer gives up a balance of 300 at the moment a
// refund of 40 to it is granted, or completed. The refund reaches the buyer, or the account was
// erased before it was granted; never an erased account that money comes to.
func TestBalanceIsGivenUpWhileARefundComesToIt(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.admin.Grants[staff.GoodwillGive], o.admin.Grants[staff.RefundSend] = rubles(100_000_00), rubles(100_000_00)
	now := func() time.Time { return noon }
	key := seal.NewKey()
	buyers := account.NewService(o.pool, account.NewSessions(o.pool, account.NewTokens(key), key, now), nil, "", now)
	accounts := checkout.NewAccounts(o.pool, o.shop.Ledger, audit.NewService(o.pool, seal.Succession{key}, now), now)
	outcomes := map[string]int{}
	for round := range 20 {
		isGranted := round%2 == 1 // before
		id := o.deliveredOrder()
		user := pgtest.One[int64](t, o.pool, `select user_id from orders where id = $1`, id)
		if err := o.credit(o.admin, user, rubles(300_00)); err != nil {
			t.Fatal(err)
		}
		grant := func() error {
			a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
			_, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Amount: new(money.Minor(40_00)), Destination: "balance", Send: true})
			return err
		}
		complete := func() error {
			return o.flow.Refunds.SendRefund(t.Context(), pgtest.One[int64](t, o.pool, `select id from refunds where order_id = $1`, id))
		}
		at := grant
		if isGranted {
			if err := grant(); err != nil {
				t.Fatal(err)
			}
			at = complete
		}
		var erased, refunded error
		var both sync.WaitGroup
		both.Go(func() { erased = accounts.EraseAccount(t.Context(), buyers, user, new(rubles(300_00))) })
		both.Go(func() { refunded = at() })
		both.Wait()
		outcomes[fmt.Sprintf("granted before %t: erased %q, refunded %q", isGranted, problemCode(erased), problemCode(refunded))]++
		want := "300.00 0.00 false"
		switch {
		case erased == nil && refunded != nil && !isGranted:
			want = "0.00 -300.00 true"
		case erased == nil || refunded != nil:
			t.Errorf("erased: %v, refunded: %v; want the refund, or before it was granted the erasure", erased, refunded)
		case isGranted:
			want = "340.00 0.00 false"
		}
		has, err := o.shop.Ledger.CustomerBalance(t.Context(), user)
		if err != nil {
			t.Fatal(err)
		}
		state := func() string {
			return pgtest.One[string](t, o.pool, `select concat_ws(' ', $2::text, (select coalesce(sum(p.amount), 0)::numeric(14, 2) from ledger_postings p join ledger_groups g on g.id = p.group_id
				where g.reason = 'balance_given_up' and g.ref = $1::bigint::text and p.account = 'writeoff'), (select case when erased_at is null then 'false' else 'true' end from users where id = $1::bigint))`, user, has.String())
		}
		if got := state(); got != want {
			t.Errorf("balance, given up, erased: %s, want %s", got, want)
		}
	}
	t.Log(outcomes)
}
