package payment

import (
	"encoding/json"
	"os"
	"testing"

	"larek/internal/money"
)

// The storefront promises what api/charges.json says; its own test reads the same file.
func TestQuoteChargesWhatTheStorefrontPromises(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../api/charges.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		ToPay    money.RUB      `json:"to_pay"`
		Fee      string         `json:"fee"`
		FixFee   money.RUB      `json:"fix_fee"`
		Currency money.Currency `json:"currency"`
		Rate     string         `json:"rate"`
		Amount   string         `json:"amount"`
	}
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) == 0 {
		t.Fatalf("read %d charges: %v", len(rows), err)
	}
	for _, r := range rows {
		fee, err := money.ParsePercent(r.Fee)
		if err != nil {
			t.Fatal(err)
		}
		rate, err := money.ParseRate(r.Rate)
		if err != nil {
			t.Fatal(err)
		}
		m := &Method{Name: "card", IsActive: true, Currencies: []money.Currency{r.Currency}, Fee: fee, FixFee: r.FixFee}
		q, err := NewQuote(r.ToPay, m, r.Currency, rate)
		if err != nil || q.Amount.Minor.String() != r.Amount {
			t.Errorf("%+v: got %s, %v", r, q.Amount.Minor, err)
		}
	}
}
