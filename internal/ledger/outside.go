package ledger

import "larek/internal/money"

// Bank returns the shop's own bank account, from which operators pay manual refunds.
func Bank() Account { return "bank" }

// RefundedOutside is money that left a provider without a refund of ours.
type RefundedOutside struct {
	Provider string
	Amount   money.Money
}

// Entry returns the entry; ref is the ID of the outside refund.
func (f RefundedOutside) Entry(ref string, orderID int64) Entry {
	return entry("outside", ref, orderID, Posting{Chargebacks(), f.Amount}, Posting{Provider(f.Provider), f.Amount.Neg()})
}

// DisputeWon is a chargeback whose money is at the provider again. Covered is what a refund of
// ours needed of it, which is owed to the buyer again; Taken is what was taken from the balance
// of the buyer because of it.
type DisputeWon struct {
	Provider string
	Amount   money.Money
	Covered  money.Minor
	UserID   int64
	Taken    money.RUB
}

// Entry returns the entry; ref is the ID of the outside refund.
func (f DisputeWon) Entry(ref string, orderID int64) Entry {
	loss := money.Of(f.Amount.Minor-f.Covered-money.Minor(f.Taken), f.Amount.Currency)
	postings := []Posting{{Provider(f.Provider), f.Amount}, {Chargebacks(), loss.Neg()}, {Unapplied(), money.Of(-f.Covered, f.Amount.Currency)}}
	if f.Taken > 0 {
		postings = append(postings, rubles(Customer(f.UserID), -f.Taken))
	}
	return entry("dispute_won", ref, orderID, postings...)
}

// RefundedAfterDelivery is a refund for delivered goods, worth Rubles. Fee of these reduces the fees,
// the rest the revenue.
type RefundedAfterDelivery struct {
	To          Account
	Amount      money.Money
	Rubles, Fee money.RUB
}

// Entry returns the entry; ref is the ID of the refund.
func (f RefundedAfterDelivery) Entry(ref string, orderID int64) Entry {
	e := entry("refund", ref, orderID, rubles(Revenue(), f.Rubles-f.Fee), rubles(Fees(), f.Fee), Posting{f.To, f.Amount.Neg()})
	e.balanceCurrencies(f.Amount, -f.Rubles)
	return e
}

// Covered returns the entry of a refund of which part was already refunded outside:
// that part is taken from the chargebacks instead of the account to.
func (e Entry) Covered(to Account, part money.Money) Entry {
	if part.Sign() != 0 {
		e.Postings = append(e.Postings, Posting{to, part}, Posting{Chargebacks(), part.Neg()})
	}
	return e
}

// Goodwill returns the account of what the shop gave buyers as an apology.
func Goodwill() Account { return "goodwill" }

// GoodwillGiven is a credit to a buyer's balance for which nothing was paid.
type GoodwillGiven struct {
	UserID int64
	Amount money.RUB
}

// Entry returns the entry; ref is the key of the operator's request.
func (f GoodwillGiven) Entry(ref string, orderID int64) Entry {
	return entry("goodwill", ref, orderID, rubles(Goodwill(), f.Amount), rubles(Customer(f.UserID), -f.Amount))
}

// BareEntry returns the entry of an apology for no order in particular.
func (f GoodwillGiven) BareEntry(ref string) Entry {
	return bare("goodwill", ref, rubles(Goodwill(), f.Amount), rubles(Customer(f.UserID), -f.Amount))
}

// UnmatchedReceived is a payment that matches no order and that an operator keeps or
// returns.
type UnmatchedReceived struct {
	Provider string
	Amount   money.Money
}

// Entry returns the entry; ref is the ID of the notice.
func (f UnmatchedReceived) Entry(ref string) Entry {
	return Entry{Reason: "unmatched", Ref: ref, Postings: []Posting{{Provider(f.Provider), f.Amount}, {Unapplied(), f.Amount.Neg()}}}
}

// UnmatchedReturned is such a payment, returned by an operator at its provider.
type UnmatchedReturned struct {
	Provider string
	Amount   money.Money
}

// Entry returns the entry; ref is the ID of the notice.
func (f UnmatchedReturned) Entry(ref string) Entry {
	return Entry{Reason: "unmatched_returned", Ref: ref, Postings: []Posting{{Unapplied(), f.Amount}, {Provider(f.Provider), f.Amount.Neg()}}}
}
