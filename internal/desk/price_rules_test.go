package desk_test

import (
	"testing"

	"larek/internal/catalog"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
)

func TestPricesFollowCostsAndALargeChangeWaits(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, id := o.hire("catalog"), o.priced(nil) // 100 rubles, bought for 80
	game := pgtest.One[int64](t, o.pool, `select game_id from products where id = $1`, id)
	rule := catalog.PriceRule{Percent: 50_00, Ending: 90, IsActive: true}
	cost := func(dollars string) {
		pgtest.One[int64](t, o.pool, `update offers set cost = $2::text::numeric where product_id = $1 returning id`, id, dollars)
		if err := o.do.ApplyPriceRules(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	decide := func(price money.RUB, version int32, approve bool) error {
		_, err := o.do.DecideRulePrice(t.Context(), o.supplierAct(clerk), catalog.NewPrice{ProductID: id, Price: price, Version: version}, approve)
		return err
	}
	if _, err := o.do.SetPriceRule(t.Context(), o.supplierAct(clerk), game, 0, rule); err != nil {
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
	waiting, err := o.do.Prices.Waiting(t.Context())
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
	if _, err := o.do.SetPriceRule(t.Context(), o.supplierAct(clerk), game, 0, rule); code(err) != "price.rule_stale" {
		t.Errorf("got %v, want a second rule refused", err)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(action, ' ' order by id) from audit`); got !=
		"price.set_rule price.follow_rule price.change price.approve_rule price.decline_rule" {
		t.Errorf("got %s", got)
	}
}
