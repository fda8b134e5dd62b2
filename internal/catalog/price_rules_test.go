package catalog_test

import (
	"testing"

	"larek/internal/catalog"
	"larek/internal/money"
)

func TestRulePriceLeavesThePercentageAndEndsAsItShould(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		percent  money.Percent
		ending   int16
		floor    money.RUB
		cost     money.RUB
		discount int16
		want     money.RUB
	}{
		{25_00, 0, 0, 80_00, 0, 100_00},
		{25_00, 90, 0, 80_00, 0, 100_90},
		{25_00, 0, 0, 80_01, 0, 101_00},
		{25_00, 90, 0, 79_92, 0, 99_90},
		{25_00, 90, 0, 79_93, 0, 100_90},
		{25_00, 0, 0, 80_00, 50, 200_00},
		{0, 0, 0, 1, 0, 1_00},
		{10_50, 0, 149_00, 80_00, 0, 149_00},
		{10_00, 90, 149_00, 80_00, 0, 149_90},
		{25_00, 0, 0, 0, 0, 1_00},
	} {
		rule := catalog.PriceRule{Percent: row.percent, Ending: row.ending, Floor: row.floor}
		got := rule.Price(row.cost, row.discount)
		if got != row.want {
			t.Errorf("%+v: got %s", row, got)
		}
		if final := got.Off(int(row.discount)); final < row.cost+row.cost.Percent(row.percent) {
			t.Errorf("%+v: %s leaves too little", row, final)
		}
	}
}
