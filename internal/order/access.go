package order

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/order/orderdb"
	"larek/internal/problem"
)

var (
	// ErrOwnerOnly is returned to a caller who knows an order's hash and tries
	// to do more than read or pay it. errGuestsOnly is the same problem for a
	// guest's order: the code is the same, and the text says how to prove
	// ownership.
	ErrOwnerOnly  = problem.New(problem.Forbidden, ownerOnlyCode, "Этот заказ сделан в аккаунте. Войдите в него, чтобы продолжить.")
	errGuestsOnly = problem.New(problem.Forbidden, ownerOnlyCode, "Менять этот заказ можно в браузере, где он оформлен, или по ссылке из письма о заказе.")
)

const ownerOnlyCode = "order.owner_only"

// Viewer is the relation of a caller to an order. The values are those of the
// database function order_viewer.
type Viewer string

// The viewers, from most to least access.
const (
	ByAccount Viewer = "account" // signed in as the account the order belongs to
	ByBrowser Viewer = "browser" // the browser that made a guest's order
	ByProof   Viewer = "proof"   // a browser that has proved the email address of a guest's order
	ByLink    Viewer = "link"    // knows only the order's hash
	NoAccess  Viewer = "nobody"
)

// IsOwner reports whether the viewer may change the order and see its codes.
func (v Viewer) IsOwner() bool { return v == ByAccount || v == ByBrowser || v == ByProof }

// Viewer returns the relation of who to an order. It returns NoAccess if there
// is no such order.
func (s *Service) Viewer(ctx context.Context, id int64, who Owner) (Viewer, error) {
	r, err := s.q.ViewerOfOrder(ctx, orderdb.ViewerOfOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	if errors.Is(err, pgx.ErrNoRows) {
		return NoAccess, nil
	}
	if err != nil {
		return NoAccess, fmt.Errorf("viewer of order %d: %w", id, err)
	}
	return Viewer(r.Viewer), nil
}

// Readable returns an order if who is its owner or knows its hash, and
// ErrNotFound otherwise.
func (s *Service) Readable(ctx context.Context, id int64, who Owner) (*Order, error) {
	r, err := s.q.ReadableOrder(ctx, orderdb.ReadableOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	return toOrder(ctx, s.q, orderRow(r), err)
}

// LockPayable is Lock for a caller who may pay the order: its owner, or one who
// knows its hash. It returns the relation of the caller to the order, and ErrNotFound
// for anyone else.
func LockPayable(ctx context.Context, tx pgx.Tx, id int64, who Owner) (*Order, Viewer, error) {
	r, err := orderdb.New(tx).LockPayableOrder(ctx, orderdb.LockPayableOrderParams{ID: id, OwnerUser: who.UserID, OwnerGuest: who.Guest, OwnerHash: who.Hash})
	o, err := toOrder(ctx, orderdb.New(tx), orderRow{
		ID: r.ID, Hash: r.Hash, Kind: r.Kind, Status: r.Status, UserID: r.UserID, Guest: r.Guest, Email: r.Email, GameID: r.GameID, GiftID: r.GiftID,
		Total: r.Total, Discount: r.Discount, PromoCodeID: r.PromoCodeID, RejectReason: r.RejectReason, Detail: r.Detail,
		NextAction: r.NextAction, DueAt: r.DueAt, Created: r.Created, DoneAt: r.DoneAt, RefundTo: r.RefundTo,
	}, err)
	return o, Viewer(r.Viewer), err
}

// refusal returns the error for a caller who is not the order's owner. A caller
// who knows the hash learns how to prove ownership; for all others the order
// does not exist.
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
