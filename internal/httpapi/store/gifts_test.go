package store_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
)

func TestGiftListShowsTheNewestFirst(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	first := fmt.Sprintf(`{
		"resourcetype": "RokkyGift", "id": 1, "title": "Звёздный странник", "type": "game", "region": "ru_cis", "logo": %q,
		"price": "1299.00", "discount_price": null, "discount_percent": 0
	}`, s.PictureURL(`select logo from gifts where id = 1`))
	for _, path := range []string{"/api/gifts/", "/api/gifts/new/", "/api/gifts/?ordering=-created"} {
		a := s.Get(path)
		a.WantFirst(t, first)
		if p := httpapitest.Decode[httpapitest.Page](t, a); p.Count != 330 || len(p.Results) != 24 {
			t.Fatalf("%s: %d of %d", path, len(p.Results), p.Count)
		}
	}
}

func TestGiftPage(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/gifts/5/").WantJSON(t, 200, fmt.Sprintf(`{
		"resourcetype": "RokkyGift", "id": 5, "title": "Железная рота — Издание командира", "type": "edition", "region": "world", "logo": %q,
		"price": "2559.00", "discount_price": "1535.40", "discount_percent": 40, "description": "Игра, «Переправа» и редактор сценариев.",
		"tags": ["стратегия", "война", "тактика", "издание"], "created": "2026-11-11T12:00:00Z", "is_available": true
	}`, s.PictureURL(`select logo from gifts where id = 5`)))
}

// The counts below are of db/seed/gifts.yaml.
func TestGiftFilters(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, row := range []struct {
		query, where string
		count        int
	}{
		{"type=game", `type = 'game'`, -1},
		{"type=dlc", `type = 'dlc'`, -1},
		{"type=edition", `type = 'edition'`, -1},
		{"region=world", `region = 'world'`, -1},
		{"region=ru_cis", `region = 'ru_cis'`, -1},
		{"region=middle_east", `region = 'middle_east'`, -1},
		{"is_discounted=true", `discount_percent > 0`, 94},
		{"is_discounted=false", `discount_percent = 0`, 236},
		{"is_main=true", `is_main`, 24},
		{"is_main=false", `not is_main`, 306},
		{"is_old_classic=true", `is_old_classic`, 41},
		{"is_old_classic=false", `not is_old_classic`, 289},
		{"type=game&region=world", `type = 'game' and region = 'world'`, 34},
		{"type=dlc&region=ru&is_discounted=true", `type = 'dlc' and region = 'ru' and discount_percent > 0`, -1},
		{"is_main=true&is_discounted=true", `is_main and discount_percent > 0`, 7},
		{"is_main=true&is_old_classic=true", `false`, 0},
		{"title_exact=" + url.QueryEscape("Пыль и порох"), `title = 'Пыль и порох'`, -1},
		{"title_icontains=" + url.QueryEscape("ИЗДАНИЕ"), `lower(title) like '%издание%'`, -1},
		{"title_icontains=" + url.QueryEscape("издание") + "&is_discounted=true&type=edition", `lower(title) like '%издание%' and discount_percent > 0 and type = 'edition'`, -1},
		{"search=" + url.QueryEscape("космос") + "&region=world", `search @@ to_tsquery('larek', 'космос') and region = 'world'`, -1},
	} {
		t.Run(row.query, func(t *testing.T) {
			t.Parallel()
			want := httpapitest.QueryAll[float64](s, `select id::float8 from gifts where `+row.where+` order by created desc, id desc`)
			got := []float64{}
			for _, r := range s.Walk(t, "/api/gifts/?limit=100&"+row.query) {
				got = append(got, r["id"].(float64))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatal(diff)
			}
			count := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/gifts/?limit=1&"+row.query)).Count
			if count != len(want) || row.count >= 0 && count != row.count {
				t.Fatalf("count %d, items %d, expected %d", count, len(want), row.count)
			}
		})
	}
}

func TestGiftTitlePartIsTakenLiterally(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update gifts set title = '100% шума_тишины' where id = 1`)
	s.Exec(`update gifts set title = 'путь C:\игры\n' where id = 2`)
	for part, want := range map[string][]string{
		`100%`:      {"100% шума_тишины"},
		`0% `:       {"100% шума_тишины"},
		`%%%`:       nil,
		`___`:       nil,
		`шума_тиш`:  {"100% шума_тишины"},
		`шума%тиш`:  nil,
		`0__шума`:   nil,
		`c:\игры`:   {`путь C:\игры\n`},
		`\n'`:       nil,
		`игры\n`:    {`путь C:\игры\n`},
		`\\\`:       nil,
		`ШУМА_ТИШИ`: {"100% шума_тишины"},
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, httpapitest.Titles(httpapitest.Decode[httpapitest.Page](t, s.Get("/api/gifts/?title_icontains="+url.QueryEscape(part))))); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestGiftSearchMendsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for typed, want := range map[string]string{
		"звездный странник": "Звёздный странник",
		"ЗВЁЗДНЫЙ":          "Звёздный странник",
		"star wanderer":     "Звёздный странник",
		"пиксельный дисант": "Пиксельный десант",
		"gbrctkmysq ltcfyn": "Пиксельный десант", // the other keyboard layout
	} {
		t.Run(typed, func(t *testing.T) {
			t.Parallel()
			got := httpapitest.Titles(httpapitest.Decode[httpapitest.Page](t, s.Get("/api/gifts/?search="+url.QueryEscape(typed))))
			if len(got) == 0 || got[0] != want {
				t.Fatalf("found %v", got)
			}
		})
	}
}
