package delivery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/problem"
)

// Problems of switching suppliers and offers.
var (
	ErrAlreadySwitched = problem.New(problem.Conflict, "supplier.switched", "Поставщик уже в этом состоянии. Обновите страницу.")
	ErrNoSupplier      = problem.New(problem.NotFound, "supplier.not_found", "Такого поставщика нет.")
	ErrNoOffer         = problem.New(problem.NotFound, "offer.not_found", "Такого предложения нет.")
)

// SupplierRow is a supplier with its health and its last tries.
type SupplierRow = deliverydb.SupplierRowsRow

// Suppliers returns all suppliers that have offers.
func (src *Sourcing) Suppliers(ctx context.Context) ([]SupplierRow, error) {
	now := src.clock()
	rows, err := deliverydb.New(src.pool).SupplierRows(ctx, deliverydb.SupplierRowsParams{Now: now, Day: now.Add(-24 * time.Hour), Hour: now.Add(-time.Hour)})
	if err != nil {
		return nil, fmt.Errorf("suppliers: %w", err)
	}
	return rows, nil
}

// OnlyGood is something only one supplier can deliver.
type OnlyGood = deliverydb.GoodsOnlyOfRow

// OnlyOf returns what would not be sold any more without a supplier.
func OnlyOf(ctx context.Context, db Querier, supplier string) ([]OnlyGood, error) {
	rows, err := deliverydb.New(db).GoodsOnlyOf(ctx, supplier)
	if err != nil {
		return nil, fmt.Errorf("goods only of %s: %w", supplier, err)
	}
	return rows, nil
}

// Switch is who switches a supplier off, and why.
type Switch struct {
	StaffID                int64
	ReasonCode, ReasonText string
}

// SwitchOff stops new orders with a supplier. Those under way are followed to their
// end. Goods only it could deliver are not sold meanwhile.
func (src *Sourcing) SwitchOff(ctx context.Context, tx pgx.Tx, supplier string, s Switch) error {
	q := deliverydb.New(tx)
	n, err := q.SwitchSupplierOff(ctx, deliverydb.SwitchSupplierOffParams{
		Supplier: supplier, OffAt: src.clock(), SwitchedBy: s.StaffID, ReasonCode: s.ReasonCode, ReasonText: s.ReasonText,
	})
	return src.switched(ctx, q, supplier, n, err)
}

// SwitchOn lets units be ordered from a supplier again.
func (src *Sourcing) SwitchOn(ctx context.Context, tx pgx.Tx, supplier string) error {
	q := deliverydb.New(tx)
	n, err := q.SwitchSupplierOn(ctx, supplier)
	return src.switched(ctx, q, supplier, n, err)
}

func (src *Sourcing) switched(ctx context.Context, q *deliverydb.Queries, supplier string, n int64, err error) error {
	if err != nil {
		return fmt.Errorf("switch %s: %w", supplier, err)
	}
	if n == 0 {
		return ErrAlreadySwitched
	}
	return src.updateAvailabilityTx(ctx, q, supplier)
}

// OfferRow is an offer in a list.
type OfferRow = deliverydb.OfferRowsRow

// Offers returns up to limit offers of a supplier after an ID.
func (src *Sourcing) Offers(ctx context.Context, supplier string, after int64, limit int) ([]OfferRow, error) {
	rows, err := deliverydb.New(src.pool).OfferRows(ctx, deliverydb.OfferRowsParams{Supplier: supplier, After: after, PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("offers of %s: %w", supplier, err)
	}
	return rows, nil
}

// AttemptRow is a delivery attempt of a supplier as operators see it.
type AttemptRow = deliverydb.AttemptRowsRow

// AttemptCursor is where a page of attempts ended.
type AttemptCursor struct {
	At time.Time
	ID int64
}

// Attempts returns the newest attempts of a supplier before a cursor; state nil is any.
func (src *Sourcing) Attempts(ctx context.Context, supplier string, state *string, before AttemptCursor, limit int) ([]AttemptRow, error) {
	rows, err := deliverydb.New(src.pool).AttemptRows(ctx, deliverydb.AttemptRowsParams{
		Supplier: supplier, State: state, BeforeAt: before.At, BeforeID: before.ID, PageLimit: int32(limit), //nolint:gosec // a page
	})
	if err != nil {
		return nil, fmt.Errorf("attempts of %s: %w", supplier, err)
	}
	return rows, nil
}

// OfferState is what an operator sets of an offer.
type OfferState struct {
	Priority int32  `json:"priority"`
	IsActive bool   `json:"active"`
	SKU      string `json:"sku,omitempty"` // empty: as it is
}

// ChangeOffer sets the priority of an offer, whether it is used and its SKU, and returns
// what it was before.
func (src *Sourcing) ChangeOffer(ctx context.Context, tx pgx.Tx, id int64, to OfferState) (OfferState, error) {
	q := deliverydb.New(tx)
	was, err := q.OfferState(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return OfferState{}, ErrNoOffer
	}
	if err != nil {
		return OfferState{}, fmt.Errorf("offer %d: %w", id, err)
	}
	if to.SKU != "" && to.SKU != was.Sku {
		if err := src.changeSKU(ctx, q, id, was.Supplier, to.SKU); err != nil {
			return OfferState{}, err
		}
	}
	if _, err := q.ChangeOffer(ctx, deliverydb.ChangeOfferParams{ID: id, Priority: to.Priority, IsActive: to.IsActive}); err != nil {
		return OfferState{}, fmt.Errorf("change offer %d: %w", id, err)
	}
	return OfferState{Priority: was.Priority, IsActive: was.IsActive, SKU: was.Sku}, src.updateAvailabilityTx(ctx, q, was.Supplier)
}

// changeSKU corrects what a supplier calls the goods of an offer and asks it for their cost.
// It is not sold by the offer until the supplier has answered.
func (src *Sourcing) changeSKU(ctx context.Context, q *deliverydb.Queries, id int64, supplier, sku string) error {
	if supplier == Operator {
		return errOperatorSKU
	}
	open, err := q.HasOpenAttempts(ctx, id)
	if err != nil {
		return fmt.Errorf("attempts by offer %d: %w", id, err)
	}
	if open {
		return errOfferInUse
	}
	if err := q.ChangeSKU(ctx, deliverydb.ChangeSKUParams{ID: id, Sku: sku}); err != nil {
		return fmt.Errorf("change the SKU of offer %d: %w", id, err)
	}
	err = q.RequestSupplierCheck(ctx, deliverydb.RequestSupplierCheckParams{Supplier: supplier, Now: src.clock(), CheckOffers: true})
	if err != nil {
		return fmt.Errorf("ask %s: %w", supplier, err)
	}
	return nil
}

var (
	errOfferInUse  = problem.New(problem.Conflict, "delivery.offer_in_use", "По этому предложению сейчас что-то доставляют: SKU можно сменить, когда поставщик ответит.")
	errOperatorSKU = problem.New(problem.Conflict, "delivery.operator_sku", "Это доставляет человек: SKU ему не нужен.")
)
