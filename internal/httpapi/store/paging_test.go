package store_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
)

// The lists of the shop by how they are paged, with the number of their items.
var (
	listsByOffset = map[string]int{
		"/api/games/": 15, "/api/gifts/": 330, "/api/gifts/discounted/": 94, "/api/gifts/new/": 330,
		"/api/feedback/": 447, "/api/live_feed/": 1000,
	}
	listsByPage = map[string]int{
		"/api/products/": 130, "/api/banners/games/": 6, "/api/banners/gifts/": 5, "/api/contacts/": 2,
		"/api/orders/supply_channel/servers/5/": 4,
	}
)

type edge struct {
	query          string
	items          int
	next, previous string // "" is null
}

func checkEdge(t *testing.T, s *httpapitest.Shop, path string, count int, e edge) {
	t.Helper()
	link := func(query string) *string {
		if query == "" {
			return nil
		}
		return new(path + "?" + query)
	}
	a := s.Get(path + "?" + e.query)
	got := httpapitest.Decode[httpapitest.Page](t, a)
	if a.Status != 200 || got.Count != count || len(got.Results) != e.items || got.Results == nil {
		t.Errorf("%s: status %d, %d of %d items instead of %d of %d", e.query, a.Status, len(got.Results), got.Count, e.items, count)
	}
	if diff := cmp.Diff([]*string{link(e.next), link(e.previous)}, []*string{got.Next, got.Previous}); diff != "" {
		t.Errorf("%s: %s", e.query, diff)
	}
}

func TestListsArePagedByOffset(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	const deepest = 2400
	for path, n := range listsByOffset {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			f := fmt.Sprintf
			more := func(limit, offset int) string {
				if offset >= n {
					return ""
				}
				return f("limit=%d&offset=%d", limit, offset)
			}
			for _, e := range []edge{
				{"limit=1", 1, "limit=1&offset=1", ""},
				{"limit=100", min(n, 100), more(100, 100), ""},
				{"offset=0", min(n, 24), more(24, 24), ""},
				{"limit=5&offset=3", 5, "limit=5&offset=8", "limit=5&offset=0"},
				{"limit=5&offset=5", 5, "limit=5&offset=10", "limit=5&offset=0"},
				{f("limit=5&offset=%d", n-5), 5, "", f("limit=5&offset=%d", n-10)},
				{f("limit=5&offset=%d", n-1), 1, "", f("limit=5&offset=%d", n-6)},
				{f("limit=5&offset=%d", n), 0, "", f("limit=5&offset=%d", n-5)},
				{f("limit=5&offset=%d", n+1), 0, "", f("limit=5&offset=%d", n-4)},
				{f("limit=5&offset=%d", deepest), 0, "", f("limit=5&offset=%d", deepest-5)},
				{f("limit=5&offset=%d", deepest+1), 0, "", f("limit=5&offset=%d", deepest-4)},
				{"limit=5&offset=2000000000000", 0, "", f("limit=5&offset=%d", deepest)},
			} {
				checkEdge(t, s, path, n, e)
			}
			for _, query := range []string{"limit=101", "limit=0", "limit=-1", "offset=-1"} {
				s.Get(path+"?"+query).WantRefusal(t, 400, "invalid")
			}
			walkOnce(t, s, path+"?limit=100", n)
			if n < 100 {
				walkOnce(t, s, path+"?limit=4", n)
			}
		})
	}
}

func TestListsArePagedByPage(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for path, n := range listsByPage {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			rest := max(0, n-100)
			next := ""
			if rest > 0 {
				next = "page=2&page_size=100"
			}
			for _, e := range []edge{
				{"page_size=1", 1, "page=2&page_size=1", ""},
				{"page=1&page_size=100", min(n, 100), next, ""},
				{"page=2&page_size=100", rest, "", "page=1&page_size=100"},
				{fmt.Sprintf("page=%d&page_size=1", n), 1, "", fmt.Sprintf("page=%d&page_size=1", n-1)},
				{fmt.Sprintf("page=%d&page_size=1", n+1), 0, "", fmt.Sprintf("page=%d&page_size=1", n)},
				{"page=500", 0, "", "page=499&page_size=24"},
				{"page=500&page_size=100", 0, "", "page=499&page_size=100"},
				{"page=501&page_size=100", 0, "", "page=500&page_size=100"},
				{"page=2000000000000&page_size=100", 0, "", "page=500&page_size=100"},
			} {
				checkEdge(t, s, path, n, e)
			}
			for _, query := range []string{"page=0", "page=-1", "page_size=0", "page_size=101"} {
				s.Get(path+"?"+query).WantRefusal(t, 400, "invalid")
			}
			walkOnce(t, s, path+"?page_size=3", n)
		})
	}
}

// walkOnce follows the links to the end and expects every item once.
func walkOnce(t *testing.T, s *httpapitest.Shop, from string, n int) {
	t.Helper()
	all := s.Walk(t, from)
	seen := map[string]bool{}
	for _, r := range all {
		key, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if seen[string(key)] {
			t.Errorf("%s twice: %s", from, key)
		}
		seen[string(key)] = true
	}
	if len(all) != n {
		t.Errorf("%s gives %d items instead of %d", from, len(all), n)
	}
}
