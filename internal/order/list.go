package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
)

// Last is what an earlier order of a buyer tells about the next one.
type Last struct {
	ID     int64
	Email  *string
	Detail Detail
}

// List is a buyer's orders, newest first, and how many there are.
func (s *Service) List(ctx context.Context, userID int64, status *Status, limit, offset int32) ([]*Order, int64, error) {
	count, err := s.q.CountOrders(ctx, orderdb.CountOrdersParams{UserID: userID, Status: (*string)(status)})
	if err != nil {
		return nil, 0, fmt.Errorf("count orders: %w", err)
	}
	if int64(offset) >= count {
		return []*Order{}, count, nil
	}
	rows, err := s.q.ListOrders(ctx, orderdb.ListOrdersParams{UserID: userID, Status: (*string)(status), PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("list orders: %w", err)
	}
	common := make([]orderRow, len(rows))
	for i, r := range rows {
		common[i] = orderRow(r)
	}
	orders, err := withLines(ctx, s.q, common)
	return orders, count, err
}

// LastOf is the newest order of a kind, and of a game if one is given; nil
// when there is none.
func (s *Service) LastOf(ctx context.Context, userID int64, kind Kind, gameID *int64) (*Last, error) {
	r, err := s.q.LastOrder(ctx, orderdb.LastOrderParams{UserID: userID, Kind: string(kind), GameID: gameID})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // no order is an answer
	}
	if err != nil {
		return nil, fmt.Errorf("last order: %w", err)
	}
	last := &Last{ID: r.ID, Email: r.Email}
	if err := json.Unmarshal(r.Detail, &last.Detail); err != nil {
		return nil, fmt.Errorf("detail of order %d is not readable", r.ID)
	}
	return last, nil
}

// HasFeedback tells whether the order was reviewed.
func (s *Service) HasFeedback(ctx context.Context, orderID int64) (bool, error) {
	has, err := s.q.HasFeedback(ctx, orderID)
	if err != nil {
		return false, fmt.Errorf("feedback of order %d: %w", orderID, err)
	}
	return has, nil
}
