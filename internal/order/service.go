// Package order owns what was bought, by whom, for how much, and how far it got.
package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/ident"
	"larek/internal/order/orderdb"
	"larek/internal/problem"
)

// ErrNotFound is also what people hear of orders that are not theirs.
var ErrNotFound = problem.New(problem.NotFound, "order.not_found", "Такого заказа нет.")

// ErrIllegalMove is a mistake of ours: the status tables do not have the move.
var ErrIllegalMove = errors.New("order: illegal move")

// Service keeps orders. Verbs that write take the caller's transaction and
// expect the order's row to be locked in it.
type Service struct {
	q     *orderdb.Queries
	clock clock.Clock
}

// NewService reads and writes through pool.
func NewService(pool *pgxpool.Pool, clock clock.Clock) *Service {
	return &Service{q: orderdb.New(pool), clock: clock}
}

// Lock reads an order and holds it until the transaction ends.
func (s *Service) Lock(ctx context.Context, tx pgx.Tx, id int64) (*Order, error) {
	r, err := s.q.WithTx(tx).LockOrder(ctx, id)
	return whole(ctx, s.q.WithTx(tx), orderRow(r), err)
}

// LockOwned is Lock for an order that must be the caller's; its link is not
// enough.
func (s *Service) LockOwned(ctx context.Context, tx pgx.Tx, id int64, who Owner) (*Order, error) {
	q := s.q.WithTx(tx)
	r, err := q.LockOwnedOrder(ctx, orderdb.LockOwnedOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, refusal(ctx, q, id, who)
	}
	return whole(ctx, q, orderRow(r), err)
}

// Owned reads an order that must be the caller's; its link is not enough.
func (s *Service) Owned(ctx context.Context, id int64, who Owner) (*Order, error) {
	r, err := s.q.OwnedOrder(ctx, orderdb.OwnedOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, refusal(ctx, s.q, id, who)
	}
	return whole(ctx, s.q, orderRow(r), err)
}

// ByHash reads an order for whoever knows its hash.
func (s *Service) ByHash(ctx context.Context, hash ident.Hash) (*Order, error) {
	r, err := s.q.OrderByHash(ctx, hash)
	return whole(ctx, s.q, orderRow(r), err)
}

// ByID reads an order for ourselves: it does not ask who wants to know.
func (s *Service) ByID(ctx context.Context, id int64) (*Order, error) {
	r, err := s.q.OrderByID(ctx, id)
	return whole(ctx, s.q, orderRow(r), err)
}

// Events are what happened to an order after the event with the given id.
func (s *Service) Events(ctx context.Context, orderID, after int64) ([]Event, error) {
	rows, err := s.q.OrderEvents(ctx, orderdb.OrderEventsParams{OrderID: orderID, After: after})
	if err != nil {
		return nil, fmt.Errorf("events of order %d: %w", orderID, err)
	}
	events := make([]Event, len(rows))
	for i, r := range rows {
		e := Event{ID: r.ID, LineID: r.LineID, At: r.At, Event: r.Event, Status: (*Status)(r.Status)}
		if err := json.Unmarshal(r.Facts, &e.Facts); err != nil {
			return nil, fmt.Errorf("facts of event %d: %w", r.ID, err)
		}
		e.Text = Text(e.Event, e.Facts)
		events[i] = e
	}
	return events, nil
}

// Overdue lists orders whose time has come, the longest waiting first.
func (s *Service) Overdue(ctx context.Context, limit int32) ([]int64, error) {
	ids, err := s.q.Overdue(ctx, orderdb.OverdueParams{Now: new(s.clock()), PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("overdue orders: %w", err)
	}
	return ids, nil
}

// grace is how long a deadline may be passed before nobody can be said to
// look after the order.
const grace = 10 * time.Minute

// Unattended counts orders nobody looks after; it must be zero.
func (s *Service) Unattended(ctx context.Context) (int64, error) {
	n, err := s.q.Unattended(ctx, s.clock().Add(-grace))
	if err != nil {
		return 0, fmt.Errorf("unattended orders: %w", err)
	}
	return n, nil
}

// CloseExpired closes orders nobody began to pay in time.
func (s *Service) CloseExpired(ctx context.Context, now time.Time, limit int32) ([]int64, error) {
	const reason = "Время на оплату вышло"
	facts, _ := json.Marshal(map[string]any{"reason": "время на оплату вышло"})
	ids, err := s.q.CloseExpired(ctx, orderdb.CloseExpiredParams{Now: now, PageLimit: limit, Reason: new(reason), Facts: facts})
	if err != nil {
		return nil, fmt.Errorf("close expired orders: %w", err)
	}
	return ids, nil
}
