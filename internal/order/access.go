package order

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
	"larek/internal/problem"
)

// ErrOwnerOnly is told to whoever holds the link of an order and wants more
// than to read or pay it. The code is one; the sentence says how to prove that
// the order is theirs.
var (
	ErrOwnerOnly  = problem.New(problem.Forbidden, ownerOnly, "Этот заказ сделан в аккаунте. Войдите в него, чтобы продолжить.")
	errGuestsOnly = problem.New(problem.Forbidden, ownerOnly, "Менять этот заказ можно в браузере, где он оформлен, или по ссылке из письма о заказе.")
)

const ownerOnly = "order.owner_only"

// Viewer is what somebody is to an order. The values are those of the
// database's function order_viewer.
type Viewer string

// The viewers, from most to least.
const (
	ByAccount Viewer = "account" // signed in as the account the order belongs to
	ByBrowser Viewer = "browser" // the browser that made a guest's order
	ByProof   Viewer = "proof"   // a browser that has proved the e-mail of a guest's order
	ByLink    Viewer = "link"    // knows the order's hash and nothing else
	Nobody    Viewer = "nobody"
)

// IsOwner reports whether the viewer may change the order and see its codes.
func (v Viewer) IsOwner() bool { return v == ByAccount || v == ByBrowser || v == ByProof }

// Viewer reports what somebody is to an order.
func (s *Service) Viewer(ctx context.Context, id int64, who Owner) (Viewer, error) {
	return viewer(ctx, s.q, id, who)
}

// ViewerIn is Viewer within a transaction that holds the order.
func (s *Service) ViewerIn(ctx context.Context, tx pgx.Tx, id int64, who Owner) (Viewer, error) {
	return viewer(ctx, s.q.WithTx(tx), id, who)
}

func viewer(ctx context.Context, q *orderdb.Queries, id int64, who Owner) (Viewer, error) {
	r, err := q.ViewerOfOrder(ctx, orderdb.ViewerOfOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	if errors.Is(err, pgx.ErrNoRows) {
		return Nobody, nil
	}
	if err != nil {
		return Nobody, fmt.Errorf("viewer of order %d: %w", id, err)
	}
	return Viewer(r.Viewer), nil
}

// Readable reads an order for its owner or for whoever holds its link.
func (s *Service) Readable(ctx context.Context, id int64, who Owner) (*Order, error) {
	r, err := s.q.ReadableOrder(ctx, orderdb.ReadableOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	return whole(ctx, s.q, orderRow(r), err)
}

// LockPayable is Lock for whoever may pay an order: its owner, and whoever
// holds its link.
func (s *Service) LockPayable(ctx context.Context, tx pgx.Tx, id int64, who Owner) (*Order, error) {
	r, err := s.q.WithTx(tx).LockPayableOrder(ctx, orderdb.LockPayableOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	return whole(ctx, s.q.WithTx(tx), orderRow(r), err)
}

// refusal is why an order that is not the caller's is kept from them. Holders
// of its link know that it exists and learn how to prove that it is theirs;
// everybody else learns nothing.
func refusal(ctx context.Context, q *orderdb.Queries, id int64, who Owner) error {
	r, err := q.ViewerOfOrder(ctx, orderdb.ViewerOfOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ErrNotFound
	case err != nil:
		return fmt.Errorf("viewer of order %d: %w", id, err)
	case Viewer(r.Viewer) != ByLink:
		return ErrNotFound
	case r.IsGuests:
		return errGuestsOnly
	}
	return ErrOwnerOnly
}
