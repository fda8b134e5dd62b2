package httpapi_test

import (
	"slices"
	"testing"
)

func TestWhatDoesNotExistIsNotFound(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
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
			wantRefusal(t, s.get(path), 404, code)
		})
	}
}

func TestHiddenGameIsNowhere(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, path := range []string{"/api/games/5/", "/api/faq/5/", "/api/orders/supply_channel/servers/5/"} {
		if a := s.get(path); a.status != 200 {
			t.Fatalf("%s before: %d", path, a.status)
		}
	}
	s.exec(`update games set is_active = false where id = 5`)
	for _, path := range []string{"/api/games/5/", "/api/faq/5/", "/api/orders/supply_channel/servers/5/"} {
		wantRefusal(t, s.get(path), 404, "game.not_found")
	}
	wantRefusal(t, s.get("/api/products/"+s.value(`select min(id)::text from products where game_id = 5`)+"/"), 404, "product.not_found")
	if p := decode[page](t, s.get("/api/games/?search=genshin")); p.Count != 0 || len(p.Results) != 0 {
		t.Errorf("found %v", titles(p))
	}
	games := decode[page](t, s.get("/api/games/"))
	if games.Count != 14 || slices.Contains(titles(games), "Genshin Impact") {
		t.Errorf("%d games: %v", games.Count, titles(games))
	}
	if n := decode[page](t, s.get("/api/products/")).Count; n != 130-9 {
		t.Errorf("%d packs", n)
	}
	if p := decode[page](t, s.get("/api/banners/games/")); p.Count != 5 || slices.Contains(titles(p), "Успейте до смены баннера") {
		t.Errorf("%d banners: %v", p.Count, titles(p))
	}
}

func TestHiddenPackIsNotSold(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.exec(`update products set is_active = false where id = 1`)
	wantRefusal(t, s.get("/api/products/1/"), 404, "product.not_found")
	p := decode[page](t, s.get("/api/products/"))
	if p.Count != 129 || p.Results[0]["id"] != 2.0 {
		t.Errorf("%d packs from %v", p.Count, p.Results[0]["id"])
	}
	game := decode[map[string]any](t, s.get("/api/games/1/"))
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
	s := newShop(t)
	s.exec(`update products set is_active = false where game_id = 1`)
	game := decode[map[string]any](t, s.get("/api/games/1/"))
	if game["price_from"] != nil || game["discount_percent"] != 0.0 {
		t.Fatalf("from %v with %v %%", game["price_from"], game["discount_percent"])
	}
}

func TestHiddenGiftIsNowhere(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.exec(`update gifts set is_active = false where id = 1`)
	wantRefusal(t, s.get("/api/gifts/1/"), 404, "gift.not_found")
	for path, count := range map[string]int{"/api/gifts/": 329, "/api/gifts/new/": 329, "/api/gifts/?is_main=true": 23, "/api/banners/gifts/": 4} {
		p := decode[page](t, s.get(path))
		if p.Count != count || slices.Contains(titles(p), "Звёздный странник") {
			t.Errorf("%s: %d with %v", path, p.Count, titles(p))
		}
	}
	for _, query := range []string{"search=zvezdny", "title_exact=Звёздный+странник", "title_icontains=Звёздный+стр"} {
		if p := decode[page](t, s.get("/api/gifts/?"+query)); slices.Contains(titles(p), "Звёздный странник") || p.Count != len(p.Results) {
			t.Errorf("%s: %d with %v", query, p.Count, titles(p))
		}
	}
}

func TestHiddenBannerIsNotShown(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.exec(`update banners set is_active = false where place = 'games' and position = 1`)
	p := decode[page](t, s.get("/api/banners/games/"))
	if p.Count != 5 || p.Results[0]["title"] != "UC дешевле на 5 %" {
		t.Fatalf("%d banners: %v", p.Count, titles(p))
	}
}
