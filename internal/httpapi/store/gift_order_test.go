package store_test

import (
	"cmp"
	"math/big"
	"slices"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// paid is what a buyer pays: the discount price where there is one.
func paid(t *testing.T, gift map[string]any) *big.Rat {
	t.Helper()
	text, ok := gift["discount_price"].(string)
	if !ok {
		text = gift["price"].(string)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("price %q", text)
	}
	return r
}

func TestGiftsAreOrderedAsAskedAndTiesByID(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	// Ties in every column, across the edges of pages.
	s.Exec(`update gifts set price = 500, discount_percent = 0, title = 'Одно имя', created = '2026-01-01Z' where id % 3 = 0`)
	s.Exec(`update gifts set price = 1000, discount_percent = 50, title = 'Другое имя' where id % 7 = 0`)
	created := map[float64]string{}
	for i, at := range httpapitest.QueryAll[string](s, `select to_char(created, 'YYYY-MM-DD HH24:MI:SS') from gifts order by id`) {
		created[float64(i+1)] = at
	}
	title := map[float64]int64{}
	for i, rank := range httpapitest.QueryAll[int64](s, `select dense_rank() over (order by title collate "ru-x-icu") from gifts order by id`) {
		title[float64(i+1)] = rank
	}
	orders := map[string]func(a, b map[string]any) int{
		"price": func(a, b map[string]any) int { return paid(t, a).Cmp(paid(t, b)) },
		"title": func(a, b map[string]any) int { return cmp.Compare(title[a["id"].(float64)], title[b["id"].(float64)]) },
		"discount_percent": func(a, b map[string]any) int {
			return cmp.Compare(a["discount_percent"].(float64), b["discount_percent"].(float64))
		},
		"created": func(a, b map[string]any) int {
			return cmp.Compare(created[a["id"].(float64)], created[b["id"].(float64)])
		},
	}
	for name, compare := range orders {
		upwards := func(a, b map[string]any) int {
			return cmp.Or(compare(a, b), cmp.Compare(a["id"].(float64), b["id"].(float64)))
		}
		for _, filter := range []string{"", "&region=world", "&type=game&is_discounted=true"} {
			t.Run(name+filter, func(t *testing.T) {
				t.Parallel()
				up := s.Walk(t, "/api/gifts/?limit=37&ordering="+name+filter)
				if len(up) == 0 || !slices.IsSortedFunc(up, upwards) {
					t.Fatalf("%d gifts are not in order", len(up))
				}
				down := s.Walk(t, "/api/gifts/?limit=37&ordering=-"+name+filter)
				slices.Reverse(down)
				if !slices.EqualFunc(up, down, func(a, b map[string]any) bool { return a["id"] == b["id"] }) {
					t.Fatal("downwards is not upwards reversed")
				}
			})
		}
	}
}

func TestTitlesAreOrderedAsInARussianDictionary(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update gifts set is_active = id <= 6`)
	s.Exec(`update gifts set title = (array['Яма', 'ёлка', 'Ель', 'Жук', 'аист', 'Zebra'])[id] where id <= 6`)
	want := []string{"аист", "ёлка", "Ель", "Жук", "Яма", "Zebra"}
	if got := httpapitest.Titles(httpapitest.Decode[httpapitest.Page](t, s.Get("/api/gifts/?ordering=title"))); !slices.Equal(got, want) {
		t.Fatalf("%v instead of %v", got, want)
	}
}

func TestDiscountedGiftsShowTheBestOffersFirst(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	all := s.Walk(t, "/api/gifts/discounted/?limit=10")
	if len(all) != 94 {
		t.Fatalf("got %d gifts, want 94", len(all))
	}
	percent := func(g map[string]any) float64 { return g["discount_percent"].(float64) }
	if !slices.IsSortedFunc(all, func(a, b map[string]any) int { return cmp.Compare(percent(b), percent(a)) }) || percent(all[93]) == 0 {
		t.Fatal("not the best offers first")
	}
}
