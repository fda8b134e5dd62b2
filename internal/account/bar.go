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

// Bar closes the shop to a person and signs them out everywhere. They are shown
// the words. Every copy of the API refuses their tokens within watchEvery.
func (s *Service) Bar(ctx context.Context, userID int64, words string) error {
	return pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		q := s.q.WithTx(tx)
		if err := setBarred(ctx, q, userID, &words); err != nil {
			return err
		}
		return s.endAll(ctx, q, userID)
	})
}

// Unbar lets a person come in again. Their old sessions stay ended.
func (s *Service) Unbar(ctx context.Context, userID int64) error {
	return setBarred(ctx, s.q, userID, nil)
}

func setBarred(ctx context.Context, q *accountdb.Queries, userID int64, words *string) error {
	n, err := q.SetBarred(ctx, accountdb.SetBarredParams{ID: userID, Words: words})
	if err != nil {
		return fmt.Errorf("bar user %d: %w", userID, err)
	}
	if n == 0 {
		return errNoUser
	}
	return nil
}
