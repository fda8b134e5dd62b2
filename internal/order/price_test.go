package order

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"larek/internal/money"
)

func anyLines(t *rapid.T) []Line {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Line {
		return Line{
			UnitPrice: money.RUB(rapid.Int64Range(1, 10_000_000).Draw(t, "price")),
			Quantity:  rapid.Int32Range(1, 9999).Draw(t, "quantity"),
		}
	}), 1, 50).Draw(t, "lines")
}

func TestDiscountsAreRoundedOncePerLineAndNeverMoreThanIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines, percent := anyLines(t), rapid.IntRange(0, 300).Draw(t, "percent")
		o := Order{Total: Total(lines)}
		for i, d := range LineDiscounts(lines, percent) {
			sum := lines[i].Sum()
			if d < 0 || d > sum {
				t.Fatalf("discount %v of line sum %v is out of range", d, sum)
			}
			if percent <= 100 && d != sum.Percent(money.Percents(percent)) {
				t.Fatalf("%d %% of %v: got %v", percent, sum, d)
			}
			lines[i].Discount = d
			o.Discount += d
		}
		var net money.RUB
		for _, l := range lines {
			net += l.Net()
		}
		if o.AmountDue() != net || net < 0 || percent >= 100 && net != 0 {
			t.Fatalf("amount due %v, want sum of lines %v", o.AmountDue(), net)
		}
	})
}

func TestDiscountBeyondTheSumLeavesNothingToPay(t *testing.T) {
	t.Parallel()
	o := Order{Total: 100, Discount: 101}
	if o.AmountDue() != 0 {
		t.Errorf("amount due: got %v, want 0", o.AmountDue())
	}
}

func TestWalletAmountLosesLessThanAKopeckToRounding(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		paid       money.RUB
		commission money.Percent
		want       money.RUB
	}{{50000, 900, 45500}, {5001, 900, 4550}, {1, 900, 0}, {100, 0, 100}, {999_999_999_999_99, 1, 99989999999999}, {12345, 5000, 6172}} {
		if got := WalletAmount(row.paid, row.commission); got != row.want {
			t.Errorf("WalletAmount(%v, %d): got %v, want %v", row.paid, row.commission, got, row.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		paid, commission := rapid.Int64Range(0, int64(money.Max)).Draw(t, "paid"), rapid.Int64Range(0, 5000).Draw(t, "commission")
		exact := new(big.Int).Mul(big.NewInt(paid), big.NewInt(10_000-commission))
		if got := WalletAmount(money.RUB(paid), money.Percent(commission)); int64(got) != exact.Div(exact, big.NewInt(10_000)).Int64() {
			t.Fatalf("WalletAmount(%d, %d): got %v", paid, commission, got)
		}
	})
}

func TestLotPriceLeavesTheGoldAfterTheFee(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		gold    int64
		fee     money.Percent
		surplus Gold
		want    string
	}{{100, 2000, 17, "125.17"}, {100, 0, 0, "100.00"}, {1, 3000, 0, "1.43"}, {3000, 2000, 23, "3750.23"}, {50, 1, 5, "50.06"}} {
		if got := LotPrice(row.gold, row.fee, row.surplus).String(); got != row.want {
			t.Errorf("LotPrice(%d, %d): got %s, want %s", row.gold, row.fee, got, row.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		gold, fee := rapid.Int64Range(1, 100_000_000).Draw(t, "gold"), rapid.Int64Range(0, 9000).Draw(t, "fee")
		surplus := Gold(rapid.Int64Range(0, 23).Draw(t, "surplus"))
		lot := LotPrice(gold, money.Percent(fee), surplus) - surplus
		// After the fee the lot leaves the gold, to half a hundredth of the
		// lot.
		if off := int64(lot)*(10_000-fee) - gold*100*10_000; 2*max(off, -off) > 10_000-fee {
			t.Fatalf("got lot price %v for %d gold at fee %d", lot, gold, fee)
		}
	})
}
