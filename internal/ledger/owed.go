package ledger

import (
	"context"
	"fmt"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// Owed is what an order that is over still owes its buyer.
type Owed struct {
	OrderID int64
	Account Account // orders, or unapplied
	Amount  money.Money
}

// OwedByFinal lists what orders that are over still owe, 100 at most: nothing,
// unless a refund waits or something went wrong. One query reads it for all.
func (s *Service) OwedByFinal(ctx context.Context) ([]Owed, error) {
	rows, err := ledgerdb.New(s.pool).OwedByFinal(ctx)
	if err != nil {
		return nil, fmt.Errorf("owed by final orders: %w", err)
	}
	owed := make([]Owed, len(rows))
	for i, r := range rows {
		owed[i] = Owed{OrderID: r.OrderID, Account: Account(r.Account), Amount: money.Of(money.Minor(r.Hundredths), r.Currency)}
	}
	return owed, nil
}
