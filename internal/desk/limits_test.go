package desk_test

import (
	"errors"
	"testing"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/problem"
	"larek/internal/staff"
)

// deliveredOrder inserts an order of 100 rubles of a buyer with an account, paid and
// delivered.
func (o *office) deliveredOrder() int64 {
	o.t.Helper()
	id := factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "status": "done", "user_id": factory.User(o.t, o.pool, nil)})
	factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product, "quantity": 2, "unit_price": 50, "status": "completed"})
	factory.Payment(o.t, o.pool, factory.PaymentAttempt(o.t, o.pool, id, factory.With{"status": "paid"}))
	return id
}

// TestSmallRefundsDoNotPassTheLimit refunds an order by parts, each below what the
// operator may send alone.
func TestSmallRefundsDoNotPassTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.deliveredOrder()
	anna := o.hire("admin")
	anna.Grants[staff.RefundSend] = rubles(60_00)
	refund := func() (desk.GrantAnswer, error) {
		a := desk.Act{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
		return o.do.GrantRefund(t.Context(), a, desk.RefundWish{Amount: new(money.Minor(40_00)), Destination: "method", Send: true})
	}
	if got, err := refund(); err != nil || got.State != "sent" {
		t.Fatalf("the first part is %s (%v), want sent", got.State, err)
	}
	got, err := refund()
	if err != nil || got.State != "granted" || !got.NeedsSecond {
		t.Fatalf("the second part is %s, needs a second person: %t (%v); want granted for a second person", got.State, got.NeedsSecond, err)
	}
	_, err = o.do.SendGrant(t.Context(), desk.Act{Actor: anna, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}, got.ID)
	if p, is := errors.AsType[*problem.Error](err); !is || p.Code != "desk.second_person" {
		t.Errorf("sending it alone ended with %v, want desk.second_person", err)
	}
	if sum := pgtest.One[string](t, o.pool, `select sum(amount)::text from refunds where order_id = $1`, id); sum != "40.00" {
		t.Errorf("%s is refunded, want 40.00", sum)
	}
	boris := o.hire("admin")
	sent, err := o.do.SendGrant(t.Context(), desk.Act{Actor: boris, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}, got.ID)
	if err != nil || sent.State != "sent" {
		t.Errorf("the second person's sending is %s (%v), want sent", sent.State, err)
	}
}

func TestSmallApologiesDoNotPassTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.deliveredOrder()
	anna := o.hire("admin")
	anna.Grants[staff.GoodwillGive] = rubles(50_00)
	give := func() error {
		a := desk.Act{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "other", Text: "извинились"}}
		_, err := o.do.GiveGoodwill(t.Context(), a, rubles(30_00))
		return err
	}
	if err := give(); err != nil {
		t.Fatal(err)
	}
	err := give()
	if p, is := errors.AsType[*problem.Error](err); !is || len(p.Fields) != 1 || p.Fields[0].Detail != "Не больше 20.00 ₽." {
		t.Errorf("got %v, want a refusal that names the 20 rubles left", err)
	}
	if sum := pgtest.One[string](t, o.pool, `select sum(amount)::numeric(14,2)::text from ledger_postings where account = 'goodwill'`); sum != "30.00" {
		t.Errorf("%s was given, want 30.00", sum)
	}
}
