package store_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
)

func TestGameListShowsEveryFieldOfAGame(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	a := s.Get("/api/games/")
	a.WantFirst(t, fmt.Sprintf(`{
		"resourcetype": "PUBGGame", "id": 1, "title": "PUBG Mobile", "detail_title": "PUBG Mobile: UC",
		"detail_description": "Код на UC появится на странице заказа сразу после оплаты, обычно в течение минуты. ID и пароль не нужны: код вы активируете сами на официальной странице Midasbuy. Подходит для международной версии игры.",
		"logo": %q, "created": "2025-10-11T12:00:00Z", "is_auth_required": false, "discount_percent": 7, "is_active": true,
		"product_preview_name": "UC", "product_preview_icon": %q, "tags": ["UC", "код", "шутер", "battle royale"], "price_from": "75.05"
	}`, s.PictureURL(`select logo from games where id = 1`), s.PictureURL(`select product_preview_icon from games where id = 1`)))
	p := httpapitest.Decode[httpapitest.Page](t, a)
	want := []string{
		"PUBG Mobile", "Standoff 2", "Steam", "Mobile Legends", "Genshin Impact", "Free Fire", "Roblox", "Honkai: Star Rail",
		"Clash of Clans", "Brawl Stars", "Asphalt", "Call of Duty: Mobile", "Zenless Zone Zero", "Wuthering Waves", "Honor of Kings",
	}
	if diff := cmp.Diff(want, httpapitest.Column[string](t, p, "title")); diff != "" || p.Count != 15 || p.Next != nil || p.Previous != nil {
		t.Fatalf("%+v %s", p, diff)
	}
}

func TestGamePageCarriesItsPacksAndServers(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	got := httpapitest.Decode[map[string]any](t, s.Get("/api/games/5/"))
	products := got["products"].([]any)
	delete(got, "products")
	want := httpapitest.ParseJSON(t, fmt.Sprintf(`{
		"resourcetype": "SupplyGame", "id": 5, "title": "Genshin Impact", "detail_title": "Genshin Impact: кристаллы Сотворения",
		"detail_description": "Кристаллы Сотворения или Благословение полой луны приходят на аккаунт по UID и серверу, обычно за 1–10 минут. Входить в аккаунт не требуется. Бонус за первую покупку номинала, если он у вас ещё не использован, начисляет сама игра.",
		"logo": %q, "created": "2025-12-30T12:00:00Z", "is_auth_required": false, "discount_percent": 5, "is_active": true,
		"product_preview_name": "кристаллы Сотворения", "product_preview_icon": %q,
		"tags": ["кристаллы", "луна", "RPG", "открытый мир"], "price_from": "85.00",
		"id_hint": "UID из 9 или 10 цифр написан в правом нижнем углу экрана. Сервер определяется по первой цифре UID: 6 — America, 7 — Europe, 8 — Asia, 9 — TW, HK, MO.",
		"is_server_needed": true, "is_server_enum": true,
		"servers": [{"id": 1, "name": "America"}, {"id": 2, "name": "Europe"}, {"id": 3, "name": "Asia"}, {"id": 4, "name": "TW, HK, MO"}]
	}`, s.PictureURL(`select logo from games where id = 5`), s.PictureURL(`select product_preview_icon from games where id = 5`)))
	if diff := cmp.Diff(want, any(got)); diff != "" {
		t.Fatal(diff)
	}
	first := products[0].(map[string]any)
	if len(products) != 9 || first["resourcetype"] != "SupplyProduct" || first["game_title"] != "Genshin Impact" {
		t.Fatalf("%d packs, the first is %v", len(products), first)
	}
}

func TestEachKindOfGameHasItsOwnShape(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for id, want := range map[int]struct{ game, product, extra string }{
		1: {"PUBGGame", "PUBGProduct", "amount_uc"},
		2: {"StandoffGame", "StandoffProduct", "gold"},
		3: {"Steam", "SteamProduct", ""},
		4: {"SupplyGame", "SupplyProduct", ""},
	} {
		t.Run(want.game, func(t *testing.T) {
			t.Parallel()
			got := httpapitest.Decode[map[string]any](t, s.Get(fmt.Sprintf("/api/games/%d/", id)))
			pack := got["products"].([]any)[0].(map[string]any)
			if got["resourcetype"] != want.game || pack["resourcetype"] != want.product {
				t.Fatalf("%v with %v", got["resourcetype"], pack["resourcetype"])
			}
			for _, field := range []string{"amount_uc", "gold"} {
				if _, has := pack[field]; has != (field == want.extra) {
					t.Errorf("%s has %s: %v", want.product, field, has)
				}
			}
			if _, has := got["servers"]; has != (want.game == "SupplyGame") {
				t.Errorf("%s has servers: %v", want.game, has)
			}
		})
	}
}

func TestGameTitleFilters(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for query, want := range map[string][]string{
		"title_exact=PUBG+Mobile":                      {"PUBG Mobile"},
		"title_exact=pubg+mobile":                      nil,
		"title_icontains=MOB":                          {"PUBG Mobile", "Mobile Legends", "Call of Duty: Mobile"},
		"title_icontains=%25%25%25":                    nil,
		"title_icontains=Sta":                          {"Standoff 2", "Honkai: Star Rail", "Brawl Stars"},
		"title_icontains=Sta&search=хонкай":            {"Honkai: Star Rail"},
		"title_icontains=Sta&title_exact=Brawl+Stars":  {"Brawl Stars"},
		"title_exact=Steam&title_icontains=no+such":    nil,
		"title_exact=Steam&search=steam&limit=1":       {"Steam"},
		"title_icontains=mob&limit=1&offset=1":         {"Mobile Legends"},
		"title_icontains=mob&limit=10&offset=2&page=7": {"Call of Duty: Mobile"},
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, httpapitest.Titles(httpapitest.Decode[httpapitest.Page](t, s.Get("/api/games/?"+query)))); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}
