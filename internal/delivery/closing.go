package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/money"
	"larek/internal/pg"
)

// Errors of closing a task.
var (
	// ErrStillOpen means that a supplier may still deliver, so the unit must be neither
	// delivered otherwise nor refunded. Force overrides it at the risk of a loss.
	ErrStillOpen     = errors.New("delivery: the supplier may still deliver")
	ErrQueryUnderWay = errors.New("delivery: the supplier is being queried, try again")
	ErrCodes         = errors.New("delivery: wrong number of codes for this task")
	ErrCodeKnown     = errors.New("delivery: the code is known to the shop already")
	ErrCostCurrency  = errors.New("delivery: units of several currencies")
	ErrProof         = errors.New("delivery: describe what the buyer received")
	ErrReason        = errors.New("delivery: a reason is required")
)

// maxProofLength bounds the description a buyer has to read, in bytes.
const maxProofLength = 500

// Closing is an operator's request to close a task.
type Closing struct {
	Task int64
	Who  string
	// Done reports that the buyer has the goods. Otherwise they are not delivered.
	Done bool
	// Words describe to the buyer what was delivered without codes, or state why the
	// task could not be done.
	Words string
	// Codes are for the buyer, if the goods are codes. They are secret.
	Codes []string
	// Cost is the actual cost of the whole task; if nil, the offer's cost is used.
	Cost *Cost
	// Force closes the task although a supplier may still deliver.
	Force bool
	// Record writes down in the same transaction that the task is closed; nil writes
	// nothing.
	Record func(ctx context.Context, tx pgx.Tx, c Closed) error
}

// Closed is the result of CloseTask.
type Closed struct {
	OrderID int64
	Kind    string // of the task
	// BySupplier is the supplier that turned out to have delivered; then the operator's
	// result is ignored.
	BySupplier string
}

func (c *Closing) check() error {
	c.Words = strings.Join(strings.Fields(c.Words), " ")
	for i := range c.Codes {
		c.Codes[i] = strings.TrimSpace(c.Codes[i])
	}
	sorted := slices.Sorted(slices.Values(c.Codes))
	switch {
	case len(slices.Compact(sorted)) != len(c.Codes) || slices.Contains(c.Codes, ""):
		return ErrCodes
	case len(c.Words) > maxProofLength:
		return ErrProof
	case c.Words == "" && (!c.Done || c.Force):
		return ErrReason
	}
	return nil
}

// CloseTask closes a task after querying its suppliers once more. If one has
// delivered, that counts. If one may still deliver, CloseTask returns ErrStillOpen
// unless Force is set.
func (d *Dispatcher) CloseTask(ctx context.Context, c Closing) (Closed, error) {
	if err := c.check(); err != nil {
		return Closed{}, err
	}
	unitID, err := d.leaseForClosing(ctx, c)
	if err != nil {
		return Closed{}, err
	}
	v, err := d.queryAttempts(ctx, unitID)
	if err != nil {
		return Closed{}, err
	}
	var closed Closed
	var refused error
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		closed, refused, err = d.finishTask(ctx, deliverydb.New(tx), c, v, d.clock())
		if err != nil || refused != nil || c.Record == nil {
			return err
		}
		return c.Record(ctx, tx, closed)
	})
	return closed, errors.Join(err, refused)
}

// leaseForClosing leases the open attempt of a task's unit, so that no other worker
// queries it meanwhile.
func (d *Dispatcher) leaseForClosing(ctx context.Context, c Closing) (unitID int64, err error) {
	now := d.clock()
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		t, err := q.TaskByID(ctx, c.Task)
		if err := closable(deliverydb.LockTaskRow(t), err, c, now); err != nil {
			return err
		}
		unitID = t.UnitID
		if _, err := q.LockUnit(ctx, unitID); err != nil {
			return fmt.Errorf("unit %d: %w", unitID, err)
		}
		open, err := q.OpenAttempt(ctx, unitID)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return nil
		case err != nil:
			return fmt.Errorf("open attempt of unit %d: %w", unitID, err)
		case open.AskedUntil != nil && open.AskedUntil.After(now):
			return ErrQueryUnderWay
		}
		return q.LeaseAttempt(ctx, deliverydb.LeaseAttemptParams{ID: open.ID, Until: new(now.Add(attemptLease))})
	})
	return unitID, err
}

func closable(t deliverydb.LockTaskRow, err error, c Closing, now time.Time) error {
	switch {
	case errors.Is(err, pgx.ErrNoRows) || err == nil && t.State != "open":
		return ErrTaskNotFound
	case err != nil:
		return fmt.Errorf("task %d: %w", c.Task, err)
	case t.TakenBy != nil && *t.TakenBy != c.Who && t.TakenUntil.After(now):
		return ErrTaskClaimed
	}
	return nil
}

// finishTask closes the task. refused is the error for the operator if the task stays
// open although the transaction must be committed.
func (d *Dispatcher) finishTask(ctx context.Context, q *deliverydb.Queries, c Closing, v attemptReport, now time.Time) (closed Closed, refused, err error) {
	units, err := q.LockUnitsOfTask(ctx, c.Task)
	if err != nil {
		return closed, nil, fmt.Errorf("units of task %d: %w", c.Task, err)
	}
	t, err := q.LockTask(ctx, c.Task)
	if err := closable(t, err, c, now); err != nil {
		return closed, nil, err
	}
	closed.OrderID, closed.Kind = t.OrderID, t.Kind
	end, err := d.settleAttempts(ctx, q, t.UnitID, v, c.Force, now)
	switch closed.BySupplier = end.bySupplier; {
	case errors.Is(err, ErrStillOpen):
		return closed, err, nil
	case err != nil:
		return closed, nil, err
	case end.bySupplier != "":
		return closed, nil, markUnitsChanged(ctx, q, units, now)
	}
	return closed, nil, d.applyClosing(ctx, q, c, t, units, end.forced, now)
}

// settled is what suppliers' reports mean for a unit that an operator ends.
type settled struct {
	bySupplier string // has delivered it, so the operator's result does not count
	forced     bool   // the unit ends although a supplier may still deliver
}

// settleAttempts ends the open attempt of a unit as its suppliers reported. It returns
// ErrStillOpen if one may still deliver and force is not set; what was learnt is then
// recorded, so the caller commits all the same. The caller holds the unit's lock.
func (d *Dispatcher) settleAttempts(ctx context.Context, q *deliverydb.Queries, unitID int64, v attemptReport, force bool, now time.Time) (settled, error) {
	open, err := q.OpenAttempt(ctx, unitID)
	isOpen := err == nil
	switch {
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return settled{}, fmt.Errorf("open attempt of unit %d: %w", unitID, err)
	case isOpen && !v.knows(open):
		return settled{}, ErrQueryUnderWay // another attempt was started meanwhile
	case v.delivered != nil:
		if isOpen && open.ID != v.delivered.attempt.id { // it may deliver a second time
			if err := closeAttempt(ctx, q, open.ID, "forced", now); err != nil {
				return settled{}, err
			}
		}
		return settled{bySupplier: v.delivered.attempt.supplier}, d.recordLateDelivery(ctx, q, v.delivered, now)
	case v.pending != nil && !isOpen: // it had rejected the order before
		if err := reopenAttempt(ctx, q, v.pending.attempt.id); err != nil {
			return settled{}, err
		}
		open.ID, open.State, isOpen = v.pending.attempt.id, string(OutcomePending), true
	}
	if v.open() && !force {
		if err := releaseAttempt(ctx, q, open, isOpen); err != nil {
			return settled{}, err
		}
		return settled{}, ErrStillOpen
	}
	if isOpen {
		reason := "operator"
		if v.open() {
			reason = "forced"
		}
		if err := closeAttempt(ctx, q, open.ID, reason, now); err != nil {
			return settled{}, err
		}
	}
	return settled{forced: v.open()}, nil
}

// open reports whether a supplier may still deliver.
func (v attemptReport) open() bool { return v.pending != nil || v.unknown }

// knows reports whether this attempt was queried and has not been leased since.
func (v attemptReport) knows(open deliverydb.OpenAttemptRow) bool {
	return slices.ContainsFunc(v.asked, func(t attempt) bool { return t.id == open.ID && t.asks == open.Asks })
}

// releaseAttempt ends the lease of an attempt.
func releaseAttempt(ctx context.Context, q *deliverydb.Queries, open deliverydb.OpenAttemptRow, isOpen bool) error {
	if !isOpen {
		return nil
	}
	if _, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: open.ID, State: open.State}); err != nil {
		return fmt.Errorf("end attempt %d: %w", open.ID, err)
	}
	return nil
}

func closeAttempt(ctx context.Context, q *deliverydb.Queries, attemptID int64, reason string, now time.Time) error {
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: attemptID, State: string(OutcomeRejected), Reason: reason, EndedAt: &now})
	if err != nil {
		return fmt.Errorf("end attempt %d: %w", attemptID, err)
	}
	return nil
}

// applyClosing closes the task and its units as the operator requested.
func (d *Dispatcher) applyClosing(ctx context.Context, q *deliverydb.Queries, c Closing, t deliverydb.LockTaskRow, units []int64, forced bool, now time.Time) error {
	state := "failed"
	if c.Done {
		state = "done"
	}
	err := q.CloseTask(ctx, deliverydb.CloseTaskParams{ID: t.ID, State: state, Proof: &c.Words, ClosedAt: &now, ClosedBy: c.Who, Forced: forced})
	if err != nil {
		return fmt.Errorf("close task %d: %w", t.ID, err)
	}
	if forced {
		d.log.WarnContext(ctx, "task closed while its supplier may still deliver", "task", t.ID, "order", t.OrderID, "by", c.Who, "reason", c.Words)
	}
	for i, id := range units {
		end := deliverydb.SetUnitParams{ID: id, State: string(UnitFailed), Reason: "operator"}
		if c.Done {
			if end, err = d.operatorDelivery(ctx, q, c, id, i, len(units), now); err != nil {
				return err
			}
		}
		if err := q.SetUnit(ctx, end); err != nil {
			return fmt.Errorf("unit %d: %w", id, err)
		}
	}
	return markUnitsChanged(ctx, q, units, now)
}

// operatorDelivery returns the update of a unit that an operator delivered, with its
// cost.
func (d *Dispatcher) operatorDelivery(ctx context.Context, q *deliverydb.Queries, c Closing, unitID int64, i, all int, now time.Time) (deliverydb.SetUnitParams, error) {
	p := deliverydb.SetUnitParams{ID: unitID, State: string(UnitDelivered), Supplier: Operator, DeliveredAt: &now}
	goods, err := q.GoodsOfUnit(ctx, unitID)
	if err != nil {
		return p, fmt.Errorf("goods of unit %d: %w", unitID, err)
	}
	cost := parseCost(goods.Cost, goods.CostCurrency)
	if c.Cost != nil {
		cost = *c.Cost
		if i > 0 {
			cost.TenThousandths = 0 // the cost of the whole task is posted with its first unit
		}
	}
	p.Cost, p.CostCurrency = new(cost.String()), new(string(cost.Currency))
	switch {
	case goods.IsCode && len(c.Codes) != all:
		return p, fmt.Errorf("%w: got %d, want %d", ErrCodes, len(c.Codes), all)
	case goods.IsCode:
		p.KeyID, p.Sealed = d.sealCodes(unitID, c.Codes[i:i+1])
		fresh, err := d.markCodes(ctx, q, unitID, c.Codes[i:i+1])
		if err == nil && !fresh {
			err = ErrCodeKnown
		}
		return p, err
	case len(c.Codes) > 0:
		return p, fmt.Errorf("%w: got %d, want none", ErrCodes, len(c.Codes))
	case c.Words == "":
		return p, ErrProof
	}
	p.Proof = c.Words
	return p, nil
}

// ExpectedCost returns the expected cost of delivering units in one currency, or zero
// without an offer.
func ExpectedCost(ctx context.Context, tx pgx.Tx, units []int64) (Cost, error) {
	sum := Cost{Currency: money.Ruble}
	for i, id := range units {
		goods, err := deliverydb.New(tx).GoodsOfUnit(ctx, id)
		if err != nil {
			return Cost{}, fmt.Errorf("goods of unit %d: %w", id, err)
		}
		c := parseCost(goods.Cost, goods.CostCurrency)
		if i > 0 && c.Currency != sum.Currency {
			return Cost{}, ErrCostCurrency
		}
		sum = Cost{sum.TenThousandths + c.TenThousandths, c.Currency}
	}
	return sum, nil
}

// SetCost replaces the cost of a unit that an operator delivered.
func SetCost(ctx context.Context, tx pgx.Tx, unitID int64, cost Cost) error {
	if err := deliverydb.New(tx).SetUnitCost(ctx, deliverydb.SetUnitCostParams{ID: unitID, Cost: cost.String()}); err != nil {
		return fmt.Errorf("cost of unit %d: %w", unitID, err)
	}
	return nil
}

// markUnitsChanged marks units changed by an operator until their order's workflow
// has read them.
func markUnitsChanged(ctx context.Context, q *deliverydb.Queries, units []int64, now time.Time) error {
	for _, id := range units {
		if err := q.MarkUnitChanged(ctx, deliverydb.MarkUnitChangedParams{ID: id, Now: &now}); err != nil {
			return fmt.Errorf("mark unit %d changed: %w", id, err)
		}
	}
	return nil
}

// Proofs returns the operators' descriptions of what a buyer received.
func (d *Dispatcher) Proofs(ctx context.Context, orderID int64) ([]string, error) {
	list, err := deliverydb.New(d.pool).ListProofs(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("proofs of order %d: %w", orderID, err)
	}
	return slices.Compact(list), nil
}
