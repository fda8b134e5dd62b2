package sandbox

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// usd is US dollars in ten-thousandths: one supplier counts in them.
type usd int64

var usdText = regexp.MustCompile(`^\d{1,9}(\.\d{1,4})?$`)

func parseUSD(text string) (usd, error) {
	if !usdText.MatchString(text) {
		return 0, fmt.Errorf("%q is no amount of dollars", text)
	}
	whole, rest, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+(rest + "0000")[:4], 10, 64)
	return usd(n), err
}

// String has two decimals, or four where two would lose something.
func (u usd) String() string {
	sign := ""
	if u < 0 {
		sign, u = "-", -u
	}
	if u%100 == 0 {
		return fmt.Sprintf("%s%d.%02d", sign, u/10_000, u%10_000/100)
	}
	return fmt.Sprintf("%s%d.%04d", sign, u/10_000, u%10_000)
}

// MarshalJSON writes a number.
func (u usd) MarshalJSON() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalJSON reads a number or a string.
func (u *usd) UnmarshalJSON(raw []byte) error {
	n, err := parseUSD(strings.Trim(string(raw), `"`))
	*u = n
	return err
}

// plus raises a price by percent, up to a whole cent.
func (u usd) plus(percent int64) usd {
	if percent == 0 {
		return u
	}
	return (u*usd(100+percent) + 9_999) / 10_000 * 100
}
