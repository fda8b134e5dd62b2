package ledger

import (
	"time"

	"larek/internal/money"
)

// Posting moves an amount into (positive) or out of (negative) an account.
type Posting struct {
	Account Account
	Amount  money.Money
}

// rubles returns a posting in rubles, the currency of prices, debts and revenue.
func rubles(a Account, m money.RUB) Posting { return Posting{a, m.Money()} }

// Entry is one booked event: postings that add up to zero in each currency. Reason and
// Ref identify it; an entry is posted once.
type Entry struct {
	Reason   string
	Ref      string
	OrderID  *int64
	Postings []Posting
	// At dates an entry made by hand; nil: when it is posted.
	At *time.Time
	// Fine are additional postings with more than two decimals.
	Fine []FinePosting
}

// PaymentReceived is a payment of an attempt's quote. Total and Fee are the worth of
// Charge in rubles.
type PaymentReceived struct {
	Provider   string
	Charge     money.Money
	Total, Fee money.RUB
}

// Entry returns the entry; ref is the ID of the payment.
func (f PaymentReceived) Entry(ref string, orderID int64) Entry {
	e := entry("payment", ref, orderID, Posting{Provider(f.Provider), f.Charge}, rubles(OrderDeposits(), -f.Total), rubles(Fees(), -f.Fee))
	e.balanceCurrencies(f.Charge.Neg(), f.Total+f.Fee)
	return e
}

// BalanceSpent is a payment from a buyer's balance.
type BalanceSpent struct {
	UserID     int64
	Total, Fee money.RUB
}

// Entry returns the entry; ref is the reference of the attempt.
func (f BalanceSpent) Entry(ref string, orderID int64) Entry {
	return entry("balance", ref, orderID, rubles(Customer(f.UserID), f.Total+f.Fee), rubles(OrderDeposits(), -f.Total), rubles(Fees(), -f.Fee))
}

// SurplusReceived is a payment that no order needs.
type SurplusReceived struct {
	Provider string
	Amount   money.Money
}

// Entry returns the entry; ref is the ID of the payment.
func (f SurplusReceived) Entry(ref string, orderID int64) Entry {
	return entry("surplus", ref, orderID, Posting{Provider(f.Provider), f.Amount}, Posting{Unapplied(), f.Amount.Neg()})
}

// Delivered is the delivery of an order line. Net is what the buyer paid for it.
type Delivered struct{ Net, Discount money.RUB }

// Entry returns the entry; ref is the ID of the line.
func (f Delivered) Entry(ref string, orderID int64) Entry {
	return entry("delivery", ref, orderID, rubles(OrderDeposits(), f.Net), rubles(Discounts(), f.Discount), rubles(Revenue(), -f.Net-f.Discount))
}

// RefundedFromUnapplied is the refund of a payment that no order needs, to a provider
// or to a buyer's balance. The balance is in rubles: Rubles is what it received if
// the payment was in another currency.
type RefundedFromUnapplied struct {
	To     Account
	Amount money.Money
	Rubles money.RUB
}

// Entry returns the entry; ref is the ID of the refund.
func (f RefundedFromUnapplied) Entry(ref string, orderID int64) Entry {
	if f.Rubles == 0 || f.Amount.Currency == money.Ruble {
		return entry("refund", ref, orderID, Posting{Unapplied(), f.Amount}, Posting{f.To, f.Amount.Neg()})
	}
	e := entry("refund", ref, orderID, Posting{Unapplied(), f.Amount}, rubles(f.To, -f.Rubles))
	e.balanceCurrencies(f.Amount.Neg(), f.Rubles)
	return e
}

// RefundedFromOrder is the refund of undelivered goods. Net and Fee are its rubles;
// Amount is what To received.
type RefundedFromOrder struct {
	To       Account
	Amount   money.Money
	Net, Fee money.RUB
}

// Entry returns the entry; ref is the ID of the refund.
func (f RefundedFromOrder) Entry(ref string, orderID int64) Entry {
	e := entry("refund", ref, orderID, rubles(OrderDeposits(), f.Net), rubles(Fees(), f.Fee), Posting{f.To, f.Amount.Neg()})
	e.balanceCurrencies(f.Amount, -f.Net-f.Fee)
	return e
}

func entry(reason, ref string, orderID int64, postings ...Posting) Entry {
	return Entry{Reason: reason, Ref: ref, OrderID: &orderID, Postings: postings}
}

// balanceCurrencies adds the postings that balance an amount in another currency and
// its worth in rubles. It adds none for rubles.
func (e *Entry) balanceCurrencies(foreign money.Money, worth money.RUB) {
	if foreign.Currency != money.Ruble {
		e.Postings = append(e.Postings, Posting{CurrencyExchange(), foreign}, rubles(CurrencyExchange(), worth))
	}
}
