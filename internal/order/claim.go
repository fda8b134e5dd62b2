package order

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
)

// Claim gives a person the guest orders made with an address they have
// proved, and tells how many there were.
func (s *Service) Claim(ctx context.Context, tx pgx.Tx, userID int64, email string) (int64, error) {
	n, err := s.q.WithTx(tx).ClaimOrders(ctx, orderdb.ClaimOrdersParams{UserID: &userID, Email: email})
	if err != nil {
		return 0, fmt.Errorf("claim orders for user %d: %w", userID, err)
	}
	return n, nil
}

// Unfinished counts a person's orders that are still under way.
func (s *Service) Unfinished(ctx context.Context, tx pgx.Tx, userID int64) (int64, error) {
	n, err := s.q.WithTx(tx).Unfinished(ctx, userID)
	if err != nil {
		return 0, fmt.Errorf("unfinished orders of user %d: %w", userID, err)
	}
	return n, nil
}

// Forget removes from a person's orders where they went.
func (s *Service) Forget(ctx context.Context, tx pgx.Tx, userID int64) error {
	if err := s.q.WithTx(tx).ForgetBuyer(ctx, userID); err != nil {
		return fmt.Errorf("forget the buyer of orders of user %d: %w", userID, err)
	}
	return nil
}
