package catalog_test

import (
	"testing"

	"larek/internal/catalog"
	"larek/internal/money"
)

func TestPricesAreReadAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.RUB{
		"1299": 1299_00, "1299,5": 1299_50, "1 299,50 ₽": 1299_50, "1\u00a0299.50": 1299_50, "1\u202f299 руб.": 1299_00, " 66,00\t": 66_00,
		"0,01": 1, "99р": 99_00, "1000000": 1_000_000_00, "15 RUB": 15_00,
		"": 0, "0": 0, "-5": 0, "1,299": 0, "1.299,50": 0, "1,": 0, ",5": 0, "12e3": 0, "дорого": 0, "10 $": 0, "1000000,01": 0, "99999999": 0, "٣": 0,
	} {
		got, ok := catalog.ParsePrice(text)
		if ok != (want != 0) || ok && got != want {
			t.Errorf("%q: got %s, %t, want %s", text, got, ok, want)
		}
	}
}
