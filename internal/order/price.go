package order

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order/orderdb"
)

// LineSum is what a line costs without a promo code.
func LineSum(unit money.RUB, quantity int32) money.RUB { return unit * money.RUB(quantity) }

// Total returns the sum of the lines without discounts.
func Total(lines []Line) money.RUB {
	var sum money.RUB
	for _, l := range lines {
		sum += l.Sum()
	}
	return sum
}

// LineDiscounts returns the discount of each line for a percentage, rounded
// once per line.
func LineDiscounts(lines []Line, percent int) []money.RUB {
	off := make([]money.RUB, len(lines))
	for i, l := range lines {
		off[i] = l.Sum() - l.Sum().Off(percent)
	}
	return off
}

// WalletAmount returns how much of a payment reaches a Steam wallet after the
// commission, rounded down to a kopeck.
func WalletAmount(paid money.RUB, commission money.Percent) money.RUB {
	// Computed in two parts: a large amount times 10 000 overflows.
	const whole = money.RUB(money.Whole)
	rest := whole - money.RUB(commission)
	return paid/whole*rest + paid%whole*rest/whole
}

// LotPrice returns the price at which the buyer lists a lot on the in-game
// market: gold (whole units) after the market fee, rounded half up, plus the
// surplus that makes the lot recognisable.
func LotPrice(gold int64, fee money.Percent, surplus Gold) Gold {
	const whole = int64(money.Whole)
	rest := whole - int64(fee)
	return Gold((2*gold*100*whole+rest)/(2*rest)) + surplus
}

// TodaysPrice is what the goods of an order cost in the catalogue now.
type TodaysPrice struct {
	Total       money.RUB     // without a discount
	IsSold      bool          // all of them
	LargestStep money.Percent // how far a price may move before a person decides
}

// defaultStep is that of the catalogue, until the owner sets another.
const defaultStep = 30_00

// ReadTodaysPrice returns what the goods of an order cost now.
func ReadTodaysPrice(ctx context.Context, tx pgx.Tx, orderID int64) (TodaysPrice, error) {
	r, err := orderdb.New(tx).TodaysPrice(ctx, orderdb.TodaysPriceParams{OrderID: orderID, DefaultStep: defaultStep})
	if err != nil {
		return TodaysPrice{}, fmt.Errorf("today's price of order %d: %w", orderID, err)
	}
	return TodaysPrice{Total: r.Total, IsSold: r.IsSold, LargestStep: money.Percent(r.LargestStep)}, nil
}
