package delivery_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/sandbox/core"
)

// offerByOperator makes an operator the only supplier of the product.
func (c *dispatchFixture) offerByOperator(sku string) {
	c.t.Helper()
	pgtest.Exec(c.t, pgtest.Owner(c.t, c.pool), `delete from offers`)
	factory.Offer(c.t, c.pool, c.product, factory.With{"supplier": "operator", "sku": sku, "cost": 0, "cost_currency": "RUB"})
}

// closeTask closes a task for an operator.
func (c *dispatchFixture) closeTask(task int64, who string, done bool, words string) (int64, error) {
	closed, err := c.CloseTask(c.t.Context(), delivery.Closing{Task: task, Who: who, Done: done, Words: words})
	return closed.OrderID, err
}

func (c *dispatchFixture) onlyTask() delivery.Task {
	c.t.Helper()
	tasks, err := delivery.OpenTasks(c.t.Context(), c.pool)
	if err != nil || len(tasks) != 1 {
		c.t.Fatalf("%d tasks: %v", len(tasks), err)
	}
	return tasks[0]
}

func TestTaskBelongsToItsClaimant(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.offerByOperator("by hand")
	u := c.units(1)[0]
	c.step(u, delivery.UnitQueued)
	c.step(u, delivery.UnitQueued)
	task := c.onlyTask()
	if task.Kind != "by_hand" || task.OrderID != c.orderOf(u) {
		t.Errorf("task %+v", task)
	}
	take := func(who string) error {
		_, err := c.ClaimTask(t.Context(), c.pool, task.ID, who)
		return err
	}
	if err := errors.Join(take("anna"), take("anna")); err != nil {
		t.Fatal(err)
	}
	if err := take("boris"); !errors.Is(err, delivery.ErrTaskClaimed) {
		t.Errorf("claim of a claimed task: got %v, want ErrTaskClaimed", err)
	}
	if _, err := c.closeTask(task.ID, "boris", true, "?"); !errors.Is(err, delivery.ErrTaskClaimed) {
		t.Errorf("closing a claimed task: got %v, want ErrTaskClaimed", err)
	}
	c.ahead.Add(int64(21 * time.Minute)) // her lease has ended
	if err := take("boris"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.closeTask(task.ID, "anna", true, "?"); !errors.Is(err, delivery.ErrTaskClaimed) {
		t.Errorf("closing a task claimed by another operator: got %v, want ErrTaskClaimed", err)
	}
	if order, err := c.closeTask(task.ID, "boris", true, "screenshot 7"); err != nil || order != c.orderOf(u) {
		t.Fatalf("order %d, %v", order, err)
	}
	c.step(u, delivery.UnitDelivered)
	c.expectPendingChanges(c.orderOf(u))
	pgtest.InTx(t, c.pool, func(ctx context.Context, tx pgx.Tx) error { return delivery.MarkChangesSeen(ctx, tx, c.orderOf(u)) })
	c.expectPendingChanges()
	if _, err := c.closeTask(task.ID, "boris", false, "again"); !errors.Is(err, delivery.ErrTaskNotFound) {
		t.Errorf("a closed task was closed again: %v", err)
	}
	c.step(u, delivery.UnitDelivered)
}

// expectPendingChanges compares the orders with changes that their workflow has not
// read.
func (c *dispatchFixture) expectPendingChanges(want ...int64) {
	c.t.Helper()
	got, err := c.OrdersWithPendingChanges(c.t.Context(), c.now(), 10)
	if err != nil || !slices.Equal(got, want) {
		c.t.Errorf("orders with pending changes: got %v (%v), want %v", got, err, want)
	}
}

func TestTaskThatCannotBeDone(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.offerByOperator("by hand")
	u := c.units(1)[0]
	c.step(u, delivery.UnitQueued)
	if _, err := c.closeTask(c.onlyTask().ID, "anna", false, "no such account"); err != nil {
		t.Fatal(err)
	}
	c.step(u, delivery.UnitFailed)
}

func TestStandoffOrderIsOneLot(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.offerByOperator("standoff")
	units := c.units(2)
	for _, u := range units {
		c.step(u, delivery.UnitQueued)
	}
	task := c.onlyTask()
	if task.Kind != "standoff" {
		t.Errorf("task %+v", task)
	}
	if _, err := c.closeTask(task.ID, "anna", true, "lot bought"); err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		c.step(u, delivery.UnitDelivered)
	}
}

func TestCallbackOnlyNamesAnOrder(t *testing.T) {
	t.Parallel()
	c := newDispatchFixture(t)
	c.rule(first, `"processing_ms":-1`)
	u := c.units(1)[0]
	c.step(u, delivery.UnitPlaced)
	saved := pgtest.One[delivery.OrderRef](t, c.pool, `select key, ref from delivery_attempts`)
	for f, want := range map[delivery.OrderRef]int64{
		{Key: saved.Key}: c.orderOf(u), {Ref: saved.Ref}: c.orderOf(u), saved: c.orderOf(u), {Key: "other", Ref: "other"}: 0, {}: 0,
	} {
		if got, err := c.OrderForCallback(t.Context(), first, f); err != nil || got != want {
			t.Errorf("%+v is about order %d (%v), want %d", f, got, err, want)
		}
	}
	if got, err := c.OrderForCallback(t.Context(), second, delivery.OrderRef{Key: saved.Key}); err != nil || got != 0 {
		t.Errorf("callback of another supplier: got order %d, %v; want none", got, err)
	}
	c.step(u, delivery.UnitPlaced) // the callback reports "completed" too early
	c.endOrder(u, core.DeliverOrder)
	c.step(u, delivery.UnitDelivered)
	c.expectDelivered(1, 0)
}
