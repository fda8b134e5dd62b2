package desk_test

import (
	"testing"

	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/staff"
)

func TestPricesFollowCostsAndALargeChangeWaits(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, id := o.hire("catalog"), o.priced(nil) // 100 rubles, bought for 80
	game := pgtest.One[int64](t, o.pool, `select game_id from products where id = $1`, id)
	rule := catalog.PriceRule{Percent: 50_00, Ending: 90, IsActive: true}
	cost := func(dollars string) {
		pgtest.One[int64](t, o.pool, `update offers set cost = $2::text::numeric where product_id = $1 returning id`, id, dollars)
		if err := o.do.Pricing.ApplyPriceRules(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	decide := func(price money.RUB, version int32, approve bool) error {
		_, err := o.do.Pricing.DecideRulePrice(t.Context(), o.supplierAct(clerk), catalog.NewPrice{ProductID: id, Price: price, Version: version}, approve)
		return err
	}
	if _, err := o.do.Pricing.SetPriceRule(t.Context(), o.supplierAct(clerk), game, 0, rule); err != nil {
		t.Fatal(err)
	}
	cost("1")
	if got := o.priceOf(id); got != "120.90 v2" {
		t.Fatalf("the price is %s, want 120.90: 80 and a half", got)
	}
	// A price set by hand stays until the cost changes.
	if _, err := o.changePrices(clerk, nil, catalog.NewPrice{ProductID: id, Price: 119_00, Version: 2}); err != nil {
		t.Fatal(err)
	}
	before := o.priceRows()
	cost("1")
	if got := o.priceOf(id); got != "119.00 v3" || o.priceRows() != before {
		t.Errorf("the price is %s, want 119.00: nothing has changed", got)
	}
	// Twice the cost is too much to be paid by buyers unseen.
	cost("2")
	waiting, err := o.do.Pricing.Prices.Waiting(t.Context())
	if err != nil || len(waiting) != 1 || waiting[0].Price != 240_90 || o.priceOf(id) != "119.00 v3" {
		t.Fatalf("%+v, %v, the price is %s; want 240.90 to wait", waiting, err, o.priceOf(id))
	}
	if err := decide(240_90, 2, true); code(err) != "price.stale" {
		t.Errorf("got %v, want an old version refused", err)
	}
	if err := decide(240, 3, true); code(err) != "price.step_ended" || o.priceRows() != before {
		t.Errorf("got %v, want another price refused", err)
	}
	if err := decide(240_90, 3, true); err != nil || o.priceOf(id) != "240.90 v4" {
		t.Errorf("%v, the price is %s", err, o.priceOf(id))
	}
	cost("1")
	if err := decide(120_90, 4, false); err != nil || o.priceOf(id) != "240.90 v4" {
		t.Errorf("%v, the price is %s, want it declined", err, o.priceOf(id))
	}
	if _, err := o.do.Pricing.SetPriceRule(t.Context(), o.supplierAct(clerk), game, 0, rule); code(err) != "price.rule_stale" {
		t.Errorf("got %v, want a second rule refused", err)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(action, ' ' order by id) from audit`); got !=
		"price.set_rule price.follow_rule price.change price.approve_rule price.decline_rule" {
		t.Errorf("got %s", got)
	}
}

// TestPriceOfARuleEndsInTheQueue decides about a rule's price in its row of the queue: who
// may not, who saw another price, and who would sell at a loss changes nothing.
func TestPriceOfARuleEndsInTheQueue(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, id := o.hire("catalog"), o.priced(nil) // 100 rubles, bought for 80
	game := pgtest.One[int64](t, o.pool, `select game_id from products where id = $1`, id)
	if _, err := o.do.Pricing.SetPriceRule(t.Context(), o.supplierAct(clerk), game, 0, catalog.PriceRule{Percent: 50_00, IsActive: true}); err != nil {
		t.Fatal(err)
	}
	cost := func(dollars string) {
		pgtest.One[int64](t, o.pool, `update offers set cost = $2::text::numeric where product_id = $1 returning id`, id, dollars)
		if err := o.do.Pricing.ApplyPriceRules(t.Context()); err != nil {
			t.Fatal(err)
		}
		o.expectNothingUnseen()
	}
	decide := func(who staff.Actor, way queue.Resolution, seen string) error {
		a := o.supplierAct(who)
		a.Version = seen
		_, err := o.do.Queue.Resolve(t.Context(), a, desk.KindPrice, id, queue.Decision{Resolution: way})
		return err
	}
	cost("2")
	d, err := o.do.Queue.Detail(t.Context(), clerk, desk.KindPrice, id)
	if err != nil || d.Version != "240.00 v1" || d.Item.Hundredths != 240_00 || len(d.Resolutions) != 2 || !d.Resolutions[0].Allowed || !d.Resolutions[1].Allowed {
		t.Fatalf("got %+v, %v; want 240 to wait", d, err)
	}
	before := o.priceRows()
	for _, c := range []struct {
		who        staff.Actor
		seen, code string
	}{{o.hire("operator"), d.Version, "console.forbidden"}, {clerk, "", "price.step_ended"}, {clerk, "230.00 v1", "price.step_ended"}, {clerk, "240.00 v2", "price.step_ended"}} {
		if err := decide(c.who, queue.ResolveApprove, c.seen); code(err) != c.code || o.priceOf(id) != "100.00 v1" || o.priceRows() != before {
			t.Errorf("%s %q: got %v, price %s; want %s and nothing changed", c.who.Name, c.seen, err, o.priceOf(id), c.code)
		}
	}
	if err := decide(clerk, queue.ResolveApprove, d.Version); err != nil || o.priceOf(id) != "240.00 v2" || len(o.queueOf(desk.KindPrice)) != 0 {
		t.Fatalf("%v, price %s, queue %+v; want 240 and an empty queue", err, o.priceOf(id), o.queueOf(desk.KindPrice))
	}
	cost("1")
	before = o.priceRows()
	// The goods got dearer than the price that waits, and the rule has not looked again yet.
	pgtest.One[int64](t, o.pool, `update offers set cost = 3 where product_id = $1 returning id`, id)
	if err := decide(clerk, queue.ResolveApprove, "120.00 v2"); code(err) != "price.below_cost" || o.priceOf(id) != "240.00 v2" || o.priceRows() != before || len(o.queueOf(desk.KindPrice)) != 1 {
		t.Errorf("got %v, price %s; want a loss refused and the row kept", err, o.priceOf(id))
	}
	if err := decide(clerk, queue.ResolveRefuse, "120.00 v2"); err != nil || o.priceOf(id) != "240.00 v2" || len(o.queueOf(desk.KindPrice)) != 0 {
		t.Errorf("%v, price %s; want the price left and the row gone", err, o.priceOf(id))
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(concat_ws(' ', action, after->>'way', after->>'was', after->>'price'), ', ' order by id) from audit where action = 'queue.resolve'`); got !=
		"queue.resolve approve 100.00 240.00, queue.resolve refuse 120.00" {
		t.Errorf("got %s", got)
	}
}

func TestOwnerSetsHowFarRulesMoveAPrice(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, id := o.hire("catalog"), o.priced(nil)
	game := pgtest.One[int64](t, o.pool, `select game_id from products where id = $1`, id)
	set := func(who staff.Actor, step money.Percent, version int32) string {
		_, err := o.do.Pricing.SetLargestStep(t.Context(), o.supplierAct(who), step, version)
		return code(err)
	}
	before := o.priceRows()
	for _, refused := range []string{set(clerk, 90_00, 0), set(o.admin, 90_00, 1), set(o.admin, 99, 0), set(o.admin, 300_01, 0)} {
		if refused == "" || o.priceRows() != before {
			t.Fatalf("got %q, %s; want refusals that change nothing", refused, o.priceRows())
		}
	}
	if got := set(o.admin, 10_00, 0); got != "" {
		t.Fatal(got)
	}
	rule := catalog.PriceRule{Percent: 50_00, IsActive: true}
	if _, err := o.do.Pricing.SetPriceRule(t.Context(), o.supplierAct(clerk), game, 0, rule); err != nil {
		t.Fatal(err)
	}
	apply := func() string {
		if err := o.do.Pricing.ApplyPriceRules(t.Context()); err != nil {
			t.Fatal(err)
		}
		return o.priceOf(id)
	}
	if got := apply(); got != "100.00 v1" {
		t.Errorf("the price is %s; 20 %% more than 10 %% should wait", got)
	}
	if set(o.admin, 150_00, 0) != "price.settings_stale" || set(o.admin, 150_00, 1) != "" {
		t.Fatal("the second change names the version it replaces")
	}
	pgtest.One[int64](t, o.pool, `update offers set cost = 3 where product_id = $1 returning id`, id)
	if got := apply(); got != "100.00 v1" {
		t.Errorf("the price is %s; 260 %% more than 150 %% should wait", got)
	}
	pgtest.One[int64](t, o.pool, `update offers set cost = 2 where product_id = $1 returning id`, id)
	if got := apply(); got != "240.00 v2" {
		t.Errorf("the price is %s, want 240: 140 %% is within 150 %%", got)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(before::text || ' ' || after::text, ', ' order by id) from audit where action = 'price.set_step'`); got != `{"largest_step": "30.00"} {"largest_step": "10.00"}, {"largest_step": "10.00"} {"largest_step": "150.00"}` {
		t.Errorf("got %s", got)
	}
}
