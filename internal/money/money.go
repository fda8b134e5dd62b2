// Package money holds amounts of money, percentages, rates, and their one
// rounding rule. Rubles are RUB, an amount of any currency is Money; neither is
// taken for the other, nor for a percentage, by the compiler.
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

// RUB is an amount in kopecks. An integer cannot drift, and costs a twentieth
// of a decimal type; see docs/adr/0003-money-is-int64-kopecks.md.
type RUB int64

// Max is the largest amount numeric(14,2) can hold.
const Max RUB = 999_999_999_999_99

// ErrSyntax is returned for text that is not a whole number of kopecks.
var ErrSyntax = errors.New("money: want digits with two decimals, like 199.00")

// Parse reads "199", "199.5" or "199.00". Fractions of a kopeck are refused,
// never rounded: an amount somebody typed must be the amount we keep.
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

// String writes the amount with exactly two decimals.
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

// MarshalJSON writes a decimal string, because JSON numbers are floats to
// most readers.
func (m RUB) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 16)
	b = append(b, '"')
	b = m.append(b)
	return append(b, '"'), nil
}

// UnmarshalJSON reads a decimal string.
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

// Share returns part ÷ whole of the amount, rounded half up to a kopeck. It is
// the only rounding of prices in the shop: call it once per line, then add
// lines. Of nothing there is no share.
func (m RUB) Share(part, whole int64) RUB {
	if whole == 0 {
		return 0
	}
	// 128-bit product: an amount near Max times 10000 overflows int64.
	v := new(big.Int).Mul(big.NewInt(int64(m)), big.NewInt(part))
	v.Lsh(v, 1).Add(v, big.NewInt(whole))
	return RUB(v.Div(v, new(big.Int).Lsh(big.NewInt(whole), 1)).Int64())
}

// ScanNumeric lets pgx read numeric(14,2) without a decimal type between.
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

// NumericValue lets pgx write numeric(14,2).
func (m RUB) NumericValue() (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: big.NewInt(int64(m)), Exp: -2, Valid: true}, nil
}

// Value serves database/sql callers (migrations and tools).
func (m RUB) Value() (driver.Value, error) { return m.String(), nil }
