package ledger

import "larek/internal/money"

// Supplier is what we have paid a supplier in advance.
func Supplier(name string) Account { return Account("supplier:" + name) }

// Cost is what the goods cost us, in rubles where a rate is known.
func Cost() Account { return "cost" }

// FinePosting is a posting in ten-thousandths: suppliers count in them, and the
// books about them agree with theirs to the last one.
type FinePosting struct {
	Account        Account
	Currency       money.Currency
	TenThousandths int64
}

// Supplied: a supplier handed goods over and took its price from what we have
// with it, or an operator bought them. Rubles is what the cost was worth when
// it was booked, so that the margin is known; zero when no rate is.
type Supplied struct {
	Supplier       string
	TenThousandths int64
	Currency       money.Currency
	Rubles         money.RUB
}

// Entry books it under the number of the delivery.
func (f Supplied) Entry(ref string, orderID int64) Entry {
	e := entry("cost", ref, orderID)
	e.Fine = []FinePosting{{Supplier(f.Supplier), f.Currency, -f.TenThousandths}, {Exchange(), f.Currency, f.TenThousandths}}
	if f.Currency == money.Ruble || f.Rubles == 0 {
		e.Fine[1].Account = Cost()
		return e
	}
	e.Postings = []Posting{rubles(Cost(), f.Rubles), rubles(Exchange(), -f.Rubles)}
	return e
}
