// Package spelling gives texts that are compared with each other one spelling, so that
// one mailbox, one player and one code are each one thing to the shop.
package spelling

import (
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the text as it is compared: compatible characters are one, what cannot
// be seen is left out, and case and surrounding space do not matter.
func Fold(text string) string {
	return strings.ToLower(strings.TrimSpace(visible(norm.NFKC.String(text))))
}

// Player returns the account of a player as it is stored. A number is written in plain
// digits. Any other name is only trimmed: games have players whose names differ from
// others' by a compatible character alone.
func Player(id string) string {
	if n := number(id); n != "" {
		return n
	}
	return strings.TrimSpace(id)
}

// PlayerKey returns the account of a player as it is compared. Leading zeros and signs
// around it do not make another number.
func PlayerKey(id string) string {
	if n := number(strings.TrimFunc(Fold(id), isSign)); n != "" {
		return strings.TrimLeft(n[:len(n)-1], "0") + n[len(n)-1:]
	}
	return Fold(id)
}

// Code returns a code of goods as it is compared: shops and games take it in any case,
// with hyphens and without.
func Code(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Pd, r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, visible(norm.NFKC.String(code))))
}

// IsAddress reports whether the text is an email address and nothing more: no name, no
// comment and no quotes, with which one mailbox would have any number of spellings.
func IsAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && a.Name == "" && a.Address == text && visible(text) == text && !strings.ContainsAny(text, `[]"`)
}

// number returns the digits of an ID that is a number, or an empty text.
func number(id string) string {
	n := strings.TrimPrefix(Fold(id), "+")
	if strings.Trim(n, "0123456789") != "" {
		return ""
	}
	return n
}

func isSign(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// visible returns the text without control and format characters and line separators.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, text)
}
