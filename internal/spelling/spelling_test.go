package spelling_test

import (
	"testing"

	"larek/internal/spelling"
)

func TestPlayerHasOneSpelling(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]struct{ stored, key string }{
		"555234134":         {"555234134", "555234134"},
		" 555234134\u00a0":  {"555234134", "555234134"},
		"５５５２３４１３４":         {"555234134", "555234134"},
		"555\u200b234134":   {"555234134", "555234134"},
		"+555234134":        {"555234134", "555234134"},
		"0555234134":        {"0555234134", "555234134"},
		"000":               {"000", "0"},
		"555234134.":        {"555234134.", "555234134"},
		"#555234134 ":       {"#555234134", "555234134"},
		"...":               {"...", "..."},
		"123456789 (2001)":  {"123456789 (2001)", "123456789 (2001)"},
		" Ivan ":            {"Ivan", "ivan"},
		"Ｉｖａｎ#RU1":          {"Ｉｖａｎ#RU1", "ivan#ru1"}, // another player than Ivan#RU1, and blocked with him
		"":                  {"", ""},
		"\u200b":            {"\u200b", ""},
		"dry-run@steam.com": {"dry-run@steam.com", "dry-run@steam.com"},
	} {
		if got := spelling.Player(id); got != want.stored {
			t.Errorf("%q: stored as %q, want %q", id, got, want.stored)
		}
		if got := spelling.PlayerKey(id); got != want.key {
			t.Errorf("%q: compared as %q, want %q", id, got, want.key)
		}
	}
}

func TestCodeHasOneSpelling(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"F8DD-B1B8-0D61", "f8dd-b1b8-0d61", "F8DDB1B80D61", "F8DD--B1B8--0D61", "f8DD b1B8 0d61", "F8DD‐B1B8–0D61", "Ｆ8DDB1B80D61"} {
		if got := spelling.Code(code); got != "F8DDB1B80D61" {
			t.Errorf("%q: got %q", code, got)
		}
	}
	if spelling.Code("AB-1_2") == spelling.Code("AB-12") {
		t.Error("two codes are one")
	}
}

func TestAddressIsNothingMore(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"box@example.test": true, "First.Last+tag@sub.example.test": true, "o'neil@example.test": true,
		"x<box@example.test>": false, "<box@example.test>": false, "box@example.test(1)": false, "(1)box@example.test": false,
		`"box"@example.test`: false, "box@[127.0.0.1]": false, "box@example.test\u2028x": false, "bo\u200bx@example.test": false,
		"box@example.test ": false, "box@example.test, other@example.test": false, "<img/src=x>@example.test": false, "box": false, "": false,
		"a..b@example.test": false, "box@example.test\r\nBcc: x@example.test": false,
	} {
		if got := spelling.IsAddress(text); got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}
