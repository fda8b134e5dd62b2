// Package account owns people: who they are and how they sign in.
package account

import "unicode/utf8"

// Guest is how a buyer without an account is called in public.
const Guest = "Гость"

// Obscure hides the middle of a nickname: «Александр» becomes «Ал***р». Short
// ones show less, so that what is left never tells who it was.
func Obscure(nickname *string) string {
	if nickname == nil {
		return Guest
	}
	r := []rune(*nickname)
	switch n := utf8.RuneCountInString(*nickname); {
	case n >= 5:
		return string(r[:2]) + "***" + string(r[n-1:])
	case n >= 2:
		return string(r[:1]) + "***"
	default:
		return "***"
	}
}
