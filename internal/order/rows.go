package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
)

// orderRow has the columns of every query that returns orders.
type orderRow orderdb.OrderByIDRow

// toOrder adds the lines to the row. They are read by a second statement on
// purpose: a statement that waited for the lock may see lines as they were
// before the wait.
func toOrder(ctx context.Context, q *orderdb.Queries, r orderRow, err error) (*Order, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read order: %w", err)
	}
	orders, err := withLines(ctx, q, []orderRow{r})
	if err != nil {
		return nil, err
	}
	return orders[0], nil
}

func withLines(ctx context.Context, q *orderdb.Queries, rows []orderRow) ([]*Order, error) {
	orders := make([]*Order, len(rows))
	ids := make([]int64, len(rows))
	byID := make(map[int64]*Order, len(rows))
	for i, r := range rows {
		o, err := r.order()
		if err != nil {
			return nil, err
		}
		orders[i], ids[i], byID[o.ID] = o, o.ID, o
	}
	lines, err := q.OrderLines(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read lines: %w", err)
	}
	for _, l := range lines {
		o := byID[l.OrderID]
		o.Lines = append(o.Lines, Line{
			ID: l.ID, ProductID: l.ProductID, Title: l.Title, Quantity: l.Quantity,
			UnitPrice: l.UnitPrice, Discount: l.Discount, Status: LineStatus(l.Status),
		})
	}
	return orders, nil
}

func (r orderRow) order() (*Order, error) {
	o := &Order{
		ID: r.ID, Hash: r.Hash, Kind: Kind(r.Kind), Status: Status(r.Status), UserID: r.UserID, Guest: r.Guest, Email: r.Email,
		GameID: r.GameID, GiftID: r.GiftID, Total: r.Total, Discount: r.Discount, PromoCodeID: r.PromoCodeID,
		RejectReason: r.RejectReason, NextAction: (*Action)(r.NextAction), DueAt: r.DueAt, Created: r.Created, DoneAt: r.DoneAt,
		RefundTo: r.RefundTo,
	}
	if err := json.Unmarshal(r.Detail, &o.Detail); err != nil {
		// The decoder's error may quote personal data.
		return nil, fmt.Errorf("unmarshal details of order %d", r.ID)
	}
	return o, nil
}
