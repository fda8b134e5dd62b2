package delivery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/delivery/deliverydb"
	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/seal"
)

// Operator is the «supplier» that is a person of ours.
const Operator = "operator"

const (
	// askLimit bounds one conversation with a supplier, and askAlone how long
	// nobody else begins one about the same try.
	askLimit = 12 * time.Second
	askAlone = 15 * time.Second
	// handOverLimit is how long a supplier is asked about an order before a person
	// is told of it too: the order's deadline must not pass in silence.
	handOverLimit = 20 * time.Minute
	// outdatedPause is how soon a unit is tried again whose details were corrected
	// while it was tried.
	outdatedPause = 100 * time.Millisecond
	// taskWithin is when a person should have done it.
	taskWithin = time.Hour
)

// UnitState is how far one unit got.
type UnitState string

// The states of a unit. Placed ones wait for a supplier, queued ones for a person.
const (
	UnitWaiting      UnitState = "waiting"
	UnitPlaced       UnitState = "placed"
	UnitDelivered    UnitState = "delivered"
	UnitWrongDetails UnitState = "wrong_details"
	UnitQueued       UnitState = "queued"
	UnitFailed       UnitState = "failed"
	UnitRefunded     UnitState = "refunded"
)

// Unit is one thing to hand over.
type Unit struct {
	ID, LineID  int64
	N           int32
	State       UnitState
	Reason      string
	Supplier    string
	Ref         string
	DeliveredAt *time.Time
	HeldUntil   *time.Time // until when suppliers are waited for
	HasTask     bool       // a person is asked to look, beside whatever else happens
	IsAsked     bool       // a supplier may still deliver it
}

// Goods say what a unit is and where it goes.
type Goods struct {
	Account Account
	// Server is the game server the buyer chose from our list, if any.
	Server *int64
	Amount money.RUB // Steam: what reaches the wallet
	// Since is when the details were last corrected: refusals before do not count.
	Since time.Time
}

// Step is what came of one try, and when to try or ask again.
type Step struct {
	State UnitState
	After time.Duration // zero when there is nothing to wait for
	// Look is set when what the order shows has changed although the unit has not
	// come to an end.
	Look bool
	// ending: nobody is left to ask.
	ending bool
}

// Dispatch hands units over through suppliers.
type Dispatch struct {
	pool      *pgxpool.Pool
	suppliers map[string]Supplier
	ring      *seal.Ring
	clock     clock.Clock
	log       *slog.Logger
	checks    checks
	stock     *Stock // knows every code we ever had
}

// NewDispatch routes between these suppliers; a unit whose only offers are of
// others goes to a person.
func NewDispatch(pool *pgxpool.Pool, suppliers []Supplier, ring *seal.Ring, clock clock.Clock, log *slog.Logger) *Dispatch {
	d := &Dispatch{pool: pool, suppliers: map[string]Supplier{}, ring: ring, clock: clock, log: log}
	for _, s := range suppliers {
		d.suppliers[s.Name()] = s
	}
	return d
}

// WithStock makes codes that come from outside known to the stock, so that one
// code is never handed over twice. It returns d.
func (d *Dispatch) WithStock(s *Stock) *Dispatch {
	d.stock = s
	return d
}

// Supplier finds who a callback came from.
func (d *Dispatch) Supplier(name string) (Supplier, bool) {
	s, ok := d.suppliers[name]
	return s, ok
}

// Ensure makes the units of a line; repeated, it makes what is missing.
func (d *Dispatch) Ensure(ctx context.Context, tx pgx.Tx, orderID, lineID int64, quantity int32) error {
	err := deliverydb.New(tx).EnsureUnits(ctx, deliverydb.EnsureUnitsParams{OrderID: orderID, LineID: lineID, Quantity: quantity})
	if err != nil {
		return fmt.Errorf("units of line %d: %w", lineID, err)
	}
	return nil
}

// Units lists the units of an order. q may be a transaction.
func (d *Dispatch) Units(ctx context.Context, q deliverydb.DBTX, orderID int64) ([]Unit, error) {
	rows, err := deliverydb.New(q).UnitsOf(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("units of order %d: %w", orderID, err)
	}
	units := make([]Unit, len(rows))
	for i, r := range rows {
		units[i] = Unit{
			ID: r.ID, LineID: r.LineID, N: r.N, State: UnitState(r.State), DeliveredAt: r.DeliveredAt,
			HeldUntil: r.HeldUntil, HasTask: r.HasTask, IsAsked: r.IsAsked,
		}
		units[i].Reason, units[i].Supplier, units[i].Ref = deref(r.Reason), deref(r.Supplier), deref(r.SupplierRef)
	}
	return units, nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// try is one order with one supplier, made before it is asked.
type try struct {
	id, unitID, orderID int64
	supplier, sku, key  string
	ref                 string
	cost, limit         Cost
	fresh               bool      // never sent yet, for all anybody knows
	created, began      time.Time // this try, and the first one
	outdated            bool      // made with details that were corrected since
	asks                int32     // how often it was asked about, this time included
}

// HandOver tries to deliver one unit, or asks how an earlier try stands. It is
// safe to repeat and to be killed anywhere: the try is kept before the call,
// and one that may have been sent is asked about, never sent blindly again.
func (d *Dispatch) HandOver(ctx context.Context, unitID int64, goods Goods) (Step, error) {
	for {
		t, step, err := d.next(ctx, unitID, goods)
		if errors.Is(err, errEnding) {
			return d.confirm(ctx, unitID)
		}
		if err != nil || t == nil {
			return step, err
		}
		step, again, err := d.ask(ctx, t, goods)
		if err != nil || !again {
			return step, err
		}
	}
}

// next is the open try of a unit, or a new one with the best offer. errEnding:
// there is none, and the unit ends when its tries are known to have failed.
func (d *Dispatch) next(ctx context.Context, unitID int64, goods Goods) (t *try, step Step, err error) {
	ending := false
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		t, ending = nil, false
		q := deliverydb.New(tx)
		u, err := q.LockUnit(ctx, unitID)
		if err != nil {
			return fmt.Errorf("unit %d: %w", unitID, err)
		}
		step = Step{State: UnitState(u.State)}
		open, err := q.OpenAttempt(ctx, unitID)
		isOpen := err == nil
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("open try of unit %d: %w", unitID, err)
		}
		switch waits := step.State == UnitWaiting || step.State == UnitPlaced; {
		case isOpen && (waits || step.State == UnitQueued):
			t, step, err = d.resume(ctx, q, u, open, goods)
		case waits && u.EndsAs != nil:
			ending = true
			return nil
		case waits:
			t, step, err = d.begin(ctx, q, u, goods)
			ending = step.ending
		default:
			return nil
		}
		if err != nil || t == nil {
			return err
		}
		t.began, err = q.FirstTry(ctx, deliverydb.FirstTryParams{UnitID: unitID, Since: goods.Since, Now: d.clock()})
		if err != nil {
			return fmt.Errorf("first try of unit %d: %w", unitID, err)
		}
		t.outdated = t.created.Before(goods.Since)
		return nil
	})
	if err == nil && ending {
		err = errEnding
	}
	return t, step, err
}

// resume takes the open try, unless somebody asks about it at this moment: two
// at once could be told «no» and «yes» about the same order.
func (d *Dispatch) resume(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, open deliverydb.OpenAttemptRow, goods Goods) (*try, Step, error) {
	now := d.clock()
	if open.AskedUntil != nil && open.AskedUntil.After(now) {
		return nil, Step{State: UnitState(u.State), After: open.AskedUntil.Sub(now)}, nil
	}
	if err := q.TakeAttempt(ctx, deliverydb.TakeAttemptParams{ID: open.ID, Until: new(now.Add(askAlone))}); err != nil {
		return nil, Step{}, fmt.Errorf("take try %d: %w", open.ID, err)
	}
	terms, err := d.terms(ctx, q, u, open.OfferID, goods)
	return &try{
		asks: open.Asks + 1, id: open.ID, unitID: u.ID, orderID: u.OrderID, supplier: open.Supplier, sku: open.Sku, key: open.Key, ref: deref(open.Ref),
		cost: terms.cost, limit: terms.limit, created: open.Created,
	}, Step{}, err
}

// terms are what an offer costs now: one unit of it, the most that may be, and
// all of the try.
type terms struct{ cost, limit, expected Cost }

func (d *Dispatch) terms(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, offerID int64, goods Goods) (terms, error) {
	r, err := q.OfferTerms(ctx, deliverydb.OfferTermsParams{UnitID: u.ID, OfferID: offerID, ByAmount: u.OrderKind == "steam", Amount: goods.Amount})
	if err != nil {
		return terms{}, fmt.Errorf("cost of unit %d: %w", u.ID, err)
	}
	return terms{parseCost(r.Cost, r.CostCurrency), parseCost(r.Most, r.CostCurrency), parseCost(r.Expected, r.CostCurrency)}, nil
}

// begin makes a new try with the next offer.
func (d *Dispatch) begin(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, goods Goods) (*try, Step, error) {
	now := d.clock()
	changed, err := q.DetailsChanged(ctx, deliverydb.DetailsChangedParams{OrderID: u.OrderID, Since: goods.Since})
	if err != nil {
		return nil, Step{}, fmt.Errorf("details of order %d: %w", u.OrderID, err)
	}
	if changed { // the caller reads them again: what is sent to the old ones would be refused as wrong
		return nil, Step{State: UnitState(u.State), After: outdatedPause}, nil
	}
	f, err := q.NextOffer(ctx, deliverydb.NextOfferParams{
		ProductID: u.ProductID, GiftID: u.GiftID, UnitID: u.ID, Since: goods.Since, Now: now, PausedSince: now.Add(-retryPause),
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		step, err := d.nobody(ctx, q, u, goods)
		return nil, step, err
	case err != nil:
		return nil, Step{}, fmt.Errorf("offers for unit %d: %w", u.ID, err)
	case f.Supplier == Operator || d.suppliers[f.Supplier] == nil:
		return nil, Step{State: UnitQueued}, d.queue(ctx, q, u.ID, u.OrderID, taskKind(f.Sku), now)
	}
	cost, err := d.terms(ctx, q, u, f.ID, goods)
	if err != nil {
		return nil, Step{}, err
	}
	t := &try{
		unitID: u.ID, orderID: u.OrderID, supplier: f.Supplier, sku: f.Sku, key: tryKey(u), cost: cost.cost, limit: cost.limit, fresh: true, asks: 1, created: now,
	}
	t.id, err = q.InsertAttempt(ctx, deliverydb.InsertAttemptParams{
		UnitID: u.ID, OfferID: f.ID, Supplier: f.Supplier, Key: t.key, Cost: cost.expected.String(), CostCurrency: string(cost.expected.Currency), Created: now,
		AskedUntil: new(now.Add(askAlone)),
	})
	if err != nil {
		return nil, Step{}, fmt.Errorf("new try of unit %d: %w", u.ID, err)
	}
	return t, Step{}, set(ctx, q, u.ID, UnitPlaced, "")
}

// tryKey is derived from the line, the unit and the try, so that making the
// same try twice gives the same key. A piece of the order's hash keeps keys of
// a rebuilt database apart from those a supplier remembers.
func tryKey(u deliverydb.LockUnitRow) string {
	return fmt.Sprintf("%d-%d-%d-%s", u.LineID, u.N, u.Tries+1, ident.Hash(u.Hash).String()[:8])
}

func taskKind(sku string) string {
	if sku == "standoff" {
		return "standoff"
	}
	return "by_hand"
}

func (d *Dispatch) queue(ctx context.Context, q *deliverydb.Queries, unitID, orderID int64, kind string, now time.Time) error {
	if _, err := d.openTask(ctx, q, unitID, orderID, kind, now); err != nil {
		return err
	}
	return set(ctx, q, unitID, UnitQueued, "")
}

// openTask asks a person to look at a unit; it reports whether nobody was asked
// before.
func (d *Dispatch) openTask(ctx context.Context, q *deliverydb.Queries, unitID, orderID int64, kind string, now time.Time) (bool, error) {
	n, err := q.OpenTask(ctx, deliverydb.OpenTaskParams{UnitID: unitID, OrderID: orderID, Kind: kind, DueAt: now.Add(taskWithin), Created: now})
	if err != nil {
		return false, fmt.Errorf("task for unit %d: %w", unitID, err)
	}
	return n > 0, nil
}

func set(ctx context.Context, q *deliverydb.Queries, unitID int64, state UnitState, reason string) error {
	if err := q.SetUnit(ctx, deliverydb.SetUnitParams{ID: unitID, State: string(state), Reason: reason}); err != nil {
		return fmt.Errorf("unit %d %s: %w", unitID, state, err)
	}
	return nil
}
