package desk

import (
	"context"

	"larek/internal/checkout"
	"larek/internal/pubsub"
)

// Notifier notifies pages and workflows of changes after their commit. Every notification
// may be lost: pages poll, and the sweeper of the worker finds changed orders.
type Notifier struct {
	// PublishChange notifies open pages of a changed order.
	PublishChange func(ctx context.Context, orderID int64)
	Workflows     checkout.WorkflowNotifier
	// Queue notifies other operators of a row of the queue.
	Queue pubsub.QueueAnnouncer
	// PublishData hints that data of the storefront has changed; nil disables the hint.
	PublishData func(context.Context)
}

// Order returns a function that notifies open pages and the workflow of an order, or nil without an order.
func (n Notifier) Order(orderID int64) func(context.Context) {
	if orderID == 0 {
		return nil
	}
	return func(ctx context.Context) {
		n.PublishChange(ctx, orderID)
		_ = n.Workflows.Notify(ctx, orderID)
	}
}

// Row returns a function that notifies other operators that a row of the queue was taken, released or ended.
func (n Notifier) Row(kind Kind, id int64) func(context.Context) {
	return func(ctx context.Context) { n.Queue.Changed(ctx, string(kind), id) }
}

// Data hints that data of the storefront has changed. Without the hint instances see the change within a second.
func (n Notifier) Data(ctx context.Context) {
	if n.PublishData != nil {
		n.PublishData(ctx)
	}
}
