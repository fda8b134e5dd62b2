package ordersearch

import "strings"

const hidden = "***"

// MaskEmail hides the middle of the name in an address: "d***v@box.example".
func MaskEmail(address string) string {
	name, host, found := strings.Cut(address, "@")
	if !found || name == "" {
		return maskMiddle(address, 1)
	}
	return maskMiddle(name, 1) + "@" + host
}

// MaskPlayer hides the middle of a player's ID or login: "71***36". By its ends an
// operator recognises what the buyer reads out.
func MaskPlayer(player string) string { return maskMiddle(player, 2) }

// maskMiddle leaves ends characters at both ends, and of short texts fewer.
func maskMiddle(s string, ends int) string {
	r := []rune(s)
	switch {
	case len(r) == 0:
		return ""
	case len(r) > 3*ends:
		return string(r[:ends]) + hidden + string(r[len(r)-ends:])
	case len(r) > ends:
		return string(r[:1]) + hidden
	default:
		return hidden
	}
}

// lower returns a text as the indexes have it.
func lower(s string) string { return strings.ToLower(s) }
