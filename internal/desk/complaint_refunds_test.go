package desk_test

import (
	"errors"
	"testing"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/desk/refunds"
	"larek/internal/order"
	"larek/internal/pg/pgtest"
	"larek/internal/staff"
)

// complainAgain complains about a code of an order as its buyer.
func (o *office) complainAgain(id int64, ref delivery.CodeRef) error {
	user := pgtest.One[int64](o.t, o.pool, `select user_id from orders where id = $1`, id)
	return o.checkout.Complain(o.t.Context(), order.Owner{UserID: &user}, id, ref, "снова")
}

func (o *office) wantRefused(name string, id int64, ref delivery.CodeRef, want error) {
	o.t.Helper()
	before := pgtest.One[string](o.t, o.pool, `select order_version($1) || (select count(*) from code_complaints)`, id)
	if err := o.complainAgain(id, ref); !errors.Is(err, want) {
		o.t.Errorf("%s: got %v, want %v", name, err, want)
	}
	if got := pgtest.One[string](o.t, o.pool, `select order_version($1) || (select count(*) from code_complaints)`, id); got != before {
		o.t.Errorf("%s: refused, but it is %s, was %s", name, got, before)
	}
}

// TestRefundByASecondPersonEndsTheComplaint grants the money for a code above what one
// person may send alone.
func TestRefundByASecondPersonEndsTheComplaint(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, _, complaint := o.complained(0)
	anna, boris := o.hire("admin"), o.admin
	anna.Grants[staff.RefundSend] = rubles(10_00)
	done, err := o.resolve(anna, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveRefund})
	if err != nil || done.ID == nil {
		t.Fatalf("got %+v, %v, want a grant", done, err)
	}
	if got := o.complaintState(complaint); got != "open" || len(o.queueOf(desk.KindCode)) != 1 {
		t.Errorf("the complaint is %s, want open until the money is sent", got)
	}
	sent, err := o.do.Refunds.SendGrant(t.Context(), desk.Command{Actor: boris, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}, *done.ID)
	if err != nil || sent.State != "sent" {
		t.Fatalf("got %+v, %v, want it sent", sent, err)
	}
	if got := o.complaintState(complaint); got != "refunded t" || len(o.queueOf(desk.KindCode)) != 0 {
		t.Errorf("the complaint is %s, want refunded", got)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(amount::text, ' ') from refunds where order_id = $1`, id); got != "50.00" {
		t.Errorf("refunds are %s, want 50.00: one code of two", got)
	}
}

// TestDeclinedRefundLeavesTheComplaintOpen: nothing was refunded.
func TestDeclinedRefundLeavesTheComplaintOpen(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, _, complaint := o.complained(0)
	anna := o.hire("admin")
	anna.Grants[staff.RefundSend] = rubles(10_00)
	done, err := o.resolve(anna, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveRefund})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.do.Refunds.DeclineGrant(t.Context(), desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "нет"}}, *done.ID); err != nil {
		t.Fatal(err)
	}
	if got := o.complaintState(complaint); got != "open" {
		t.Errorf("the complaint is %s, want open", got)
	}
}

// TestNoComplaintAboutACodeWhoseMoneyWentBack refunds one code, then all of the line.
func TestNoComplaintAboutACodeWhoseMoneyWentBack(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, complaint := o.complained(0)
	other := pgtest.One[int64](t, o.pool, `select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = $1 and c.id <> $2`, id, code)
	if _, err := o.resolve(o.admin, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveRefund}); err != nil {
		t.Fatal(err)
	}
	o.wantRefused("the refunded code", id, delivery.CodeRef{ID: code}, delivery.ErrCodeRefunded)
	if err := o.complainAgain(id, delivery.CodeRef{ID: other}); err != nil {
		t.Fatalf("the other code: %v", err)
	}
	a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
	if g, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Destination: "method", Send: true}); err != nil || g.State != "sent" {
		t.Fatalf("the rest of the order: %+v, %v", g, err)
	}
	if got := pgtest.One[string](t, o.pool, `select state from code_complaints where code_id = $1`, other); got != "refunded" || len(o.queueOf(desk.KindCode)) != 0 {
		t.Errorf("the complaint about the other code is %s, want refunded with the rest of the order", got)
	}
	o.wantRefused("the other code", id, delivery.CodeRef{ID: other}, delivery.ErrCodeRefunded)
}

// TestNoComplaintAboutALineThatWasRefunded refunds everything before any complaint.
func TestNoComplaintAboutALineThatWasRefunded(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, _ := o.complained(0)
	pgtest.Exec(t, pgtest.Owner(t, o.pool), `delete from code_complaints`)
	a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
	if g, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Destination: "method", Send: true}); err != nil || g.State != "sent" {
		t.Fatalf("%+v, %v", g, err)
	}
	o.wantRefused("a refunded line", id, delivery.CodeRef{ID: code}, delivery.ErrCodeRefunded)
}

// TestNumberOfACodeMayCoincideWithThatOfAUnit: an order with a code of the stock and a
// unit of the same number.
func TestNumberOfACodeMayCoincideWithThatOfAUnit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, complaint := o.complained(0)
	pgtest.Exec(t, pgtest.Owner(t, o.pool), `delete from code_complaints where id = $1`, complaint)
	pgtest.Exec(t, o.pool, `insert into delivery_units (id, order_id, line_id, n, state, sealed, key_id, delivered_at)
		select $2, $1, min(l.id), 1, 'delivered', 'x', 't', $3 from order_lines l where l.order_id = $1`, id, code, noon)
	if err := o.complainAgain(id, delivery.CodeRef{ID: code}); err == nil {
		t.Error("a number of two codes: not refused")
	}
	about := func() string {
		return pgtest.One[string](t, o.pool, `select coalesce(string_agg(concat_ws(' ', 'code ' || code_id, 'unit ' || unit_id), ',' order by id), '') from code_complaints`)
	}
	if got := about(); got != "" {
		t.Errorf("got %s, want no complaint", got)
	}
	if err := o.complainAgain(id, delivery.CodeRef{ID: code, IsUnit: new(true)}); err != nil {
		t.Fatal(err)
	}
	o.wantRefused("the unit again", id, delivery.CodeRef{ID: code, IsUnit: new(true)}, delivery.ErrComplaintOpen)
	if err := o.complainAgain(id, delivery.CodeRef{ID: code, IsUnit: new(false)}); err != nil {
		t.Fatal(err)
	}
	number := pgtest.One[string](t, o.pool, `select $1::bigint::text`, code)
	if got, want := about(), "unit "+number+",code "+number; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
