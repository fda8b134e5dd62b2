package ledger

import "larek/internal/money"

// RUB is the currency of prices, debts and revenue.
const RUB = "RUB"

// Posting moves an amount into (positive) or out of an account.
type Posting struct {
	Account  Account
	Currency string
	Amount   money.RUB
}

// Entry books one fact. Reason and Ref name it: a fact is booked once.
type Entry struct {
	Reason   string
	Ref      string
	OrderID  *int64
	Postings []Posting
}

// PaymentReceived: a provider took what an attempt asked for. Charge is in
// Currency; Total and Fee are what it stands for in rubles.
type PaymentReceived struct {
	Provider   string
	Charge     money.RUB
	Currency   string
	Total, Fee money.RUB
}

// Entry books it under the payment's own number.
func (f PaymentReceived) Entry(ref string, orderID int64) Entry {
	e := entry("payment", ref, orderID, Posting{Provider(f.Provider), f.Currency, f.Charge}, Posting{Orders(), RUB, -f.Total}, Posting{Fees(), RUB, -f.Fee})
	e.exchange(f.Currency, -f.Charge, f.Total+f.Fee)
	return e
}

// BalanceSpent: a signed-in buyer paid from the balance.
type BalanceSpent struct {
	UserID     int64
	Total, Fee money.RUB
}

// Entry books it under the attempt's reference.
func (f BalanceSpent) Entry(ref string, orderID int64) Entry {
	return entry("balance", ref, orderID, Posting{Customer(f.UserID), RUB, f.Total + f.Fee}, Posting{Orders(), RUB, -f.Total}, Posting{Fees(), RUB, -f.Fee})
}

// SurplusReceived: a provider took money that no order needs.
type SurplusReceived struct {
	Provider string
	Amount   money.RUB
	Currency string
}

// Entry books it under the payment's own number.
func (f SurplusReceived) Entry(ref string, orderID int64) Entry {
	return entry("surplus", ref, orderID, Posting{Provider(f.Provider), f.Currency, f.Amount}, Posting{Unapplied(), f.Currency, -f.Amount})
}

// Delivered: goods were handed over. Net is what they were paid with.
type Delivered struct{ Net, Discount money.RUB }

// Entry books it under the line's own number.
func (f Delivered) Entry(ref string, orderID int64) Entry {
	return entry("delivery", ref, orderID, Posting{Orders(), RUB, f.Net}, Posting{Discounts(), RUB, f.Discount}, Posting{Revenue(), RUB, -f.Net - f.Discount})
}

// RefundedFromUnapplied: money that no order needs went back, to a provider or
// to a buyer's balance. A balance is in rubles: Rubles is what it got when the
// money came in another currency.
type RefundedFromUnapplied struct {
	To       Account
	Amount   money.RUB
	Currency string
	Rubles   money.RUB
}

// Entry books it under the refund's own number.
func (f RefundedFromUnapplied) Entry(ref string, orderID int64) Entry {
	if f.Rubles == 0 || f.Currency == RUB {
		return entry("refund", ref, orderID, Posting{Unapplied(), f.Currency, f.Amount}, Posting{f.To, f.Currency, -f.Amount})
	}
	e := entry("refund", ref, orderID, Posting{Unapplied(), f.Currency, f.Amount}, Posting{f.To, RUB, -f.Rubles})
	e.exchange(f.Currency, -f.Amount, f.Rubles)
	return e
}

// RefundedFromOrder: goods that were paid for are not coming. Net and Fee are
// the rubles given up; Amount is what went to To in Currency.
type RefundedFromOrder struct {
	To       Account
	Amount   money.RUB
	Currency string
	Net, Fee money.RUB
}

// Entry books it under the refund's own number.
func (f RefundedFromOrder) Entry(ref string, orderID int64) Entry {
	e := entry("refund", ref, orderID, Posting{Orders(), RUB, f.Net}, Posting{Fees(), RUB, f.Fee}, Posting{f.To, f.Currency, -f.Amount})
	e.exchange(f.Currency, f.Amount, -f.Net-f.Fee)
	return e
}

func entry(reason, ref string, orderID int64, postings ...Posting) Entry {
	return Entry{Reason: reason, Ref: ref, OrderID: &orderID, Postings: postings}
}

// exchange closes the gap between a foreign amount and its worth in rubles.
func (e *Entry) exchange(currency string, foreign, rubles money.RUB) {
	if currency != RUB {
		e.Postings = append(e.Postings, Posting{Exchange(), currency, foreign}, Posting{Exchange(), RUB, rubles})
	}
}
