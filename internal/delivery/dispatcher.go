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
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/publicid"
	"larek/internal/seal"
)

// Operator is the supplier name of our own staff.
const Operator = "operator"

const (
	// supplierTimeout bounds the calls of one attempt; attemptLease, for which no other
	// worker calls the supplier about the same attempt, must be longer.
	supplierTimeout = 12 * time.Second
	attemptLease    = 15 * time.Second
	// deliveryTimeout is how long a unit may stay undelivered before an operator task is
	// opened.
	deliveryTimeout = 20 * time.Minute
	// outdatedDelay is how soon a unit is retried whose details were corrected during an
	// attempt.
	outdatedDelay = 100 * time.Millisecond
	// taskDeadline is when an operator should have completed a task.
	taskDeadline = time.Hour
)

// UnitState is the state of a unit. The values are stored.
type UnitState string

// States of a unit. A placed one waits for a supplier, a queued one for an operator.
const (
	UnitWaiting      UnitState = "waiting"
	UnitPlaced       UnitState = "placed"
	UnitDelivered    UnitState = "delivered"
	UnitWrongDetails UnitState = "wrong_details"
	UnitQueued       UnitState = "queued"
	UnitFailed       UnitState = "failed"
	UnitRefunded     UnitState = "refunded"
)

// Unit is one item of an order line that is delivered separately.
type Unit struct {
	ID, LineID     int64
	N              int32
	State          UnitState
	Reason         string
	Supplier       string
	Ref            string
	DeliveredAt    *time.Time
	HeldUntil      *time.Time // until when the unit waits for suppliers
	HasTask        bool       // an operator task is open for it
	HasOpenAttempt bool       // an attempt is open: a supplier may still deliver it
	Cost           Cost       // of a delivery by an operator
}

// Target is what is delivered and where.
type Target struct {
	Account Account
	// Server is the game server the buyer chose from our list, if any.
	Server *int64
	Amount money.RUB // Steam: what reaches the wallet
	// UpdatedAt is when the details were last corrected. Earlier rejections do not count.
	UpdatedAt time.Time
	// Queue is the supplier on whose queue the call runs: no other is called. Operator
	// stands for the shop's own queue; empty allows every supplier.
	Queue string
}

// UnitProgress is the result of one DeliverUnit call. It is a workflow payload: the
// JSON names must not change.
type UnitProgress struct {
	State      UnitState     `json:"State"`
	RetryAfter time.Duration `json:"After"` // zero if there is nothing to wait for
	// StatusChanged reports that what the order shows has changed although the unit is
	// not finished.
	StatusChanged bool `json:"Look"`
	// Supplier is on whose queue to call DeliverUnit again at once; empty for none.
	Supplier string `json:"Supplier,omitempty"`
	// isEnding reports that no offer is left.
	isEnding bool
}

// Dispatcher delivers units through suppliers, offer by offer.
type Dispatcher struct {
	// Suppliers have our accounts, which may be replaced at any time.
	Suppliers *Suppliers

	pool  *pgxpool.Pool
	ring  *seal.Keyring
	clock clock.Clock
	log   *slog.Logger
	stock *Stock // has the fingerprints of all codes
}

// NewDispatcher returns a dispatcher for these suppliers. A unit whose next offer
// belongs to another supplier becomes an operator task.
func NewDispatcher(pool *pgxpool.Pool, suppliers []Supplier, ring *seal.Keyring, clock clock.Clock, log *slog.Logger) *Dispatcher {
	return &Dispatcher{pool: pool, Suppliers: NewSuppliers(suppliers...), ring: ring, clock: clock, log: log}
}

// WithStock sets the stock whose fingerprints make sure that no code is delivered
// twice. It returns d.
func (d *Dispatcher) WithStock(s *Stock) *Dispatcher {
	d.stock = s
	return d
}

// EnsureUnits creates the units of a line that do not exist yet. It is idempotent.
func EnsureUnits(ctx context.Context, tx pgx.Tx, orderID, lineID int64, quantity int32) error {
	err := deliverydb.New(tx).EnsureUnits(ctx, deliverydb.EnsureUnitsParams{OrderID: orderID, LineID: lineID, Quantity: quantity})
	if err != nil {
		return fmt.Errorf("units of line %d: %w", lineID, err)
	}
	return nil
}

// Units returns the units of an order. q may be a transaction.
func Units(ctx context.Context, q deliverydb.DBTX, orderID int64) ([]Unit, error) {
	rows, err := deliverydb.New(q).ListUnits(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("units of order %d: %w", orderID, err)
	}
	units := make([]Unit, len(rows))
	for i, r := range rows {
		units[i] = Unit{
			ID: r.ID, LineID: r.LineID, N: r.N, State: UnitState(r.State), DeliveredAt: r.DeliveredAt,
			HeldUntil: r.HeldUntil, HasTask: r.HasTask, HasOpenAttempt: r.IsAsked,
			Cost: parseCost(r.Cost, r.CostCurrency),
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

// attempt is one order with one supplier. It is stored before the supplier is called.
type attempt struct {
	id, unitID, orderID int64
	supplier, sku, key  string
	account             string // ours with the supplier; empty for the first one
	ref                 string
	cost, limit         Cost
	fresh               bool      // created by this call, so not sent yet
	created, began      time.Time // of this attempt and of the unit's first one
	outdated            bool      // created with details that were corrected since
	asks                int32     // number of leases so far, this one included
}

// DeliverUnit tries to deliver one unit, or queries the outcome of its open attempt.
// It is idempotent and may be interrupted at any point: an attempt is stored before
// the supplier is called, and one that may have been sent is queried, never sent
// again without asking.
func (d *Dispatcher) DeliverUnit(ctx context.Context, unitID int64, goods Target) (UnitProgress, error) {
	for {
		t, step, err := d.nextAttempt(ctx, unitID, goods)
		if errors.Is(err, errUnitEnding) {
			// It asks several suppliers, so it may occupy none of their queues.
			if step, moved := d.moveTo(Operator, step, goods); moved {
				return step, nil
			}
			return d.confirmFailure(ctx, unitID)
		}
		if err != nil || t == nil {
			return step, err
		}
		step, again, err := d.callSupplier(ctx, t, goods)
		if err != nil || !again {
			return step, err
		}
	}
}

// nextAttempt returns the unit's open attempt, or creates one with the best offer. It
// returns errUnitEnding if there is no offer and the unit fails once its attempts are
// confirmed to have failed.
func (d *Dispatcher) nextAttempt(ctx context.Context, unitID int64, goods Target) (t *attempt, step UnitProgress, err error) {
	ending := false
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		t, ending = nil, false
		q := deliverydb.New(tx)
		u, err := q.LockUnit(ctx, unitID)
		if err != nil {
			return fmt.Errorf("unit %d: %w", unitID, err)
		}
		step = UnitProgress{State: UnitState(u.State)}
		open, err := q.OpenAttempt(ctx, unitID)
		isOpen := err == nil
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("open attempt of unit %d: %w", unitID, err)
		}
		switch waits := step.State == UnitWaiting || step.State == UnitPlaced; {
		case isOpen && (waits || step.State == UnitQueued):
			if moved, ok := d.moveTo(open.Supplier, step, goods); ok {
				step = moved
				return nil
			}
			t, step, err = d.resumeAttempt(ctx, q, u, open, goods)
		case waits && u.IsPaused:
			step.RetryAfter = pauseCheckDelay // resuming signals the workflow
			return nil
		case waits && u.EndsAs != nil:
			ending = true
			return nil
		case waits:
			t, step, err = d.createAttempt(ctx, q, u, goods)
			ending = step.isEnding
		default:
			return nil
		}
		if err != nil || t == nil {
			return err
		}
		t.began, err = q.FirstAttemptAt(ctx, deliverydb.FirstAttemptAtParams{UnitID: unitID, Since: triesSince(u, goods), Now: d.clock()})
		if err != nil {
			return fmt.Errorf("first attempt of unit %d: %w", unitID, err)
		}
		t.outdated = t.created.Before(goods.UpdatedAt)
		return nil
	})
	if err == nil && ending {
		err = errUnitEnding
	}
	return t, step, err
}

// resumeAttempt leases the open attempt. It returns nil while another worker holds
// the lease: two concurrent queries could report different outcomes of one order.
func (d *Dispatcher) resumeAttempt(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, open deliverydb.OpenAttemptRow, goods Target) (*attempt, UnitProgress, error) {
	now := d.clock()
	if open.AskedUntil != nil && open.AskedUntil.After(now) {
		return nil, UnitProgress{State: UnitState(u.State), RetryAfter: open.AskedUntil.Sub(now)}, nil
	}
	if err := q.LeaseAttempt(ctx, deliverydb.LeaseAttemptParams{ID: open.ID, Until: new(now.Add(attemptLease))}); err != nil {
		return nil, UnitProgress{}, fmt.Errorf("lease attempt %d: %w", open.ID, err)
	}
	terms, err := offerTerms(ctx, q, u, open.OfferID, goods)
	return &attempt{
		asks: open.Asks + 1, id: open.ID, unitID: u.ID, orderID: u.OrderID, supplier: open.Supplier, account: open.Account, sku: open.Sku, key: open.Key, ref: deref(open.Ref),
		cost: terms.cost, limit: terms.limit, created: open.Created,
	}, UnitProgress{}, err
}

// terms are the cost of one unit of an offer, the most that may be paid for it, and
// the expected cost of the whole attempt.
type terms struct{ cost, limit, expected Cost }

func offerTerms(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, offerID int64, goods Target) (terms, error) {
	r, err := q.OfferTerms(ctx, deliverydb.OfferTermsParams{UnitID: u.ID, OfferID: offerID, ByAmount: u.OrderKind == "steam", Amount: goods.Amount})
	if err != nil {
		return terms{}, fmt.Errorf("cost of unit %d: %w", u.ID, err)
	}
	return terms{parseCost(r.Cost, r.CostCurrency), parseCost(r.Most, r.CostCurrency), parseCost(r.Expected, r.CostCurrency)}, nil
}

// createAttempt creates an attempt with the next offer. Without one it decides what
// happens to the unit.
func (d *Dispatcher) createAttempt(ctx context.Context, q *deliverydb.Queries, u deliverydb.LockUnitRow, goods Target) (*attempt, UnitProgress, error) {
	now := d.clock()
	changed, err := q.DetailsChanged(ctx, deliverydb.DetailsChangedParams{OrderID: u.OrderID, Since: goods.UpdatedAt})
	if err != nil {
		return nil, UnitProgress{}, fmt.Errorf("details of order %d: %w", u.OrderID, err)
	}
	if changed { // the caller must read them again
		return nil, UnitProgress{State: UnitState(u.State), RetryAfter: outdatedDelay}, nil
	}
	f, err := q.NextOffer(ctx, deliverydb.NextOfferParams{
		ProductID: u.ProductID, GiftID: u.GiftID, UnitID: u.ID, Since: triesSince(u, goods), Now: now, PausedSince: now.Add(-offerRetryDelay),
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		step, err := d.noOfferLeft(ctx, q, u, goods)
		return nil, step, err
	case err != nil:
		return nil, UnitProgress{}, fmt.Errorf("offers for unit %d: %w", u.ID, err)
	case f.Supplier == Operator || d.Suppliers.current(f.Supplier) == nil:
		return nil, UnitProgress{State: UnitQueued}, createTask(ctx, q, u.ID, u.OrderID, taskKind(f.Sku), now)
	}
	if step, moved := d.moveTo(f.Supplier, UnitProgress{State: UnitState(u.State)}, goods); moved {
		return nil, step, nil
	}
	cost, err := offerTerms(ctx, q, u, f.ID, goods)
	if err != nil {
		return nil, UnitProgress{}, err
	}
	account, _ := d.Suppliers.roster.Current(f.Supplier)
	t := &attempt{
		unitID: u.ID, orderID: u.OrderID, supplier: f.Supplier, account: account.ID, sku: f.Sku, key: attemptKey(u), cost: cost.cost, limit: cost.limit, fresh: true, asks: 1, created: now,
	}
	t.id, err = q.InsertAttempt(ctx, deliverydb.InsertAttemptParams{
		UnitID: u.ID, OfferID: f.ID, Supplier: f.Supplier, Account: t.account, Key: t.key, Cost: cost.expected.String(), CostCurrency: string(cost.expected.Currency), Created: now,
		AskedUntil: new(now.Add(attemptLease)),
	})
	if err != nil {
		return nil, UnitProgress{}, fmt.Errorf("insert attempt of unit %d: %w", u.ID, err)
	}
	return t, UnitProgress{}, setUnitState(ctx, q, u.ID, UnitPlaced, "")
}

// triesSince returns since when attempts of a unit count: since its details were
// corrected or an operator asked for another try.
func triesSince(u deliverydb.LockUnitRow, goods Target) time.Time {
	if u.RetriedAt != nil && u.RetriedAt.After(goods.UpdatedAt) {
		return *u.RetriedAt
	}
	return goods.UpdatedAt
}

// attemptKey returns the idempotency key of the unit's next attempt, derived from the
// line, the unit and the attempt number. The part of the order hash distinguishes
// keys of a rebuilt database from those a supplier remembers. Persisted at
// suppliers: do not change its format.
func attemptKey(u deliverydb.LockUnitRow) string {
	return fmt.Sprintf("%d-%d-%d-%s", u.LineID, u.N, u.Tries+1, publicid.ID(u.Hash).String()[:8])
}

func taskKind(sku string) string {
	if sku == "standoff" {
		return "standoff"
	}
	return "by_hand"
}

func createTask(ctx context.Context, q *deliverydb.Queries, unitID, orderID int64, kind string, now time.Time) error {
	if _, err := openTask(ctx, q, unitID, orderID, kind, now); err != nil {
		return err
	}
	return setUnitState(ctx, q, unitID, UnitQueued, "")
}

// openTask opens a task for a unit. It reports whether the unit had none.
func openTask(ctx context.Context, q *deliverydb.Queries, unitID, orderID int64, kind string, now time.Time) (bool, error) {
	n, err := q.OpenTask(ctx, deliverydb.OpenTaskParams{UnitID: unitID, OrderID: orderID, Kind: kind, DueAt: now.Add(taskDeadline), Created: now})
	if err != nil {
		return false, fmt.Errorf("task for unit %d: %w", unitID, err)
	}
	return n > 0, nil
}

func setUnitState(ctx context.Context, q *deliverydb.Queries, unitID int64, state UnitState, reason string) error {
	if err := q.SetUnit(ctx, deliverydb.SetUnitParams{ID: unitID, State: string(state), Reason: reason}); err != nil {
		return fmt.Errorf("unit %d %s: %w", unitID, state, err)
	}
	return nil
}
