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
	"larek/internal/pg"
)

// Why an operator's word is not taken.
var (
	// ErrStillOpen: a supplier may still deliver, so that neither goods nor money
	// may come from elsewhere. Forcing it is a risk of loss.
	ErrStillOpen = errors.New("delivery: the supplier has not said no")
	ErrAsking    = errors.New("delivery: the supplier is being asked at this moment, try again")
	ErrCodes     = errors.New("delivery: not the codes this task needs")
	ErrCodeKnown = errors.New("delivery: the shop had this code before")
	ErrProof     = errors.New("delivery: say in words what the buyer got")
	ErrReason    = errors.New("delivery: say why")
)

// maxProof bounds what a buyer has to read.
const maxProof = 500

// Closing is how an operator ends a task.
type Closing struct {
	Task int64
	Who  string
	// Done: the goods are with the buyer. Otherwise they are not coming.
	Done bool
	// Words are for the buyer when it is done without codes, and why it cannot be
	// done otherwise.
	Words string
	// Codes are what the buyer gets where the goods are codes. They are secrets.
	Codes []string
	// Cost is what it really cost, for the whole task; nil takes the offer's.
	Cost *Cost
	// Force closes the task although a supplier may still deliver.
	Force bool
}

// Closed is what came of it.
type Closed struct {
	OrderID int64
	// BySupplier: the supplier had delivered before, which is what counts.
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
	case len(c.Words) > maxProof:
		return ErrProof
	case c.Words == "" && (!c.Done || c.Force):
		return ErrReason
	}
	return nil
}

// Finish closes a task, after its supplier has been asked once more: what it
// delivered counts, and while it may still deliver only Force ends the unit.
func (d *Dispatch) Finish(ctx context.Context, c Closing) (Closed, error) {
	if err := c.check(); err != nil {
		return Closed{}, err
	}
	unitID, err := d.takeForClosing(ctx, c)
	if err != nil {
		return Closed{}, err
	}
	v, err := d.inquire(ctx, unitID)
	if err != nil {
		return Closed{}, err
	}
	var closed Closed
	var refused error
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		closed, refused, err = d.finish(ctx, deliverydb.New(tx), c, v, d.clock())
		return err
	})
	return closed, errors.Join(err, refused)
}

// takeForClosing takes the open try of a task's unit, so that nobody else asks
// about it meanwhile.
func (d *Dispatch) takeForClosing(ctx context.Context, c Closing) (unitID int64, err error) {
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
			return fmt.Errorf("open try of unit %d: %w", unitID, err)
		case open.AskedUntil != nil && open.AskedUntil.After(now):
			return ErrAsking
		}
		return q.TakeAttempt(ctx, deliverydb.TakeAttemptParams{ID: open.ID, Until: new(now.Add(askAlone))})
	})
	return unitID, err
}

func closable(t deliverydb.LockTaskRow, err error, c Closing, now time.Time) error {
	switch {
	case errors.Is(err, pgx.ErrNoRows) || err == nil && t.State != "open":
		return ErrNoTask
	case err != nil:
		return fmt.Errorf("task %d: %w", c.Task, err)
	case t.TakenBy != nil && *t.TakenBy != c.Who && t.TakenUntil.After(now):
		return ErrTaskTaken
	}
	return nil
}

// finish closes the task in one transaction. refused says why it stays open
// although something was kept.
func (d *Dispatch) finish(ctx context.Context, q *deliverydb.Queries, c Closing, v verdict, now time.Time) (closed Closed, refused, err error) {
	units, err := q.LockUnitsOfTask(ctx, c.Task)
	if err != nil {
		return closed, nil, fmt.Errorf("units of task %d: %w", c.Task, err)
	}
	t, err := q.LockTask(ctx, c.Task)
	if err := closable(t, err, c, now); err != nil {
		return closed, nil, err
	}
	closed.OrderID = t.OrderID
	open, err := q.OpenAttempt(ctx, t.UnitID)
	isOpen := err == nil
	switch {
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return closed, nil, fmt.Errorf("open try of unit %d: %w", t.UnitID, err)
	case isOpen && !v.knows(open):
		return closed, nil, ErrAsking // a new try has begun meanwhile
	case v.delivered != nil:
		closed.BySupplier = v.delivered.try.supplier
		if isOpen && open.ID != v.delivered.try.id { // it may deliver a second one
			if err := d.giveUp(ctx, q, open.ID, "forced", now); err != nil {
				return closed, nil, err
			}
		}
		if err := d.deliveredAfterAll(ctx, q, v.delivered, now); err != nil {
			return closed, nil, err
		}
		return closed, nil, note(ctx, q, units, now)
	case v.pending != nil && !isOpen: // it had said no before
		if err := d.reopen(ctx, q, v.pending.try.id); err != nil {
			return closed, nil, err
		}
		open.ID, open.State, isOpen = v.pending.try.id, string(Pending), true
	}
	if v.open() && !c.Force {
		return closed, ErrStillOpen, d.letGo(ctx, q, open, isOpen)
	}
	if isOpen {
		reason := "operator"
		if v.open() {
			reason = "forced"
		}
		if err := d.giveUp(ctx, q, open.ID, reason, now); err != nil {
			return closed, nil, err
		}
	}
	return closed, nil, d.apply(ctx, q, c, t, units, v.open(), now)
}

// open reports whether a supplier may still deliver.
func (v verdict) open() bool { return v.pending != nil || v.unknown }

// knows reports whether the suppliers were asked about this very try, and
// nobody has asked since.
func (v verdict) knows(open deliverydb.OpenAttemptRow) bool {
	return slices.ContainsFunc(v.asked, func(t try) bool { return t.id == open.ID && t.asks == open.Asks })
}

// letGo gives a try back that was taken for asking.
func (d *Dispatch) letGo(ctx context.Context, q *deliverydb.Queries, open deliverydb.OpenAttemptRow, isOpen bool) error {
	if !isOpen {
		return nil
	}
	if _, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: open.ID, State: open.State}); err != nil {
		return fmt.Errorf("try %d: %w", open.ID, err)
	}
	return nil
}

func (d *Dispatch) giveUp(ctx context.Context, q *deliverydb.Queries, attemptID int64, reason string, now time.Time) error {
	_, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: attemptID, State: string(Rejected), Reason: reason, EndedAt: &now})
	if err != nil {
		return fmt.Errorf("try %d: %w", attemptID, err)
	}
	return nil
}

// apply does what the operator says.
func (d *Dispatch) apply(ctx context.Context, q *deliverydb.Queries, c Closing, t deliverydb.LockTaskRow, units []int64, forced bool, now time.Time) error {
	state := "failed"
	if c.Done {
		state = "done"
	}
	err := q.CloseTask(ctx, deliverydb.CloseTaskParams{ID: t.ID, State: state, Proof: &c.Words, ClosedAt: &now, ClosedBy: c.Who, Forced: forced})
	if err != nil {
		return fmt.Errorf("close task %d: %w", t.ID, err)
	}
	if forced {
		d.log.WarnContext(ctx, "a task was closed while its supplier may still deliver", "task", t.ID, "order", t.OrderID, "by", c.Who, "reason", c.Words)
	}
	for i, id := range units {
		end := deliverydb.SetUnitParams{ID: id, State: string(UnitFailed), Reason: "operator"}
		if c.Done {
			if end, err = d.byOperator(ctx, q, c, id, i, len(units), now); err != nil {
				return err
			}
		}
		if err := q.SetUnit(ctx, end); err != nil {
			return fmt.Errorf("unit %d: %w", id, err)
		}
	}
	return note(ctx, q, units, now)
}

// byOperator is a unit that a person has delivered, with what it cost.
func (d *Dispatch) byOperator(ctx context.Context, q *deliverydb.Queries, c Closing, unitID int64, i, all int, now time.Time) (deliverydb.SetUnitParams, error) {
	p := deliverydb.SetUnitParams{ID: unitID, State: string(UnitDelivered), Supplier: Operator, DeliveredAt: &now}
	goods, err := q.GoodsOfUnit(ctx, unitID)
	if err != nil {
		return p, fmt.Errorf("goods of unit %d: %w", unitID, err)
	}
	cost := parseCost(goods.Cost, goods.CostCurrency)
	if c.Cost != nil {
		cost = *c.Cost
		if i > 0 {
			cost.TenThousandths = 0 // of the whole task: booked with its first unit
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

// note marks units a person changed until their order's flow has looked.
func note(ctx context.Context, q *deliverydb.Queries, units []int64, now time.Time) error {
	for _, id := range units {
		if err := q.NoteNews(ctx, deliverydb.NoteNewsParams{ID: id, Now: &now}); err != nil {
			return fmt.Errorf("news of unit %d: %w", id, err)
		}
	}
	return nil
}

// Proofs lists what operators say a buyer has got, in their words.
func (d *Dispatch) Proofs(ctx context.Context, orderID int64) ([]string, error) {
	list, err := deliverydb.New(d.pool).ProofsOf(ctx, orderID)
	if err != nil {
		return nil, fmt.Errorf("proofs of order %d: %w", orderID, err)
	}
	return slices.Compact(list), nil
}
