package desk_test

import (
	"errors"
	"testing"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/refunds"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/problem"
	"larek/internal/staff"
)

// TestSmallRefundsDoNotPassTheLimit refunds an order by parts, each below what the
// operator may send alone.
func TestSmallRefundsDoNotPassTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.deliveredOrder()
	anna := o.hire("admin")
	anna.Grants[staff.RefundSend] = rubles(60_00)
	refund := func() (refunds.Approval, error) {
		a := desk.Command{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
		return o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Amount: new(money.Minor(40_00)), Destination: "method", Send: true})
	}
	if got, err := refund(); err != nil || got.State != "sent" {
		t.Fatalf("the first part is %s (%v), want sent", got.State, err)
	}
	got, err := refund()
	if err != nil || got.State != "granted" || !got.NeedsSecond {
		t.Fatalf("the second part is %s, needs a second person: %t (%v); want granted for a second person", got.State, got.NeedsSecond, err)
	}
	_, err = o.do.Refunds.SendGrant(t.Context(), desk.Command{Actor: anna, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}, got.ID)
	if p, is := errors.AsType[*problem.Error](err); !is || p.Code != "desk.second_person" {
		t.Errorf("sending it alone ended with %v, want desk.second_person", err)
	}
	if sum := pgtest.One[string](t, o.pool, `select sum(amount)::text from refunds where order_id = $1`, id); sum != "40.00" {
		t.Errorf("%s is refunded, want 40.00", sum)
	}
	boris := o.hire("admin")
	sent, err := o.do.Refunds.SendGrant(t.Context(), desk.Command{Actor: boris, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}, got.ID)
	if err != nil || sent.State != "sent" {
		t.Errorf("the second person's sending is %s (%v), want sent", sent.State, err)
	}
}

// TestRefundsOfDeliveredGoodsAddUpInADay refunds goods of several orders that their buyers
// keep, each within what the person may send alone.
func TestRefundsOfDeliveredGoodsAddUpInADay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("admin")
	anna.Grants[staff.RefundSend] = rubles(60_00)
	refund := func() refunds.Approval {
		t.Helper()
		id := o.deliveredOrder()
		quote, err := o.do.Refunds.Quote(t.Context(), anna, id, nil, "method")
		if err != nil {
			t.Fatal(err)
		}
		a := desk.Command{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
		got, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Amount: new(money.Minor(40_00)), Destination: "method", Send: true})
		if err != nil {
			t.Fatal(err)
		}
		if got.NeedsSecond != (quote.AloneLimit < rubles(40_00)) {
			t.Errorf("the quote says %s alone, the refund of 40 needs a second person: %t", quote.AloneLimit, got.NeedsSecond)
		}
		return got
	}
	if got := refund(); got.State != "sent" {
		t.Errorf("the first refund is %s, want sent", got.State)
	}
	second := refund()
	if second.State != "granted" || !second.NeedsSecond {
		t.Errorf("the second refund is %s, want granted for a second person", second.State)
	}
	send := func(who staff.Actor) error {
		_, err := o.do.Refunds.SendGrant(t.Context(), desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}, second.ID)
		return err
	}
	if err := send(anna); problemCode(err) != "desk.second_person" {
		t.Errorf("sending it alone ended with %v, want desk.second_person", err)
	}
	if sum := pgtest.One[string](t, o.pool, `select sum(amount)::text from refunds`); sum != "40.00" {
		t.Errorf("%s is refunded, want 40.00", sum)
	}
	if err := send(o.hire("admin")); err != nil {
		t.Errorf("the second person: %v", err)
	}
	pgtest.Exec(t, pgtest.Owner(t, o.pool), `alter table refund_grants disable trigger user; update refund_grants set decided_at = decided_at - interval '1 day'`)
	if got := refund(); got.State != "sent" {
		t.Errorf("a refund of the next day is %s, want sent", got.State)
	}
}
