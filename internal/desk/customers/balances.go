package customers

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/staff"
)

// Names of the actions on balances.
const (
	customerDebit  = "customer.debit"
	customerPayOut = "customer.pay_out"
)

// DebitCustomer debits a buyer's balance with a reason: money was credited by mistake, or the buyer gave it up in
// writing.
func (o *Service) DebitCustomer(ctx context.Context, a desk.Command, userID int64, amount money.RUB) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerDebit, staff.ReconWriteOff, amount, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if a.Reason.Text == "" {
			return "", nil, desk.Invalid("reason", "Запишите, почему списываем.")
		}
		if err := o.takeFromBalance(ctx, tx, a, userID, amount, "Списание"); err != nil {
			return "", nil, err
		}
		entry := ledger.BalanceDebited{UserID: userID, Amount: amount}.Entry(a.LedgerRef())
		return "Списано с баланса: " + amount.String() + " ₽.", map[string]any{"amount": amount}, o.Ledger.Post(ctx, tx, entry)
	})
}

// PayOutCustomer records that money of a balance was transferred to its buyer from the bank
// account.
func (o *Service) PayOutCustomer(ctx context.Context, a desk.Command, userID int64, amount money.RUB, reference string) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerPayOut, staff.ReconWriteOff, []any{amount, reference}, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if reference == "" {
			return "", nil, desk.Invalid("reference", "Впишите номер перевода.")
		}
		if err := o.takeFromBalance(ctx, tx, a, userID, amount, "Выплата"); err != nil {
			return "", nil, err
		}
		entry := ledger.BalancePaidOut{UserID: userID, Amount: amount}.Entry(a.LedgerRef())
		return "Выплата записана: " + amount.String() + " ₽.", map[string]any{"amount": amount, "reference": reference}, o.Ledger.Post(ctx, tx, entry)
	})
}

// takeFromBalance checks that the balance of an account has the amount, locks it, and counts
// the amount against the limit of the person.
func (o *Service) takeFromBalance(ctx context.Context, tx pgx.Tx, a desk.Command, userID int64, amount money.RUB, what string) error {
	if amount <= 0 {
		return desk.Invalid("amount", "Впишите сумму.")
	}
	if _, err := o.Accounts.LockOpen(ctx, tx, userID); err != nil {
		return err
	}
	has, err := ledger.LockCustomerBalance(ctx, tx, userID)
	if err != nil {
		return err
	}
	if amount > has {
		return desk.Invalid("amount", "На балансе только "+has.String()+" ₽.")
	}
	return o.Desk.Spend(ctx, tx, a.Actor, desk.Taking{Door: desk.DoorBalance, Subject: ledger.BalanceSubject(what, userID), Rubles: amount, UserID: &userID})
}
