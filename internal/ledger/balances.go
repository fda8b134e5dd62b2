package ledger

import "larek/internal/money"

// Frozen returns the part of a buyer's balance that the buyer cannot spend, because it was
// paid out twice. In sums by day it is a part of the balance.
func Frozen(userID int64) Account { return Customer(userID) + "_frozen" }

// BalanceFrozen is money that a buyer got on the balance and from the bank too. It waits for
// an operator.
type BalanceFrozen struct {
	UserID int64
	Amount money.RUB
}

// Entry returns the entry; ref is the ID of the outside refund.
func (f BalanceFrozen) Entry(ref string, orderID int64) Entry {
	return entry("balance_frozen", ref, orderID, rubles(Customer(f.UserID), f.Amount), rubles(Frozen(f.UserID), -f.Amount))
}

// BalanceReleased is frozen money that the buyer may spend again.
type BalanceReleased struct {
	UserID int64
	Amount money.RUB
}

// Entry returns the entry; ref is the ID of the outside refund.
func (f BalanceReleased) Entry(ref string, orderID int64) Entry {
	return entry("balance_released", ref, orderID, rubles(Frozen(f.UserID), f.Amount), rubles(Customer(f.UserID), -f.Amount))
}

// FrozenDebited is frozen money that the shop takes back: the loss was not one.
type FrozenDebited struct {
	UserID int64
	Amount money.RUB
}

// Entry returns the entry; ref is the ID of the outside refund.
func (f FrozenDebited) Entry(ref string, orderID int64) Entry {
	return entry("frozen_debited", ref, orderID, rubles(Frozen(f.UserID), f.Amount), rubles(Chargebacks(), -f.Amount))
}

// BalanceDebited is money that an operator takes from a balance, with the buyer's reason or
// the shop's.
type BalanceDebited struct {
	UserID int64
	Amount money.RUB
}

// Entry returns the entry; ref is the key of the operator's request.
func (f BalanceDebited) Entry(ref string) Entry {
	return bare("balance_debited", ref, rubles(Customer(f.UserID), f.Amount), rubles(WriteOffs(), -f.Amount))
}

// BalancePaidOut is money of a balance that was transferred to its buyer from the bank
// account.
type BalancePaidOut struct {
	UserID int64
	Amount money.RUB
}

// Entry returns the entry; ref is the key of the operator's request.
func (f BalancePaidOut) Entry(ref string) Entry {
	return bare("balance_paid_out", ref, rubles(Customer(f.UserID), f.Amount), rubles(Bank(), -f.Amount))
}
