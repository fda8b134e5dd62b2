// Package order stores orders, their lines and their events, and defines the
// allowed status transitions.
package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

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

// Service reads and writes orders. Methods and functions that take a transaction
// expect the order's row to be locked in it.
type Service struct {
	q     *orderdb.Queries
	clock clock.Clock
}

// NewService returns a Service that uses pool.
func NewService(pool *pgxpool.Pool, clock clock.Clock) *Service {
	return &Service{q: orderdb.New(pool), clock: clock}
}

// Lock reads an order and locks it until the transaction ends.
func Lock(ctx context.Context, tx pgx.Tx, id int64) (*Order, error) {
	r, err := orderdb.New(tx).LockOrder(ctx, id)
	return toOrder(ctx, orderdb.New(tx), orderRow(r), err)
}

// LockForStep is Lock for a step of the order's workflow. It also reports whether a step
// of the order has failed and not succeeded since.
func LockForStep(ctx context.Context, tx pgx.Tx, id int64) (o *Order, isFailing bool, err error) {
	r, err := orderdb.New(tx).LockOrderForStep(ctx, id)
	o, err = toOrder(ctx, orderdb.New(tx), orderRow{
		ID: r.ID, Hash: r.Hash, Kind: r.Kind, Status: r.Status, UserID: r.UserID, Guest: r.Guest, Email: r.Email, GameID: r.GameID, GiftID: r.GiftID,
		Total: r.Total, Discount: r.Discount, PromoCodeID: r.PromoCodeID, RejectReason: r.RejectReason, Detail: r.Detail,
		NextAction: r.NextAction, DueAt: r.DueAt, Created: r.Created, DoneAt: r.DoneAt, RefundTo: r.RefundTo,
	}, err)
	return o, r.IsFailing, err
}

// LockForOwner is Lock for the order's owner. Knowing the hash is not enough.
// It returns ErrNotFound or ErrOwnerOnly otherwise.
func LockForOwner(ctx context.Context, tx pgx.Tx, id int64, who Owner) (*Order, error) {
	q := orderdb.New(tx)
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
