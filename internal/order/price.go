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

// whole100 is a whole in hundredths of a percent, which fees are kept in.
const whole100 = 10_000

// WalletAmount is what reaches a Steam wallet of what the buyer pays:
// commission is in hundredths of a percent, and a broken kopeck stays with us.
func WalletAmount(paid money.RUB, commission int64) money.RUB {
	// Part by part: an amount near the largest times 10 000 overflows.
	rest := whole100 - commission
	return paid/whole100*money.RUB(rest) + paid%whole100*money.RUB(rest)/whole100
}

// LotPrice is what the buyer asks on the in-game market, in hundredths of
// gold: enough for the gold to be left after the market's fee (in hundredths
// of a percent), rounded half up, and the surplus that makes the lot stand out.
func LotPrice(gold, fee int64, surplus money.RUB) money.RUB {
	rest := whole100 - fee
	return money.RUB((2*gold*100*whole100+rest)/(2*rest)) + surplus
}
