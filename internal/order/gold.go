package order

import (
	"errors"
	"math/big"
	"strings"
	"time"

	"larek/internal/money"
)

// LotSearchTimeout is how long operators look for a Standoff lot on the market
// before the order is refunded.
const LotSearchTimeout = 24 * time.Hour

// Gold is an amount of Standoff 2 gold in hundredths. It is formatted like
// money.
type Gold int64

// maxSurplus is the largest surplus, in hundredths of gold.
const maxSurplus = 23

// ParseSurplus parses a surplus between 0.00 and 0.23 with at most two
// decimals, in any decimal notation: 0, 0.1, 0.10 or 1.7e-1.
func ParseSurplus(s string) (Gold, error) {
	if strings.ContainsAny(s, "/_xXpP+") || len(s) > 16 {
		return 0, errors.New("surplus: not a decimal number")
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return 0, errors.New("surplus: not a number")
	}
	r.Mul(r, big.NewRat(100, 1))
	if !r.IsInt() || r.Sign() < 0 || r.Cmp(big.NewRat(maxSurplus, 1)) > 0 {
		return 0, errors.New("surplus: not a whole percent from 0 to 23")
	}
	return Gold(r.Num().Int64()), nil
}

// String formats the amount with exactly two decimals.
func (g Gold) String() string { return money.RUB(g).String() }

// MarshalJSON encodes the amount as a decimal string.
func (g Gold) MarshalJSON() ([]byte, error) { return money.RUB(g).MarshalJSON() }

// UnmarshalJSON decodes a decimal string.
func (g *Gold) UnmarshalJSON(b []byte) error { return (*money.RUB)(g).UnmarshalJSON(b) }
