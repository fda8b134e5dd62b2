package delivery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
)

// answer is what a supplier says now about a try.
type answer struct {
	try try
	out Outcome
	err error // nobody knows
}

// verdict is what suppliers say now about all the tries of a unit.
type verdict struct {
	delivered *answer
	pending   *answer
	unknown   bool
	asked     []try
}

// inquire asks suppliers once more about every try of a unit that they may know
// of. The open try must have been taken by the caller.
func (d *Dispatch) inquire(ctx context.Context, unitID int64) (v verdict, err error) {
	rows, err := deliverydb.New(d.pool).SentAttempts(ctx, unitID)
	if err != nil {
		return v, fmt.Errorf("tries of unit %d: %w", unitID, err)
	}
	for _, r := range rows {
		a := answer{
			try: try{id: r.ID, unitID: unitID, supplier: r.Supplier, key: r.Key, ref: deref(r.Ref), asks: r.Asks, created: r.Created},
			err: ErrUnknown,
		}
		if s := d.suppliers[r.Supplier]; s != nil {
			asking, cancel := context.WithTimeout(ctx, askLimit)
			a.out, a.err = s.Find(asking, Finding{Key: a.try.key, Ref: a.try.ref})
			cancel()
		}
		v.asked = append(v.asked, a.try)
		switch {
		case a.err != nil:
			v.unknown = true
		case a.out.State == Delivered && v.delivered == nil:
			v.delivered = &a
		case a.out.State == Pending && v.pending == nil:
			v.pending = &a
		}
	}
	return v, nil
}

// confirm fails a unit that nobody delivers, after its suppliers have been
// asked once more. One that says «delivered» is believed; as long as one does
// not answer or is still at it, no money goes back.
func (d *Dispatch) confirm(ctx context.Context, unitID int64) (step Step, err error) {
	v, err := d.inquire(ctx, unitID)
	if err != nil {
		return Step{}, err
	}
	now := d.clock()
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		u, err := q.LockUnit(ctx, unitID)
		if err != nil {
			return fmt.Errorf("unit %d: %w", unitID, err)
		}
		step = Step{State: UnitState(u.State)}
		if step.State != UnitWaiting || u.EndsAs == nil {
			return nil // somebody else was quicker
		}
		switch {
		case v.delivered != nil:
			step.State = UnitDelivered
			return d.deliveredAfterAll(ctx, q, v.delivered, now)
		case v.pending != nil:
			step.State, step.After = UnitPlaced, patience(now.Sub(v.pending.try.created))
			if err := d.reopen(ctx, q, v.pending.try.id); err != nil {
				return err
			}
			return set(ctx, q, unitID, UnitPlaced, "")
		case v.unknown:
			step.After = patience(now.Sub(*u.EndsAt))
			if now.Sub(*u.EndsAt) > handOverLimit {
				step.Look, err = d.openTask(ctx, q, unitID, u.OrderID, "unknown", now)
			}
			return err
		}
		step.State = UnitFailed
		return d.fail(ctx, q, unitID, *u.EndsAs, now)
	})
	return step, err
}

func (d *Dispatch) reopen(ctx context.Context, q *deliverydb.Queries, attemptID int64) error {
	if _, err := q.ReopenAttempt(ctx, attemptID); err != nil {
		return fmt.Errorf("reopen try %d: %w", attemptID, err)
	}
	return nil
}

// deliveredAfterAll keeps the delivery of a try that had been taken for failed.
func (d *Dispatch) deliveredAfterAll(ctx context.Context, q *deliverydb.Queries, a *answer, now time.Time) error {
	if err := d.reopen(ctx, q, a.try.id); err != nil {
		return err
	}
	return d.delivered(ctx, q, &a.try, a.out, now)
}

func (d *Dispatch) fail(ctx context.Context, q *deliverydb.Queries, unitID int64, reason string, now time.Time) error {
	if err := d.closeTaskOf(ctx, q, unitID, "failed", "rule", now); err != nil {
		return err
	}
	return set(ctx, q, unitID, UnitFailed, reason)
}

func (d *Dispatch) closeTaskOf(ctx context.Context, q *deliverydb.Queries, unitID int64, state, by string, now time.Time) error {
	if err := q.CloseTaskOf(ctx, deliverydb.CloseTaskOfParams{UnitID: unitID, State: state, ClosedBy: by, Now: now}); err != nil {
		return fmt.Errorf("close the task of unit %d: %w", unitID, err)
	}
	return nil
}

// forcedKept is for how long suppliers are asked about what was given up by force.
const forcedKept = 30 * 24 * time.Hour

// checkForced asks a supplier about tries that were given up while it might
// still deliver: what it did deliver is our loss, and is booked.
func (d *Dispatch) checkForced(ctx context.Context, s Supplier) error {
	q := deliverydb.New(d.pool)
	now := d.clock()
	rows, err := q.ForcedAttempts(ctx, deliverydb.ForcedAttemptsParams{Supplier: s.Name(), Since: now.Add(-forcedKept)})
	if err != nil {
		return fmt.Errorf("tries given up at %s: %w", s.Name(), err)
	}
	for _, r := range rows {
		asking, cancel := context.WithTimeout(ctx, askLimit)
		out, err := s.Find(asking, Finding{Key: r.Key, Ref: deref(r.Ref)})
		cancel()
		switch {
		case err != nil || out.State == Pending:
			continue
		case out.State == Delivered:
			order, err := q.LateDelivery(ctx, deliverydb.LateDeliveryParams{ID: r.ID, Now: &now, Cost: costOf(out)})
			if err != nil && !errors.Is(err, pgx.ErrNoRows) {
				return fmt.Errorf("late delivery of try %d: %w", r.ID, err)
			}
			d.log.ErrorContext(ctx, "a supplier delivered what was given up by force", "supplier", s.Name(), "try", r.ID, "order", order)
		default:
			if err := q.SettleForced(ctx, r.ID); err != nil {
				return fmt.Errorf("settle try %d: %w", r.ID, err)
			}
		}
	}
	return nil
}

// Forced counts tries that were given up while their supplier might still
// deliver, and of which nothing is known since: each may become a loss.
func (d *Dispatch) Forced(ctx context.Context) (int64, error) {
	n, err := deliverydb.New(d.pool).CountForced(ctx)
	if err != nil {
		return 0, fmt.Errorf("tries given up by force: %w", err)
	}
	return n, nil
}
