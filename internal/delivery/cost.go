package delivery

import (
	"fmt"
	"strings"

	"larek/internal/money"
)

// Cost is an amount in a supplier's currency, in ten-thousandths, because some
// suppliers use fractions of a cent.
type Cost struct {
	TenThousandths int64
	Currency       money.Currency
}

// parseCost parses the text of a numeric(14,4).
func parseCost(text, currency string) Cost {
	whole, frac, _ := strings.Cut(text, ".")
	c := Cost{Currency: money.Currency(currency)}
	for _, ch := range whole + (frac + "0000")[:4] {
		c.TenThousandths = c.TenThousandths*10 + int64(ch-'0')
	}
	return c
}

// String formats the amount with four decimals, without the currency.
func (c Cost) String() string {
	return fmt.Sprintf("%d.%04d", c.TenThousandths/10_000, c.TenThousandths%10_000)
}

// Rubles converts the cost at a rate, rounded half up to a kopeck.
func (c Cost) Rubles(rate money.Rate) money.RUB { return rate.Rubles(c.TenThousandths) }
