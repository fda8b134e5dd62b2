package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
)

// lease is how long a task belongs to the operator who took it.
const lease = 20 * time.Minute

// Why a task cannot be taken or closed.
var (
	ErrTaskTaken = errors.New("delivery: somebody else is at this task")
	ErrNoTask    = errors.New("delivery: no such open task")
)

// Task is something a person has to do.
type Task struct {
	ID, OrderID, UnitID int64
	Kind                string // standoff, by_hand, unknown
	Title               string
	DueAt               time.Time
	TakenBy             string
	TakenUntil          *time.Time
	// Detail is where it goes and, for Standoff, the lot; people's data.
	Detail map[string]any
}

// Tasks lists what is open, the most urgent first.
func (d *Dispatch) Tasks(ctx context.Context) ([]Task, error) {
	rows, err := deliverydb.New(d.pool).ListTasks(ctx)
	if err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	tasks := make([]Task, len(rows))
	for i, r := range rows {
		tasks[i] = Task{
			ID: r.ID, OrderID: r.OrderID, UnitID: r.UnitID, Kind: r.Kind, Title: r.Title, DueAt: r.DueAt,
			TakenBy: deref(r.TakenBy), TakenUntil: r.TakenUntil,
		}
		if err := json.Unmarshal(r.Detail, &tasks[i].Detail); err != nil {
			return nil, fmt.Errorf("detail of order %d: %w", r.OrderID, err)
		}
	}
	return tasks, nil
}

// Take leases a task to an operator, so that two never buy one lot.
func (d *Dispatch) Take(ctx context.Context, id int64, who string) error {
	now := d.clock()
	until := now.Add(lease)
	n, err := deliverydb.New(d.pool).TakeTask(ctx, deliverydb.TakeTaskParams{ID: id, Who: &who, Until: &until, Now: &now})
	if err != nil {
		return fmt.Errorf("take task %d: %w", id, err)
	}
	if n == 0 {
		return ErrTaskTaken
	}
	return nil
}

// Finish closes a task with its proof: delivered, or not to be delivered.
// It returns the order to tell.
func (d *Dispatch) Finish(ctx context.Context, id int64, who string, done bool, proof string) (orderID int64, err error) {
	now := d.clock()
	err = pg.InTx(ctx, d.pool, func(tx pgx.Tx) error {
		q := deliverydb.New(tx)
		units, err := q.LockUnitsOfTask(ctx, id)
		if err != nil {
			return fmt.Errorf("units of task %d: %w", id, err)
		}
		t, err := q.LockTask(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && t.State != "open" {
			return ErrNoTask
		}
		if err != nil {
			return fmt.Errorf("task %d: %w", id, err)
		}
		if t.TakenBy != nil && *t.TakenBy != who && t.TakenUntil.After(now) {
			return ErrTaskTaken
		}
		orderID = t.OrderID
		return d.finish(ctx, q, t, units, done, proof, now)
	})
	return orderID, err
}

func (d *Dispatch) finish(ctx context.Context, q *deliverydb.Queries, t deliverydb.LockTaskRow, units []int64, done bool, proof string, now time.Time) error {
	state, end := "failed", deliverydb.SetUnitParams{State: string(UnitFailed), Reason: "operator"}
	if done {
		state = "done"
		end = deliverydb.SetUnitParams{State: string(UnitDelivered), Supplier: Operator, SupplierRef: proof, DeliveredAt: &now}
	}
	if err := q.CloseTask(ctx, deliverydb.CloseTaskParams{ID: t.ID, State: state, Proof: &proof, ClosedAt: &now}); err != nil {
		return fmt.Errorf("close task %d: %w", t.ID, err)
	}
	open, err := q.OpenAttempt(ctx, t.UnitID)
	switch {
	case err == nil: // a person found out what the supplier would not tell
		as := string(Rejected)
		if done {
			as = string(Delivered)
		}
		if _, err := q.EndAttempt(ctx, deliverydb.EndAttemptParams{ID: open.ID, State: as, Reason: "operator", EndedAt: &now}); err != nil {
			return fmt.Errorf("try %d: %w", open.ID, err)
		}
	case !errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("open try of unit %d: %w", t.UnitID, err)
	}
	for _, end.ID = range units {
		if err := q.SetUnit(ctx, end); err != nil {
			return fmt.Errorf("unit %d: %w", end.ID, err)
		}
		if err := q.NoteNews(ctx, deliverydb.NoteNewsParams{ID: end.ID, Now: &now}); err != nil {
			return fmt.Errorf("news of unit %d: %w", end.ID, err)
		}
	}
	return nil
}

// Hear is called before an order's units are looked at: what people changed
// until now is seen by that look.
func (d *Dispatch) Hear(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := deliverydb.New(tx).HearNews(ctx, orderID); err != nil {
		return fmt.Errorf("news of order %d: %w", orderID, err)
	}
	return nil
}

// Unheard lists orders of which people changed something before, and whose
// flows have not looked since.
func (d *Dispatch) Unheard(ctx context.Context, before time.Time, limit int32) ([]int64, error) {
	ids, err := deliverydb.New(d.pool).UnheardNews(ctx, deliverydb.UnheardNewsParams{Before: before, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("unheard news: %w", err)
	}
	return ids, nil
}
