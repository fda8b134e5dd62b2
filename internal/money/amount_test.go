package money_test

import (
	"encoding/json"
	"errors"
	"testing"

	"larek/internal/money"
)

func TestCurrenciesAreNotMixed(t *testing.T) {
	t.Parallel()
	usd, rub := money.Of(89_27, "USD"), money.RUB(7115_50).Money()
	for name, op := range map[string]func() (money.Money, error){
		"add": func() (money.Money, error) { return usd.Add(rub) },
		"sub": func() (money.Money, error) { return rub.Sub(usd) },
	} {
		if got, err := op(); !errors.Is(err, money.ErrCurrencies) || got != (money.Money{}) {
			t.Errorf("%s: got %v, %v; want ErrCurrencies", name, got, err)
		}
	}
	if got, err := usd.RUB(); !errors.Is(err, money.ErrCurrencies) || got != 0 {
		t.Errorf("dollars as rubles: got %v, %v", got, err)
	}
	if got, err := rub.RUB(); err != nil || got != 7115_50 {
		t.Errorf("rubles: got %v, %v", got, err)
	}
	if got, err := usd.Sub(money.Of(9_27, "USD")); err != nil || got != money.Of(80_00, "USD") {
		t.Errorf("dollars less dollars: got %v, %v", got, err)
	}
}

func TestMoneyRoundsAsRublesDo(t *testing.T) {
	t.Parallel()
	for _, m := range []money.RUB{0, 1, 99, 100_01, 7115_50, money.Max} {
		for _, part := range []int64{0, 1, 33, 50, 99, 100} {
			if got, want := m.Money().Share(part, 100).Minor, money.Minor(m.Share(part, 100)); got != want {
				t.Errorf("%d hundredths of %s: got %s, want %s", part, m, got, want)
			}
		}
	}
}

func TestMoneyAsText(t *testing.T) {
	t.Parallel()
	m := money.Of(89_27, "USD")
	b, err := json.Marshal(m)
	if want := `{"amount":"89.27","currency":"USD"}`; err != nil || string(b) != want || m.String() != "89.27 USD" {
		t.Errorf("got %s, %v, %s; want %s", b, err, m, want)
	}
	var back money.Money
	if err := json.Unmarshal(b, &back); err != nil || back != m {
		t.Errorf("got %v, %v; want %v", back, err, m)
	}
	for _, bad := range []string{`{"amount":"1.00"}`, `{"amount":"1.00","currency":"usd"}`, `{"amount":1,"currency":"USD"}`, `{"amount":"1.001","currency":"USD"}`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s was decoded as %v", bad, back)
		}
	}
	if _, err := money.ParseMoney("1.00", "R"); !errors.Is(err, money.ErrSyntax) {
		t.Errorf("a currency of one letter: %v", err)
	}
}

func TestPercentAsText(t *testing.T) {
	t.Parallel()
	for p, want := range map[money.Percent][2]string{0: {"0.00", "0"}, 320: {"3.20", "0.032"}, 2000: {"20.00", "0.2"}, 1: {"0.01", "0.0001"}, money.Whole: {"100.00", "1"}} {
		if p.String() != want[0] || p.Fraction() != want[1] {
			t.Errorf("%d: got %s and %s, want %v", p, p, p.Fraction(), want)
		}
	}
}

func TestGroupedSeparatesThousands(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]string{
		"0.00": "0,00", "730.55": "730,55", "1461.10": "1\u00a0461,10", "1234567.00": "1\u00a0234\u00a0567,00", "1300": "1\u00a0300",
	} {
		if got := money.Grouped(amount); got != want {
			t.Errorf("Grouped(%q) = %q, want %q", amount, got, want)
		}
	}
}
