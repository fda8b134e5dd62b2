package publicid

import (
	"errors"
	"strings"
	"testing"
)

func TestHashSurvivesItsText(t *testing.T) {
	t.Parallel()
	for range 1000 {
		h := New()
		s := h.String()
		if len(s) != 26 || strings.ContainsAny(s, "ilou") {
			t.Fatalf("got text %q", s)
		}
		for _, text := range []string{s, strings.ToUpper(s)} {
			got, err := Parse(text)
			if err != nil || got != h {
				t.Fatalf("Parse(%q) = %v, %v; want %v", text, got, err, h)
			}
		}
	}
}

func TestParseHashRefuses(t *testing.T) {
	t.Parallel()
	good := ID{1, 2, 3}.String()
	for name, in := range map[string]string{
		"empty":           "",
		"short":           good[:25],
		"long":            good + "0",
		"letter left out": "u" + good[1:],
		"cyrillic":        strings.Repeat("я", 13),
		"second name":     good[:25] + "1",
		"sql":             "' or 1=1 --' or 1=1 --' or ",
	} {
		if _, err := Parse(in); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: Parse(%q) = %v, want ErrInvalid", name, in, err)
		}
	}
}
