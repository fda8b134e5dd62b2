package desk_test

import (
	"fmt"
	"testing"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/refunds"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
)

// An erased buyer could not spend the money.
func TestNothingIsCreditedToAnErasedAccount(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, anna := o.deliveredOrder(), o.hire("admin")
	user := pgtest.One[int64](t, o.pool, `update users set erased_at = now() where id = (select user_id from orders where id = $1) returning id`, id)
	a := desk.Command{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
	if got, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Amount: new(money.Minor(40_00)), Destination: "balance", Send: true}); problemCode(err) != "invalid" {
		t.Errorf("a refund to the balance is %s (%v), want it refused", got.State, err)
	}
	if err := o.apologise(anna, id, rubles(1_00)); err == nil {
		t.Error("goodwill for the order: want it refused")
	}
	if err := o.credit(anna, user, rubles(1_00)); err == nil {
		t.Error("goodwill for the buyer: want it refused")
	}
	if n := pgtest.One[int64](t, o.pool, `select (select count(*) from ledger_postings where account = 'customer:' || $1) + (select count(*) from refunds) + (select count(*) from refund_grants)`, fmt.Sprint(user)); n != 0 {
		t.Errorf("%d rows of money, want none", n)
	}
	a.Key = newKey()
	if got, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Amount: new(money.Minor(40_00)), Destination: "method", Send: true}); err != nil || got.State != "sent" {
		t.Errorf("a refund the way it was paid is %s (%v), want sent", got.State, err)
	}
}
