package money

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// A rate is stored with eight decimals.
const (
	rateDecimals = 8
	rateScale    = 100_000_000
)

// ErrRate is returned for text that is not a positive rate.
var ErrRate = errors.New("money: want a positive rate with up to eight decimals")

// Rate is the price of one unit of a currency in rubles, in units of 10⁻⁸.
type Rate int64

// OneToOne is the rate of the ruble.
const OneToOne Rate = rateScale

// ParseRate parses a decimal such as "93.1250", the text of a numeric(18,8). It
// returns ErrRate if the rate is not positive or has more than eight decimals.
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

// String formats the rate with all eight decimals.
func (r Rate) String() string { return fmt.Sprintf("%d.%08d", int64(r)/rateScale, int64(r)%rateScale) }

// In converts the amount to currency c at rate r. It rounds up, so that the
// converted amount is never worth less than the price; convert the total, not
// its parts.
func (m RUB) In(c Currency, r Rate) Money {
	if r == OneToOne {
		return Money{Minor: Minor(m), Currency: c}
	}
	n := new(big.Int).Mul(big.NewInt(int64(m)), big.NewInt(rateScale))
	n.Add(n, big.NewInt(int64(r)-1))
	return Money{Minor: Minor(n.Div(n, big.NewInt(int64(r))).Int64()), Currency: c}
}

// Rubles converts ten-thousandths of a currency at rate r, rounded half up to a kopeck.
func (r Rate) Rubles(tenThousandths int64) RUB {
	// The product is in 10⁻¹² rubles; the divisor converts it to kopecks.
	const down = 10_000 * rateScale / 100
	n := new(big.Int).Mul(big.NewInt(tenThousandths), big.NewInt(int64(r)))
	n.Add(n, big.NewInt(down/2))
	return RUB(n.Div(n, big.NewInt(down)).Int64())
}
