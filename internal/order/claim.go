package order

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
)

// ClaimGuestOrders assigns to a user the guest orders made with an email
// address the user has proved. It returns how many there were.
func ClaimGuestOrders(ctx context.Context, tx pgx.Tx, userID int64, email string) (int64, error) {
	n, err := orderdb.New(tx).ClaimOrders(ctx, orderdb.ClaimOrdersParams{UserID: &userID, Email: email})
	if err != nil {
		return 0, fmt.Errorf("claim orders for user %d: %w", userID, err)
	}
	return n, nil
}

// CountActive returns how many of a user's orders are neither done nor failed.
func CountActive(ctx context.Context, tx pgx.Tx, userID int64) (int64, error) {
	n, err := orderdb.New(tx).CountActive(ctx, userID)
	if err != nil {
		return 0, fmt.Errorf("count active orders of user %d: %w", userID, err)
	}
	return n, nil
}

// HasUnsettled reports whether a buyer and the shop still owe each other money or an
// answer about an order.
func HasUnsettled(ctx context.Context, tx pgx.Tx, userID int64) (bool, error) {
	has, err := orderdb.New(tx).HasUnsettled(ctx, userID)
	if err != nil {
		return false, fmt.Errorf("unsettled orders of user %d: %w", userID, err)
	}
	return has, nil
}

// HasBalance reports whether money can be credited to the account of an order. A guest
// has none, and an erased account gets nothing more: no buyer could spend it.
func HasBalance(ctx context.Context, tx pgx.Tx, orderID int64) (bool, error) {
	has, err := orderdb.New(tx).HasBalance(ctx, orderID)
	if err != nil {
		return false, fmt.Errorf("balance of order %d: %w", orderID, err)
	}
	return has, nil
}

// EraseDeliveryDetails removes the email address, accounts and proofs from all
// orders of a user.
func EraseDeliveryDetails(ctx context.Context, tx pgx.Tx, userID int64) error {
	if err := orderdb.New(tx).EraseBuyer(ctx, userID); err != nil {
		return fmt.Errorf("erase delivery details of user %d: %w", userID, err)
	}
	return nil
}
