package desk_test

import (
	"testing"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/queue"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/staff"
)

func (o *office) supplierAct(who staff.Actor) desk.Command {
	return desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "fails", Text: "не отвечает"}}
}

// notSold returns how many products are not sold for want of an offer.
func (o *office) notSold() string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select coalesce(string_agg(product_id::text, ' ' order by product_id), '') from unavailable_goods`)
}

func TestSwitchedOffSupplierIsNotUsedAndItsGoodsAreNotSold(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	both := factory.Product(t, o.pool, o.game, nil)
	factory.Offer(t, o.pool, both, factory.With{"priority": 1})
	second := factory.Offer(t, o.pool, both, factory.With{"supplier": "nsgifts", "priority": 2})
	only := pgtest.One[string](t, o.pool, `select g.title || ', ' || p.title from products p join games g on g.id = p.game_id where p.id = $1`, o.product)

	done, err := o.do.Supply.SwitchSupplier(t.Context(), o.supplierAct(o.hire("senior")), "moogold", true)
	if err != nil || len(done.Stopped) != 1 || done.Stopped[0] != only {
		t.Fatalf("got %+v, %v, want %s to stop", done, err, only)
	}
	if got := pgtest.One[string](t, o.pool, `select $1::bigint::text`, o.product); o.notSold() != got {
		t.Errorf("not sold are %s, want %s", o.notSold(), got)
	}
	// Of a paid order's goods the other supplier is chosen.
	id := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "sending", "due_at": noon})
	line := factory.Line(t, o.pool, id, factory.With{"product_id": both, "unit_price": 50, "status": "sending"})
	unit := pgtest.One[int64](t, o.pool, `insert into delivery_units (order_id, line_id, n) values ($1, $2, 1) returning id`, id, line)
	offers, err := delivery.UnitOffers(t.Context(), o.pool, unit)
	if err != nil || len(offers) != 2 || offers[0].IsUsable || !offers[1].IsUsable || offers[1].ID != second {
		t.Errorf("got %+v, %v; want only the second offer usable", offers, err)
	}
	before := pgtest.One[int64](t, o.pool, `select count(*) from audit`)
	if _, err := o.do.Supply.SwitchSupplier(t.Context(), o.supplierAct(o.admin), "moogold", true); code(err) != "supplier.switched" {
		t.Errorf("got %v, want a second switch refused", err)
	}
	if _, err := o.do.Supply.SwitchSupplier(t.Context(), o.supplierAct(o.hire("operator")), "moogold", false); code(err) != "console.forbidden" {
		t.Errorf("got %v, want it refused to an operator", err)
	}
	if _, err := o.do.Supply.SwitchSupplier(t.Context(), o.supplierAct(o.admin), "nobody", true); code(err) != "supplier.not_found" {
		t.Errorf("got %v, want an unknown supplier refused", err)
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from audit`); n != before || o.notSold() == "" {
		t.Errorf("%d audit rows, want %d: a refusal changed something", n, before)
	}
	if _, err := o.do.Supply.SwitchSupplier(t.Context(), o.supplierAct(o.admin), "moogold", false); err != nil || o.notSold() != "" {
		t.Errorf("got %v, not sold %s; want everything sold again", err, o.notSold())
	}
}

func TestOfferThatIsNotUsedStopsItsGoods(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	if _, err := o.do.Supply.ChangeOffer(t.Context(), o.supplierAct(clerk), o.offer, delivery.OfferState{Priority: 5}); err != nil || o.notSold() == "" {
		t.Fatalf("got %v, not sold %s", err, o.notSold())
	}
	if got := pgtest.One[string](t, o.pool, `select before::text || ' ' || after::text from audit`); got != `{"active": true, "priority": 1} {"active": false, "priority": 5}` {
		t.Errorf("got %s", got)
	}
	if _, err := o.do.Supply.DecideCost(t.Context(), o.supplierAct(clerk), o.offer, true); code(err) != "desk.refused" {
		t.Errorf("got %v, want no cost to approve", err)
	}
	pgtest.One[int64](t, o.pool, `update offers set asked_cost = 3, asked_at = now() where id = $1 returning id`, o.offer)
	if _, err := o.do.Supply.DecideCost(t.Context(), o.supplierAct(clerk), o.offer, true); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, `select concat_ws(' ', cost, asked_cost) from offers where id = $1`, o.offer); got != "3.0000" {
		t.Errorf("the cost is %s, want 3.0000", got)
	}
}

// TestOfferAboveThePriceNeedsAPermissionAndASecondPerson adds, approves and switches on
// an offer that costs more than its product is sold for.
func TestOfferAboveThePriceNeedsAPermissionAndASecondPerson(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	pgtest.Exec(t, o.pool, `update offers set cost = 50, cost_currency = 'RUB', asked_cost = 100.01, asked_at = $2 where id = $1`, o.offer, noon)
	offers := func() string {
		return pgtest.One[string](t, o.pool, `select string_agg(concat_ws(' ', supplier, cost::float8, asked_cost::float8, is_active), ', ' order by id) from offers`)
	}
	before := offers()
	add := func(who staff.Actor) error {
		_, err := o.do.Supply.AddOffer(t.Context(), o.supplierAct(who), delivery.NewOffer{ProductID: o.product, Supplier: "operator", SKU: "hand", Priority: 1, Cost: new(rubles(100_01))})
		return err
	}
	approve := func(who staff.Actor) error {
		_, err := o.do.Supply.DecideCost(t.Context(), o.supplierAct(who), o.offer, true)
		return err
	}
	queue := func(who staff.Actor) error {
		_, err := o.resolve(who, desk.KindCost, o.offer, queue.Decision{Resolution: queue.ResolveApprove})
		return err
	}
	for name, do := range map[string]func(staff.Actor) error{"add": add, "approve": approve, "approve in the queue": queue} {
		if err := do(clerk); problemCode(err) != "price.below_cost" {
			t.Errorf("%s by the role catalog: %v, want price.below_cost", name, err)
		}
		if err := do(o.admin); problemCode(err) != "desk.second_person" {
			t.Errorf("%s alone: %v, want desk.second_person", name, err)
		}
		if got := offers(); got != before {
			t.Errorf("%s: refused, but the offers are %s, were %s", name, got, before)
		}
	}
	pgtest.Exec(t, pgtest.Owner(t, o.pool), `delete from ledger_requests where subject not like '%, moogold 1: закупка 100.01 ₽, цена 100.00 ₽'`)
	if err := o.approve(o.hire("admin")); err != nil {
		t.Fatal(err)
	}
	if err := queue(o.admin); err != nil {
		t.Errorf("approved by another person: %v", err)
	}
	pgtest.Exec(t, o.pool, `update offers set is_active = false where id = $1`, o.offer)
	if _, err := o.do.Supply.ChangeOffer(t.Context(), o.supplierAct(clerk), o.offer, delivery.OfferState{Priority: 1, IsActive: true}); problemCode(err) != "price.below_cost" {
		t.Errorf("switched on by the role catalog: %v, want price.below_cost", err)
	}
}

func TestReroutingAtALossCountsAgainstTheLimit(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, _ := o.heldOrder()
	dear := factory.Offer(t, o.pool, o.product, factory.With{"supplier": "gamesdrop", "cost": 900, "cost_currency": "RUB"})
	anna := o.hire("senior")
	anna.Grants[staff.GoodwillGive] = rubles(500_00)
	a := o.supplierAct(anna)
	a.OrderID = id
	if _, err := o.do.OrderActions.Reroute(t.Context(), a, orders.Rerouting{Prefer: &dear}); problemCode(err) != "desk.second_person" {
		t.Errorf("a loss of 800.00 with a limit of 500.00: %v, want desk.second_person", err)
	}
	if n := pgtest.One[int64](t, o.pool, `select count(*) from delivery_units where preferred_offer_id is not null`); n != 0 {
		t.Errorf("%d units were rerouted", n)
	}
}

func TestWrongSKUIsCorrectedAndAskedAbout(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	pgtest.Exec(t, o.pool, `update offers set sku = 'abc-nope', asked_cost = 3, in_stock = true where id = $1`, o.offer)
	offer := func() string {
		return pgtest.One[string](t, o.pool, `select concat_ws(' ', sku, cost::float8, asked_cost, in_stock, priority) from offers where id = $1`, o.offer)
	}
	change := func(sku string) error {
		_, err := o.do.Supply.ChangeOffer(t.Context(), o.supplierAct(clerk), o.offer, delivery.OfferState{Priority: 2, SKU: sku})
		return err
	}
	_, unit := o.heldOrder()
	o.attempt(unit, "pending")
	before := offer()
	if err := change("658343851"); problemCode(err) != "delivery.offer_in_use" || offer() != before {
		t.Errorf("while a supplier may deliver: got %v and %s, want a refusal and %s", err, offer(), before)
	}
	pgtest.Exec(t, o.pool, `update delivery_attempts set state = 'rejected', reason = 'away', ended_at = $2 where unit_id = $1`, unit, noon)
	if err := change("658343851"); err != nil || offer() != "658343851 0 f 2" {
		t.Errorf("got %v and %s, want the new SKU, its cost unknown", err, offer())
	}
	if got := pgtest.One[string](t, o.pool, `select before->>'sku' || ' ' || (after->>'sku') from audit where action = 'offer.change' order by id desc limit 1`); got != "abc-nope 658343851" {
		t.Errorf("the audit says %s", got)
	}
}
