package core

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// USD is an amount of US dollars in ten-thousandths, the unit of one supplier.
type USD int64

var usdText = regexp.MustCompile(`^\d{1,9}(\.\d{1,4})?$`)

// ParseUSD reads an amount with at most four decimals.
func ParseUSD(text string) (USD, error) {
	if !usdText.MatchString(text) {
		return 0, fmt.Errorf("%q is no amount of dollars", text)
	}
	whole, rest, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+(rest + "0000")[:4], 10, 64)
	return USD(n), err
}

// String returns the amount with two decimals, or four if two are not enough.
func (u USD) String() string {
	sign := ""
	if u < 0 {
		sign, u = "-", -u
	}
	if u%100 == 0 {
		return fmt.Sprintf("%s%d.%02d", sign, u/10_000, u%10_000/100)
	}
	return fmt.Sprintf("%s%d.%04d", sign, u/10_000, u%10_000)
}

// MarshalJSON implements json.Marshaler: a number.
func (u USD) MarshalJSON() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalJSON implements json.Unmarshaler: a number or a string.
func (u *USD) UnmarshalJSON(raw []byte) error {
	n, err := ParseUSD(strings.Trim(string(raw), `"`))
	*u = n
	return err
}

// plus returns the price raised by percent, rounded up to a whole cent.
func (u USD) plus(percent int64) USD {
	if percent == 0 {
		return u
	}
	return (u*USD(100+percent) + 9_999) / 10_000 * 100
}
