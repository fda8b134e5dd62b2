package store_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"larek/internal/httpapi/httpapitest"
)

func TestGamesAreFoundHoweverTheyAreTyped(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for typed, want := range map[string][]string{
		"пабг":                 {"PUBG Mobile"},
		"pubg":                 {"PUBG Mobile"},
		"ПУБГ мобайл":          {"PUBG Mobile"},
		"пабк":                 {"PUBG Mobile"},       // a typo
		"згип":                 {"PUBG Mobile"},       // the other keyboard layout
		"rk'i jа rkfyc":        nil,                   // neither layout makes sense of it
		"rk'i":                 {"Clash of Clans"},    // a letter on a punctuation key
		"геншн":                {"Genshin Impact"},    // a letter left out
		"brawl starz":          {"Brawl Stars"},       // a typo in the second word
		"хонкай":               {"Honkai: Star Rail"}, // Russian for a Latin title
		"'; drop table games;": nil,
		"& | ! <-> :*":         nil,
		"!!!":                  nil,
	} {
		t.Run(typed, func(t *testing.T) {
			t.Parallel()
			got := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/games/?search="+url.QueryEscape(typed)))
			if diff := cmp.Diff(want, httpapitest.Titles(got)); diff != "" || got.Count != len(want) {
				t.Fatalf("count %d, %s", got.Count, diff)
			}
		})
	}
}

func TestGamesPages(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	all := httpapitest.Titles(httpapitest.Decode[httpapitest.Page](t, s.Get("/api/games/?limit=100")))
	if len(all) != 15 {
		t.Fatalf("got %d games, want 15", len(all))
	}
	var walked []string
	next := new("/api/games/?limit=4")
	for next != nil {
		p := httpapitest.Decode[httpapitest.Page](t, s.Get(*next))
		if p.Count != 15 {
			t.Fatalf("count %d", p.Count)
		}
		walked = append(walked, httpapitest.Titles(p)...)
		next = p.Next
	}
	if !slices.Equal(walked, all) {
		t.Fatalf("pages give %v, the whole list %v", walked, all)
	}
}

func TestGameChangesAreSeenAtOnceAfterTheVersionMoves(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	before := s.Get("/api/games/1/")
	again := s.Do(http.MethodGet, "/api/games/1/", http.Header{"If-None-Match": {before.Header.Get("Etag")}}, "")
	if again.Status != http.StatusNotModified || len(again.Body) != 0 {
		t.Fatalf("unchanged: %d %s", again.Status, again.Body)
	}
	s.Exec(`update games set title = 'Переименована' where id = 1`)
	after := s.Do(http.MethodGet, "/api/games/1/", http.Header{"If-None-Match": {before.Header.Get("Etag")}}, "")
	if got := httpapitest.Decode[map[string]any](t, after); after.Status != http.StatusOK || got["title"] != "Переименована" {
		t.Fatalf("changed: %d %v", after.Status, got["title"])
	}
}
