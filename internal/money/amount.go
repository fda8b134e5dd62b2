package money

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// Currency is the three-letter code of a currency, like USD.
type Currency string

// Ruble is the currency of RUB.
const Ruble Currency = "RUB"

var symbols = map[Currency]string{
	"RUB": "₽", "USD": "$", "EUR": "€", "KZT": "₸", "UZS": "сум", "BYN": "Br", "KGS": "сом", "AZN": "₼", "TRY": "₺", "UAH": "₴", "GEL": "₾", "AMD": "֏",
}

// Symbol returns how buyers write the currency: its sign, or its code if it has none.
func (c Currency) Symbol() string {
	if s, ok := symbols[c]; ok {
		return s
	}
	return string(c)
}

// whole are the currencies whose hundredths nobody has.
var whole = map[Currency]bool{"KZT": true, "UZS": true, "AMD": true, "KGS": true}

// Charged returns the sum as a buyer is charged it: rounded up to a whole unit in
// currencies without small change.
func (m Money) Charged() Money {
	if whole[m.Currency] {
		m.Minor = (m.Minor + 99) / 100 * 100
	}
	return m
}

// Valid reports whether the code is three capital letters.
func (c Currency) Valid() bool {
	if len(c) != 3 {
		return false
	}
	for i := range 3 {
		if c[i] < 'A' || c[i] > 'Z' {
			return false
		}
	}
	return true
}

// ErrCurrencies is returned when amounts of two currencies are mixed.
var ErrCurrencies = errors.New("money: amounts of different currencies")

// Minor is an amount in hundredths of a currency that is given separately. It is
// used for database columns and the formats of providers; combine it with its
// currency into Money before calculating.
type Minor int64

// ParseMinor parses a decimal amount; see Parse.
func ParseMinor(s string) (Minor, error) {
	m, err := Parse(s)
	return Minor(m), err
}

// String formats the amount with exactly two decimals.
func (m Minor) String() string { return RUB(m).String() }

// MarshalJSON encodes the amount as a decimal string.
func (m Minor) MarshalJSON() ([]byte, error) { return RUB(m).MarshalJSON() }

// UnmarshalJSON decodes a decimal string.
func (m *Minor) UnmarshalJSON(b []byte) error { return (*RUB)(m).UnmarshalJSON(b) }

// ScanNumeric implements pgtype.NumericScanner for numeric(14,2).
func (m *Minor) ScanNumeric(v pgtype.Numeric) error { return (*RUB)(m).ScanNumeric(v) }

// NumericValue implements pgtype.NumericValuer for numeric(14,2).
func (m Minor) NumericValue() (pgtype.Numeric, error) { return RUB(m).NumericValue() }

// Value implements driver.Valuer.
func (m Minor) Value() (driver.Value, error) { return m.String(), nil }

// Money is an amount with its currency. The zero value has no currency.
type Money struct {
	Minor    Minor
	Currency Currency
}

// Of returns the amount of the given hundredths of currency c.
func Of(hundredths Minor, c Currency) Money { return Money{Minor: hundredths, Currency: c} }

// Money returns m as an amount with its currency.
func (m RUB) Money() Money { return Money{Minor: Minor(m), Currency: Ruble} }

// ParseMoney parses an amount in currency c; see Parse.
func ParseMoney(s string, c Currency) (Money, error) {
	m, err := ParseMinor(s)
	if err == nil && !c.Valid() {
		err = fmt.Errorf("%w: currency %q", ErrSyntax, c)
	}
	return Money{Minor: m, Currency: c}, err
}

// RUB returns m as rubles, or ErrCurrencies if it is in another currency.
func (m Money) RUB() (RUB, error) {
	if m.Currency != Ruble {
		return 0, fmt.Errorf("%w: want RUB, got %q", ErrCurrencies, m.Currency)
	}
	return RUB(m.Minor), nil
}

// Add returns m + o, or ErrCurrencies if their currencies differ.
func (m Money) Add(o Money) (Money, error) {
	if m.Currency != o.Currency {
		return Money{}, fmt.Errorf("%w: %q and %q", ErrCurrencies, m.Currency, o.Currency)
	}
	return Money{Minor: m.Minor + o.Minor, Currency: m.Currency}, nil
}

// Sub returns m - o, or ErrCurrencies if their currencies differ.
func (m Money) Sub(o Money) (Money, error) { return m.Add(o.Neg()) }

// Neg returns -m.
func (m Money) Neg() Money { return Money{Minor: -m.Minor, Currency: m.Currency} }

// Sign returns -1, 0 or 1 if m is negative, zero or positive.
func (m Money) Sign() int {
	switch {
	case m.Minor < 0:
		return -1
	case m.Minor > 0:
		return 1
	}
	return 0
}

// Share returns m × part / whole, rounded like RUB.Share.
func (m Money) Share(part, whole int64) Money {
	return Money{Minor: Minor(RUB(m.Minor).Share(part, whole)), Currency: m.Currency}
}

// String formats the amount and its currency: "89.27 USD".
func (m Money) String() string { return m.Minor.String() + " " + string(m.Currency) }

type moneyJSON struct {
	Amount   Minor    `json:"amount"`
	Currency Currency `json:"currency"`
}

// MarshalJSON encodes m as {"amount":"89.27","currency":"USD"}.
func (m Money) MarshalJSON() ([]byte, error) { return json.Marshal(moneyJSON{m.Minor, m.Currency}) }

// UnmarshalJSON decodes what MarshalJSON encodes.
func (m *Money) UnmarshalJSON(b []byte) error {
	var j moneyJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	if !j.Currency.Valid() {
		return fmt.Errorf("%w: currency %q", ErrSyntax, j.Currency)
	}
	*m = Money{Minor: j.Amount, Currency: j.Currency}
	return nil
}

// Grouped writes an amount such as "1461.10" the Russian way, "1 461,10", with
// spaces that do not break. An amount without a fraction stays without one.
func Grouped(amount string) string {
	whole, fraction, hasFraction := strings.Cut(amount, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "\u00a0" + whole[i:]
	}
	if hasFraction {
		whole += "," + fraction
	}
	return whole
}
