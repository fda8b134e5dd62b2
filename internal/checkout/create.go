package checkout

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"

	"github.com/jackc/pgx/v5"

	"larek/internal/account"
	"larek/internal/order"
	"larek/internal/pg"
)

// maxSurplus is the largest surplus of a Standoff lot, in hundredths of gold.
const maxSurplus = 23

// Create creates an order, if the shop takes any. A guest's order is one statement; for a signed-in
// buyer the promo code of the account is applied in the same transaction.
func (s *Service) Create(ctx context.Context, n order.CreateInput) (*order.CreatedOrder, error) {
	if err := s.opening.Admit(ctx); err != nil {
		return nil, err
	}
	// First, so that what is compared and checked is what will be stored.
	if err := n.Normalize(); err != nil {
		return nil, err
	}
	if n.Kind == order.Standoff && n.Detail.Surplus == nil {
		surplus, err := randomSurplus()
		if err != nil {
			return nil, err
		}
		n.Detail.Surplus = &surplus
	}
	if err := s.orders.CheckBlocked(ctx, n.Email, n.Detail); err != nil {
		return nil, err
	}
	if err := s.checkAccount(ctx, &n); err != nil {
		return nil, err
	}
	if n.UserID == nil {
		return s.orders.Create(ctx, s.pool, n)
	}
	var created *order.CreatedOrder
	err := pg.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		err := account.KeepOpen(ctx, tx, *n.UserID)
		if err != nil {
			return err
		}
		if created, err = s.orders.Create(ctx, tx, n); err != nil {
			return err
		}
		code, err := s.promos.Active(ctx, tx, *n.UserID)
		if err != nil || code == nil {
			return err
		}
		o, err := order.Lock(ctx, tx, created.ID)
		if err != nil {
			return err
		}
		return s.promoCodes.ApplyAccountPromo(ctx, tx, o)
	})
	if err != nil {
		return nil, err
	}
	return created, nil
}

func randomSurplus() (order.Gold, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(maxSurplus+1))
	if err != nil {
		return 0, fmt.Errorf("generate surplus: %w", err)
	}
	return order.Gold(n.Int64()), nil
}
