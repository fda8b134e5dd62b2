package ledger

import "larek/internal/money"

// Supplier is what we have paid a supplier in advance.
func Supplier(name string) Account { return Account("supplier:" + name) }

// Cost is what the goods cost us.
func Cost() Account { return "cost" }

// Supplied: a supplier handed goods over and took its price from what we have
// with it.
type Supplied struct {
	Supplier string
	Amount   money.Money
}

// Entry books it under the number of the delivery.
func (f Supplied) Entry(ref string, orderID int64) Entry {
	return entry("cost", ref, orderID, Posting{Cost(), f.Amount}, Posting{Supplier(f.Supplier), f.Amount.Neg()})
}
