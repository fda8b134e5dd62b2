package money_test

import (
	"math/rand/v2"
	"testing"

	"larek/internal/money"
)

func TestRateIsReadExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Rate{"1": money.OneToOne, "93.125": 9_312_500_000, "0.17260000": 17_260_000, "0.00000001": 1} {
		got, err := money.ParseRate(text)
		if err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", ".5", "1,5", "1.123456789", "12345678901", "0.00000000", "1e3"} {
		if got, err := money.ParseRate(text); err == nil {
			t.Errorf("%q was parsed as %d", text, got)
		}
	}
}

func TestExchangeIsNeverShortAndNeverAHundredthTooMuch(t *testing.T) {
	t.Parallel()
	for range 20_000 {
		m, r := money.RUB(rand.Int64N(1_000_000_00)), money.Rate(1+rand.Int64N(200*100_000_000))
		got := money.RUB(m.In("USD", r).Minor)
		// got × rate covers the price, one hundredth less does not.
		if cover(got, r) < cover(m, money.OneToOne) || got > 0 && cover(got-1, r) >= cover(m, money.OneToOne) {
			t.Fatalf("%s at %s is %s", m, r, got)
		}
	}
	if got := money.RUB(1_299_50).In("KZT", 17_260_000); got != money.Of(7_528_97, "KZT") {
		t.Errorf("1299.50 at 0.1726: %s, want 7528.97", got)
	}
}

func cover(m money.RUB, r money.Rate) float64 { return float64(m) * float64(r) }

func TestHundredthsOfAPercentAreRoundedOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sum  money.RUB
		n    money.Percent
		want money.RUB
	}{{100_00, 320, 3_20}, {99_99, 150, 1_50}, {33_33, 150, 50}, {0, 320, 0}, {money.Max, 5000, money.Max/2 + 1}, {1, 4999, 0}, {1, 5000, 1}} {
		if got := c.sum.Percent(c.n); got != c.want {
			t.Errorf("%d hundredths of a percent of %s: %s, want %s", c.n, c.sum, got, c.want)
		}
	}
}
