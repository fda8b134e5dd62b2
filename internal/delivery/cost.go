package delivery

import (
	"fmt"
	"math/big"
	"strings"

	"larek/internal/money"
)

// Cost is an amount in the supplier's currency, in ten-thousandths: some count
// in fractions of a cent.
type Cost struct {
	TenThousandths int64
	Currency       money.Currency
}

// parseCost reads numeric(14,4) as PostgreSQL writes it.
func parseCost(text, currency string) Cost {
	whole, frac, _ := strings.Cut(text, ".")
	c := Cost{Currency: money.Currency(currency)}
	for _, ch := range whole + (frac + "0000")[:4] {
		c.TenThousandths = c.TenThousandths*10 + int64(ch-'0')
	}
	return c
}

// String writes it back.
func (c Cost) String() string {
	return fmt.Sprintf("%d.%04d", c.TenThousandths/10_000, c.TenThousandths%10_000)
}

// Rubles returns what the cost is worth at a rate, rounded half up, once.
func (c Cost) Rubles(rate money.Rate) money.RUB {
	// Ten-thousandths times hundred-millionths, down to kopecks.
	const down = 10_000 * 100_000_000 / 100
	n := new(big.Int).Mul(big.NewInt(c.TenThousandths), big.NewInt(int64(rate)))
	n.Add(n, big.NewInt(down/2))
	return money.RUB(n.Div(n, big.NewInt(down)).Int64())
}
