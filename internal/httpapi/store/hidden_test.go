package store_test

import (
	"slices"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

func TestWhatDoesNotExistIsNotFound(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for path, code := range map[string]string{
		"/api/games/99/":                         "game.not_found",
		"/api/games/9223372036854775807/":        "game.not_found",
		"/api/products/999/":                     "product.not_found",
		"/api/gifts/99999/":                      "gift.not_found",
		"/api/faq/99/":                           "game.not_found",
		"/api/articles/no-such-page/":            "article.not_found",
		"/api/articles/ABOUT/":                   "article.not_found",
		"/api/orders/supply_channel/servers/99/": "game.not_found",
		"/api/games/9223372036854775808/":        "not_found",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s.Get(path).WantRefusal(t, 404, code)
		})
	}
}

// Buyers have no links of the console.
var _ = accessRows(func(*accessFixture, orders) map[string]access {
	return map[string]access{"previewGame": {path: "/api/games/5/preview/", want: all(404)}}
})

func TestHiddenGameIsNowhere(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for _, path := range []string{"/api/games/5/", "/api/faq/5/", "/api/orders/supply_channel/servers/5/"} {
		if a := s.Get(path); a.Status != 200 {
			t.Fatalf("%s before: got %d, want 200", path, a.Status)
		}
	}
	s.Exec(`update games set is_active = false where id = 5`)
	for _, path := range []string{"/api/games/5/", "/api/faq/5/", "/api/orders/supply_channel/servers/5/"} {
		s.Get(path).WantRefusal(t, 404, "game.not_found")
	}
	s.Get("/api/products/"+s.Value(`select min(id)::text from products where game_id = 5`)+"/").WantRefusal(t, 404, "product.not_found")
	if p := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/games/?search=genshin")); p.Count != 0 || len(p.Results) != 0 {
		t.Errorf("found %v", httpapitest.Titles(p))
	}
	games := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/games/"))
	if games.Count != 14 || slices.Contains(httpapitest.Titles(games), "Genshin Impact") {
		t.Errorf("%d games: %v", games.Count, httpapitest.Titles(games))
	}
	if n := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/products/")).Count; n != 130-9 {
		t.Errorf("%d packs", n)
	}
	if p := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/banners/games/")); p.Count != 5 || slices.Contains(httpapitest.Titles(p), "Успейте до смены баннера") {
		t.Errorf("%d banners: %v", p.Count, httpapitest.Titles(p))
	}
}

func TestHiddenPackIsNotSold(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update products set is_active = false where id = 1`)
	s.Get("/api/products/1/").WantRefusal(t, 404, "product.not_found")
	p := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/products/"))
	if p.Count != 129 || p.Results[0]["id"] != 2.0 {
		t.Errorf("%d packs from %v", p.Count, p.Results[0]["id"])
	}
	game := httpapitest.Decode[map[string]any](t, s.Get("/api/games/1/"))
	// A saved cart must learn that the pack is gone, so its page still has it.
	if first := game["products"].([]any)[0].(map[string]any); first["id"] != 1.0 || first["is_active"] != false {
		t.Errorf("the game's first pack is %v", first)
	}
	if game["price_from"] != "369.55" {
		t.Errorf("the cheapest pack costs %v", game["price_from"])
	}
}

func TestGameWithNothingOnSaleHasNoPrice(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update products set is_active = false where game_id = 1`)
	game := httpapitest.Decode[map[string]any](t, s.Get("/api/games/1/"))
	if game["price_from"] != nil || game["discount_percent"] != 0.0 {
		t.Fatalf("from %v with %v %%", game["price_from"], game["discount_percent"])
	}
}

func TestGameThatIsSoldOutHasNoPrice(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`insert into unavailable_goods (product_id, since) select id, now() from products where game_id = 1`)
	game := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/games/")).Results[0]
	if game["id"] != 1.0 || game["price_from"] != nil || game["discount_percent"] != 0.0 {
		t.Fatalf("game %v: from %v with %v %%", game["id"], game["price_from"], game["discount_percent"])
	}
}

func TestGoodsThatNobodyDeliversNowSaySoOnTheirPages(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`insert into unavailable_goods (product_id, since) values (1, now())`)
	s.Exec(`insert into unavailable_goods (gift_id, since) values (5, now())`)
	for path, field := range map[string]string{"/api/products/1/": "is_active", "/api/gifts/5/": "is_available"} {
		if p := httpapitest.Decode[map[string]any](t, s.Get(path)); p[field] != false {
			t.Errorf("%s: got %s %v, want false", path, field, p[field])
		}
	}
	if p := httpapitest.Decode[map[string]any](t, s.Get("/api/products/2/")); p["is_active"] != true {
		t.Errorf("a pack on sale: got is_active %v", p["is_active"])
	}
}

func TestHiddenGiftIsNowhere(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update gifts set is_active = false where id = 1`)
	s.Get("/api/gifts/1/").WantRefusal(t, 404, "gift.not_found")
	for path, count := range map[string]int{"/api/gifts/": 329, "/api/gifts/new/": 329, "/api/gifts/?is_main=true": 23, "/api/banners/gifts/": 4} {
		p := httpapitest.Decode[httpapitest.Page](t, s.Get(path))
		if p.Count != count || slices.Contains(httpapitest.Titles(p), "Звёздный странник") {
			t.Errorf("%s: %d with %v", path, p.Count, httpapitest.Titles(p))
		}
	}
	for _, query := range []string{"search=zvezdny", "title_exact=Звёздный+странник", "title_icontains=Звёздный+стр"} {
		if p := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/gifts/?"+query)); slices.Contains(httpapitest.Titles(p), "Звёздный странник") || p.Count != len(p.Results) {
			t.Errorf("%s: %d with %v", query, p.Count, httpapitest.Titles(p))
		}
	}
}

func TestHiddenBannerIsNotShown(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update banners set is_active = false where place = 'games' and position = 1`)
	p := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/banners/games/"))
	if p.Count != 5 || p.Results[0]["title"] != "UC дешевле на 5 %" {
		t.Fatalf("%d banners: %v", p.Count, httpapitest.Titles(p))
	}
}
