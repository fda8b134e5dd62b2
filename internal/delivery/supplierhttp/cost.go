package supplierhttp

import (
	"fmt"
	"strconv"
	"strings"

	"larek/internal/delivery"
	"larek/internal/money"
)

const decimals = 4

// Cost parses a price such as "12", "12.3" or "12.3456". It returns ErrOutcomeUnknown
// for anything else and for more than four decimals: prices are never guessed.
func Cost(text, currency string) (delivery.Cost, error) {
	whole, frac, _ := strings.Cut(text, ".")
	if len(frac) > decimals {
		if strings.Trim(frac[decimals:], "0") != "" {
			return delivery.Cost{}, notAPrice()
		}
		frac = frac[:decimals]
	}
	if whole == "" || len(whole) > 12 {
		return delivery.Cost{}, notAPrice()
	}
	digits := whole + frac + strings.Repeat("0", decimals-len(frac))
	if strings.Trim(digits, "0123456789") != "" {
		return delivery.Cost{}, notAPrice()
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return delivery.Cost{}, notAPrice()
	}
	return delivery.Cost{TenThousandths: n, Currency: money.Currency(currency)}, nil
}

func notAPrice() error { return fmt.Errorf("%w: invalid price", delivery.ErrOutcomeUnknown) }

// Decimal formats a cost without trailing zeros, with at least two decimals.
func Decimal(c delivery.Cost) string {
	s := fmt.Sprintf("%d.%04d", c.TenThousandths/10_000, c.TenThousandths%10_000)
	for range decimals - 2 {
		s = strings.TrimSuffix(s, "0")
	}
	return s
}
