package desk_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/desk/pricing"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/problem"
	"larek/internal/staff"
)

// priced inserts a product that is sold for 100 rubles and bought for one dollar at 80.
func (o *office) priced(with factory.With) int64 {
	o.t.Helper()
	pgtest.One[int64](o.t, o.pool, `with r as (insert into currency_rates (currency, rate, set_at, source) values ('USD', 80, $1, 'seed') on conflict do nothing returning 1) select count(*) from r`, noon.Add(-time.Hour))
	id := factory.Product(o.t, o.pool, o.game, with)
	factory.Offer(o.t, o.pool, id, nil)
	return id
}

func (o *office) changePrices(who staff.Actor, at *time.Time, list ...catalog.NewPrice) (pricing.Result, error) {
	a := desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "supplier", Text: "проверка"}}
	return o.do.Pricing.ChangePrices(o.t.Context(), a, pricing.Request{List: list, ApplyAt: at})
}

// setPrices replaces what changes prices, such as by one with another clock.
func (o *office) setPrices(p *catalog.Prices) { o.do.Pricing.Prices, o.do.Queue.Prices = p, p }

func (o *office) priceOf(product int64) string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select price || ' v' || price_version from products where id = $1`, product)
}

// priceRows counts everything a change of prices writes.
func (o *office) priceRows() string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select concat_ws(' ', (select count(*) from price_batches), (select count(*) from price_changes), (select count(*) from audit))`)
}

func code(err error) string {
	var p *problem.Error
	if errors.As(err, &p) {
		return p.Code
	}
	return ""
}

func TestPriceIsChangedWithItsHistoryAndOneAuditRow(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.priced(factory.With{"discount_percent": 10})
	done, err := o.changePrices(o.hire("catalog"), nil, catalog.NewPrice{ProductID: id, Price: 120_00, Version: 1})
	if err != nil || done.State != "applied" || done.Saved != 1 || len(done.Refused) != 0 {
		t.Fatalf("got %+v, %v", done, err)
	}
	if got := o.priceOf(id); got != "120.00 v2" {
		t.Errorf("the price is %s, want 120.00 v2", got)
	}
	history, err := o.do.Pricing.Prices.History(t.Context(), catalog.Goods{ProductID: id})
	if err != nil || len(history) != 1 {
		t.Fatalf("got %+v, %v, want one change", history, err)
	}
	if h := history[0]; h.OldPrice != 100_00 || h.Price != 120_00 || h.OldFinal != 90_00 || h.FinalPrice != 108_00 || h.Cost != 80_00 || h.CreatedName != "catalog" || h.WasScheduled {
		t.Errorf("got %+v", h)
	}
	row, err := o.do.Pricing.Prices.Row(t.Context(), catalog.Goods{ProductID: id})
	if err != nil || row.Lowest != 90_00 || row.Rubles != 80_00 {
		t.Errorf("got %+v, %v, want 90 as the lowest price of thirty days and a cost of 80", row, err)
	}
	if m := catalog.MarginOf(row, row.FinalPrice); m == nil || m.Rubles != 28_00 || m.Share.String() != "25.93" {
		t.Errorf("got %+v, want a margin of 28 rubles, 25.93 %%", m)
	}
	want := `price.change|[{"price": "100.00", "title": "` + row.Title + `", "product": ` + strings.TrimSpace(pgtest.One[string](t, o.pool, `select $1::bigint::text`, id)) + `}]`
	if got := pgtest.One[string](t, o.pool, `select action || '|' || before from audit`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPriceBelowCostNeedsItsPermission(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	bad, good := o.priced(factory.With{"discount_percent": 10}), o.priced(nil)
	clerk := o.hire("catalog")
	// 88.88 less ten percent is 79.99, one kopeck below the cost.
	before := o.priceRows()
	_, err := o.changePrices(clerk, nil, catalog.NewPrice{ProductID: bad, Price: 88_88, Version: 1})
	if code(err) != "price.below_cost" || o.priceOf(bad) != "100.00 v1" || o.priceRows() != before {
		t.Fatalf("got %v, %s, %s; want a refusal that changes nothing", err, o.priceOf(bad), o.priceRows())
	}
	done, err := o.changePrices(clerk, nil, catalog.NewPrice{ProductID: bad, Price: 88_88, Version: 1}, catalog.NewPrice{ProductID: good, Price: 80_00, Version: 1})
	if err != nil || done.Saved != 1 || len(done.Refused) != 1 || done.Refused[0].ID != bad || !strings.Contains(done.Refused[0].Words, "Ниже закупки на 0,01") {
		t.Fatalf("got %+v, %v; want only the loss refused, in words", done, err)
	}
	if o.priceOf(bad) != "100.00 v1" || o.priceOf(good) != "80.00 v2" {
		t.Errorf("got %s and %s", o.priceOf(bad), o.priceOf(good))
	}
	loss := catalog.NewPrice{ProductID: bad, Price: 88_88, Version: 1}
	if _, err = o.changePrices(o.admin, nil, loss); code(err) != "desk.second_person" || o.priceOf(bad) != "100.00 v1" {
		t.Errorf("got %v, %s; want a second person asked", err, o.priceOf(bad))
	}
	if err := o.approve(o.hire("admin")); err != nil {
		t.Fatal(err)
	}
	if done, err = o.changePrices(o.admin, nil, loss); err != nil || o.priceOf(bad) != "88.88 v2" {
		t.Errorf("got %+v, %v, %s; want it allowed to two administrators", done, err, o.priceOf(bad))
	}
}

func TestOfTwoEditorsOneChangesThePrice(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, clerk := o.priced(nil), o.hire("catalog")
	var wait sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wait.Go(func() {
			_, errs[i] = o.changePrices(clerk, nil, catalog.NewPrice{ProductID: id, Price: 110_00 + money.RUB(i), Version: 1})
		})
	}
	wait.Wait()
	stale := 0
	for _, err := range errs {
		if code(err) == "price.stale" {
			stale++
		} else if err != nil {
			t.Error(err)
		}
	}
	if got := o.priceRows(); stale != 7 || got != "1 1 1" || !strings.HasSuffix(o.priceOf(id), " v2") {
		t.Errorf("%d were refused, rows %s, price %s; want one change", stale, got, o.priceOf(id))
	}
}

func TestPlannedPricesAreAppliedOnceByManyWorkers(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	a, b := o.priced(nil), o.priced(nil)
	at := noon.Add(time.Hour)
	done, err := o.changePrices(o.hire("catalog"), &at, catalog.NewPrice{ProductID: a, Price: 150_00, Version: 1}, catalog.NewPrice{ProductID: b, Price: 90_00, Version: 1})
	if err != nil || done.State != "scheduled" || done.Saved != 2 || o.priceOf(a) != "100.00 v1" {
		t.Fatalf("got %+v, %v", done, err)
	}
	if err := o.do.Pricing.ApplyDuePrices(t.Context()); err != nil || o.priceOf(a) != "100.00 v1" {
		t.Fatalf("%v, %s: applied before its time", err, o.priceOf(a))
	}
	// Meanwhile the goods of b got dearer than their new price.
	pgtest.One[int64](t, o.pool, `update offers set cost = 1.2 where product_id = $1 returning id`, b)
	o.setPrices(catalog.NewPrices(o.pool, func() time.Time { return at }))
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if err := o.do.Pricing.ApplyDuePrices(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if o.priceOf(a) != "150.00 v2" || o.priceOf(b) != "100.00 v1" {
		t.Errorf("got %s and %s, want the first applied once, the second refused", o.priceOf(a), o.priceOf(b))
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(state || coalesce(': ' || refusal, ''), '; ' order by product_id) from price_changes`); got != "applied; refused: Ниже закупки на 6,00\u00a0₽. Нужно право «Цена ниже закупки»." {
		t.Errorf("got %s", got)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(action || ' ' || actor, ', ' order by id) from audit`); got != "price.plan catalog, price.apply магазин" {
		t.Errorf("got %s, want one plan and one application", got)
	}
}

func TestPlanIsCancelledOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, at := o.priced(nil), noon.Add(time.Hour)
	done, err := o.changePrices(o.admin, &at, catalog.NewPrice{ProductID: id, Price: 150_00, Version: 1})
	if err != nil {
		t.Fatal(err)
	}
	cancel := func() error {
		_, err := o.do.Pricing.CancelPrices(t.Context(), desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "mistake"}}, done.ID)
		return err
	}
	if err := cancel(); err != nil {
		t.Fatal(err)
	}
	before := o.priceRows()
	if err := cancel(); code(err) != "price.no_plan" || o.priceRows() != before {
		t.Errorf("got %v, want the second refused", err)
	}
	o.setPrices(catalog.NewPrices(o.pool, func() time.Time { return at }))
	if err := o.do.Pricing.ApplyDuePrices(t.Context()); err != nil || o.priceOf(id) != "100.00 v1" || o.priceRows() != before {
		t.Errorf("%v, %s: a cancelled plan was applied", err, o.priceOf(id))
	}
	past := noon
	if _, err := o.changePrices(o.admin, &past, catalog.NewPrice{ProductID: id, Price: 150_00, Version: 1}); code(err) != "invalid" || o.priceRows() != before {
		t.Errorf("got %v, want a plan for the past refused", err)
	}
}

func TestPastedPricesAreJudgedLineByLine(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	a, b := o.priced(factory.With{"title": "60 Кристаллов"}), o.priced(factory.With{"title": "300 кристаллов"})
	twin := factory.Product(t, o.pool, factory.Game(t, o.pool, nil), factory.With{"title": "300 Кристаллов"})
	wishes := []catalog.PriceWish{
		{ProductID: &a, Text: "120,50 ₽"}, {Title: " 300  КРИСТАЛЛОВ ", Text: "79"}, {ProductID: &a, Text: "130"},
		{Title: "12000 кристаллов", Text: "16 990,00"}, {ProductID: &twin, Text: "100"}, {ProductID: &twin, Text: "много"},
	}
	list, err := o.do.Pricing.Prices.Preview(t.Context(), &o.game, wishes, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		got = append(got, string(p.Verdict)+" "+p.Price.String())
	}
	if text := strings.Join(got, ", "); text != "ready 120.50, refused 79.00, repeated 0.00, not_found 0.00, same 100.00, unclear 0.00" {
		t.Errorf("got %s", text)
	}
	if list[1].Row == nil || list[1].Row.ID != b || list[1].Words != "Ниже закупки на 1,00\u00a0₽. Нужно право «Цена ниже закупки»." {
		t.Errorf("got %+v, want the product of the chosen game", list[1])
	}
	if list, err = o.do.Pricing.Prices.Preview(t.Context(), nil, wishes[1:2], true); err != nil || list[0].Verdict != catalog.PriceUnclear {
		t.Errorf("got %+v, %v, want a title of two games not guessed", list, err)
	}
	if o.priceRows() != "0 0 0" {
		t.Errorf("rows %s: a preview wrote", o.priceRows())
	}
}

func TestLowestPriceIsKeptForThirtyDays(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.priced(factory.With{"discount_percent": 10, "price": "120"})
	shop := catalog.NewService(o.pool)
	at := func(now time.Time) {
		t.Helper()
		o.setPrices(catalog.NewPrices(o.pool, func() time.Time { return now }))
	}
	// keep lets the worker look, and returns the low buyers see.
	keep := func() (low string, changed bool) {
		t.Helper()
		changed, err := o.do.Pricing.Prices.KeepLows(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		p, err := shop.Product(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return p.LowestPrice.String(), changed
	}
	set := func(price money.RUB) {
		t.Helper()
		if _, err := o.changePrices(o.admin, nil, catalog.NewPrice{ProductID: id, Price: price}); err != nil {
			t.Fatal(err)
		}
	}
	day := 24 * time.Hour
	at(noon)
	set(100_00) // 90 for buyers
	if p, err := shop.Product(t.Context(), id); err != nil || p.LowestPrice != 90_00 {
		t.Errorf("got %s, %v; want the present price before the worker has looked", p.LowestPrice, err)
	}
	at(noon.Add(10 * day))
	set(150_00)
	for _, c := range []struct {
		after   time.Duration
		low     string
		changed bool
	}{{10 * day, "90.00", true}, {11 * day, "90.00", false}, {40*day - time.Second, "90.00", false}, {40 * day, "135.00", true}, {41 * day, "135.00", false}} {
		at(noon.Add(c.after))
		if low, changed := keep(); low != c.low || changed != c.changed {
			t.Errorf("after %s: got %s, changed %t; want %s, %t", c.after, low, changed, c.low, c.changed)
		}
	}
}

func TestPriceWithoutACostFallsByAStepOnly(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	if _, err := o.changePrices(clerk, nil, catalog.NewPrice{ProductID: o.coded, Price: 69_99, Version: 1}); code(err) != "price.below_cost" || o.priceOf(o.coded) != "100.00 v1" {
		t.Errorf("got %v, %s; want a fall of more than 30 %% refused", err, o.priceOf(o.coded))
	}
	if _, err := o.changePrices(clerk, nil, catalog.NewPrice{ProductID: o.coded, Price: 70_00, Version: 1}); err != nil || o.priceOf(o.coded) != "70.00 v2" {
		t.Errorf("got %v, %s; want a fall of 30 %% allowed", err, o.priceOf(o.coded))
	}
	if _, err := o.changePrices(clerk, nil, catalog.NewPrice{ProductID: o.coded, Price: 69_99, Version: 2}); code(err) != "price.below_cost" || o.priceOf(o.coded) != "70.00 v2" {
		t.Errorf("got %v, %s; want a second step on the same day refused", err, o.priceOf(o.coded))
	}
}

// TestPriceBelowTheCostOfItsCodesNeedsTwo: what was paid for the codes in stock is a cost, also of a
// product that no supplier offers. A cheaper batch makes nothing cheaper than the other rules.
func TestPriceBelowTheCostOfItsCodesNeedsTwo(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk, anna := o.hire("catalog"), o.hire("admin")
	dear := o.freeCodes(2, "95.00")
	o.freeCodes(2, "0.01")
	change := func(who staff.Actor, price money.RUB, version int32) error {
		_, err := o.changePrices(who, nil, catalog.NewPrice{ProductID: o.coded, Price: price, Version: version})
		return err
	}
	if err := change(clerk, 94_99, 1); code(err) != "price.below_cost" || o.priceOf(o.coded) != "100.00 v1" {
		t.Errorf("below the dearest code: %v, %s; want price.below_cost", err, o.priceOf(o.coded))
	}
	if err := change(anna, 94_99, 1); problemCode(err) != "desk.second_person" || o.priceOf(o.coded) != "100.00 v1" {
		t.Errorf("by one who may: %v, %s; want desk.second_person", err, o.priceOf(o.coded))
	}
	if err := change(clerk, 95_00, 1); err != nil || o.priceOf(o.coded) != "95.00 v2" {
		t.Errorf("at the cost: %v, %s", err, o.priceOf(o.coded))
	}
	pgtest.Exec(t, o.pool, `update codes set state = 'void', voided_at = $2, voided_by = $3, void_reason = '' where batch_id = $1`, dear, noon, o.admin.ID)
	if err := change(clerk, 69_99, 2); code(err) != "price.below_cost" || o.priceOf(o.coded) != "95.00 v2" {
		t.Errorf("more than a step down from the highest of the day: %v, %s", err, o.priceOf(o.coded))
	}
	if err := change(clerk, 94_99, 2); err != nil || o.priceOf(o.coded) != "94.99 v3" {
		t.Errorf("once the dear codes are gone: %v, %s", err, o.priceOf(o.coded))
	}
}
