package store_test

import (
	"fmt"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

func TestProductListIsOrderedByGame(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	a := s.Get("/api/products/")
	a.WantFirst(t, fmt.Sprintf(`{
		"resourcetype": "PUBGProduct", "id": 1, "title": "60 UC", "price": "79.00", "picture": %q, "min_quantity": 1, "max_quantity": 10,
		"is_active": true, "discount_price": "75.05", "discount_percent": 5, "lowest_price": "75.05", "game_id": 1, "game_title": "PUBG Mobile", "amount_uc": 60
	}`, s.PictureURL(`select picture from products where id = 1`)))
	p := httpapitest.Decode[httpapitest.Page](t, a)
	if p.Count != 130 || len(p.Results) != 24 {
		t.Fatalf("%d of %d", len(p.Results), p.Count)
	}
	last := 0.0
	for _, r := range s.Walk(t, "/api/products/?page_size=50") {
		if id := r["id"].(float64); id != last+1 {
			t.Fatalf("%v after %v", id, last)
		}
		last++
	}
	if last != 130 {
		t.Fatalf("got %v packs, want 130", last)
	}
}

func TestProductShowsNoDiscountPriceWithoutADiscount(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/products/22/").WantJSON(t, 200, fmt.Sprintf(`{
		"resourcetype": "SteamProduct", "id": 22, "title": "Пополнение кошелька на 100 ₽", "price": "100.00", "picture": %q,
		"min_quantity": 1, "max_quantity": 1, "is_active": true, "discount_price": null, "discount_percent": 0,
		"game_id": 3, "game_title": "Steam"
	}`, s.PictureURL(`select picture from products where id = 22`)))
}

func TestServersOfAGame(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/orders/supply_channel/servers/5/").WantJSON(t, 200, `{"count": 4, "next": null, "previous": null, "results": [
		{"id": 1, "name": "America"}, {"id": 2, "name": "Europe"}, {"id": 3, "name": "Asia"}, {"id": 4, "name": "TW, HK, MO"}
	]}`)
	s.Get("/api/orders/supply_channel/servers/5/?page=2&page_size=3").WantJSON(t, 200, `{
		"count": 4, "next": null, "previous": "/api/orders/supply_channel/servers/5/?page=1&page_size=3",
		"results": [{"id": 4, "name": "TW, HK, MO"}]
	}`)
	// The buyer types the zone of this game.
	s.Get("/api/orders/supply_channel/servers/4/").WantJSON(t, 200, `{"count": 0, "next": null, "previous": null, "results": []}`)
	// Only supply games have servers.
	s.Get("/api/orders/supply_channel/servers/1/").WantRefusal(t, 404, "game.not_found")
	s.Get("/api/orders/supply_channel/servers/99/").WantRefusal(t, 404, "game.not_found")
}
