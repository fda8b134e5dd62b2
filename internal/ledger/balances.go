package ledger

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// Frozen returns the part of a buyer's balance that the buyer cannot spend, because it was
// paid out twice. In sums by day it is a part of the balance.
func Frozen(userID int64) Account { return Customer(userID) + "_frozen" }

// FrozenBalance returns what of a buyer's balance is frozen, as a positive number.
func FrozenBalance(ctx context.Context, db Querier, userID int64) (money.RUB, error) {
	sum, err := Balance(ctx, db, Frozen(userID), money.Ruble)
	if err != nil {
		return 0, err
	}
	return sum.Neg().RUB()
}

// FrozenBalance is the function for whoever has no transaction.
func (s *Service) FrozenBalance(ctx context.Context, userID int64) (money.RUB, error) {
	return FrozenBalance(ctx, s.pool, userID)
}

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

// BalanceGivenUp is money that a buyer gives up to erase the account.
type BalanceGivenUp struct {
	UserID int64
	Amount money.RUB
}

// Entry returns the entry; an account is erased once, so its ref is the buyer's.
func (f BalanceGivenUp) Entry() Entry {
	return bare("balance_given_up", strconv.FormatInt(f.UserID, 10), rubles(Customer(f.UserID), f.Amount), rubles(WriteOffs(), -f.Amount))
}

// BalanceSubject names what operators do to a buyer's balance where a second person approves it.
func BalanceSubject(what string, userID int64) string {
	return what + ", покупатель " + strconv.FormatInt(userID, 10)
}

// IsBalanceAsked reports whether operators have asked for something of a buyer's balance that is
// not decided about, or not done: a transfer to the buyer may have been made already.
func IsBalanceAsked(ctx context.Context, tx pgx.Tx, userID int64, now time.Time) (bool, error) {
	is, err := ledgerdb.New(tx).IsBalanceAsked(ctx, ledgerdb.IsBalanceAskedParams{Suffix: BalanceSubject("", userID), Since: now.Add(-approvedFor)})
	if err != nil {
		return false, fmt.Errorf("requests about the balance of %d: %w", userID, err)
	}
	return is, nil
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
