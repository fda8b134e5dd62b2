// Package order stores orders, their lines and their events, and defines the
// allowed status transitions.
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
	"larek/internal/order/orderdb"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// ErrNotFound is returned for unknown orders and for orders the caller must not
// see.
var ErrNotFound = problem.New(problem.NotFound, "order.not_found", "Такого заказа нет.")

// ErrInvalidTransition means that the status table does not allow a transition,
// or that the order was not locked. It is a programming error.
var ErrInvalidTransition = errors.New("order: invalid transition")

// Service reads and writes orders. Methods that take a transaction expect the
// order's row to be locked in it.
type Service struct {
	q     *orderdb.Queries
	clock clock.Clock
}

// NewService returns a Service that uses pool.
func NewService(pool *pgxpool.Pool, clock clock.Clock) *Service {
	return &Service{q: orderdb.New(pool), clock: clock}
}

// Lock reads an order and locks it until the transaction ends.
func (s *Service) Lock(ctx context.Context, tx pgx.Tx, id int64) (*Order, error) {
	r, err := s.q.WithTx(tx).LockOrder(ctx, id)
	return toOrder(ctx, s.q.WithTx(tx), orderRow(r), err)
}

// LockForStep is Lock for a step of the order's workflow. It also reports whether a step
// of the order has failed and not succeeded since.
func (s *Service) LockForStep(ctx context.Context, tx pgx.Tx, id int64) (o *Order, isFailing bool, err error) {
	r, err := s.q.WithTx(tx).LockOrderForStep(ctx, id)
	o, err = toOrder(ctx, s.q.WithTx(tx), orderRow{
		ID: r.ID, Hash: r.Hash, Kind: r.Kind, Status: r.Status, UserID: r.UserID, Guest: r.Guest, Email: r.Email, GameID: r.GameID, GiftID: r.GiftID,
		Total: r.Total, Discount: r.Discount, PromoCodeID: r.PromoCodeID, RejectReason: r.RejectReason, Detail: r.Detail,
		NextAction: r.NextAction, DueAt: r.DueAt, Created: r.Created, DoneAt: r.DoneAt, RefundTo: r.RefundTo,
	}, err)
	return o, r.IsFailing, err
}

// LockForOwner is Lock for the order's owner. Knowing the hash is not enough.
// It returns ErrNotFound or ErrOwnerOnly otherwise.
func (s *Service) LockForOwner(ctx context.Context, tx pgx.Tx, id int64, who Owner) (*Order, error) {
	q := s.q.WithTx(tx)
	r, err := q.LockOrderForOwner(ctx, orderdb.LockOrderForOwnerParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, refusal(ctx, q, id, who)
	}
	return toOrder(ctx, q, orderRow(r), err)
}

// GetForOwner returns an order to its owner. Knowing the hash is not enough. It
// returns ErrNotFound or ErrOwnerOnly otherwise.
func (s *Service) GetForOwner(ctx context.Context, id int64, who Owner) (*Order, error) {
	r, err := s.q.OrderForOwner(ctx, orderdb.OrderForOwnerParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, refusal(ctx, s.q, id, who)
	}
	return toOrder(ctx, s.q, orderRow(r), err)
}

// ByHash returns the order with a public hash.
func (s *Service) ByHash(ctx context.Context, hash publicid.ID) (*Order, error) {
	r, err := s.q.OrderByHash(ctx, hash)
	return toOrder(ctx, s.q, orderRow(r), err)
}

// ByID returns an order without any access check.
func (s *Service) ByID(ctx context.Context, id int64) (*Order, error) {
	r, err := s.q.OrderByID(ctx, id)
	return toOrder(ctx, s.q, orderRow(r), err)
}

// Events returns the order's events after the event with the given ID, oldest
// first.
func (s *Service) Events(ctx context.Context, orderID, after int64) ([]Event, error) {
	rows, err := s.q.OrderEvents(ctx, orderdb.OrderEventsParams{OrderID: orderID, After: after})
	if err != nil {
		return nil, fmt.Errorf("list events of order %d: %w", orderID, err)
	}
	events := make([]Event, len(rows))
	for i, r := range rows {
		e := Event{ID: r.ID, LineID: r.LineID, At: r.At, Event: r.Event, Status: (*Status)(r.Status)}
		if err := json.Unmarshal(r.Facts, &e.Params); err != nil {
			return nil, fmt.Errorf("unmarshal params of event %d: %w", r.ID, err)
		}
		e.Text = Text(e.Event, e.Params)
		events[i] = e
	}
	return events, nil
}

// Overdue returns orders whose deadline has passed, the oldest deadline first.
func (s *Service) Overdue(ctx context.Context, limit int32) ([]int64, error) {
	ids, err := s.q.Overdue(ctx, orderdb.OverdueParams{Now: new(s.clock()), PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("list overdue orders: %w", err)
	}
	return ids, nil
}

// Lapsed returns orders whose payment window ended, and whose attempts have ended too.
func (s *Service) Lapsed(ctx context.Context, now time.Time, limit int32) ([]int64, error) {
	ids, err := s.q.Lapsed(ctx, orderdb.LapsedParams{Now: now, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("list lapsed orders: %w", err)
	}
	return ids, nil
}

// Unfinished returns orders after the given one that a workflow is responsible for: they
// are paid and not finished, or something was reported of their payment.
func (s *Service) Unfinished(ctx context.Context, after int64, limit int32) ([]int64, error) {
	ids, err := s.q.Unfinished(ctx, orderdb.UnfinishedParams{After: after, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("list unfinished orders: %w", err)
	}
	return ids, nil
}

// stuckAfter is how long a deadline may be exceeded before the order counts as
// stuck.
const stuckAfter = 10 * time.Minute

// CountStuck returns how many unfinished orders have no next action, no
// deadline, or a deadline exceeded by more than stuckAfter. It must be zero.
func (s *Service) CountStuck(ctx context.Context) (int64, error) {
	n, err := s.q.CountStuck(ctx, s.clock().Add(-stuckAfter))
	if err != nil {
		return 0, fmt.Errorf("count stuck orders: %w", err)
	}
	return n, nil
}

// CloseExpired closes up to limit orders whose payment window ended without any
// payment attempt, and returns their IDs. Several workers may run it.
func (s *Service) CloseExpired(ctx context.Context, now time.Time, limit int32) ([]int64, error) {
	const reason = "Время на оплату вышло"
	params, _ := json.Marshal(map[string]any{"reason": "время на оплату вышло"})
	ids, err := s.q.CloseExpired(ctx, orderdb.CloseExpiredParams{Now: now, PageLimit: limit, Reason: new(reason), Facts: params})
	if err != nil {
		return nil, fmt.Errorf("close expired orders: %w", err)
	}
	return ids, nil
}
