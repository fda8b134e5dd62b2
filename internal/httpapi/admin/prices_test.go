package admin_test

import (
	"fmt"
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
)

var _ = rows(func() map[string]row {
	return map[string]row{
		"listPrices":       {call: at("/api/admin/prices/?problem=below_cost&limit=5")},
		"previewPrices":    {call: at("/api/admin/prices/preview/", `{"goods":"product","game_id":null,"rows":[{"id":1,"title":"","price":"1 299,50 ₽"}]}`)},
		"listPriceBatches": {call: at("/api/admin/prices/changes/?state=scheduled")},
		"changePrices": {action: "price.change", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/prices/changes/", newPrice(f.Shop, "null")
		}},
		"cancelPrices": {action: "price.cancel", call: func(f *fixture, _ caller) (string, string) {
			id := f.Value(`insert into price_batches (created, created_by, reason_code, reason_text, apply_at) select $1::timestamptz, min(id), 'other', '', $1::timestamptz + interval '1 hour' from staff returning id::text`, f.Clock.Now())
			return "/api/admin/prices/changes/" + id + "/cancel/", "{" + reason + "}"
		}},
		"getPriceHistory":     {call: at("/api/admin/products/1/prices/")},
		"getGiftPriceHistory": {call: at("/api/admin/gifts/1/prices/")},
	}
})

// newPrice is the body of a change of a product that was just made.
func newPrice(s *httpapitest.Shop, at string) string {
	id := factory.Product(s.T, s.Pool, 1, factory.With{"kind": s.Value(`select kind from games where id = 1`), "is_active": false, "amount_uc": 60})
	return fmt.Sprintf(`{"goods":"product","changes":[{"id":%d,"price":"120.00","version":1}],"apply_at":%s,%s}`, id, at, reason)
}

func TestCostsAreShownToThoseWhoMaySeeThem(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for role, want := range map[string]bool{"operator": false, "catalog": true} {
		a := s.Do("GET", "/api/admin/prices/?limit=100", s.HireOperator(role).Header(), "")
		if got := strings.Contains(string(a.Body), `"rubles"`); a.Status != 200 || got != want {
			t.Errorf("%d: %s sees costs: %t, want %t", a.Status, role, got, want)
		}
	}
}

func TestChangedPriceIsOnTheStorefront(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	product := s.Value(`select min(id)::text from products where kind = 'supply' and is_active`)
	price := func() string {
		return httpapitest.Decode[struct{ Price string }](t, s.Get("/api/products/"+product+"/")).Price
	}
	was := price()
	body := fmt.Sprintf(`{"goods":"product","changes":[{"id":%s,"price":"98765.43","version":1}],"apply_at":null,%s}`, product, reason)
	if a := s.Do("POST", "/api/admin/prices/changes/", s.HireOperator("catalog").Header(), body); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.RefreshVersions() // what every instance does within a second
	if got := price(); got != "98765.43" {
		t.Errorf("the page says %s, was %s, want 98765.43", got, was)
	}
}
