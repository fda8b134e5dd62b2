package ledger

import "larek/internal/money"

// Transit returns the account of payouts that providers have sent and our bank has not shown yet.
func Transit() Account { return "transit" }

// Acquiring returns the account of what providers keep for themselves.
func Acquiring() Account { return "acquiring" }

// Chargebacks returns the account of what left providers without us: taken back by banks, with
// their fees, or refunded in a provider's cabinet. A notice often cannot tell these apart. A refund
// of ours that this money covers takes it out again.
func Chargebacks() Account { return "chargebacks" }

// WriteOffs returns the account of differences that were given up.
func WriteOffs() Account { return "writeoff" }

// Fact is an event that finance books and that belongs to no step of an order.
type Fact interface {
	// Entry returns the entry; ref identifies the event.
	Entry(ref string) Entry
	fact()
}

// ProviderSettled is money a provider says it has paid out; it is in transit until a statement of
// our bank has it.
type ProviderSettled struct {
	Provider string
	Amount   money.Money
}

// Entry returns the entry; ref is the payout.
func (f ProviderSettled) Entry(ref string) Entry {
	return bare("settlement", ref, Posting{Transit(), f.Amount}, Posting{Provider(f.Provider), f.Amount.Neg()})
}

// PayoutArrived is a payout that has come to our bank account.
type PayoutArrived struct{ Amount money.Money }

// Entry returns the entry; ref is the transfer of the statement.
func (f PayoutArrived) Entry(ref string) Entry {
	return bare("arrival", ref, Posting{Bank(), f.Amount}, Posting{Transit(), f.Amount.Neg()})
}

// CommissionKept is what a provider kept for itself of what it collected.
type CommissionKept struct {
	Provider string
	Amount   money.Money
}

// Entry returns the entry; ref is the registry and its day.
func (f CommissionKept) Entry(ref string) Entry {
	return bare("commission", ref, Posting{Acquiring(), f.Amount}, Posting{Provider(f.Provider), f.Amount.Neg()})
}

// SupplierToppedUp is money of our bank account that is now prepaid to a supplier.
// Paid is what left the account in rubles, and TenThousandths of Currency what the
// supplier has credited.
type SupplierToppedUp struct {
	Supplier       string
	Paid           money.RUB
	TenThousandths int64
	Currency       money.Currency
}

// Entry returns the entry; ref is the top-up.
func (f SupplierToppedUp) Entry(ref string) Entry {
	e := bare("topup", ref, rubles(Bank(), -f.Paid))
	credited := FinePosting{Supplier(f.Supplier), f.Currency, f.TenThousandths}
	if f.Currency == money.Ruble {
		// What is paid and not credited is the cost of the transfer.
		e.Fine = []FinePosting{credited}
		if rest := int64(f.Paid)*100 - f.TenThousandths; rest != 0 {
			e.Fine = append(e.Fine, FinePosting{WriteOffs(), money.Ruble, rest})
		}
		return e
	}
	e.Fine = []FinePosting{credited, {CurrencyExchange(), f.Currency, -f.TenThousandths}}
	e.Postings = append(e.Postings, rubles(CurrencyExchange(), f.Paid))
	return e
}

// ChargebackTaken is money a bank took back through a provider.
type ChargebackTaken struct {
	Provider    string
	Amount, Fee money.Money
}

// Entry returns the entry; ref is the bank's number of it.
func (f ChargebackTaken) Entry(ref string) Entry {
	return bare("chargeback", ref, Posting{Chargebacks(), f.Amount}, Posting{Provider(f.Provider), f.Amount.Neg()},
		Posting{Chargebacks(), f.Fee}, Posting{Provider(f.Provider), f.Fee.Neg()})
}

// WrittenOff is a difference on an account that is given up: what is added to the
// account, positive or negative.
type WrittenOff struct {
	Account        Account
	Currency       money.Currency
	TenThousandths int64
}

// Entry returns the entry; ref is the difference.
func (f WrittenOff) Entry(ref string) Entry {
	e := bare("writeoff", ref)
	e.Fine = []FinePosting{{f.Account, f.Currency, f.TenThousandths}, {WriteOffs(), f.Currency, -f.TenThousandths}}
	return e
}

// ChargeFound is a cost that a supplier's statement has and our books have not.
// Rubles is its worth; zero if no rate is known.
type ChargeFound SupplierCharged

// Entry returns the entry; ref is the difference.
func (f ChargeFound) Entry(ref string) Entry {
	e := SupplierCharged(f).Entry(ref, 0)
	e.Reason, e.OrderID = "found", nil
	return e
}

// FoundAtProvider is money that a provider's registry has and our books have not. It
// is a debt until it is known to whom.
type FoundAtProvider struct {
	Provider string
	Amount   money.Money
}

// Entry returns the entry; ref is the difference.
func (f FoundAtProvider) Entry(ref string) Entry {
	return bare("found", ref, Posting{Provider(f.Provider), f.Amount}, Posting{Unapplied(), f.Amount.Neg()})
}

// FoundAtBank is money on our bank account that the books have not. It is a debt until it is
// known whose it is.
type FoundAtBank struct{ Amount money.Money }

// Entry returns the entry; ref is the difference.
func (f FoundAtBank) Entry(ref string) Entry {
	return bare("found", ref, Posting{Bank(), f.Amount}, Posting{Unapplied(), f.Amount.Neg()})
}

func (ProviderSettled) fact()  {}
func (PayoutArrived) fact()    {}
func (CommissionKept) fact()   {}
func (SupplierToppedUp) fact() {}
func (ChargebackTaken) fact()  {}
func (WrittenOff) fact()       {}
func (FoundAtProvider) fact()  {}
func (FoundAtBank) fact()      {}
func (ChargeFound) fact()      {}

// bare returns an entry about no order.
func bare(reason, ref string, postings ...Posting) Entry {
	return Entry{Reason: reason, Ref: ref, Postings: postings}
}

// All returns the postings of an entry as they are posted.
func (e Entry) All() []FinePosting {
	var list []FinePosting
	for _, p := range mergePostings(e.Postings) {
		list = append(list, FinePosting{p.Account, p.Amount.Currency, int64(p.Amount.Minor) * 100})
	}
	for _, p := range e.Fine {
		if p.TenThousandths != 0 {
			list = append(list, p)
		}
	}
	return list
}
