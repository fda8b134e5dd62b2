package catalog

import (
	"strings"
	"unicode"

	"larek/internal/money"
)

// maxPrice is the largest price an operator can set: more is a slip of the finger.
const maxPrice money.RUB = 1_000_000_00

// ParsePrice reads a price as people and spreadsheets write it: «1 299,50 ₽», "1299.5".
// A text that could mean two prices, such as "1,299" or "1.299,50", is none.
func ParsePrice(text string) (money.RUB, bool) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	for _, sign := range []string{"₽", "рублей", "руб.", "руб", "р.", "р", "rub"} {
		if rest, found := strings.CutSuffix(text, sign); found {
			text = rest
			break
		}
	}
	whole, fraction, hasFraction := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if whole == "" || len(whole) > 7 || len(fraction) > 2 || hasFraction && fraction == "" || !isDigits(whole) || !isDigits(fraction) {
		return 0, false
	}
	sum, err := money.Parse(whole + "." + (fraction + "00")[:2])
	return sum, err == nil && sum > 0 && sum <= maxPrice
}

func isDigits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
