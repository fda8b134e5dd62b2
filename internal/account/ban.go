package account

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
	"larek/internal/pg"
	"larek/internal/problem"
)

var errNoUser = problem.New(problem.NotFound, "user.not_found", "Такого пользователя нет.")

// Ban closes the shop to a user and ends all their sessions. The user is shown
// reason. Every API instance rejects their access tokens within syncInterval.
func (s *Service) Ban(ctx context.Context, userID int64, reason string) error {
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error { return s.BanTx(ctx, tx, userID, reason) })
}

// BanTx is Ban within the caller's transaction.
func (s *Service) BanTx(ctx context.Context, tx pgx.Tx, userID int64, reason string) error {
	q := s.q.WithTx(tx)
	if err := setBanned(ctx, q, userID, &reason); err != nil {
		return err
	}
	return s.sessions.endAll(ctx, q, userID)
}

// Unban lets a user sign in again. Ended sessions stay ended.
func (s *Service) Unban(ctx context.Context, userID int64) error {
	return setBanned(ctx, s.q, userID, nil)
}

// UnbanTx is Unban within the caller's transaction.
func (s *Service) UnbanTx(ctx context.Context, tx pgx.Tx, userID int64) error {
	return setBanned(ctx, s.q.WithTx(tx), userID, nil)
}

func setBanned(ctx context.Context, q *accountdb.Queries, userID int64, reason *string) error {
	n, err := q.SetBanned(ctx, accountdb.SetBannedParams{ID: userID, Words: reason})
	if err != nil {
		return fmt.Errorf("ban user %d: %w", userID, err)
	}
	if n == 0 {
		return errNoUser
	}
	return nil
}
