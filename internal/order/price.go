package order

import "larek/internal/money"

// LineSum is what a line costs without a promo code.
func LineSum(unit money.RUB, quantity int32) money.RUB { return unit * money.RUB(quantity) }

// Total is what lines cost without a promo code.
func Total(lines []Line) money.RUB {
	var sum money.RUB
	for _, l := range lines {
		sum += l.Sum()
	}
	return sum
}

// Discounts is what percent takes off each line, rounded once per line.
func Discounts(lines []Line, percent int) []money.RUB {
	off := make([]money.RUB, len(lines))
	for i, l := range lines {
		off[i] = l.Sum() - l.Sum().Off(percent)
	}
	return off
}

// WalletAmount is what reaches a Steam wallet of what the buyer pays:
// a broken kopeck of the commission stays with us.
func WalletAmount(paid money.RUB, commission money.Percent) money.RUB {
	// Part by part: an amount near the largest times 10 000 overflows.
	const whole = money.RUB(money.Whole)
	rest := whole - money.RUB(commission)
	return paid/whole*rest + paid%whole*rest/whole
}

// LotPrice is what the buyer asks on the in-game market: enough for the gold
// (whole pieces) to be left after the market's fee, rounded half up, and the
// surplus that makes the lot stand out.
func LotPrice(gold int64, fee money.Percent, surplus Gold) Gold {
	const whole = int64(money.Whole)
	rest := whole - int64(fee)
	return Gold((2*gold*100*whole+rest)/(2*rest)) + surplus
}
