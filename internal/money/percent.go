package money

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// Percent is a number of hundredths of a percent: 320 is 3.20 %.
type Percent int64

// Whole is everything: a hundred percent.
const Whole Percent = 10_000

// Percents returns n whole percent.
func Percents(n int) Percent { return Percent(n) * 100 }

// ParsePercent reads "3.2" as 3.20 %.
func ParsePercent(s string) (Percent, error) {
	p, err := Parse(s)
	return Percent(p), err
}

// String writes two decimals, without a sign: 3.20.
func (p Percent) String() string { return RUB(p).String() }

// Fraction writes the same share as a part of one, without idle zeros: 0.2.
func (p Percent) Fraction() string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%04d", p/Whole, p%Whole), "0"), ".")
}

// ScanNumeric lets pgx read numeric(5,2).
func (p *Percent) ScanNumeric(v pgtype.Numeric) error { return (*RUB)(p).ScanNumeric(v) }

// NumericValue lets pgx write numeric(5,2).
func (p Percent) NumericValue() (pgtype.Numeric, error) { return RUB(p).NumericValue() }

// Value serves database/sql callers.
func (p Percent) Value() (driver.Value, error) { return p.String(), nil }

// Percent returns that part of the amount; see Share.
func (m RUB) Percent(p Percent) RUB { return m.Share(int64(p), int64(Whole)) }

// Off returns the amount less p whole percent, never below zero.
func (m RUB) Off(p int) RUB {
	if p >= 100 {
		return 0
	}
	return m - m.Percent(Percents(p))
}
