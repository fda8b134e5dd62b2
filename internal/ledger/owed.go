package ledger

import (
	"context"
	"fmt"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// Owed is what is still owed to the buyer of a finished order.
type Owed struct {
	OrderID int64
	Account Account // orders, or unapplied
	Amount  money.Money
}

// OwedByFinal returns what is still owed for finished orders, at most 100 rows. There
// are none unless a refund is pending or something went wrong.
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
