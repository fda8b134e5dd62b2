package checkout

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Reasons why an account cannot be erased or claim orders.
var (
	errActiveOrders = problem.New(problem.Conflict, "account.unfinished_orders", "Есть незавершённые заказы. Удалить аккаунт можно, когда они закончатся.")
	errUnsettled    = problem.New(problem.Conflict, "account.unsettled", "По вашим заказам идёт возврат или разбирается обращение. Удалить аккаунт можно, когда это закончится.")
	errBalanceLeft  = problem.New(problem.Conflict, "account.balance_left", "На балансе есть деньги. Потратьте их, напишите нам, чтобы вернуть, или откажитесь от них.")
	errOtherBalance = problem.New(problem.Conflict, "account.other_balance", "Баланс изменился. Проверьте сумму и подтвердите ещё раз.")
	errNoEmail      = problem.New(problem.Conflict, "email.not_proven", "Сначала подтвердите почту, с которой оформляли заказы.")
)

// Accounts is what buyers do to their accounts that concerns their orders too.
type Accounts struct {
	pool   *pgxpool.Pool
	ledger *ledger.Service
	audit  *audit.Service
	clock  clock.Clock
}

// NewAccounts returns Accounts.
func NewAccounts(pool *pgxpool.Pool, books *ledger.Service, log *audit.Service, now clock.Clock) *Accounts {
	return &Accounts{pool: pool, ledger: books, audit: log, clock: now}
}

// ConfirmEmail sets the user's address after the link in its email was opened,
// and notifies the previous address.
func (s *Accounts) ConfirmEmail(ctx context.Context, accounts *account.Service, userID int64, token string) error {
	var before, email string
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		before, email, err = accounts.ConfirmEmail(ctx, tx, userID, token)
		return err
	})
	if err != nil {
		return err
	}
	// Not an error: the old address was warned when the change was requested.
	_ = accounts.NotifyOldAddress(ctx, userID, before, email)
	return nil
}

// StopEmail cancels a change of address; see account.Service.StopEmail.
func (s *Accounts) StopEmail(ctx context.Context, accounts *account.Service, token string) error {
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error { return accounts.StopEmail(ctx, tx, token) })
}

// ClaimOrders assigns to a user the guest orders made with their confirmed
// address, and returns how many there were.
func (s *Accounts) ClaimOrders(ctx context.Context, accounts *account.Service, userID int64) (int64, error) {
	u, err := accounts.User(ctx, userID)
	if err != nil {
		return 0, err
	}
	if u.Email == nil {
		return 0, errNoEmail
	}
	var n int64
	err = pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		n, err = order.ClaimGuestOrders(ctx, tx, userID, *u.Email)
		return err
	})
	return n, err
}

// EraseAccount erases the personal data of a user who has no active orders, no balance
// and nothing unsettled. A balance may be given up with the account: giveUp is all of it. A
// repeated call does nothing.
func (s *Accounts) EraseAccount(ctx context.Context, accounts *account.Service, userID int64, giveUp *money.RUB) error {
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		return EraseAccountTx(ctx, tx, accounts, userID, func(balance money.RUB) error {
			switch {
			case giveUp == nil && balance != 0:
				return errBalanceLeft
			case giveUp != nil && *giveUp != balance:
				return errOtherBalance
			case balance == 0:
				return nil
			}
			return s.giveUp(ctx, tx, userID, balance)
		})
	})
}

// giveUp books that a buyer gives up the balance, and records it in the audit.
func (s *Accounts) giveUp(ctx context.Context, tx pgx.Tx, userID int64, balance money.RUB) error {
	asked, err := ledger.IsBalanceAsked(ctx, tx, userID, s.clock())
	if err != nil {
		return err
	}
	if asked {
		return errUnsettled // it may be paid out already
	}
	if err := s.ledger.Post(ctx, tx, ledger.BalanceGivenUp{UserID: userID, Amount: balance}.Entry()); err != nil {
		return err
	}
	_, err = s.audit.Record(ctx, tx, audit.Entry{
		Actor: "Покупатель", Action: "customer.give_up", Object: audit.Object{Kind: "customer", ID: strconv.FormatInt(userID, 10)},
		Reason: audit.Reason{Code: "buyer_asked", Text: "Отказ от баланса при удалении аккаунта"}, After: map[string]any{"amount": balance},
	})
	return err
}

// EraseAccountTx is Accounts.EraseAccount within the caller's transaction. onBalance decides
// about the balance; without it money that is left refuses the erasure.
func EraseAccountTx(ctx context.Context, tx pgx.Tx, accounts *account.Service, userID int64, onBalance func(balance money.RUB) error) error {
	return accounts.Erase(ctx, tx, userID, func() error {
		// First, because it locks the orders: paying from the balance locks the order, then the balance.
		if err := order.EraseDeliveryDetails(ctx, tx, userID); err != nil {
			return err
		}
		if err := delivery.ErasePictures(ctx, tx, userID); err != nil {
			return err
		}
		balance, err := ledger.LockCustomerBalance(ctx, tx, userID)
		if err != nil {
			return err
		}
		open, err := order.CountActive(ctx, tx, userID)
		if err != nil {
			return err
		}
		if open > 0 {
			return errActiveOrders
		}
		unsettled, err := order.HasUnsettled(ctx, tx, userID)
		if err != nil {
			return err
		}
		frozen, err := ledger.FrozenBalance(ctx, tx, userID)
		if err != nil {
			return err
		}
		if unsettled || frozen != 0 {
			return errUnsettled
		}
		switch {
		case onBalance != nil:
			return onBalance(balance)
		case balance != 0:
			return errBalanceLeft
		}
		return nil
	})
}
