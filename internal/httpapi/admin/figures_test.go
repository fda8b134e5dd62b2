package admin_test

import (
	"fmt"
	"strings"
	"testing"

	"larek/internal/exports"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

var _ = rows(func() map[string]row {
	return map[string]row{
		"getHome":   {call: at("/api/admin/home/?days=7")},
		"getProfit": {call: at("/api/admin/profit/?by=game&since=2020-01-01&until=2020-01-31")},
		"exportProfit": {action: "profit.export", call: func(f *fixture, _ caller) (string, string) {
			f.AsOwner(`delete from console_exports`)
			return "/api/admin/profit/exports/", `{"by":"day","since":"2020-01-01","until":"2020-01-31"}`
		}},
	}
})

// book posts an entry of a day: pairs of accounts and rubles.
func (f *fixture) book(reason, day, postings string) {
	f.T.Helper()
	f.Exec(fmt.Sprintf(`with g as (insert into ledger_groups (reason, ref, at) values ('%s', 'f%d', '%s 12:00+03') returning id)
		insert into ledger_postings (group_id, account, currency, amount) select id, a, 'RUB', n from g, (values %s) v (a, n)`, reason, f.next(), day, postings))
}

func TestProfitIsWhatTheBooksSay(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	f.book("manual", "2020-01-10", `('orders', 90.00), ('discounts', 10.00), ('revenue', -100.00)`)
	f.book("manual", "2020-01-10", `('discounts', 730.55), ('revenue', -730.55)`) // a code of 100 %: nobody paid
	f.book("cost", "2020-01-10", `('cost', 61.5), ('supplier:moogold', -61.5)`)
	f.book("commission", "2020-01-11", `('acquiring', 1.33), ('provider:tbank', -1.33)`)
	f.book("goodwill", "2020-01-02", `('goodwill', 30.00), ('customer:1', -30.00)`)
	figures := f.Deps.Admin.Stats
	if err := figures.SumUpAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	anna := f.HireOperator("finance")
	type sums struct{ Revenue, Discounts, Cost, Acquiring, Goodwill, Margin string }
	got := httpapitest.Decode[struct{ Total struct{ Now, Before sums } }](t, f.Do("GET", "/api/admin/profit/?by=day&since=2020-01-08&until=2020-01-14", anna.Header(), "")).Total
	if want := (sums{"90.00", "-740.55", "-61.50", "-1.33", "0.00", "27.17"}); got.Now != want {
		t.Errorf("got %+v, want %+v", got.Now, want)
	}
	if got.Before.Margin != "-30.00" {
		t.Errorf("before: %+v", got.Before)
	}
	if a := f.Do("GET", "/api/admin/profit/?by=day&since=2019-01-01&until=2020-12-31", anna.Header(), ""); a.Status != 400 {
		t.Errorf("two years: %d %s", a.Status, a.Body)
	}
	file := httpapitest.Decode[struct{ ID int64 }](t, f.Do("POST", "/api/admin/profit/exports/", anna.Header(), `{"by":"supplier","since":"2020-01-08","until":"2020-01-14"}`)).ID
	x := exports.Worker{Pool: f.Pool, Exports: f.Deps.Admin.Exports, Orders: f.Deps.Admin.Search, Stats: figures, Log: f.Deps.Log}
	if made, err := x.MakeNext(t.Context()); !made || err != nil {
		t.Fatal(made, err)
	}
	text := string(f.Do("GET", fmt.Sprintf("/api/admin/exports/%d/file/", file), anna.Header(), "").Body)
	for _, line := range []string{
		"moogold;0;0,00;0,00;0,00;0,00;-61,50;0,00;0,00;0,00;0,00;0,00;0,00;-61,50;0,00;\n",
		"Итого;0;0,00;90,00;-740,55;0,00;-61,50;-1,33;0,00;0,00;0,00;0,00;0,00;27,17;-30,00;\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("file lacks %q:\n%s", line, text)
		}
	}
}

func TestTheFirstScreenHidesTheMarginFromOperators(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	type home struct {
		Margin    *struct{ Now string }
		IsEmpty   bool `json:"is_empty"`
		Suppliers []struct{ Name string }
		Hours     []struct{ Turnover string }
	}
	seen := httpapitest.Decode[home](t, f.Do("GET", "/api/admin/home/", f.HireOperator("operator").Header(), ""))
	if seen.Margin != nil || len(seen.Suppliers) > 0 || !seen.IsEmpty || len(seen.Hours) == 0 {
		t.Errorf("an operator: %+v", seen)
	}
	if seen = httpapitest.Decode[home](t, f.Do("GET", "/api/admin/home/", f.HireOperator("finance").Header(), "")); seen.Margin == nil || seen.Margin.Now != "0.00" {
		t.Errorf("finance: %+v", seen)
	}
}

// TestProfitCountsCodesWithoutCost counts codes that were given in the days and whose load
// names no cost: their whole price looks like profit.
func TestProfitCountsCodesWithoutCost(t *testing.T) {
	t.Parallel()
	f := &fixture{Shop: httpapitest.NewShop(t)}
	anna, product := f.HireOperator("finance"), stocked(f.Shop)
	line := factory.Line(t, f.Pool, factory.Order(t, f.Pool, factory.With{"game_id": 1, "status": "done"}), nil)
	for n, cost := range []string{"null", "12.50", "null"} {
		f.Exec(fmt.Sprintf(`with b as (insert into code_batches (product_id, source, codes, created_by, created, unit_cost) values (%d, 'test', 1, %d, now(), %s) returning id)
			insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, given_at, batch_id) select %d, '', 'k', 'mark%d', 'given', %d, '2020-01-%d 12:00+03', id from b`,
			product, anna.ID, cost, product, n, line, 10+n))
	}
	for days, want := range map[string]int64{"since=2020-01-10&until=2020-01-12": 2, "since=2020-01-11&until=2020-01-11": 0, "since=2020-01-12&until=2020-01-12": 1} {
		a := f.Do("GET", "/api/admin/profit/?by=day&"+days, anna.Header(), "")
		got := httpapitest.Decode[struct {
			Codes int64 `json:"codes_without_cost"`
		}](t, a)
		if a.Status != 200 || got.Codes != want {
			t.Errorf("%s: got %d %s, want %d", days, a.Status, a.Body, want)
		}
	}
}
