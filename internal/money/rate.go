package money

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// rateScale is how finely a rate is kept: eight decimals.
const (
	rateDecimals = 8
	rateScale    = 100_000_000
)

// ErrRate is returned for text that is not a positive rate.
var ErrRate = errors.New("money: want a positive rate with up to eight decimals")

// Rate is how many rubles one unit of a currency costs, exactly.
type Rate int64

// OneToOne is the rate of the ruble.
const OneToOne Rate = rateScale

// ParseRate reads "93.1250" as PostgreSQL writes numeric(18,8).
func ParseRate(s string) (Rate, error) {
	whole, frac, _ := strings.Cut(s, ".")
	if whole == "" || len(whole) > 10 || len(frac) > rateDecimals {
		return 0, ErrRate
	}
	var v int64
	for _, c := range whole + frac + strings.Repeat("0", rateDecimals-len(frac)) {
		if c < '0' || c > '9' {
			return 0, ErrRate
		}
		v = v*10 + int64(c-'0')
	}
	if v <= 0 {
		return 0, ErrRate
	}
	return Rate(v), nil
}

// String writes all eight decimals.
func (r Rate) String() string { return fmt.Sprintf("%d.%08d", int64(r)/rateScale, int64(r)%rateScale) }

// In returns the amount in another currency, rounded up so that a sale is never
// short of its price. Rounded once, from the whole sum.
func (m RUB) In(c Currency, r Rate) Money {
	if r == OneToOne {
		return Money{Minor: Minor(m), Currency: c}
	}
	n := new(big.Int).Mul(big.NewInt(int64(m)), big.NewInt(rateScale))
	n.Add(n, big.NewInt(int64(r)-1))
	return Money{Minor: Minor(n.Div(n, big.NewInt(int64(r))).Int64()), Currency: c}
}
