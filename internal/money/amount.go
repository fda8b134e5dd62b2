package money

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"
)

// Currency is the three-letter code of a currency, like USD.
type Currency string

// Ruble is the currency of RUB.
const Ruble Currency = "RUB"

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

// Minor is an amount in hundredths of a currency that is named beside it. It is
// how amounts cross the database and other people's formats: put it together
// with its currency, as Money, before calculating.
type Minor int64

// ParseMinor reads what Parse reads.
func ParseMinor(s string) (Minor, error) {
	m, err := Parse(s)
	return Minor(m), err
}

// String writes the amount with exactly two decimals.
func (m Minor) String() string { return RUB(m).String() }

// MarshalJSON writes a decimal string.
func (m Minor) MarshalJSON() ([]byte, error) { return RUB(m).MarshalJSON() }

// UnmarshalJSON reads a decimal string.
func (m *Minor) UnmarshalJSON(b []byte) error { return (*RUB)(m).UnmarshalJSON(b) }

// ScanNumeric lets pgx read numeric(14,2).
func (m *Minor) ScanNumeric(v pgtype.Numeric) error { return (*RUB)(m).ScanNumeric(v) }

// NumericValue lets pgx write numeric(14,2).
func (m Minor) NumericValue() (pgtype.Numeric, error) { return RUB(m).NumericValue() }

// Value serves database/sql callers.
func (m Minor) Value() (driver.Value, error) { return m.String(), nil }

// Money is an amount with its currency. The zero value is nothing, of no
// currency.
type Money struct {
	Minor    Minor
	Currency Currency
}

// Of returns an amount of hundredths of a currency.
func Of(hundredths Minor, c Currency) Money { return Money{Minor: hundredths, Currency: c} }

// Money returns the rubles as an amount with a currency.
func (m RUB) Money() Money { return Money{Minor: Minor(m), Currency: Ruble} }

// ParseMoney reads an amount of a currency; see Parse.
func ParseMoney(s string, c Currency) (Money, error) {
	m, err := ParseMinor(s)
	if err == nil && !c.Valid() {
		err = fmt.Errorf("%w: currency %q", ErrSyntax, c)
	}
	return Money{Minor: m, Currency: c}, err
}

// RUB returns the amount as rubles, and an error when it is of another currency.
func (m Money) RUB() (RUB, error) {
	if m.Currency != Ruble {
		return 0, fmt.Errorf("%w: want RUB, got %q", ErrCurrencies, m.Currency)
	}
	return RUB(m.Minor), nil
}

// Add returns the sum of two amounts of one currency.
func (m Money) Add(o Money) (Money, error) {
	if m.Currency != o.Currency {
		return Money{}, fmt.Errorf("%w: %q and %q", ErrCurrencies, m.Currency, o.Currency)
	}
	return Money{Minor: m.Minor + o.Minor, Currency: m.Currency}, nil
}

// Sub returns what is left of an amount when another of its currency is taken away.
func (m Money) Sub(o Money) (Money, error) { return m.Add(o.Neg()) }

// Neg returns the amount with the other sign.
func (m Money) Neg() Money { return Money{Minor: -m.Minor, Currency: m.Currency} }

// Sign returns -1, 0 or 1.
func (m Money) Sign() int {
	switch {
	case m.Minor < 0:
		return -1
	case m.Minor > 0:
		return 1
	}
	return 0
}

// Share returns part ÷ whole of the amount, rounded as RUB.Share rounds.
func (m Money) Share(part, whole int64) Money {
	return Money{Minor: Minor(RUB(m.Minor).Share(part, whole)), Currency: m.Currency}
}

// String writes the amount and the currency, like «89.27 USD».
func (m Money) String() string { return m.Minor.String() + " " + string(m.Currency) }

type moneyJSON struct {
	Amount   Minor    `json:"amount"`
	Currency Currency `json:"currency"`
}

// MarshalJSON writes {"amount":"89.27","currency":"USD"}.
func (m Money) MarshalJSON() ([]byte, error) { return json.Marshal(moneyJSON{m.Minor, m.Currency}) }

// UnmarshalJSON reads what MarshalJSON writes.
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
