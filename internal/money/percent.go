package money

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// Percent is a percentage in basis points, that is hundredths of a percent: 320
// is 3.20 %.
type Percent int64

// Whole is 100 %.
const Whole Percent = 10_000

// Percents returns n whole percent.
func Percents(n int) Percent { return Percent(n) * 100 }

// ParsePercent parses "3.2" as 3.20 %.
func ParsePercent(s string) (Percent, error) {
	p, err := Parse(s)
	return Percent(p), err
}

// String formats p with two decimals and no percent sign: "3.20".
func (p Percent) String() string { return RUB(p).String() }

// Fraction formats p as a fraction of one without trailing zeros: 20 % is "0.2".
func (p Percent) Fraction() string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%04d", p/Whole, p%Whole), "0"), ".")
}

// ScanNumeric implements pgtype.NumericScanner for numeric(5,2).
func (p *Percent) ScanNumeric(v pgtype.Numeric) error { return (*RUB)(p).ScanNumeric(v) }

// NumericValue implements pgtype.NumericValuer for numeric(5,2).
func (p Percent) NumericValue() (pgtype.Numeric, error) { return RUB(p).NumericValue() }

// Value implements driver.Valuer.
func (p Percent) Value() (driver.Value, error) { return p.String(), nil }

// Percent returns p of the amount, rounded by Share.
func (m RUB) Percent(p Percent) RUB { return m.Share(int64(p), int64(Whole)) }

// Off returns the amount reduced by p whole percent. The result is never
// negative.
func (m RUB) Off(p int) RUB {
	if p >= 100 {
		return 0
	}
	return m - m.Percent(Percents(p))
}
