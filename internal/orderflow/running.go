package orderflow

import (
	"context"
	"fmt"
	"sync"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"golang.org/x/sync/errgroup"
)

// maxConcurrentCalls bounds the calls of Temporal about running workflows.
const maxConcurrentCalls = 8

// running is the condition for workflows of this shop that have not ended.
func (e *Engine) running() string {
	return fmt.Sprintf("WorkflowType = '%s' and TaskQueue = '%s' and ExecutionStatus = 'Running'", workflowName, e.queue)
}

func (e *Engine) countRunning(ctx context.Context, condition string) (int64, error) {
	n, err := e.client.CountWorkflow(ctx, &workflowservice.CountWorkflowExecutionsRequest{Query: e.running() + condition})
	if err != nil {
		return 0, fmt.Errorf("count workflows: %w", err)
	}
	return n.GetCount(), nil
}

// eachRunning calls fn for every running workflow, several at a time, and returns for
// how many. One that ends meanwhile is left out.
func (e *Engine) eachRunning(ctx context.Context, condition string, fn func(ctx context.Context, id, run string) error) (count int, err error) {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(maxConcurrentCalls)
	var mu sync.Mutex
	for request := (&workflowservice.ListWorkflowExecutionsRequest{Query: e.running() + condition}); ; {
		page, err := e.client.ListWorkflow(ctx, request)
		if err != nil {
			_ = all.Wait()
			return count, fmt.Errorf("list workflows: %w", err)
		}
		for _, w := range page.GetExecutions() {
			all.Go(func() error {
				err := fn(ctx, w.GetExecution().GetWorkflowId(), w.GetExecution().GetRunId())
				if isA[*serviceerror.NotFound](err) {
					return nil
				}
				mu.Lock()
				defer mu.Unlock()
				count++
				return err
			})
		}
		if request.NextPageToken = page.GetNextPageToken(); len(request.NextPageToken) == 0 {
			return count, all.Wait()
		}
	}
}

// Renew asks every running order to continue as new, so that its history is encrypted
// with the current key. It returns how many it asked.
func (e *Engine) Renew(ctx context.Context) (orders int, err error) {
	return e.eachRunning(ctx, "", func(ctx context.Context, id, run string) error {
		return e.client.SignalWorkflow(ctx, id, run, signalRenew, nil)
	})
}

// KeysInUse returns how many running orders have a history that begins with each key.
// A history that begins with one may continue with a newer one.
func (e *Engine) KeysInUse(ctx context.Context) (map[string]int64, error) {
	var mu sync.Mutex
	keys := map[string]int64{}
	_, err := e.eachRunning(ctx, "", func(ctx context.Context, id, run string) error {
		first, err := e.client.GetWorkflowHistory(ctx, id, run, false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT).Next()
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		for _, p := range first.GetWorkflowExecutionStartedEventAttributes().GetInput().GetPayloads() {
			keys[string(p.GetMetadata()[keyIDKey])]++
		}
		return nil
	})
	return keys, err
}

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
