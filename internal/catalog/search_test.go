package catalog

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

func TestSplitWordsKeepsLettersAndDigits(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][]string{
		"PUBG Mobile":                {"pubg", "mobile"},
		"  Ёлка,ёж;ЩЁЛК  ":           {"елка", "еж", "щелк"},
		"a&b|c!d<->e:*f(g)h/i":       {"a", "b", "c", "d", "e", "f", "g", "h"}, // no more than eight
		"'; drop table games; --":    {"drop", "table", "games"},
		"Standoff 2":                 {"standoff", "2"},
		"🎮 مرحبا \x00 \xff % _ \\ '": {},
		"":                           {},
	} {
		if diff := cmp.Diff(want, splitWords(typed)); diff != "" {
			t.Errorf("%q: %s", typed, diff)
		}
	}
}

func TestStemsAreDeduplicated(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		`'ночн' | 'ночн' | 'ноч' | 'ночн'`:          `'ноч' | 'ночн'`,
		`'a' & ( 'b' | 'c' | 'b' ) & ( 'd' | 'd' )`: `'a' & ( 'b' | 'c' ) & ( 'd' )`,
		`( 'a' | 'a' ) & 'b' | ( 'c' | 'd' ) & 'e'`: `( 'a' ) & 'b' | ( 'c' | 'd' ) & 'e'`,
		`'a' & 'b' | 'b'`: `'a' & 'b' | 'b'`, // (a and b) or b
		`'a'`:             `'a'`,
		``:                ``,
	} {
		if got := alternatives.ReplaceAllStringFunc(query, dedupeStems); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

func TestWordPatterns(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		text  string
		whole bool
		want  []string
	}{
		{"дрифт", false, []string{"%дрифт%"}},
		{"ной дрифт: се", false, []string{"%ной", "дрифт", "се%"}},
		{"Ночной дрифт", true, []string{"ночной", "дрифт"}},
		{" — ", false, []string{}},
	} {
		if diff := cmp.Diff(row.want, wordPatterns(row.text, row.whole)); diff != "" {
			t.Errorf("%q: %s", row.text, diff)
		}
	}
}

func TestOtherLayoutIsTheSameKeys(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"згип": "pubg", "pubg": "згип", "ыефтвщаа": "standoff", "cnbv": "стим", "2": "2", "": "", "[;'": "хжэ",
	} {
		if got := otherLayout(typed); got != want {
			t.Errorf("%s: got %s, want %s", typed, got, want)
		}
		if got := otherLayout(otherLayout(typed)); got != typed {
			t.Errorf("%s converted twice: got %s", typed, got)
		}
	}
}

func TestChooseReading(t *testing.T) {
	t.Parallel()
	known := map[string]candidates{
		"star": {exact: []string{"star", "stars"}, near: []string{"stay"}},
		"пабк": {near: []string{"пабг"}},
		"pubg": {exact: []string{"pubg", "pubgm"}},
		"клэш": {exact: []string{"клэш"}},
		"rk":   {near: []string{"rp"}},
	}
	for _, row := range []struct {
		name              string
		straight, swapped []string
		want              string
	}{
		{"nothing typed", nil, nil, `'no=such=word'`},
		{"known", []string{"star"}, []string{"ыефк"}, `(('star' | 'stars'))`},
		{"every word must be found", []string{"star", "pubg"}, []string{"ыефк", "згип"}, `(('star' | 'stars') & ('pubg' | 'pubgm'))`},
		{"the other layout", []string{"згип"}, []string{"pubg"}, `(('pubg' | 'pubgm'))`},
		{"a letter on a punctuation key", []string{"rk", "i"}, []string{"клэш"}, `(('клэш'))`},
		{"a typo in either", []string{"пабк"}, []string{"gf,r"}, `(('пабг' | 'пабк')) | (('gf,r'))`},
		{"only punctuation", nil, []string{"жэ"}, `(('жэ'))`},
	} {
		if got := chooseReading(row.straight, row.swapped, known); got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
	}
}

func TestLikePatternMatchesTextLiterally(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"abc": "%abc%", "100%": `%100\%%`, "a_b": `%a\_b%`, `c:\n`: `%c:\\n%`, `\%_`: `%\\\%\_%`, "": "%%",
	} {
		if got := likePattern(&text); *got != want {
			t.Errorf("%s: got %s, want %s", text, *got, want)
		}
	}
	if likePattern(nil) != nil {
		t.Error("likePattern(nil): got a pattern, want nil")
	}
}

// FuzzSearch checks that PostgreSQL accepts the query for any entered text.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{
		"", " ", "пабг", "згип", "& | ! <-> :*", "'", `\`, `''\'`, "a'b", "'; drop table games; --", "%_%", "\x00", "\xff\xfe", "🎮", "مرحبا",
		"ё̈́", "1e5", "0x1F", "-1", "1.5", "a-b-c", "a@b.c", "http://a/b?c=d", "٣٤", "𝟘𝟙𝟚", "İıſK", "<b>x</b>", "a:*", "(((", ")))", "a a a a a a a a",
		"привет-мир", "one2three", "\u200b\u2028", "ааааааааааааааааааааааааааааааааааааааааааааааааааааааа",
	} {
		f.Add(seed)
	}
	pool := pgtest.New(f)
	factory.Game(f, pool, factory.With{"kind": "pubg", "title": "PUBG Mobile", "aliases": []string{"пабг", "пубг", "1e5", "o2"}})
	factory.Gift(f, pool, factory.With{"title": "Звёздный странник 2"})
	s := NewService(pool)
	f.Fuzz(func(t *testing.T, typed string) {
		if r := []rune(typed); len(r) > 100 { // the contract allows no more
			typed = string(r[:100])
		}
		games, err := s.Games(t.Context(), GameFilter{Search: &typed, Limit: 5})
		if err != nil {
			t.Fatalf("%q: %v", typed, err)
		}
		gifts, err := s.Gifts(t.Context(), GiftFilter{Search: &typed, Limit: 5})
		if err != nil {
			t.Fatalf("%q: %v", typed, err)
		}
		if int(games.Count) != len(games.Items) || int(gifts.Count) != len(gifts.Items) {
			t.Fatalf("%q: counts %d and %d, items %d and %d", typed, games.Count, gifts.Count, len(games.Items), len(gifts.Items))
		}
		if utf8.ValidString(typed) && len(splitWords(typed)) == 0 && games.Count+gifts.Count > 0 {
			t.Fatalf("%q: got matches, want none", typed)
		}
	})
}
