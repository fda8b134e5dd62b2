package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/staff"
)

// What operators do to balances.
const (
	customerDebit  = "customer.debit"
	customerPayOut = "customer.pay_out"
)

// DebitCustomer takes money from a buyer's balance with a reason: what was credited by
// mistake, or what the buyer gives up in writing.
func (o *Operations) DebitCustomer(ctx context.Context, a Act, userID int64, amount money.RUB) (CustomerDone, error) {
	return o.onCustomer(ctx, a, userID, customerDebit, staff.ReconWriteOff, amount, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if a.Reason.Text == "" {
			return "", nil, field("reason", "Запишите, почему списываем.")
		}
		if err := o.takeFromBalance(ctx, tx, a, userID, amount, "Списание"); err != nil {
			return "", nil, err
		}
		entry := ledger.BalanceDebited{UserID: userID, Amount: amount}.Entry(a.ref())
		return "Списано с баланса: " + amount.String() + " ₽.", map[string]any{"amount": amount}, o.Ledger.Post(ctx, tx, entry)
	})
}

// PayOutCustomer records that money of a balance was transferred to its buyer from the bank
// account.
func (o *Operations) PayOutCustomer(ctx context.Context, a Act, userID int64, amount money.RUB, reference string) (CustomerDone, error) {
	return o.onCustomer(ctx, a, userID, customerPayOut, staff.ReconWriteOff, []any{amount, reference}, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if reference == "" {
			return "", nil, field("reference", "Впишите номер перевода.")
		}
		if err := o.takeFromBalance(ctx, tx, a, userID, amount, "Выплата"); err != nil {
			return "", nil, err
		}
		entry := ledger.BalancePaidOut{UserID: userID, Amount: amount}.Entry(a.ref())
		return "Выплата записана: " + amount.String() + " ₽.", map[string]any{"amount": amount, "reference": reference}, o.Ledger.Post(ctx, tx, entry)
	})
}

// takeFromBalance checks that the balance of an account has the amount, locks it, and counts
// the amount against the limit of the person.
func (o *Operations) takeFromBalance(ctx context.Context, tx pgx.Tx, a Act, userID int64, amount money.RUB, what string) error {
	if amount <= 0 {
		return field("amount", "Впишите сумму.")
	}
	if _, err := o.Accounts.LockOpen(ctx, tx, userID); err != nil {
		return err
	}
	has, err := o.Ledger.LockCustomerBalance(ctx, tx, userID)
	if err != nil {
		return err
	}
	if amount > has {
		return field("amount", "На балансе только "+has.String()+" ₽.")
	}
	return o.spend(ctx, tx, a.Actor, taking{door: DoorBalance, subject: what + ", покупатель " + formatID(userID), rubles: amount, userID: &userID})
}

// endFrozen decides about money that is frozen on a balance: the shop takes it back, or the
// buyer may spend it again.
func (o *Operations) endFrozen(ctx context.Context, tx pgx.Tx, x *resolving, s *orderState) (effect, error) {
	t, err := o.Payments.LockFrozen(ctx, tx, x.item.ID)
	if err != nil || s.order.UserID == nil {
		return effect{}, err
	}
	user, amount := *s.order.UserID, money.RUB(t.Amount.Minor)
	e := effect{id: &t.ID, message: "Разморожено: покупатель может тратить.", after: map[string]any{"task": t.ID, "amount": amount}}
	what := "Разморозка"
	if x.r.Way == WayDebit {
		what, e.message = "Списание", "Списано с баланса."
	}
	subject := what + " замороженного, заказ " + formatID(t.OrderID)
	if err := o.spend(ctx, tx, x.Actor, taking{door: DoorBalance, subject: subject, rubles: amount, orderID: &t.OrderID, userID: &user}); err != nil {
		return e, err
	}
	return e, o.Flow.Refunds.DecideFrozen(ctx, tx, s.order, t, x.r.Way == WayDebit, who(x.Act), x.text())
}
