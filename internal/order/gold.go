package order

import "larek/internal/money"

// Gold is an amount of the gold of Standoff, in hundredths. It is written like
// money and is none.
type Gold int64

// ParseGold reads "0.17".
func ParseGold(s string) (Gold, error) {
	g, err := money.Parse(s)
	return Gold(g), err
}

// String writes the amount with exactly two decimals.
func (g Gold) String() string { return money.RUB(g).String() }

// MarshalJSON writes a decimal string.
func (g Gold) MarshalJSON() ([]byte, error) { return money.RUB(g).MarshalJSON() }

// UnmarshalJSON reads a decimal string.
func (g *Gold) UnmarshalJSON(b []byte) error { return (*money.RUB)(g).UnmarshalJSON(b) }
