package desk_test

import (
	"errors"
	"slices"
	"testing"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/queue"
	"larek/internal/desk/refunds"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/staff"
)

// TestWhatWasBlockedIsUnblocked blocks and unblocks the account, the address and the
// player of an order.
func TestWhatWasBlockedIsUnblocked(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	user := factory.User(t, o.pool, nil)
	id := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "done", "user_id": user, "email": "Bad@box.example", "detail": `{"moogold_user_id":"5123456789"}`})
	factory.Line(t, o.pool, id, factory.With{"product_id": o.product, "status": "completed"})
	act := func() desk.Command {
		return desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "other", Text: "ошиблись"}}
	}
	blocks := func() []order.BlockKind {
		list, err := o.do.OrderActions.Actions(t.Context(), o.admin, id)
		if err != nil {
			t.Fatal(err)
		}
		return list.Blocks
	}
	all := []order.BlockKind{order.BlockAccount, order.BlockEmail, order.BlockPlayer}
	for _, what := range all {
		if _, err := o.do.OrderActions.Unblock(t.Context(), act(), what); err == nil {
			t.Errorf("%s: unblocked before it was blocked", what)
		}
		if _, err := o.do.OrderActions.Block(t.Context(), act(), orders.Blocking{What: string(what), Words: "нет"}); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	if got := blocks(); !slices.Equal(got, all) {
		t.Fatalf("got %v, want %v", got, all)
	}
	detail := order.DeliveryDetails{MoogoldUserID: "5123456789"}
	if err := o.shop.Orders.CheckBlocked(t.Context(), new("bad@box.example"), order.DeliveryDetails{}); !errors.Is(err, order.ErrBlocked) {
		t.Errorf("the address: got %v, want it blocked", err)
	}
	for _, what := range all {
		if _, err := o.do.OrderActions.Unblock(t.Context(), act(), what); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if got := blocks(); len(got) != 0 {
		t.Errorf("got %v, want nothing blocked", got)
	}
	if err := o.shop.Orders.CheckBlocked(t.Context(), new("bad@box.example"), detail); err != nil {
		t.Errorf("after unblocking: %v", err)
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from audit where action = 'order.unblock' and order_id = $1`, id); n != 3 {
		t.Errorf("%d audit rows, want three", n)
	}
}

// TestOwnGrantAboveTheLimitIsShownAsNotSendable compares the refusal that the list and the queue show for a grant
// with the result of sending it.
func TestOwnGrantAboveTheLimitIsShownAsNotSendable(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.deliveredOrder()
	anna, boris := o.hire("admin"), o.hire("admin")
	anna.Grants[staff.RefundSend] = rubles(60_00)
	a := desk.Command{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
	if _, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Amount: new(money.Minor(40_00)), Destination: "method", Send: true}); err != nil {
		t.Fatal(err)
	}
	a.Key = newKey()
	g, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Amount: new(money.Minor(40_00)), Destination: "method", Send: true})
	if err != nil || !g.NeedsSecond {
		t.Fatalf("got %+v, %v, want one for a second person", g, err)
	}
	for _, who := range []staff.Actor{anna, boris} {
		want := ""
		if who.ID == anna.ID {
			want = desk.ErrSecondPerson.Detail
		}
		rows, err := o.do.Refunds.List(t.Context(), who, refunds.Filter{State: "waiting_second"}, 0, 10)
		if err != nil || len(rows) != 1 || rows[0].Actions[0].Name != refunds.ActionSend || rows[0].Actions[0].Reason != want || rows[0].Actions[0].Allowed != (want == "") {
			t.Errorf("the list: got %+v, %v, want the reason %q", rows, err, want)
		}
		d, err := o.do.Queue.Detail(t.Context(), who, desk.KindGrant, g.ID)
		if err != nil || d.Resolutions[0].Name != queue.ResolveSend || d.Resolutions[0].Reason != want || d.Resolutions[0].Allowed != (want == "") {
			t.Errorf("the queue: got %+v, %v, want the reason %q", d.Resolutions, err, want)
		}
	}
	o.wantLabels(desk.KindGrant, g.ID, "Разрешил: "+anna.Name, "Причина: Попросил покупатель", "Словами: "+a.Reason.Text, "Вернуть: 40.00 RUB", "Куда: тем же способом")
	if _, err := o.resolve(anna, desk.KindGrant, g.ID, queue.Decision{Resolution: queue.ResolveSend}); err == nil {
		t.Error("sent by the same person")
	}
	if _, err := o.resolve(boris, desk.KindGrant, g.ID, queue.Decision{Resolution: queue.ResolveSend}); err != nil {
		t.Error(err)
	}
}
