package orderflow

import (
	"context"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
)

// A worker asks each of its queues for work at least once a minute.
const unservedAfter = 2 * time.Minute

// ServesOrders reports whether a worker serves the queue of workflows.
func (e *Engine) ServesOrders(ctx context.Context, now time.Time) (bool, error) {
	return e.served(ctx, e.queue, enumspb.TASK_QUEUE_TYPE_WORKFLOW, now)
}

// ServesRefunds reports whether a worker sends refunds.
func (e *Engine) ServesRefunds(ctx context.Context, now time.Time) (bool, error) {
	return e.served(ctx, refundQueue(e.queue), enumspb.TASK_QUEUE_TYPE_ACTIVITY, now)
}

// ServesPeriodic reports whether a worker runs periodic jobs.
func (e *Engine) ServesPeriodic(ctx context.Context, now time.Time) (bool, error) {
	return e.served(ctx, periodicQueue(e.queue), enumspb.TASK_QUEUE_TYPE_ACTIVITY, now)
}

// ServesSupplier reports whether a worker calls a supplier.
func (e *Engine) ServesSupplier(ctx context.Context, supplier string, now time.Time) (bool, error) {
	return e.served(ctx, supplierQueue(e.queue, supplier), enumspb.TASK_QUEUE_TYPE_ACTIVITY, now)
}

// served reports whether a worker has asked for work lately: Temporal remembers for
// minutes one that is gone.
func (e *Engine) served(ctx context.Context, queue string, kind enumspb.TaskQueueType, now time.Time) (bool, error) {
	q, err := e.client.DescribeTaskQueue(ctx, queue, kind)
	if err != nil {
		return false, fmt.Errorf("who serves the queue %s: %w", queue, err)
	}
	for _, p := range q.GetPollers() {
		if now.Sub(p.GetLastAccessTime().AsTime()) < unservedAfter {
			return true, nil
		}
	}
	return false, nil
}
