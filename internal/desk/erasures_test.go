package desk_test

import (
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/checkout"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/staff"
)

// TestRequestToEraseWaitsInTheQueue requests erasures: each is a row with its age and deadline until another person
// erases or declines, or the buyer erases the account.
func TestRequestToEraseWaitsInTheQueue(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	other := o.hire("admin")
	ask := func() int64 {
		id := factory.User(t, o.pool, factory.With{"email": newKey() + "@box.example"})
		a := desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "buyer_asked", Text: "Письмо 41"}}
		if _, err := o.do.Customers.AskToErase(t.Context(), a, id); err != nil {
			t.Fatal(err)
		}
		return id
	}
	id := ask()
	items := o.queueOf(desk.KindErasure)
	if len(items) != 1 || items[0].ID != id || !items[0].Created.Equal(noon) || !items[0].DueAt.Equal(noon.Add(10*24*time.Hour)) {
		t.Fatalf("%+v", items)
	}
	state := `select concat_ws(' ', u.email is not null, e.state) from users u join user_erasures e on e.user_id = u.id where u.id = $1`
	if d, err := o.do.Queue.Detail(t.Context(), other, desk.KindErasure, id); err != nil || len(d.Labels) != 2 || d.Labels[0].Value != "Письмо 41" || !d.Resolutions[0].Allowed {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := o.do.Queue.Detail(t.Context(), o.hire("catalog"), desk.KindErasure, id); err != nil || len(d.Labels) != 0 {
		t.Errorf("a person who may not read about buyers sees %+v, %v", d.Labels, err)
	}
	if d, err := o.do.Queue.Detail(t.Context(), o.admin, desk.KindErasure, id); err != nil || d.Resolutions[0].Allowed || d.Resolutions[0].Reason == "" || !d.Resolutions[1].Allowed {
		t.Errorf("ways of the person who asked: %+v, %v", d.Resolutions, err)
	}
	stale := other
	stale.FreshAt = noon.Add(-time.Hour)
	audited := pgtest.One[int64](t, o.pool, `select count(*) from audit`)
	for name, who := range map[string]staff.Actor{"who asked": o.admin, "a senior": o.hire("senior"), "an old proof": stale} {
		if _, err := o.resolve(who, desk.KindErasure, id, queue.Decision{Resolution: queue.ResolveApprove}); err == nil {
			t.Errorf("%s was not refused", name)
		}
	}
	if got := pgtest.One[string](t, o.pool, state, id); got != "t open" || pgtest.One[int64](t, o.pool, `select count(*) from audit`) != audited {
		t.Errorf("refused, but it is %s", got)
	}
	if _, err := o.resolve(other, desk.KindErasure, id, queue.Decision{Resolution: queue.ResolveApprove}); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, state, id); got != "f approved" || len(o.queueOf(desk.KindErasure)) != 0 {
		t.Errorf("approved, but it is %s", got)
	}
	declined := ask()
	if _, err := o.resolve(o.admin, desk.KindErasure, declined, queue.Decision{Resolution: queue.ResolveRefuse}); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, state, declined); got != "t declined" || len(o.queueOf(desk.KindErasure)) != 0 {
		t.Errorf("declined, but it is %s", got)
	}
	if err := checkout.NewAccounts(o.pool, o.shop.Ledger, nil, o.shop.Clock).EraseAccount(t.Context(), o.do.Customers.Accounts, ask(), nil); err != nil || len(o.queueOf(desk.KindErasure)) != 0 {
		t.Errorf("the buyer erased the account: %v, queue %+v", err, o.queueOf(desk.KindErasure))
	}
	o.expectNothingUnseen()
}
