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

// attemptAnswer is a supplier's answer to a query about an attempt.
type attemptAnswer struct {
	attempt attempt
	out     Outcome
	err     error // the outcome is unknown
}

// attemptReport is what suppliers report about all attempts of a unit.
type attemptReport struct {
	delivered *attemptAnswer
	pending   *attemptAnswer
	unknown   bool
	asked     []attempt
}

// queryAttempts queries the suppliers about every attempt of a unit that they may
// know of. The caller holds the lease of the open attempt.
func (d *Dispatcher) queryAttempts(ctx context.Context, unitID int64) (v attemptReport, err error) {
	rows, err := deliverydb.New(d.pool).SentAttempts(ctx, unitID)
	if err != nil {
		return v, fmt.Errorf("attempts of unit %d: %w", unitID, err)
	}
	for _, r := range rows {
		a := attemptAnswer{
			attempt: attempt{id: r.ID, unitID: unitID, supplier: r.Supplier, account: r.Account, key: r.Key, ref: deref(r.Ref), asks: r.Asks, created: r.Created},
			err:     ErrOutcomeUnknown,
		}
		if s := d.Suppliers.of(r.Supplier, r.Account); s != nil {
			queryCtx, cancel := context.WithTimeout(ctx, supplierTimeout)
			a.out, a.err = s.QueryOrder(queryCtx, OrderRef{Key: a.attempt.key, Ref: a.attempt.ref})
			cancel()
		}
		v.asked = append(v.asked, a.attempt)
		switch {
		case a.err != nil:
			v.unknown = true
		case a.out.State == OutcomeDelivered && v.delivered == nil:
			v.delivered = &a
		case a.out.State == OutcomePending && v.pending == nil:
			v.pending = &a
		}
	}
	return v, nil
}

// confirmFailure fails a unit that no supplier delivers, after querying its suppliers
// once more. If one has delivered, the unit is delivered. While one does not respond
// or is still processing the order, the unit does not fail, so nothing is refunded.
func (d *Dispatcher) confirmFailure(ctx context.Context, unitID int64) (step UnitProgress, err error) {
	v, err := d.queryAttempts(ctx, unitID)
	if err != nil {
		return UnitProgress{}, err
	}
	now := d.clock()
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		u, err := q.LockUnit(ctx, unitID)
		if err != nil {
			return fmt.Errorf("unit %d: %w", unitID, err)
		}
		step = UnitProgress{State: UnitState(u.State)}
		if step.State != UnitWaiting || u.EndsAs == nil {
			return nil // another worker has changed it
		}
		switch {
		case v.delivered != nil:
			step.State = UnitDelivered
			return d.recordLateDelivery(ctx, q, v.delivered, now)
		case v.pending != nil:
			step.State, step.RetryAfter = UnitPlaced, pollDelay(now.Sub(v.pending.attempt.created))
			if err := reopenAttempt(ctx, q, v.pending.attempt.id); err != nil {
				return err
			}
			return setUnitState(ctx, q, unitID, UnitPlaced, "")
		case v.unknown:
			step.RetryAfter = pollDelay(now.Sub(*u.EndsAt))
			if now.Sub(*u.EndsAt) > deliveryTimeout {
				step.StatusChanged, err = openTask(ctx, q, unitID, u.OrderID, "unknown", now)
			}
			return err
		}
		step.State = UnitFailed
		return failUnit(ctx, q, unitID, *u.EndsAs, now)
	})
	return step, err
}

func reopenAttempt(ctx context.Context, q *deliverydb.Queries, attemptID int64) error {
	if _, err := q.ReopenAttempt(ctx, attemptID); err != nil {
		return fmt.Errorf("reopen attempt %d: %w", attemptID, err)
	}
	return nil
}

// recordLateDelivery records the delivery of an attempt that had been recorded as
// failed.
func (d *Dispatcher) recordLateDelivery(ctx context.Context, q *deliverydb.Queries, a *attemptAnswer, now time.Time) error {
	if err := reopenAttempt(ctx, q, a.attempt.id); err != nil {
		return err
	}
	return d.markDelivered(ctx, q, &a.attempt, a.out, now)
}

func failUnit(ctx context.Context, q *deliverydb.Queries, unitID int64, reason string, now time.Time) error {
	if err := closeUnitTask(ctx, q, unitID, "failed", "rule", now); err != nil {
		return err
	}
	return setUnitState(ctx, q, unitID, UnitFailed, reason)
}

func closeUnitTask(ctx context.Context, q *deliverydb.Queries, unitID int64, state, by string, now time.Time) error {
	return endUnitTask(ctx, q, deliverydb.CloseUnitTaskParams{UnitID: unitID, State: state, ClosedBy: by, Now: now})
}

func endUnitTask(ctx context.Context, q *deliverydb.Queries, p deliverydb.CloseUnitTaskParams) error {
	if err := q.CloseUnitTask(ctx, p); err != nil {
		return fmt.Errorf("close the task of unit %d: %w", p.UnitID, err)
	}
	return nil
}

// forcedPollWindow is how long suppliers are queried about attempts closed by force.
const forcedPollWindow = 30 * 24 * time.Hour

// checkForced queries a supplier about attempts that were closed by force. If one was
// delivered nevertheless, its cost is our loss and is posted.
func (src *Sourcing) checkForced(ctx context.Context, s Supplier) error {
	q := deliverydb.New(src.pool)
	now := src.clock()
	rows, err := q.ForcedAttempts(ctx, deliverydb.ForcedAttemptsParams{Supplier: s.Name(), Since: now.Add(-forcedPollWindow)})
	if err != nil {
		return fmt.Errorf("attempts closed by force at %s: %w", s.Name(), err)
	}
	for _, r := range rows {
		queryCtx, cancel := context.WithTimeout(ctx, supplierTimeout)
		out, err := Outcome{}, ErrOutcomeUnknown
		if began := src.suppliers.of(r.Supplier, r.Account); began != nil {
			out, err = began.QueryOrder(queryCtx, OrderRef{Key: r.Key, Ref: deref(r.Ref)})
		}
		cancel()
		switch {
		case err != nil || out.State == OutcomePending:
			continue
		case out.State == OutcomeDelivered:
			order, err := q.RecordLateDelivery(ctx, deliverydb.RecordLateDeliveryParams{ID: r.ID, Now: &now, Cost: costOf(out)})
			if err != nil && !errors.Is(err, pgx.ErrNoRows) {
				return fmt.Errorf("record late delivery of attempt %d: %w", r.ID, err)
			}
			src.log.ErrorContext(ctx, "supplier delivered an attempt closed by force", "supplier", s.Name(), "attempt", r.ID, "order", order)
		default:
			if err := q.CloseForcedAttempt(ctx, r.ID); err != nil {
				return fmt.Errorf("close forced attempt %d: %w", r.ID, err)
			}
		}
	}
	return nil
}

// CountForced returns the number of attempts that were closed by force and whose
// outcome is not known yet: each may become a loss.
func (src *Sourcing) CountForced(ctx context.Context) (int64, error) {
	n, err := deliverydb.New(src.pool).CountForced(ctx)
	if err != nil {
		return 0, fmt.Errorf("count attempts closed by force: %w", err)
	}
	return n, nil
}
