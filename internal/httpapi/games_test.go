package httpapi_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func titles(p page) []string {
	var t []string
	for _, r := range p.Results {
		t = append(t, r["title"].(string))
	}
	return t
}

func TestGamesAreFoundHoweverTheyAreTyped(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
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
			got := decode[page](t, s.get("/api/games/?search="+url.QueryEscape(typed)))
			if diff := cmp.Diff(want, titles(got)); diff != "" || got.Count != len(want) {
				t.Fatalf("count %d, %s", got.Count, diff)
			}
		})
	}
}

func TestGamesPages(t *testing.T) {
	t.Parallel()
	s := sharedShop(t)
	all := titles(decode[page](t, s.get("/api/games/?limit=100")))
	if len(all) != 15 {
		t.Fatalf("%d games", len(all))
	}
	var walked []string
	next := new("/api/games/?limit=4")
	for next != nil {
		p := decode[page](t, s.get(*next))
		if p.Count != 15 {
			t.Fatalf("count %d", p.Count)
		}
		walked = append(walked, titles(p)...)
		next = p.Next
	}
	if !slices.Equal(walked, all) {
		t.Fatalf("pages give %v, the whole list %v", walked, all)
	}
}

func TestGameChangesAreSeenAtOnceAfterTheVersionMoves(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	before := s.get("/api/games/1/")
	again := s.do(http.MethodGet, "/api/games/1/", http.Header{"If-None-Match": {before.header.Get("Etag")}}, "")
	if again.status != http.StatusNotModified || len(again.body) != 0 {
		t.Fatalf("unchanged: %d %s", again.status, again.body)
	}
	s.exec(`update games set title = 'Переименована' where id = 1`)
	after := s.do(http.MethodGet, "/api/games/1/", http.Header{"If-None-Match": {before.header.Get("Etag")}}, "")
	if got := decode[map[string]any](t, after); after.status != http.StatusOK || got["title"] != "Переименована" {
		t.Fatalf("changed: %d %v", after.status, got["title"])
	}
}
