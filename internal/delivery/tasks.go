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
	IsCode              bool // done with a code the buyer gets
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
			ID: r.ID, OrderID: r.OrderID, UnitID: r.UnitID, Kind: r.Kind, Title: r.Title, IsCode: r.IsCode, DueAt: r.DueAt,
			TakenBy: deref(r.TakenBy), TakenUntil: r.TakenUntil,
		}
		if err := json.Unmarshal(r.Detail, &tasks[i].Detail); err != nil {
			return nil, fmt.Errorf("detail of order %d: %w", r.OrderID, err)
		}
	}
	return tasks, nil
}

// NeedsCodes returns how many codes a task is done with; none when its goods
// are no codes.
func (d *Dispatch) NeedsCodes(ctx context.Context, task int64) (int, error) {
	q := deliverydb.New(d.pool)
	t, err := q.TaskByID(ctx, task)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && t.State != "open" {
		return 0, ErrNoTask
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
