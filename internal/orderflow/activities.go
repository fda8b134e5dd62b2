// Package orderflow runs the workflow of every order from the first notice of a payment
// to its end. It is the only package that uses Temporal.
//
// The workflow decides what comes next; an activity does it by a step of fulfilment.
// Histories contain only IDs of orders, units and refunds.
package orderflow

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"go.temporal.io/sdk/temporal"

	"larek/internal/delivery"
	"larek/internal/feature"
	"larek/internal/fulfilment"
	"larek/internal/order"
)

// State is the result of an activity. Persisted.
type State = fulfilment.State

// Activities are the activities of the order workflow.
type Activities struct {
	steps    *fulfilment.Steps
	watch    *order.Watch
	features *feature.Switches
	metrics  *Metrics
	log      *slog.Logger
}

// NewActivities returns the activities that run steps. Failures are recorded with watch and
// counted by metrics, which may be nil. Features are read when a worker starts.
func NewActivities(steps *fulfilment.Steps, watch *order.Watch, features *feature.Switches, metrics *Metrics, log *slog.Logger) *Activities {
	return &Activities{steps: steps, watch: watch, features: features, metrics: metrics, log: log}
}

// ProcessNotices processes the pending notices of an order.
func (a *Activities) ProcessNotices(ctx context.Context, orderID int64) (State, error) {
	return a.steps.Intake.ProcessNotices(ctx, orderID)
}

// AdvanceDelivery starts or advances the delivery of a paid order.
func (a *Activities) AdvanceDelivery(ctx context.Context, orderID int64) (State, error) {
	return a.steps.Delivery.AdvanceDelivery(ctx, orderID)
}

// SendRefund sends a refund. It fails while the outcome is unknown, so that Temporal retries it.
func (a *Activities) SendRefund(ctx context.Context, refundID int64) error {
	return a.steps.Refunds.SendRefund(ctx, refundID)
}

// DeliverUnit delivers one unit, or queries the outcome of an earlier attempt. It runs
// on the queue of a supplier and calls no other; workflows from before there were such
// queues name none.
func (a *Activities) DeliverUnit(ctx context.Context, orderID, unitID int64, supplier string) (delivery.UnitProgress, error) {
	progress, err := a.steps.Delivery.DeliverUnit(ctx, orderID, unitID, supplier)
	if err == nil && supplier != "" && progress.RetryAfter > 0 && !progress.StatusChanged {
		err = waitForSupplier(progress.RetryAfter)
	}
	return progress, err
}

// waiting is the type of the error with which DeliverUnit is repeated. Persisted.
const waiting = "waiting"

// waitForSupplier returns an error with which Temporal repeats the activity after a
// delay. Other than a result and a timer of the workflow, it adds no events to the
// history, however long the supplier takes.
func waitForSupplier(delay time.Duration) error {
	return temporal.NewApplicationErrorWithOptions("waits for a supplier", waiting, temporal.ApplicationErrorOptions{
		NextRetryDelay: delay, Category: temporal.ApplicationErrorCategoryBenign,
	})
}

func isWaiting(err error) bool {
	e, ok := errors.AsType[*temporal.ApplicationError](err)
	return ok && e.Type() == waiting
}
