package desk_test

import (
	"testing"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/queue"
	"larek/internal/desk/refunds"
	"larek/internal/pg/pgtest"
	"larek/internal/staff"
)

// replace replaces a code of an order on its page.
func (o *office) replace(who staff.Actor, id int64, r orders.Replacement) (desk.Done, error) {
	a := desk.Command{Actor: who, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "code_invalid", Text: "не подошёл"}}
	return o.do.OrderActions.ReplaceCode(o.t.Context(), a, r)
}

// TestRefundedCodeIsNotReplaced refunds one of two codes, then the other with the rest of its
// line: neither is replaced, on the page of the order or anywhere else.
func TestRefundedCodeIsNotReplaced(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, complaint := o.complained(3)
	other := pgtest.One[int64](t, o.pool, `select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = $1 and c.id <> $2`, id, code)
	if _, err := o.resolve(o.admin, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveRefund}); err != nil {
		t.Fatal(err)
	}
	given := o.givenCodes(id)
	refuse := func(what string, id, code int64) {
		t.Helper()
		if _, err := o.replace(o.admin, id, orders.Replacement{CodeID: code}); problemCode(err) != "desk.refused" {
			t.Errorf("%s: %v, want desk.refused", what, err)
		}
	}
	refuse("the refunded code", id, code)
	if list, err := o.do.OrderActions.Actions(t.Context(), o.admin, id); err != nil || list.Codes[0].Refusal == "" || list.Codes[1].Refusal != "" {
		t.Errorf("the page offers %+v (%v), want the other code only", list.Codes, err)
	}
	a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
	if _, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Destination: "method", Send: true}); err != nil {
		t.Fatal(err)
	}
	refuse("the code of a refunded line", id, other)
	if got := o.givenCodes(id); got != given {
		t.Errorf("the order has codes %s, want %s", got, given)
	}
}

// TestCodeWhoseRefundIsGrantedIsNotReplaced: the refund waits for a second person. Declined,
// the code may be replaced.
func TestCodeWhoseRefundIsGrantedIsNotReplaced(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, complaint := o.complained(1)
	poor := o.hire("admin")
	poor.Grants[staff.RefundSend] = 0
	if _, err := o.resolve(poor, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveRefund}); err != nil {
		t.Fatal(err)
	}
	if _, err := o.replace(o.admin, id, orders.Replacement{CodeID: code}); problemCode(err) != "desk.refused" {
		t.Fatalf("a code whose refund is granted: %v, want desk.refused", err)
	}
	if _, err := o.resolve(o.admin, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveReplace}); problemCode(err) != "desk.refused" {
		t.Fatalf("the same from the queue: %v, want desk.refused", err)
	}
	grant := pgtest.One[int64](t, o.pool, `select id from refund_grants where order_id = $1`, id)
	if _, err := o.do.Refunds.DeclineGrant(t.Context(), desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "check", Text: "заменим"}}, grant); err != nil {
		t.Fatal(err)
	}
	if _, err := o.replace(o.admin, id, orders.Replacement{CodeID: code}); err != nil {
		t.Errorf("after the grant was declined: %v", err)
	}
}

// TestReplacedCodeIsRefundedAsItsReplacement: there is one refund for a code and what it was
// replaced by.
func TestReplacedCodeIsRefundedAsItsReplacement(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, code, complaint := o.complained(2)
	done, err := o.replace(o.admin, id, orders.Replacement{CodeID: code})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.resolve(o.admin, desk.KindCode, complaint, queue.Decision{Resolution: queue.ResolveRefund}); err == nil {
		t.Error("the complaint about a replaced code was refunded")
	}
	if err := o.complainAgain(id, delivery.CodeRef{ID: code}); err == nil {
		t.Error("a complaint about a replaced code was taken")
	}
	fresh := *done.ID
	if err := o.complainAgain(id, delivery.CodeRef{ID: fresh}); err != nil {
		t.Fatal(err)
	}
	again := pgtest.One[int64](t, o.pool, `select id from code_complaints where code_id = $1`, fresh)
	if _, err := o.resolve(o.admin, desk.KindCode, again, queue.Decision{Resolution: queue.ResolveRefund}); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(amount::text, ' ') from refunds where order_id = $1`, id); got != "50.00" {
		t.Errorf("refunds are %s, want 50.00: one code of two", got)
	}
	if _, err := o.replace(o.admin, id, orders.Replacement{CodeID: fresh}); problemCode(err) != "desk.refused" {
		t.Errorf("the refunded replacement: %v, want desk.refused", err)
	}
}
