package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/account"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Reasons why an account cannot be erased or claim orders.
var (
	errActiveOrders = problem.New(problem.Conflict, "account.unfinished_orders", "Есть незавершённые заказы. Удалить аккаунт можно, когда они закончатся.")
	errUnsettled    = problem.New(problem.Conflict, "account.unsettled", "По вашим заказам идёт возврат или разбирается обращение. Удалить аккаунт можно, когда это закончится.")
	errBalanceLeft  = problem.New(problem.Conflict, "account.balance_left", "На балансе есть деньги. Потратьте их или напишите нам, чтобы вернуть.")
	errNoEmail      = problem.New(problem.Conflict, "email.not_proven", "Сначала подтвердите почту, с которой оформляли заказы.")
)

// Accounts is what buyers do to their accounts that concerns their orders too.
type Accounts struct {
	pool *pgxpool.Pool
}

// NewAccounts returns Accounts.
func NewAccounts(pool *pgxpool.Pool) *Accounts {
	return &Accounts{pool: pool}
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
// and nothing unsettled. The ledger is not changed.
func (s *Accounts) EraseAccount(ctx context.Context, accounts *account.Service, userID int64) error {
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error { return EraseAccountTx(ctx, tx, accounts, userID) })
}

// EraseAccountTx is Accounts.EraseAccount within the caller's transaction.
func EraseAccountTx(ctx context.Context, tx pgx.Tx, accounts *account.Service, userID int64) error {
	return accounts.Erase(ctx, tx, userID, func() error {
		balance, err := ledger.LockCustomerBalance(ctx, tx, userID)
		if err != nil {
			return err
		}
		if balance != 0 {
			return errBalanceLeft
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
		if unsettled {
			return errUnsettled
		}
		return order.EraseDeliveryDetails(ctx, tx, userID)
	})
}
