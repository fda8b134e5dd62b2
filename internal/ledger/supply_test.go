package ledger

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/pg"
)

// TestCostsAreBookedToTheLastTenThousandth posts costs in the supplier's currency with
// its precision, and in rubles for the margin.
func TestCostsAreBookedToTheLastTenThousandth(t *testing.T) {
	t.Parallel()
	s, pool := newBooks(t)
	for ref, f := range map[string]SupplierCharged{
		"1":      {Supplier: "nsgifts", TenThousandths: 12_5256, Currency: "USD", Rubles: 1020_34},
		"2":      {Supplier: "nsgifts", TenThousandths: 1, Currency: "USD", Rubles: 1},
		"unit-3": {Supplier: "operator", TenThousandths: 80_0000, Currency: money.Ruble, Rubles: 80_00},
		"4":      {Supplier: "nsgifts", TenThousandths: 3_0000, Currency: "EUR"}, // no rate is known
		"5":      {Supplier: "nsgifts", Currency: "USD"},                         // free
	} {
		for range 2 { // posted once
			if err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error { return s.Post(t.Context(), tx, f.Entry(ref, 1)) }); err != nil {
				t.Fatalf("%s: %v", ref, err)
			}
		}
	}
	for _, want := range []struct {
		account  Account
		currency money.Currency
		sum      int64
	}{
		{Supplier("nsgifts"), "USD", -12_5257},
		{CurrencyExchange(), "USD", 12_5257},
		{Supplier("operator"), money.Ruble, -80_0000},
		{CostOfGoods(), money.Ruble, 1020_34_00 + 1_00 + 80_00_00},
		{CurrencyExchange(), money.Ruble, -1020_34_00 - 1_00},
		{CostOfGoods(), "EUR", 3_0000},
		{CostOfGoods(), "USD", 0},
	} {
		if got, err := FineBalance(t.Context(), pool, want.account, want.currency); err != nil || got != want.sum {
			t.Errorf("%s in %s: got %d (%v), want %d", want.account, want.currency, got, err, want.sum)
		}
	}
	if h, err := s.Verify(t.Context()); err != nil || h.Err() != nil {
		t.Errorf("the books: %v, %v", err, h.Err())
	}
}
