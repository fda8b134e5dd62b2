// Package money defines amounts of money, percentages and exchange rates, and
// the one rule by which prices are rounded. Rubles are RUB, an amount in any
// currency is Money, a percentage is Percent; they are different types, so the
// compiler refuses to mix them.
package money

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
)

// RUB is an amount of rubles, in kopecks. Integer arithmetic is exact and about
// twenty times faster than a decimal type; see
// docs/adr/0003-money-is-int64-kopecks.md.
type RUB int64

// Max is the largest amount a numeric(14,2) column can store.
const Max RUB = 999_999_999_999_99

// ErrSyntax is returned for text that is not a whole number of kopecks.
var ErrSyntax = errors.New("money: want digits with two decimals, like 199.00")

// Parse parses a decimal amount such as "199", "199.5" or "199.00". It returns
// ErrSyntax for fractions of a kopeck instead of rounding them, so that the
// stored amount is the one that was entered.
func Parse(s string) (RUB, error) {
	digits, neg := s, false
	if len(s) > 0 && s[0] == '-' {
		digits, neg = s[1:], true
	}
	var whole, frac int64
	point := -1
	for i := range len(digits) {
		c := digits[i]
		switch {
		case c == '.' && point < 0 && i > 0:
			point = i
		case c >= '0' && c <= '9' && point < 0:
			if whole > int64(Max)/1000 {
				return 0, fmt.Errorf("%w: too large", ErrSyntax)
			}
			whole = whole*10 + int64(c-'0')
		case c >= '0' && c <= '9' && i-point <= 2:
			frac = frac*10 + int64(c-'0')
		default:
			return 0, ErrSyntax
		}
	}
	if digits == "" || point == len(digits)-1 {
		return 0, ErrSyntax
	}
	if point >= 0 && len(digits)-point == 2 {
		frac *= 10
	}
	total := RUB(whole*100 + frac)
	if total > Max {
		return 0, fmt.Errorf("%w: too large", ErrSyntax)
	}
	if neg {
		total = -total
	}
	return total, nil
}

// String formats the amount with exactly two decimals.
func (m RUB) String() string { return string(m.append(nil)) }

func (m RUB) append(b []byte) []byte {
	v := int64(m)
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	b = strconv.AppendInt(b, v/100, 10)
	return append(b, '.', byte('0'+v/10%10), byte('0'+v%10))
}

// MarshalJSON encodes the amount as a decimal string, because most clients
// decode JSON numbers as floats.
func (m RUB) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 16)
	b = append(b, '"')
	b = m.append(b)
	return append(b, '"'), nil
}

// UnmarshalJSON decodes a decimal string.
func (m *RUB) UnmarshalJSON(b []byte) error {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return ErrSyntax
	}
	v, err := Parse(string(b[1 : len(b)-1]))
	if err != nil {
		return err
	}
	*m = v
	return nil
}

// Share returns m × part / whole, rounded half up to a kopeck. It returns 0 if
// whole is 0. Prices are rounded here and nowhere else: call Share once per
// order line and add the rounded lines.
func (m RUB) Share(part, whole int64) RUB {
	if whole == 0 {
		return 0
	}
	// 128-bit product: an amount near Max times 10000 overflows int64.
	v := new(big.Int).Mul(big.NewInt(int64(m)), big.NewInt(part))
	v.Lsh(v, 1).Add(v, big.NewInt(whole))
	return RUB(v.Div(v, new(big.Int).Lsh(big.NewInt(whole), 1)).Int64())
}

// ScanNumeric implements pgtype.NumericScanner for numeric(14,2). It returns an
// error for a fraction of a kopeck.
func (m *RUB) ScanNumeric(v pgtype.Numeric) error {
	if !v.Valid || v.NaN || v.InfinityModifier != pgtype.Finite {
		return errors.New("money: not a finite number")
	}
	n := new(big.Int).Set(v.Int)
	exp := int64(v.Exp) + 2
	ten := big.NewInt(10)
	switch {
	case exp >= 0:
		n.Mul(n, new(big.Int).Exp(ten, big.NewInt(exp), nil))
	default:
		rest := new(big.Int)
		n.QuoRem(n, new(big.Int).Exp(ten, big.NewInt(-exp), nil), rest)
		if rest.Sign() != 0 {
			return errors.New("money: fraction of a kopeck in the database")
		}
	}
	if !n.IsInt64() || n.Int64() == math.MinInt64 {
		return errors.New("money: out of range")
	}
	*m = RUB(n.Int64())
	return nil
}

// NumericValue implements pgtype.NumericValuer for numeric(14,2).
func (m RUB) NumericValue() (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: big.NewInt(int64(m)), Exp: -2, Valid: true}, nil
}

// Value implements driver.Valuer for database/sql (migrations and tools).
func (m RUB) Value() (driver.Value, error) { return m.String(), nil }
