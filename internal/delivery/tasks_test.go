package delivery_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/sandbox"
)

// byHand makes product 1 something only a person can deliver.
func (c *counter) byHand(sku string) {
	c.t.Helper()
	c.exec(`delete from offers`)
	c.exec(`insert into offers (product_id, supplier, sku, cost, cost_currency, priority) values (1, 'operator', $1, 0, 'RUB', 1)`, sku)
}

// finish closes a task as operators do.
func (c *counter) finish(task int64, who string, done bool, words string) (int64, error) {
	closed, err := c.Finish(c.t.Context(), delivery.Closing{Task: task, Who: who, Done: done, Words: words})
	return closed.OrderID, err
}

func (c *counter) onlyTask() delivery.Task {
	c.t.Helper()
	tasks, err := c.Tasks(c.t.Context())
	if err != nil || len(tasks) != 1 {
		c.t.Fatalf("%d tasks: %v", len(tasks), err)
	}
	return tasks[0]
}

func TestTaskBelongsToWhoTookIt(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.byHand("by hand")
	u := c.units(1)[0]
	c.step(u, delivery.UnitQueued)
	c.step(u, delivery.UnitQueued)
	task := c.onlyTask()
	if task.Kind != "by_hand" || task.OrderID != c.orderOf(u) {
		t.Errorf("task %+v", task)
	}
	take := func(who string) error { return c.Take(t.Context(), task.ID, who) }
	if err := errors.Join(take("anna"), take("anna")); err != nil {
		t.Fatal(err)
	}
	if err := take("boris"); !errors.Is(err, delivery.ErrTaskTaken) {
		t.Errorf("a taken task was taken: %v", err)
	}
	if _, err := c.finish(task.ID, "boris", true, "?"); !errors.Is(err, delivery.ErrTaskTaken) {
		t.Errorf("a taken task was closed: %v", err)
	}
	c.ahead.Add(int64(21 * time.Minute)) // Anna went home
	if err := take("boris"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.finish(task.ID, "anna", true, "?"); !errors.Is(err, delivery.ErrTaskTaken) {
		t.Errorf("a task taken over was closed: %v", err)
	}
	if order, err := c.finish(task.ID, "boris", true, "screenshot 7"); err != nil || order != c.orderOf(u) {
		t.Fatalf("order %d, %v", order, err)
	}
	c.step(u, delivery.UnitDelivered)
	c.unheard(c.orderOf(u))
	c.in(func(ctx context.Context, tx pgx.Tx) error { return c.Hear(ctx, tx, c.orderOf(u)) })
	c.unheard()
	if _, err := c.finish(task.ID, "boris", false, "again"); !errors.Is(err, delivery.ErrNoTask) {
		t.Errorf("a closed task was closed again: %v", err)
	}
	c.step(u, delivery.UnitDelivered)
}

// unheard compares the orders whose flows have something to look at.
func (c *counter) unheard(want ...int64) {
	c.t.Helper()
	got, err := c.Unheard(c.t.Context(), c.now(), 10)
	if err != nil || !slices.Equal(got, want) {
		c.t.Errorf("unheard of %v (%v), want %v", got, err, want)
	}
}

func TestTaskThatCannotBeDone(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.byHand("by hand")
	u := c.units(1)[0]
	c.step(u, delivery.UnitQueued)
	if _, err := c.finish(c.onlyTask().ID, "anna", false, "no such account"); err != nil {
		t.Fatal(err)
	}
	c.step(u, delivery.UnitFailed)
}

func TestStandoffOrderIsOneLot(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.byHand("standoff")
	units := c.units(2)
	for _, u := range units {
		c.step(u, delivery.UnitQueued)
	}
	task := c.onlyTask()
	if task.Kind != "standoff" {
		t.Errorf("task %+v", task)
	}
	if _, err := c.finish(task.ID, "anna", true, "lot bought"); err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		c.step(u, delivery.UnitDelivered)
	}
}

func TestCallbackOnlyNamesAnOrder(t *testing.T) {
	t.Parallel()
	c := openCounter(t)
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	var key, ref string
	if err := c.pool.QueryRow(t.Context(), `select key, ref from delivery_attempts`).Scan(&key, &ref); err != nil {
		t.Fatal(err)
	}
	for f, want := range map[delivery.Finding]int64{
		{Key: key}: c.orderOf(u), {Ref: ref}: c.orderOf(u), {Key: key, Ref: ref}: c.orderOf(u), {Key: "other", Ref: "other"}: 0, {}: 0,
	} {
		if got, err := c.Told(t.Context(), first, f); err != nil || got != want {
			t.Errorf("%+v is about order %d (%v), want %d", f, got, err, want)
		}
	}
	if got, err := c.Told(t.Context(), second, delivery.Finding{Key: key}); err != nil || got != 0 {
		t.Errorf("another supplier's word counted: %d, %v", got, err)
	}
	c.step(u, delivery.UnitPlaced) // a callback that says «completed» too early
	c.control("POST", "/supply", `{"supplier":"`+first+`","key":"`+key+`","action":"`+string(sandbox.SupplyDeliver)+`","callback":"lose"}`)
	c.step(u, delivery.UnitDelivered)
	c.handed(1, 0)
}
