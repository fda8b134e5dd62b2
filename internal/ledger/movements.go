package ledger

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/ledger/ledgerdb"
	"larek/internal/money"
)

// BalanceMovement is a change of a buyer's balance; negative for a payment.
type BalanceMovement struct {
	ID      int64
	At      time.Time
	OrderID *int64
	Amount  money.RUB
}

// Title describes the movement for the buyer.
func (m BalanceMovement) Title() string {
	switch {
	case m.OrderID == nil && m.Amount > 0:
		return "Пополнение баланса"
	case m.OrderID == nil:
		return "Списание с баланса"
	case m.Amount > 0:
		return "Возврат за заказ " + strconv.FormatInt(*m.OrderID, 10)
	default:
		return "Оплата заказа " + strconv.FormatInt(*m.OrderID, 10)
	}
}

// Movements reads the changes of buyers' balances.
type Movements struct{ q *ledgerdb.Queries }

// NewMovements returns a Movements that reads from pool, which may be a replica.
func NewMovements(pool *pgxpool.Pool) *Movements { return &Movements{q: ledgerdb.New(pool)} }

// OfCustomer lists the changes of a buyer's balance, newest first, and
// returns how many there are.
func (m *Movements) OfCustomer(ctx context.Context, userID int64, limit, offset int32) ([]BalanceMovement, int64, error) {
	account := string(Customer(userID))
	count, err := m.q.CountMovements(ctx, account)
	if err != nil {
		return nil, 0, fmt.Errorf("count movements: %w", err)
	}
	rows, err := m.q.Movements(ctx, ledgerdb.MovementsParams{Account: account, PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("list movements: %w", err)
	}
	list := make([]BalanceMovement, len(rows))
	for i, r := range rows {
		// In the ledger a liability is negative; for the buyer it is positive.
		list[i] = BalanceMovement{ID: r.ID, At: r.At, OrderID: r.OrderID, Amount: -r.Amount}
	}
	return list, count, nil
}
