package ledger

import "larek/internal/money"

// Losses is money providers gave back without our asking: refunds made in their
// cabinets and chargebacks. A refund of ours that such money made needless takes
// it out again.
func Losses() Account { return "losses" }

// Bank is the shop's own bank account, from which operators give back by hand.
func Bank() Account { return "bank" }

// LeftOutside is money that left a provider without our asking.
type LeftOutside struct {
	Provider string
	Amount   money.Money
}

// Entry books it under its own number.
func (f LeftOutside) Entry(ref string, orderID int64) Entry {
	return entry("outside", ref, orderID, Posting{Losses(), f.Amount}, Posting{Provider(f.Provider), f.Amount.Neg()})
}

// RefundedAfterDelivery is money given back though the goods were delivered:
// Rubles of revenue are given up.
type RefundedAfterDelivery struct {
	To     Account
	Amount money.Money
	Rubles money.RUB
}

// Entry books it under the refund's own number.
func (f RefundedAfterDelivery) Entry(ref string, orderID int64) Entry {
	e := entry("refund", ref, orderID, rubles(Revenue(), f.Rubles), Posting{f.To, f.Amount.Neg()})
	e.exchange(f.Amount, -f.Rubles)
	return e
}

// Covered returns the entry of a refund of which a part went back without us:
// that part comes out of the losses and not out of the account.
func (e Entry) Covered(to Account, part money.Money) Entry {
	if part.Sign() != 0 {
		e.Postings = append(e.Postings, Posting{to, part}, Posting{Losses(), part.Neg()})
	}
	return e
}
