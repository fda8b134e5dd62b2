package ledger

import "larek/internal/money"

// Posting moves an amount into (positive) or out of an account.
type Posting struct {
	Account Account
	Amount  money.Money
}

// rubles moves an amount of the currency prices, debts and revenue are in.
func rubles(a Account, m money.RUB) Posting { return Posting{a, m.Money()} }

// Entry books one fact. Reason and Ref name it: a fact is booked once.
type Entry struct {
	Reason   string
	Ref      string
	OrderID  *int64
	Postings []Posting
	// Fine are postings finer than hundredths, of other accounts.
	Fine []FinePosting
}

// PaymentReceived: a provider took what an attempt asked for. Total and Fee are
// what Charge stands for in rubles.
type PaymentReceived struct {
	Provider   string
	Charge     money.Money
	Total, Fee money.RUB
}

// Entry books it under the payment's own number.
func (f PaymentReceived) Entry(ref string, orderID int64) Entry {
	e := entry("payment", ref, orderID, Posting{Provider(f.Provider), f.Charge}, rubles(Orders(), -f.Total), rubles(Fees(), -f.Fee))
	e.exchange(f.Charge.Neg(), f.Total+f.Fee)
	return e
}

// BalanceSpent: a signed-in buyer paid from the balance.
type BalanceSpent struct {
	UserID     int64
	Total, Fee money.RUB
}

// Entry books it under the attempt's reference.
func (f BalanceSpent) Entry(ref string, orderID int64) Entry {
	return entry("balance", ref, orderID, rubles(Customer(f.UserID), f.Total+f.Fee), rubles(Orders(), -f.Total), rubles(Fees(), -f.Fee))
}

// SurplusReceived: a provider took money that no order needs.
type SurplusReceived struct {
	Provider string
	Amount   money.Money
}

// Entry books it under the payment's own number.
func (f SurplusReceived) Entry(ref string, orderID int64) Entry {
	return entry("surplus", ref, orderID, Posting{Provider(f.Provider), f.Amount}, Posting{Unapplied(), f.Amount.Neg()})
}

// Delivered: goods were handed over. Net is what they were paid with.
type Delivered struct{ Net, Discount money.RUB }

// Entry books it under the line's own number.
func (f Delivered) Entry(ref string, orderID int64) Entry {
	return entry("delivery", ref, orderID, rubles(Orders(), f.Net), rubles(Discounts(), f.Discount), rubles(Revenue(), -f.Net-f.Discount))
}

// RefundedFromUnapplied: money that no order needs went back, to a provider or
// to a buyer's balance. A balance is in rubles: Rubles is what it got when the
// money came in another currency.
type RefundedFromUnapplied struct {
	To     Account
	Amount money.Money
	Rubles money.RUB
}

// Entry books it under the refund's own number.
func (f RefundedFromUnapplied) Entry(ref string, orderID int64) Entry {
	if f.Rubles == 0 || f.Amount.Currency == money.Ruble {
		return entry("refund", ref, orderID, Posting{Unapplied(), f.Amount}, Posting{f.To, f.Amount.Neg()})
	}
	e := entry("refund", ref, orderID, Posting{Unapplied(), f.Amount}, rubles(f.To, -f.Rubles))
	e.exchange(f.Amount.Neg(), f.Rubles)
	return e
}

// RefundedFromOrder: goods that were paid for are not coming. Net and Fee are
// the rubles given up; Amount is what went to To.
type RefundedFromOrder struct {
	To       Account
	Amount   money.Money
	Net, Fee money.RUB
}

// Entry books it under the refund's own number.
func (f RefundedFromOrder) Entry(ref string, orderID int64) Entry {
	e := entry("refund", ref, orderID, rubles(Orders(), f.Net), rubles(Fees(), f.Fee), Posting{f.To, f.Amount.Neg()})
	e.exchange(f.Amount, -f.Net-f.Fee)
	return e
}

func entry(reason, ref string, orderID int64, postings ...Posting) Entry {
	return Entry{Reason: reason, Ref: ref, OrderID: &orderID, Postings: postings}
}

// exchange closes the gap between a foreign amount and its worth in rubles.
func (e *Entry) exchange(foreign money.Money, worth money.RUB) {
	if foreign.Currency != money.Ruble {
		e.Postings = append(e.Postings, Posting{Exchange(), foreign}, rubles(Exchange(), worth))
	}
}
