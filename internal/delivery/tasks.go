package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
)

// taskLease is how long a task belongs to the operator who claimed it.
const taskLease = 20 * time.Minute

// Errors of claiming and closing tasks.
var (
	ErrTaskClaimed  = errors.New("delivery: the task is claimed by another operator")
	ErrTaskNotFound = errors.New("delivery: no such open task")
)

// Task is delivery work for an operator.
type Task struct {
	ID, OrderID, UnitID int64
	Kind                string // standoff, by_hand, unknown
	Title               string
	IsCode              bool // the goods are a code
	DueAt               time.Time
	TakenBy             string
	TakenUntil          *time.Time
	// Detail holds the delivery details and, for Standoff, the lot: personal data.
	Detail map[string]any
}

// OpenTasks returns the open tasks, most urgent first.
func OpenTasks(ctx context.Context, db Querier) ([]Task, error) {
	rows, err := deliverydb.New(db).ListTasks(ctx)
	if err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	tasks := make([]Task, len(rows))
	for i, r := range rows {
		tasks[i] = Task{
			ID: r.ID, OrderID: r.OrderID, UnitID: r.UnitID, Kind: r.Kind, Title: r.Title, IsCode: r.IsCode, DueAt: r.DueAt,
			TakenBy: deref(r.TakenBy), TakenUntil: r.TakenUntil,
		}
		if err := json.Unmarshal(r.Detail, &tasks[i].Detail); err != nil {
			return nil, fmt.Errorf("detail of order %d: %w", r.OrderID, err)
		}
	}
	return tasks, nil
}

// NeedsCodes returns how many codes are needed to complete a task; 0 if its goods are
// not codes.
func NeedsCodes(ctx context.Context, db Querier, task int64) (int, error) {
	q := deliverydb.New(db)
	t, err := q.TaskByID(ctx, task)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && t.State != "open" {
		return 0, ErrTaskNotFound
	}
	if err != nil {
		return 0, fmt.Errorf("task %d: %w", task, err)
	}
	goods, err := q.GoodsOfUnit(ctx, t.UnitID)
	if err != nil {
		return 0, fmt.Errorf("goods of task %d: %w", task, err)
	}
	if !goods.IsCode {
		return 0, nil
	}
	return 1, nil // a task is about one unit of codes
}

// ClaimTask leases a task to an operator, so that two operators never buy one lot, and
// returns until when. It returns ErrTaskClaimed if another operator holds the lease.
func (d *Dispatcher) ClaimTask(ctx context.Context, db Querier, id int64, who string) (time.Time, error) {
	now := d.clock()
	until := now.Add(taskLease)
	n, err := deliverydb.New(db).ClaimTask(ctx, deliverydb.ClaimTaskParams{ID: id, Who: &who, Until: &until, Now: &now})
	if err != nil {
		return until, fmt.Errorf("claim task %d: %w", id, err)
	}
	if n == 0 {
		return until, ErrTaskClaimed
	}
	return until, nil
}

// ReleaseTask ends an operator's lease of a task. It returns ErrTaskClaimed if the
// operator does not hold it.
func ReleaseTask(ctx context.Context, tx pgx.Tx, id int64, who string) error {
	n, err := deliverydb.New(tx).ReleaseTask(ctx, deliverydb.ReleaseTaskParams{ID: id, Who: &who})
	if err != nil {
		return fmt.Errorf("release task %d: %w", id, err)
	}
	if n == 0 {
		return ErrTaskClaimed
	}
	return nil
}

// HandOverTasks gives the tasks that an operator holds to another for a new lease, or
// releases them if to is empty.
func HandOverTasks(ctx context.Context, tx pgx.Tx, who, to string, now time.Time) error {
	p := deliverydb.HandOverTasksParams{Who: &who, Now: now}
	if to != "" {
		p.GivenTo, p.Until = &to, new(now.Add(taskLease))
	}
	if err := deliverydb.New(tx).HandOverTasks(ctx, p); err != nil {
		return fmt.Errorf("hand over the tasks of %s: %w", who, err)
	}
	return nil
}

// MarkChangesSeen clears the change marks of an order's units. Call it before reading
// the units, in the same transaction.
func MarkChangesSeen(ctx context.Context, tx pgx.Tx, orderID int64) error {
	if err := deliverydb.New(tx).MarkChangesSeen(ctx, orderID); err != nil {
		return fmt.Errorf("mark changes of order %d seen: %w", orderID, err)
	}
	return nil
}

// OrdersWithPendingChanges returns orders with units that were changed before the
// given time and that their workflow has not read since.
func (d *Dispatcher) OrdersWithPendingChanges(ctx context.Context, before time.Time, limit int32) ([]int64, error) {
	ids, err := deliverydb.New(d.pool).OrdersWithPendingChanges(ctx, deliverydb.OrdersWithPendingChangesParams{Before: before, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("orders with pending changes: %w", err)
	}
	return ids, nil
}
