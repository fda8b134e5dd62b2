package email

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"larek/internal/problem"
)

// Texts are the sentences of one kind of email, by the name of their place.
type Texts map[string]string

// Place is where an editor may say something in an email. Everything else (the goods, the
// sums, the button and the security note) is the same in all of them.
type Place struct {
	Name string
	// Default is what the shop says unless an editor has written something else.
	Default string
	// Words are the placeholders that may stand in it, Needed those that must.
	Words, Needed []string
	// Most is how many characters it may have. One line only for a subject.
	Most     int
	IsHeader bool
}

// The placeholders. Persisted in texts: do not change them.
const (
	wordOrder    = "заказ"
	wordSum      = "сумма"
	wordDeadline = "срок"
	wordAddress  = "почта"
	wordCode     = "код"
	wordGoods    = "покупка"
)

func subject(name, text string, needed ...string) Place {
	return Place{Name: name, Default: text, Words: needed, Needed: needed, Most: 120, IsHeader: true}
}

func sentences(name, text string, words ...string) Place {
	return Place{Name: name, Default: text, Words: words, Most: 1500}
}

// with returns the place with more placeholders that may stand in it.
func (p Place) with(words ...string) Place {
	p.Words = append(slices.Clone(p.Words), words...)
	return p
}

// withRequired returns the place with placeholders that must stand in it.
func (p Place) withRequired(words ...string) Place {
	p.Words, p.Needed = append(slices.Clone(p.Words), words...), words
	return p
}

var placeholder = regexp.MustCompile(`\{([^{}\n]*)\}`)

// clean returns a text as it is stored.
func clean(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

// wrong says what is wrong with a text of the place.
func (p Place) wrong(text string) (code, detail string) {
	switch {
	case text == "":
		return "required", "Заполните поле."
	case utf8.RuneCountInString(text) > p.Most:
		return "too_long", fmt.Sprintf("Не длиннее %d знаков.", p.Most)
	case p.IsHeader && strings.ContainsAny(text, "\n\u2028\u2029"):
		return "wrong_format", "Тема — одна строка."
	case strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }):
		return "wrong_format", "В тексте есть невидимые знаки. Наберите его заново."
	}
	var used []string
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(p.Words, found[1]) {
			return "unknown_word", fmt.Sprintf("Подстановки %s здесь нет.%s", found[0], p.allowed())
		}
		used = append(used, found[1])
	}
	if strings.ContainsAny(placeholder.ReplaceAllString(text, ""), "{}") {
		return "wrong_format", "Фигурные скобки — только для подстановок." + p.allowed()
	}
	for _, word := range p.Needed {
		if !slices.Contains(used, word) {
			return "missing_word", fmt.Sprintf("Здесь нужна подстановка {%s}.", word)
		}
	}
	return "", ""
}

func (p Place) allowed() string {
	if len(p.Words) == 0 {
		return ""
	}
	return " Можно: {" + strings.Join(p.Words, "}, {") + "}."
}

// checked returns the texts of a kind as they are stored, or what is wrong with them.
func checked(kind Kind, given Texts) (Texts, error) {
	texts, wrong := Texts{}, []problem.Field{}
	for _, p := range Places(kind) {
		texts[p.Name] = clean(given[p.Name])
		if code, detail := p.wrong(texts[p.Name]); code != "" {
			wrong = append(wrong, problem.Field{Name: p.Name, Code: code, Detail: detail})
		}
	}
	for name := range given {
		if _, known := texts[name]; !known {
			wrong = append(wrong, problem.Field{Name: "texts", Code: "unknown", Detail: "В этом письме такого места нет."})
		}
	}
	if len(wrong) > 0 {
		return nil, problem.InvalidFields(wrong...)
	}
	return texts, nil
}

// merged returns the stored texts, with the default where a text is missing or no longer
// fits its place, so that an email can always be sent.
func merged(kind Kind, stored Texts) Texts {
	texts := Texts{}
	for _, p := range Places(kind) {
		texts[p.Name] = stored[p.Name]
		if code, _ := p.wrong(texts[p.Name]); code != "" {
			texts[p.Name] = p.Default
		}
	}
	return texts
}

// renderedText has the texts of one email: those of its kind and the values of the
// placeholders.
type renderedText struct {
	texts Texts
	words map[string]string
}

// line returns a text with its placeholders replaced, once: what replaces them is no text.
func (s renderedText) line(place string) string {
	return placeholder.ReplaceAllStringFunc(s.texts[place], func(word string) string { return s.words[strings.Trim(word, "{}")] })
}

// paragraphs returns a text by its lines.
func (s renderedText) paragraphs(place string) []string {
	var list []string
	for line := range strings.SplitSeq(s.line(place), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
