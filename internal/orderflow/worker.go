package orderflow

import (
	"context"
	"fmt"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"golang.org/x/sync/errgroup"
)

const (
	stopTimeout = 15 * time.Second
	// workflowCacheSize bounds memory. A workflow runs as long as its order, up
	// to a day if it is not paid; the least recently used ones are evicted and
	// replayed from their histories when needed.
	workflowCacheSize = 1000
	// Pollers of a queue: each takes one task at a time from Temporal.
	orderPollers, otherPollers = 8, 2
)

// Limits bound the activities of one queue.
type Limits struct {
	Slots int     // at once in this worker
	Rate  float64 // started each second by all workers together; zero for any
}

// WorkerOptions are the queues that a worker serves, and its build.
type WorkerOptions struct {
	Orders    bool              // workflows, with the steps that call no supplier
	Refunds   *Limits           // nil: another worker sends them
	Suppliers map[string]Limits // by name
	Build     *Build            // nil: every worker runs every order

	workflow any // instead of OrderWorkflow, in tests
}

// RunWorker runs workflows and activities until ctx ends, then waits for
// running activities. It returns an error if Temporal refuses the worker; the
// caller may try again.
func (e *Engine) RunWorker(ctx context.Context, activities *Activities, options WorkerOptions) error {
	worker.SetStickyWorkflowCacheSize(workflowCacheSize)
	if err := activities.features.Read(ctx); err != nil { // a schema before the switches, for example
		activities.log.WarnContext(ctx, "features are off until they can be read", "error", err)
	}
	fatal := make(chan error, 2+len(options.Suppliers))
	base := worker.Options{
		OnFatalError:                     func(err error) { fatal <- err },
		WorkerStopTimeout:                stopTimeout,
		MaxConcurrentActivityTaskPollers: otherPollers,
		Interceptors:                     []interceptor.WorkerInterceptor{newFailureRecorder(activities)},
	}
	workers := e.newWorkers(base, activities, options)
	for i, w := range workers {
		if err := w.Start(); err != nil {
			stop(workers[:i])
			return fmt.Errorf("run worker: %w", err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if options.Orders && options.Build != nil && options.Build.PromotesItself {
		go e.promoteAtStart(ctx, *options.Build, activities.log)
	}
	select {
	case err := <-fatal:
		stop(workers)
		return fmt.Errorf("run worker: %w", err)
	case <-ctx.Done():
		stop(workers)
		return nil
	}
}

// newWorkers returns a worker of the SDK for each queue.
func (e *Engine) newWorkers(base worker.Options, activities *Activities, options WorkerOptions) []worker.Worker {
	var workers []worker.Worker
	if options.Orders {
		workers = append(workers, e.newOrderWorker(base, activities, options))
	}
	if options.Refunds != nil {
		workers = append(workers, e.newQueueWorker(base, refundQueue(e.queue), *options.Refunds, activitySendRefund, activities.SendRefund))
	}
	for supplier, limits := range options.Suppliers {
		workers = append(workers, e.newQueueWorker(base, supplierQueue(e.queue, supplier), limits, activityDeliverUnit, activities.DeliverUnit))
	}
	return workers
}

// stop stops workers at the same time, because each waits for its activities.
func stop(workers []worker.Worker) {
	var all errgroup.Group
	for _, w := range workers {
		all.Go(func() error { w.Stop(); return nil })
	}
	_ = all.Wait()
}

// newOrderWorker returns the worker of the workflows. It also runs the activities that
// call no supplier or several, and those of workflows from before there were other
// queues.
func (e *Engine) newOrderWorker(o worker.Options, activities *Activities, options WorkerOptions) worker.Worker {
	o.MaxConcurrentWorkflowTaskPollers = orderPollers
	o.MaxConcurrentActivityTaskPollers = orderPollers
	o.MaxConcurrentLocalActivityExecutionSize = 32
	o.StickyScheduleToStartTimeout = 2 * time.Second
	if options.Build != nil {
		o.DeploymentOptions = options.Build.deployment()
	}
	w := worker.New(e.client, e.queue, o)
	if options.workflow == nil {
		options.workflow = OrderWorkflow
	}
	register(w, activities, options.workflow)
	return w
}

// newQueueWorker returns the worker of one activity on a queue of its own. It belongs to
// no build: what an activity does may change while orders run.
func (e *Engine) newQueueWorker(o worker.Options, queue string, limits Limits, name string, step any) worker.Worker {
	o.DisableWorkflowWorker = true
	o.MaxConcurrentActivityExecutionSize = limits.Slots
	o.TaskQueueActivitiesPerSecond = limits.Rate
	w := worker.New(e.client, queue, o)
	w.RegisterActivityWithOptions(step, activity.RegisterOptions{Name: name})
	return w
}

// registry is a worker or a test environment.
type registry interface {
	RegisterWorkflowWithOptions(w any, options workflow.RegisterOptions)
	RegisterActivityWithOptions(a any, options activity.RegisterOptions)
}

// Register registers the workflow and its activities under their persisted
// names.
func Register(r registry, activities *Activities) { register(r, activities, OrderWorkflow) }

func register(r registry, activities *Activities, flow any) {
	r.RegisterWorkflowWithOptions(flow, workflow.RegisterOptions{Name: workflowName})
	for name, step := range map[string]any{
		activityProcessNotices:  activities.ProcessNotices,
		activityAdvanceDelivery: activities.AdvanceDelivery,
		activityDeliverUnit:     activities.DeliverUnit,
		activitySendRefund:      activities.SendRefund,
	} {
		r.RegisterActivityWithOptions(step, activity.RegisterOptions{Name: name})
	}
}
