package report

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/report/reportdb"
)

// Movement is money that came to a buyer's balance, or went (below zero).
type Movement struct {
	ID      int64
	At      time.Time
	OrderID *int64
	Amount  money.RUB
}

// Title says what it was for.
func (m Movement) Title() string {
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

// Movements lists what happened to a buyer's balance, newest first, and tells
// how often it did.
func (s *Service) Movements(ctx context.Context, userID int64, limit, offset int32) ([]Movement, int64, error) {
	account := string(ledger.Customer(userID))
	count, err := s.q.CountMovements(ctx, account)
	if err != nil {
		return nil, 0, fmt.Errorf("count movements: %w", err)
	}
	rows, err := s.q.Movements(ctx, reportdb.MovementsParams{Account: account, PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("movements: %w", err)
	}
	list := make([]Movement, len(rows))
	for i, r := range rows {
		// In the books what we owe is below zero; to the buyer it is theirs.
		list[i] = Movement{ID: r.ID, At: r.At, OrderID: r.OrderID, Amount: -r.Amount}
	}
	return list, count, nil
}
