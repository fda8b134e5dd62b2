package checkout

import (
	"context"

	"github.com/jackc/pgx/v5"

	"larek/internal/account"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Why a person is not forgotten yet.
var (
	errUnfinished = problem.New(problem.Conflict, "account.unfinished_orders", "Есть незавершённые заказы. Удалить аккаунт можно, когда они закончатся.")
	errHasMoney   = problem.New(problem.Conflict, "account.balance_left", "На балансе есть деньги. Потратьте их или напишите нам, чтобы вернуть.")
	errNoEmail    = problem.New(problem.Conflict, "email.not_proven", "Сначала подтвердите почту, с которой оформляли заказы.")
)

// ConfirmEmail makes an address the person's who asked for it and follows the
// link of its letter. The address before is told.
func (s *Service) ConfirmEmail(ctx context.Context, accounts *account.Service, userID int64, token string) error {
	var before, email string
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		var err error
		before, email, err = accounts.ConfirmEmail(ctx, tx, userID, token)
		return err
	})
	if err != nil {
		return err
	}
	// Done is done: the old address was warned when the change was asked for.
	_ = accounts.TellOldAddress(ctx, userID, before, email)
	return nil
}

// StopEmail undoes what somebody else began: see account.Service.StopEmail.
func (s *Service) StopEmail(ctx context.Context, accounts *account.Service, token string) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error { return accounts.StopEmail(ctx, tx, token) })
}

// ClaimOrders gives a person the guest orders made with their address.
func (s *Service) ClaimOrders(ctx context.Context, accounts *account.Service, userID int64) (int64, error) {
	u, err := accounts.User(ctx, userID)
	if err != nil {
		return 0, err
	}
	if u.Email == nil {
		return 0, errNoEmail
	}
	var n int64
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err = s.Orders.Claim(ctx, tx, userID, *u.Email)
		return err
	})
	return n, err
}

// Erase forgets a person to whom nothing is owed. The books stay.
func (s *Service) Erase(ctx context.Context, accounts *account.Service, userID int64) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		return accounts.Erase(ctx, tx, userID, func() error {
			balance, err := s.Ledger.HoldCustomer(ctx, tx, userID)
			if err != nil {
				return err
			}
			if balance != 0 {
				return errHasMoney
			}
			open, err := s.Orders.Unfinished(ctx, tx, userID)
			if err != nil {
				return err
			}
			if open > 0 {
				return errUnfinished
			}
			return s.Orders.Forget(ctx, tx, userID)
		})
	})
}
