package delivery

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"larek/internal/delivery/deliverydb"
)

// spendingWindow is the time over which the spending rate of a balance is measured.
const spendingWindow = 7 * 24 * time.Hour

// Prepaid is our balance with a supplier.
type Prepaid struct {
	Supplier string
	Left     Cost
	// TenthsOfDays is how long the balance lasts at the spending of the last seven
	// days, in tenths of a day; negative if nothing was spent.
	TenthsOfDays int64
	// Warn reports that this is less than the operators' threshold.
	Warn bool
}

// Prepaid returns our balances with suppliers and how long they last.
func (src *Sourcing) Prepaid(ctx context.Context) ([]Prepaid, error) {
	rows, err := deliverydb.New(src.pool).ListBalances(ctx, src.clock().Add(-spendingWindow))
	if err != nil {
		return nil, fmt.Errorf("prepaid balances: %w", err)
	}
	list := make([]Prepaid, len(rows))
	for i, r := range rows {
		tenths, err := strconv.ParseInt(removePoint(r.Days), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("days left with %s: %w", r.Supplier, err)
		}
		p := Prepaid{Supplier: r.Supplier, Left: parseCost(r.Prepaid, r.Currency), TenthsOfDays: tenths}
		p.Warn = tenths >= 0 && tenths < int64(r.PrepaidDays)*10
		list[i] = p
	}
	return list, nil
}

// removePoint turns "3.5" into "35".
func removePoint(text string) string {
	for i := range text {
		if text[i] == '.' {
			return text[:i] + text[i+1:]
		}
	}
	return text + "0"
}

// String describes the balance for operators.
func (p Prepaid) String() string {
	if p.TenthsOfDays < 0 {
		return fmt.Sprintf("%s: %s %s, nothing spent for a week", p.Supplier, p.Left, p.Left.Currency)
	}
	return fmt.Sprintf("%s: %s %s, lasts %d.%d days", p.Supplier, p.Left, p.Left.Currency, p.TenthsOfDays/10, p.TenthsOfDays%10)
}

func (src *Sourcing) warnLowBalance(ctx context.Context) error {
	list, err := src.Prepaid(ctx)
	if err != nil {
		return err
	}
	for _, p := range list {
		if p.Warn {
			src.log.WarnContext(ctx, "prepaid balance is low", "supplier", p.Supplier, "left", p.Left.String(), "currency", p.Left.Currency, "tenths_of_days", p.TenthsOfDays)
		}
	}
	return nil
}
