package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
)

// LatestOrder is the part of a buyer's latest order that prefills the next one.
type LatestOrder struct {
	ID     int64
	Email  *string
	Detail DeliveryDetails
}

// List returns a page of a user's orders, newest first, and the total count.
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

// LatestOfKind returns the user's newest order of a kind, and of a game if
// gameID is given. It returns nil if there is none.
func (s *Service) LatestOfKind(ctx context.Context, userID int64, kind Kind, gameID *int64) (*LatestOrder, error) {
	r, err := s.q.LatestOrder(ctx, orderdb.LatestOrderParams{UserID: userID, Kind: string(kind), GameID: gameID})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // no order is a valid result
	}
	if err != nil {
		return nil, fmt.Errorf("read latest order: %w", err)
	}
	last := &LatestOrder{ID: r.ID, Email: r.Email}
	if err := json.Unmarshal(r.Detail, &last.Detail); err != nil {
		return nil, fmt.Errorf("unmarshal details of order %d", r.ID)
	}
	return last, nil
}

// HasFeedback reports whether the order has a review.
func (s *Service) HasFeedback(ctx context.Context, orderID int64) (bool, error) {
	has, err := s.q.HasFeedback(ctx, orderID)
	if err != nil {
		return false, fmt.Errorf("read feedback of order %d: %w", orderID, err)
	}
	return has, nil
}
