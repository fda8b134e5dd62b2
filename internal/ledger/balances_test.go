package ledger

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
)

// TestDatabaseRefusesABalanceBelowZero spends a balance at once by code that neither locks nor
// looks.
func TestDatabaseRefusesABalanceBelowZero(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	if err := post(t, s, RefundedFromOrder{To: Customer(1), Amount: money.Of(100, "RUB"), Net: 100}.Entry("r1", 1)); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var done atomic.Int32
	for i := range 10 {
		wg.Go(func() {
			err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
				return s.Post(t.Context(), tx, BalanceSpent{UserID: 1, Total: 40}.Entry(strconv.Itoa(i), 1))
			})
			if err == nil {
				done.Add(1)
			} else {
				wantRefusal(t, "spending", err, "ledger_postings_balance_check")
			}
		})
	}
	wg.Wait()
	if left, err := s.CustomerBalance(t.Context(), 1); err != nil || left != 20 || done.Load() != 2 {
		t.Errorf("%d of ten could spend, %s is left (%v); want 2 and 0.20", done.Load(), left, err)
	}
}

// TestFrozenMoneyIsNotSpent freezes a part of a balance, and decides about it.
func TestFrozenMoneyIsNotSpent(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	want := func(step string, spendable, frozen money.RUB) {
		t.Helper()
		has, err := s.CustomerBalance(t.Context(), 1)
		held, heldErr := Balance(t.Context(), pool, Frozen(1), money.Ruble)
		if err != nil || heldErr != nil || has != spendable || held.Minor != -money.Minor(frozen) {
			t.Errorf("%s: %s can be spent and %s is frozen (%v, %v), want %s and %s", step, has, held, err, heldErr, spendable, frozen)
		}
	}
	for _, step := range []struct {
		name              string
		entry             Entry
		constraint        string
		spendable, frozen money.RUB
	}{
		{"refunded to the balance", RefundedFromOrder{To: Customer(1), Amount: money.Of(100, "RUB"), Net: 100}.Entry("1", 1), "", 100, 0},
		{"frozen", BalanceFrozen{1, 70}.Entry("1", 1), "", 30, 70},
		{"spent", BalanceSpent{UserID: 1, Total: 40}.Entry("s", 1), "ledger_postings_balance_check", 30, 70},
		{"frozen twice", BalanceFrozen{1, 40}.Entry("2", 1), "ledger_postings_balance_check", 30, 70},
		{"released", BalanceReleased{1, 50}.Entry("1", 1), "", 80, 20},
		{"debited", FrozenDebited{1, 20}.Entry("1", 1), "", 80, 0},
		{"debited again", FrozenDebited{1, 20}.Entry("2", 1), "ledger_postings_balance_check", 80, 0},
		{"paid out", BalancePaidOut{1, 50}.Entry("p"), "", 30, 0},
		{"given up", BalanceDebited{1, 30}.Entry("d"), "", 0, 0},
	} {
		err := post(t, s, step.entry)
		switch {
		case step.constraint != "":
			wantRefusal(t, step.name, err, step.constraint)
		case err != nil:
			t.Errorf("%s: %v", step.name, err)
		}
		want(step.name, step.spendable, step.frozen)
	}
	if got := pgtest.One[string](t, pool, `select string_agg(account || ' ' || sum, ', ' order by account) from (
		select account, sum(amount)::numeric(14, 2)::text as sum from ledger_postings where account not like 'customer:%' group by account) x`); got != "bank -0.50, chargebacks -0.20, orders 1.00, writeoff -0.30" {
		t.Errorf("the other accounts: %s", got)
	}
}
