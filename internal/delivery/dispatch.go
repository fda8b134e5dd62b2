package delivery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
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
	// handOverLimit is how long suppliers are asked, and asked about, before a
	// person is: the order's deadline must not pass in silence.
	handOverLimit = 20 * time.Minute
	// awayPause is how long to wait for suppliers none of which can be reached.
	awayPause = 15 * time.Second
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
}

// Dispatch hands units over through suppliers.
type Dispatch struct {
	pool      *pgxpool.Pool
	suppliers map[string]Supplier
	ring      *seal.Ring
	clock     clock.Clock
	log       *slog.Logger
	checks    checks
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
		units[i] = Unit{ID: r.ID, LineID: r.LineID, N: r.N, State: UnitState(r.State), DeliveredAt: r.DeliveredAt}
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
	cost                Cost
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
		if err != nil || t == nil {
			return step, err
		}
		step, again, err := d.ask(ctx, t, goods)
		if err != nil || !again {
			return step, err
		}
	}
}

// next is the open try of a unit, or a new one with the best offer.
func (d *Dispatch) next(ctx context.Context, unitID int64, goods Goods) (t *try, step Step, err error) {
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		u, err := q.LockUnit(ctx, unitID)
		if err != nil {
			return fmt.Errorf("unit %d: %w", unitID, err)
		}
		step = Step{State: UnitState(u.State)}
		if step.State != UnitWaiting && step.State != UnitPlaced {
			return nil
		}
		began, err := q.FirstTry(ctx, deliverydb.FirstTryParams{UnitID: unitID, Since: goods.Since, Now: d.clock()})
		if err != nil {
			return fmt.Errorf("first try of unit %d: %w", unitID, err)
		}
		open, err := q.OpenAttempt(ctx, unitID)
		switch {
		case err == nil && open.AskedUntil != nil && open.AskedUntil.After(d.clock()):
			// Two at once could hear «no» and «yes» to the same order.
			step.After = open.AskedUntil.Sub(d.clock())
			return nil
		case err == nil:
			err = q.TakeAttempt(ctx, deliverydb.TakeAttemptParams{ID: open.ID, Until: new(d.clock().Add(askAlone))})
			t = &try{
				asks: open.Asks + 1, id: open.ID, unitID: unitID, orderID: u.OrderID, supplier: open.Supplier, sku: open.Sku, key: open.Key, ref: deref(open.Ref),
				cost: parseCost(open.Cost, open.CostCurrency), created: open.Created,
			}
		case errors.Is(err, pgx.ErrNoRows):
			t, step, err = d.begin(ctx, q, u, goods, began)
		default:
			err = fmt.Errorf("open try of unit %d: %w", unitID, err)
		}
		if t != nil {
			t.began, t.outdated = began, t.created.Before(goods.Since)
		}
		return err
	})
	return t, step, err
}

// begin makes a new try with the next offer.
func (d *Dispatch) begin(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, goods Goods, began time.Time) (*try, Step, error) {
	now := d.clock()
	f, err := q.NextOffer(ctx, deliverydb.NextOfferParams{
		ProductID: u.ProductID, GiftID: u.GiftID, UnitID: u.ID, Since: goods.Since, Now: now, PausedSince: now.Add(-awayPause),
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		step, err := d.nobody(ctx, q, u, goods, now.Sub(began))
		return nil, step, err
	case err != nil:
		return nil, Step{}, fmt.Errorf("offers for unit %d: %w", u.ID, err)
	case f.Supplier == Operator || d.suppliers[f.Supplier] == nil:
		return nil, Step{State: UnitQueued}, d.queue(ctx, q, u.ID, u.OrderID, taskKind(f.Sku), now)
	}
	t := &try{
		unitID: u.ID, orderID: u.OrderID, supplier: f.Supplier, sku: f.Sku, key: tryKey(u), cost: parseCost(f.Cost, f.CostCurrency), fresh: true, asks: 1, created: now,
	}
	t.id, err = q.InsertAttempt(ctx, deliverydb.InsertAttemptParams{
		UnitID: u.ID, OfferID: f.ID, Supplier: f.Supplier, Key: t.key, Cost: f.Cost, CostCurrency: f.CostCurrency, Created: now,
		AskedUntil: new(now.Add(askAlone)),
	})
	if err != nil {
		return nil, Step{}, fmt.Errorf("new try of unit %d: %w", u.ID, err)
	}
	return t, Step{}, set(ctx, q, u.ID, UnitPlaced, "")
}

// nobody is left to ask. Suppliers that were away are waited for; after a while
// a person is asked, because the goods are still to be had.
func (d *Dispatch) nobody(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, goods Goods, since time.Duration) (Step, error) {
	away, err := q.WasAway(ctx, deliverydb.WasAwayParams{UnitID: u.ID, Since: goods.Since})
	switch {
	case err != nil:
		return Step{}, fmt.Errorf("who was away for unit %d: %w", u.ID, err)
	case !away:
		return Step{State: UnitFailed}, set(ctx, q, u.ID, UnitFailed, "nobody")
	case since < handOverLimit:
		return Step{State: UnitWaiting, After: awayPause}, nil
	}
	return Step{State: UnitQueued}, d.queue(ctx, q, u.ID, u.OrderID, "by_hand", d.clock())
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
	err := q.OpenTask(ctx, deliverydb.OpenTaskParams{UnitID: unitID, OrderID: orderID, Kind: kind, DueAt: now.Add(taskWithin), Created: now})
	if err != nil {
		return fmt.Errorf("task for unit %d: %w", unitID, err)
	}
	return set(ctx, q, unitID, UnitQueued, "")
}

func set(ctx context.Context, q *deliverydb.Queries, unitID int64, state UnitState, reason string) error {
	if err := q.SetUnit(ctx, deliverydb.SetUnitParams{ID: unitID, State: string(state), Reason: reason}); err != nil {
		return fmt.Errorf("unit %d %s: %w", unitID, state, err)
	}
	return nil
}

// parseCost reads numeric(14,4) as PostgreSQL writes it.
func parseCost(text, currency string) Cost {
	whole, frac, _ := strings.Cut(text, ".")
	c := Cost{Currency: currency}
	for _, ch := range whole + (frac + "0000")[:4] {
		c.TenThousandths = c.TenThousandths*10 + int64(ch-'0')
	}
	return c
}

// String writes it back.
func (c Cost) String() string {
	return fmt.Sprintf("%d.%04d", c.TenThousandths/10_000, c.TenThousandths%10_000)
}
