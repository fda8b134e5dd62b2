// Package account stores users: their identities, sessions, passwords and
// consents.
package account

import "unicode/utf8"

// Guest is the public name of a buyer without an account.
const Guest = "Гость"

// MaskNickname hides the middle of a nickname: "Александр" becomes "Ал***р". Of
// short nicknames less is shown, so that they cannot be guessed.
func MaskNickname(nickname *string) string {
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
