package catalog

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"larek/internal/catalog/catalogdb"
)

// maxWords bounds the number of words in one query.
const maxWords = 8

// textQuery converts entered text into a PostgreSQL text query: every word must
// match, in full or as a prefix. If the catalogue does not contain them all,
// the text in the other keyboard layout is tried, and then similar words.
func (s *Service) textQuery(ctx context.Context, typed string) (string, error) {
	straight, swapped := splitWords(typed), splitWords(otherLayout(strings.ToLower(typed)))
	known, err := s.knownWords(ctx, slices.Concat(straight, swapped))
	if err != nil {
		return "", fmt.Errorf("read search words: %w", err)
	}
	return s.stem(ctx, chooseReading(straight, swapped, known))
}

// stem converts the words of a query into the form stored in the index.
func (s *Service) stem(ctx context.Context, query string) (string, error) {
	stemmed, err := s.q.StemQuery(ctx, query)
	if err != nil {
		return "", fmt.Errorf("stem query: %w", err)
	}
	return alternatives.ReplaceAllStringFunc(stemmed, dedupeStems), nil
}

// alternatives matches the forms of one word: alone, or in parentheses.
var alternatives = regexp.MustCompile(`^'[^']*'(?: \| '[^']*')+$|\( '[^']*'(?: \| '[^']*')+ \)`)

// dedupeStems removes repeated stems: "ночная | ночное" becomes "ночн | ночн",
// and the index would be read twice.
func dedupeStems(forms string) string {
	stems := strings.Split(strings.Trim(forms, "( )"), " | ")
	slices.Sort(stems)
	apart := strings.Join(slices.Compact(stems), " | ")
	if forms[0] == '(' {
		return "( " + apart + " )"
	}
	return apart
}

const (
	// manyWords is more than the words that contain any three letters.
	manyWords = 1_000
	// fewWords limits the words for one or two letters, which are part of
	// nearly every title.
	fewWords = 24
)

// titleQuery builds a query for the gifts whose title may contain the text. It
// may match too many, so the caller compares titles. The first and last words
// of the text may be parts of words. One or two letters match beginnings of
// words only.
func (s *Service) titleQuery(ctx context.Context, text string, whole bool) (string, error) {
	patterns, most := wordPatterns(text, whole), int32(manyWords)
	if !whole && utf8.RuneCountInString(text) < 3 {
		most = fewWords
		for i := range patterns {
			patterns[i] = strings.TrimPrefix(patterns[i], "%")
		}
	}
	rows, err := s.q.WordsLike(ctx, catalogdb.WordsLikeParams{Patterns: patterns, Most: most})
	if err != nil {
		return "", fmt.Errorf("read title words: %w", err)
	}
	forms := map[string][]string{}
	for _, r := range rows {
		forms[r.Pattern] = append(forms[r.Pattern], r.Word)
	}
	var groups []string
	for _, p := range patterns {
		if len(forms[p]) == 0 {
			groups = nil // a word that is not in the catalogue
			break
		}
		groups = append(groups, "('"+strings.Join(forms[p], "' | '")+"')")
	}
	if len(groups) == 0 {
		return matchNothing, nil
	}
	return s.stem(ctx, strings.Join(groups, " & "))
}

// wordPatterns returns LIKE patterns for the words of a title or of a part of
// one.
func wordPatterns(text string, whole bool) []string {
	patterns := splitWords(text)
	if len(patterns) == 0 || whole {
		return patterns
	}
	patterns[0] = "%" + patterns[0]
	patterns[len(patterns)-1] += "%"
	return patterns
}

// matchNothing is a query that matches no document: no title contains such a
// word.
const matchNothing = "'no=such=word'"

// chooseReading returns the query for the keyboard layout whose words the
// catalogue contains.
func chooseReading(straight, swapped []string, known map[string]candidates) string {
	switch {
	case len(straight)+len(swapped) == 0:
		return matchNothing
	case allKnown(straight, known) || len(swapped) == 0:
		return conjunction(straight, known)
	case allKnown(swapped, known) || len(straight) == 0:
		return conjunction(swapped, known)
	default:
		return conjunction(straight, known) + " | " + conjunction(swapped, known)
	}
}

func allKnown(words []string, known map[string]candidates) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return len(known[w].exact) == 0 })
}

// conjunction requires every word in one of its forms. The word itself is
// always included: stemming may match it with another ending.
func conjunction(words []string, known map[string]candidates) string {
	groups := make([]string, len(words))
	for i, w := range words {
		forms := append([]string{w}, known[w].exact...)
		if len(known[w].exact) == 0 {
			forms = append(forms, known[w].near...)
		}
		slices.Sort(forms)
		groups[i] = "('" + strings.Join(slices.Compact(forms), "' | '") + "')"
	}
	return "(" + strings.Join(groups, " & ") + ")"
}

type candidates struct{ exact, near []string }

func (s *Service) knownWords(ctx context.Context, words []string) (map[string]candidates, error) {
	rows, err := s.q.SearchWords(ctx, words)
	if err != nil {
		return nil, err
	}
	known := map[string]candidates{}
	for _, r := range rows {
		c := known[r.Asked]
		if r.Exact {
			c.exact = append(c.exact, r.Known)
		} else {
			c.near = append(c.near, r.Known)
		}
		known[r.Asked] = c
	}
	return known, nil
}

// splitWords returns the words of the text. Only letters and digits remain, so
// that the text cannot contain operators of the query language.
func splitWords(typed string) []string {
	lower := strings.ReplaceAll(strings.ToLower(typed), "ё", "е")
	words := strings.FieldsFunc(lower, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'а' && r <= 'я' || unicode.IsDigit(r))
	})
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	return words
}

const (
	latinKeys    = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
	cyrillicKeys = "йцукенгшщзхъфывапролджэячсмитьбю"
)

var layout = func() map[rune]rune {
	m := map[rune]rune{}
	lat, cyr := []rune(latinKeys), []rune(cyrillicKeys)
	for i := range lat {
		m[lat[i]], m[cyr[i]] = cyr[i], lat[i]
	}
	return m
}()

// otherLayout returns what the same keys type in the other keyboard layout:
// "згип" is "pubg".
func otherLayout(word string) string {
	return strings.Map(func(r rune) rune {
		if o, ok := layout[r]; ok {
			return o
		}
		return r
	}, word)
}
