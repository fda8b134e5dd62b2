package admin_test

import (
	"fmt"
	"strings"
	"testing"

	"larek/internal/exports"
	"larek/internal/httpapi/httpapitest"
)

// priceFile is the body of a file with a price for every product of the first game.
func priceFile(s *httpapitest.Shop) string {
	return s.Value(`select json_build_object('name', 'цены.csv', 'text', 'Номер;Цена' || string_agg(E'\n' || id || ';' || price + 1, '')) from products where game_id = 1`)
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"exportPrices": {action: "export.prices", call: func(f *fixture, _ caller) (string, string) {
			f.Exec(`update console_exports set state = 'failed', ended_at = created`)
			return "/api/admin/prices/exports/", `{"goods":"product","game_id":null,"q":null}`
		}},
		"listPriceImports": {call: at("/api/admin/prices/imports/?limit=5")},
		"checkPriceFile": {action: "price.check_file", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/prices/imports/", priceFile(f.Shop)
		}},
		"getPriceImport":       {call: func(f *fixture, _ caller) (string, string) { return newImport(f, "/"), "" }},
		"listPriceImportLines": {call: func(f *fixture, _ caller) (string, string) { return newImport(f, "/lines/?shown=refused"), "" }},
		"applyPriceFile": {action: "price.apply_file", call: func(f *fixture, _ caller) (string, string) {
			return newImport(f, "/apply/"), "{" + reason + "}"
		}},
	}
})

// newImport returns a path under a file that was looked at.
func newImport(f *fixture, path string) string {
	id := f.Value(`insert into price_imports (created, created_by, name, lines, ready, same) select $1::timestamptz, min(id), 'f', 1, 1, 0 from staff returning id::text`, f.Clock.Now())
	return "/api/admin/prices/imports/" + id + path
}

func TestFileOfPricesIsExportedAndLoadedAgain(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	clerk := s.HireOperator("catalog")
	for _, goods := range []string{"product", "gift"} {
		file := httpapitest.Decode[struct{ ID int64 }](t, s.Do("POST", "/api/admin/prices/exports/", clerk.Header(), fmt.Sprintf(`{"goods":%q,"game_id":null,"q":null}`, goods))).ID
		x := exports.Worker{Pool: s.Pool, Exports: s.Deps.Admin.Exports, Orders: s.Deps.Admin.Search, Prices: s.Deps.Admin.Prices, Log: s.Deps.Log}
		if made, err := x.MakeNext(t.Context()); !made || err != nil {
			t.Fatal(made, err)
		}
		text := string(s.Do("GET", fmt.Sprintf("/api/admin/exports/%d/file/", file), clerk.Header(), "").Body)
		want := s.Value(fmt.Sprintf(`select count(*)::text from %ss`, goods))
		if got := fmt.Sprint(strings.Count(text, "\n") - 1); got != want {
			t.Fatalf("%s: got %s lines, want %s", goods, got, want)
		}
		body := s.Value(`select json_build_object('name', 'f', 'text', $1::text)`, text)
		id := httpapitest.Decode[struct{ ID int64 }](t, s.Do("POST", "/api/admin/prices/imports/", clerk.Header(), body)).ID
		i := httpapitest.Decode[struct {
			Lines, Same, Ready int
			State              string
		}](t, s.Do("GET", fmt.Sprintf("/api/admin/prices/imports/%d/", id), clerk.Header(), ""))
		if fmt.Sprint(i.Lines) != want || i.Same != i.Lines || i.Ready != 0 || i.State != "checked" {
			t.Errorf("%s: got %+v, want every price the same", goods, i)
		}
	}
}

func TestGiftIsFoundPricedAndSeenByBuyers(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	clerk := s.HireOperator("catalog")
	gift := s.Value(`select min(id)::text from gifts where is_active`)
	type page struct {
		Results []struct {
			ID      int64
			Goods   string
			Version int
		}
		Next *string
	}
	seen := map[int64]bool{}
	for path := "/api/admin/prices/?goods=gift&limit=7"; path != ""; {
		p := httpapitest.Decode[page](t, s.Do("GET", path, clerk.Header(), ""))
		for _, r := range p.Results {
			if r.Goods != "gift" || seen[r.ID] {
				t.Fatalf("%+v again or no gift", r)
			}
			seen[r.ID] = true
		}
		if path = ""; p.Next != nil {
			path = "/api/admin/prices/?goods=gift&limit=7&cursor=" + *p.Next
		}
	}
	if want := s.Value(`select count(*)::text from gifts`); fmt.Sprint(len(seen)) != want {
		t.Errorf("got %d gifts, want %s", len(seen), want)
	}
	words := s.Value(`select split_part(title, ' ', 1) from gifts where id = $1`, gift)
	if p := httpapitest.Decode[page](t, s.Do("GET", "/api/admin/prices/?goods=gift&q="+words, clerk.Header(), "")); len(p.Results) == 0 || len(p.Results) == len(seen) {
		t.Errorf("%q finds %d of %d gifts", words, len(p.Results), len(seen))
	}
	body := fmt.Sprintf(`{"goods":"gift","changes":[{"id":%s,"price":"98765.43","version":1}],"apply_at":null,%s}`, gift, reason)
	if a := s.Do("POST", "/api/admin/prices/changes/", clerk.Header(), body); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.RefreshVersions()
	if got := httpapitest.Decode[struct{ Price string }](t, s.Get("/api/gifts/"+gift+"/")).Price; got != "98765.43" {
		t.Errorf("the page says %s", got)
	}
	if a := s.Do("GET", "/api/admin/gifts/"+gift+"/prices/", clerk.Header(), ""); !strings.Contains(string(a.Body), `"price":"98765.43","reason"`) {
		t.Errorf("history: %s", a.Body)
	}
}
