package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
)

// pauseCheckDelay is how often a paused unit looks whether it was resumed, in case the
// signal was lost.
const pauseCheckDelay = 10 * time.Minute

// Errors of what operators do with units.
var (
	ErrUnitEnded   = errors.New("delivery: the unit has ended")
	ErrOffer       = errors.New("delivery: the goods have no such usable offer")
	ErrPaused      = errors.New("delivery: the delivery is paused already")
	ErrNotPaused   = errors.New("delivery: the delivery is not paused")
	ErrNoSuchCode  = errors.New("delivery: no such delivered code")
	ErrCodeNotFree = errors.New("delivery: the code is not free")
)

// Inquiry is what suppliers reported about units when they were queried just now.
type Inquiry struct{ reports map[int64]attemptReport }

// Inquire queries the suppliers about units that an operator is about to end. No
// transaction may be open. It returns ErrQueryUnderWay while a worker queries one.
func (d *Dispatcher) Inquire(ctx context.Context, units []int64) (*Inquiry, error) {
	in := &Inquiry{reports: map[int64]attemptReport{}}
	now := d.clock()
	err := pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		for _, id := range slices.Sorted(slices.Values(units)) {
			if _, err := q.LockUnit(ctx, id); err != nil {
				return fmt.Errorf("unit %d: %w", id, err)
			}
			open, err := q.OpenAttempt(ctx, id)
			switch {
			case errors.Is(err, pgx.ErrNoRows):
				continue
			case err != nil:
				return fmt.Errorf("open attempt of unit %d: %w", id, err)
			case open.AskedUntil != nil && open.AskedUntil.After(now):
				return ErrQueryUnderWay
			}
			if err := q.LeaseAttempt(ctx, deliverydb.LeaseAttemptParams{ID: open.ID, Until: new(now.Add(attemptLease))}); err != nil {
				return fmt.Errorf("lease attempt %d: %w", open.ID, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, id := range units {
		if in.reports[id], err = d.queryAttempts(ctx, id); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// RecordInquiry stores what suppliers reported and ends the leases, if the operator's
// action was refused because of it.
func (d *Dispatcher) RecordInquiry(ctx context.Context, in *Inquiry) error {
	return pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q, now := deliverydb.New(tx), d.clock()
		for id, v := range in.reports {
			u, err := q.LockUnit(ctx, id)
			if err != nil {
				return fmt.Errorf("unit %d: %w", id, err)
			}
			if !v.open() || !endable(UnitState(u.State)) {
				continue
			}
			_, err = d.settleAttempts(ctx, q, id, v, false, now)
			if err != nil && !errors.Is(err, ErrStillOpen) && !errors.Is(err, ErrQueryUnderWay) {
				return err
			}
		}
		return nil
	})
}

// endable reports whether an operator may still end a unit.
func endable(s UnitState) bool {
	return s == UnitWaiting || s == UnitPlaced || s == UnitQueued || s == UnitWrongDetails
}

// Ending is an operator's decision about units of one order.
type Ending struct {
	Units []int64 // in ascending order
	Closing
}

// Ended is what became of units that an operator ended or returned to the suppliers.
type Ended struct {
	// Delivered are the units that BySupplier turned out to have delivered.
	Delivered  []int64
	BySupplier string
}

// EndUnits ends units as delivered by an operator, or as not delivered, and closes
// their tasks. A unit that a supplier turned out to have delivered counts as such. It
// returns ErrStillOpen if a supplier may still deliver one and Force is not set: the
// caller rolls back and calls RecordInquiry.
func (d *Dispatcher) EndUnits(ctx context.Context, tx pgx.Tx, e Ending, in *Inquiry) (ended Ended, err error) {
	if err := e.check(); err != nil {
		return ended, err
	}
	q, now := deliverydb.New(tx), d.clock()
	for i, id := range e.Units {
		end, err := d.settleUnit(ctx, q, id, in, e.Force, now)
		if err != nil {
			return ended, err
		}
		if end.bySupplier != "" {
			ended.Delivered, ended.BySupplier = append(ended.Delivered, id), end.bySupplier
			continue
		}
		state, p := "failed", deliverydb.SetUnitParams{ID: id, State: string(UnitFailed), Reason: "operator"}
		if e.Done {
			state = "done"
			if p, err = d.operatorDelivery(ctx, q, e.Closing, id, i, len(e.Units), now); err != nil {
				return ended, err
			}
		}
		if err := endUnitTask(ctx, q, deliverydb.CloseUnitTaskParams{UnitID: id, State: state, ClosedBy: e.Who, Now: now, Proof: e.Words, Forced: end.forced}); err != nil {
			return ended, err
		}
		if err := q.SetUnit(ctx, p); err != nil {
			return ended, fmt.Errorf("unit %d: %w", id, err)
		}
	}
	return ended, markUnitsChanged(ctx, q, e.Units, now)
}

// settleUnit locks a unit that may still be ended and settles its attempts.
func (d *Dispatcher) settleUnit(ctx context.Context, q *deliverydb.Queries, id int64, in *Inquiry, force bool, now time.Time) (settled, error) {
	u, err := q.LockUnit(ctx, id)
	if err != nil {
		return settled{}, fmt.Errorf("unit %d: %w", id, err)
	}
	if !endable(UnitState(u.State)) {
		return settled{}, ErrUnitEnded
	}
	return d.settleAttempts(ctx, q, id, in.reports[id], force, now)
}

// Retry describes how units are tried again for an operator.
type Retry struct {
	Units   []int64 // in ascending order
	Who     string
	Prefer  *int64  // the offer to use first
	Exclude []int64 // offers not to use
	Next    bool    // pass by the offers that were tried, and deliveries by operators
	Force   bool    // although a supplier may still deliver
}

// RequeueUnits returns units to the suppliers and closes their tasks: earlier
// rejections and deadlines do not count any more. The rules of EndUnits apply.
func (d *Dispatcher) RequeueUnits(ctx context.Context, tx pgx.Tx, r Retry, in *Inquiry) (ended Ended, err error) {
	q, now := deliverydb.New(tx), d.clock()
	for _, id := range r.Units {
		offers, err := UnitOffers(ctx, tx, id)
		if err != nil {
			return ended, err
		}
		r := r
		if err := r.passBy(ctx, q, id, offers); err != nil {
			return ended, err
		}
		if !r.fits(offers) {
			return ended, ErrOffer
		}
		end, err := d.settleUnit(ctx, q, id, in, r.Force, now)
		if err != nil {
			return ended, err
		}
		if end.bySupplier != "" {
			ended.Delivered, ended.BySupplier = append(ended.Delivered, id), end.bySupplier
			continue
		}
		if err := endUnitTask(ctx, q, deliverydb.CloseUnitTaskParams{UnitID: id, State: "requeued", ClosedBy: r.Who, Now: now, Forced: end.forced}); err != nil {
			return ended, err
		}
		excluded := r.Exclude
		if excluded == nil {
			excluded = []int64{}
		}
		if err := q.RequeueUnit(ctx, deliverydb.RequeueUnitParams{ID: id, Now: &now, PreferredOfferID: r.Prefer, Excluded: excluded, IsNext: r.Next && r.Prefer == nil}); err != nil {
			return ended, fmt.Errorf("requeue unit %d: %w", id, err)
		}
	}
	return ended, nil
}

// passBy excludes deliveries by operators if the next offer is requested. It returns
// ErrOffer if none is left that was not tried.
func (r *Retry) passBy(ctx context.Context, q *deliverydb.Queries, unitID int64, offers []UnitOffer) error {
	if !r.Next || r.Prefer != nil {
		return nil
	}
	open, err := q.OpenAttempt(ctx, unitID)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("open attempt of unit %d: %w", unitID, err)
	}
	r.Exclude = slices.Clone(r.Exclude)
	left := false
	for _, f := range offers {
		if f.Supplier == Operator {
			r.Exclude = append(r.Exclude, f.ID)
			continue
		}
		left = left || f.IsUsable && !f.IsExcluded && f.Rejected == "" && f.ID != open.OfferID
	}
	if !left {
		return ErrOffer
	}
	return nil
}

// fits reports whether a unit with these offers can be retried: the preferred offer
// is usable, and at least one is not excluded.
func (r Retry) fits(offers []UnitOffer) bool {
	left := false
	for _, f := range offers {
		out := f.IsExcluded || slices.Contains(r.Exclude, f.ID)
		if r.Prefer != nil && f.ID == *r.Prefer && (out || !f.IsUsable) {
			return false
		}
		left = left || !out
	}
	known := func(id int64) bool { return slices.ContainsFunc(offers, func(f UnitOffer) bool { return f.ID == id }) }
	return left && (r.Prefer == nil || known(*r.Prefer)) && !slices.ContainsFunc(r.Exclude, func(id int64) bool { return !known(id) })
}

// UnitOffer is an offer of a unit's goods.
type UnitOffer struct {
	ID                                int64
	Supplier, SKU                     string
	Cost                              Cost
	IsUsable, IsExcluded, IsPreferred bool
	Rejected                          string // why it last rejected the unit
}

// UnitOffers returns the offers of a unit's goods, by priority.
func UnitOffers(ctx context.Context, db Querier, unitID int64) ([]UnitOffer, error) {
	rows, err := deliverydb.New(db).UnitOffers(ctx, unitID)
	if err != nil {
		return nil, fmt.Errorf("offers of unit %d: %w", unitID, err)
	}
	offers := make([]UnitOffer, len(rows))
	for i, r := range rows {
		offers[i] = UnitOffer{
			ID: r.ID, Supplier: r.Supplier, SKU: r.Sku, Cost: parseCost(r.Cost, r.CostCurrency),
			IsUsable: r.IsUsable, IsExcluded: r.IsExcluded, IsPreferred: r.IsPreferred, Rejected: r.Rejected,
		}
	}
	return offers, nil
}

// Pause stops ordering from suppliers for an order until Resume. Open attempts go on.
// until is when an operator should have decided.
func (d *Dispatcher) Pause(ctx context.Context, tx pgx.Tx, orderID, staffID int64, until time.Time) error {
	n, err := deliverydb.New(tx).PauseDelivery(ctx, deliverydb.PauseDeliveryParams{OrderID: orderID, PausedAt: d.clock(), Until: until, PausedBy: &staffID})
	if err != nil {
		return fmt.Errorf("pause order %d: %w", orderID, err)
	}
	if n == 0 {
		return ErrPaused
	}
	return nil
}

// HoldReason is why the shop itself pauses a delivery. The values are stored.
type HoldReason string

// Reasons of the shop. PauseOperator is that of a person.
const (
	PauseOperator HoldReason = "operator"
	HoldBlocked   HoldReason = "blocked" // the shop does not sell to the buyer any more
	HoldOutflow   HoldReason = "outflow" // the buyer has got money back without us
)

// Hold pauses the delivery of an order and reports whether the hold is new. ref
// distinguishes holds with the same reason.
func (d *Dispatcher) Hold(ctx context.Context, tx pgx.Tx, orderID int64, reason HoldReason, ref string, until time.Time) (bool, error) {
	held, err := deliverydb.New(tx).HoldDelivery(ctx, deliverydb.HoldDeliveryParams{OrderID: orderID, Reason: string(reason), Ref: ref, HeldAt: d.clock(), Until: until})
	if err != nil {
		return false, fmt.Errorf("hold order %d: %w", orderID, err)
	}
	return held, nil
}

// PausedOrder is an order whose delivery is paused.
type PausedOrder struct {
	OrderID int64
	Reason  HoldReason
	Until   time.Time // when a person should have decided
}

// PausedOrders returns the orders whose delivery is paused, first those that are due first.
func PausedOrders(ctx context.Context, db Querier) ([]PausedOrder, error) {
	rows, err := deliverydb.New(db).PausedOrders(ctx)
	if err != nil {
		return nil, fmt.Errorf("paused orders: %w", err)
	}
	paused := make([]PausedOrder, len(rows))
	for i, r := range rows {
		paused[i] = PausedOrder{OrderID: r.OrderID, Reason: HoldReason(r.Reason), Until: r.Until}
	}
	return paused, nil
}

// Resume continues a paused delivery.
func Resume(ctx context.Context, tx pgx.Tx, orderID int64) error {
	n, err := deliverydb.New(tx).ResumeDelivery(ctx, orderID)
	if err != nil {
		return fmt.Errorf("resume order %d: %w", orderID, err)
	}
	if n == 0 {
		return ErrNotPaused
	}
	return nil
}

// IsPaused reports whether the delivery of an order is paused.
func IsPaused(ctx context.Context, db Querier, orderID int64) (bool, error) {
	paused, err := deliverydb.New(db).IsPaused(ctx, orderID)
	if err != nil {
		return false, fmt.Errorf("pause of order %d: %w", orderID, err)
	}
	return paused, nil
}
