package catalog

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// maxWords bounds the work one query may cause.
const maxWords = 8

// textQuery turns what a person typed into a PostgreSQL text query: every
// word must be found, as itself or as a beginning. When the catalogue does
// not know them all, the same keys in the other layout are tried, and then
// the nearest words.
func (s *Service) textQuery(ctx context.Context, typed string) (string, error) {
	straight, swapped := splitWords(typed), splitWords(otherLayout(strings.ToLower(typed)))
	known, err := s.knownWords(ctx, slices.Concat(straight, swapped))
	if err != nil {
		return "", fmt.Errorf("search words: %w", err)
	}
	return s.stem(ctx, compose(straight, swapped, known))
}

// stem brings the words of a query into the form the index holds.
func (s *Service) stem(ctx context.Context, query string) (string, error) {
	stemmed, err := s.q.StemQuery(ctx, query)
	if err != nil {
		return "", fmt.Errorf("stem query: %w", err)
	}
	return alternatives.ReplaceAllStringFunc(stemmed, once), nil
}

// alternatives are the forms of one word: alone, or in brackets of their own.
var alternatives = regexp.MustCompile(`^'[^']*'(?: \| '[^']*')+$|\( '[^']*'(?: \| '[^']*')+ \)`)

// once names each stem one time: «ночная | ночное» is «ночн | ночн», and the
// index would collect all its gifts twice.
func once(forms string) string {
	stems := strings.Split(strings.Trim(forms, "( )"), " | ")
	slices.Sort(stems)
	apart := strings.Join(slices.Compact(stems), " | ")
	if forms[0] == '(' {
		return "( " + apart + " )"
	}
	return apart
}

// titleQuery finds every gift whose title may contain the text, and a few
// more: the caller compares titles. The words at the ends of the text may be
// parts of words, those between are whole.
func (s *Service) titleQuery(ctx context.Context, text string, whole bool) (string, error) {
	patterns := wordPatterns(text, whole)
	rows, err := s.q.WordsLike(ctx, patterns)
	if err != nil {
		return "", fmt.Errorf("title words: %w", err)
	}
	forms := map[string][]string{}
	for _, r := range rows {
		forms[r.Pattern] = append(forms[r.Pattern], r.Word)
	}
	var groups []string
	for _, p := range patterns {
		if len(forms[p]) == 0 {
			groups = nil // a word the catalogue does not have
			break
		}
		groups = append(groups, "('"+strings.Join(forms[p], "' | '")+"')")
	}
	if len(groups) == 0 {
		return nothing, nil
	}
	return s.stem(ctx, strings.Join(groups, " & "))
}

// wordPatterns are LIKE patterns for the words of a title or of a part of one.
func wordPatterns(text string, whole bool) []string {
	patterns := splitWords(text)
	if len(patterns) == 0 || whole {
		return patterns
	}
	patterns[0] = "%" + patterns[0]
	patterns[len(patterns)-1] += "%"
	return patterns
}

// nothing is a text query that no document matches: no word of a title has a sign in it.
const nothing = "'no=such=word'"

// compose picks the reading of what was typed that the catalogue knows best.
func compose(straight, swapped []string, known map[string]candidates) string {
	switch {
	case len(straight)+len(swapped) == 0:
		return nothing
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

// conjunction wants every word, in one of its forms. The word itself is
// always among them: stemming may find it under another ending.
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

func (s *Service) knownWords(ctx context.Context, asked []string) (map[string]candidates, error) {
	rows, err := s.q.SearchWords(ctx, asked)
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

// splitWords keeps letters and digits only, so that nothing a person types
// can be an operator of the query language.
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

// otherLayout is what the same keys give in the other keyboard layout:
// «згип» is pubg typed without switching.
func otherLayout(word string) string {
	return strings.Map(func(r rune) rune {
		if o, ok := layout[r]; ok {
			return o
		}
		return r
	}, word)
}
