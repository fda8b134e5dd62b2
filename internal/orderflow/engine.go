package orderflow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	tlog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"larek/internal/seal"
)

const (
	// notifyTimeout bounds how long a buyer or a provider waits for Temporal.
	// The sweeper repeats what was missed.
	notifyTimeout = 2 * time.Second
	stopTimeout   = 15 * time.Second
	// workflowCacheSize bounds memory. A workflow runs as long as its order, up
	// to a day if it is not paid; the least recently used ones are evicted and
	// replayed from their histories when needed.
	workflowCacheSize = 1000
)

// Engine is a client of Temporal.
type Engine struct {
	client client.Client
	queue  string
}

// Connect returns an Engine without waiting for Temporal, so the shop works
// while Temporal is unavailable.
func Connect(addr, namespace, queue string, key seal.Key, log *slog.Logger) (*Engine, error) {
	c, err := client.NewLazyClient(client.Options{
		HostPort: addr, Namespace: namespace, Logger: tlog.NewStructuredLogger(log),
		DataConverter: dataConverter(key),
	})
	if err != nil {
		return nil, fmt.Errorf("connect to temporal: %w", err)
	}
	return &Engine{client: c, queue: queue}, nil
}

// Close closes the connection.
func (e *Engine) Close() { e.client.Close() }

// Ping reports whether Temporal responds.
func (e *Engine) Ping(ctx context.Context) error {
	_, err := e.client.CheckHealth(ctx, &client.CheckHealthRequest{})
	return err
}

// Notify signals the order's workflow to read the order again, and starts it if
// there is none. A workflow that has ended is not restarted; later payments are
// processed by a second workflow "…-after" with the same activities. Notify is
// idempotent.
func (e *Engine) Notify(ctx context.Context, orderID int64) error {
	ctx, cancel := context.WithTimeout(ctx, notifyTimeout)
	defer cancel()
	// Workflow IDs are not encrypted: they hold only the order's ID.
	id := e.queue + "-" + strconv.FormatInt(orderID, 10)
	err := e.signal(ctx, id, orderID, enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
	if _, ended := errors.AsType[*serviceerror.WorkflowExecutionAlreadyStarted](err); ended {
		err = e.signal(ctx, id+"-after", orderID, enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
	}
	if err != nil {
		return fmt.Errorf("notify workflow of order %d: %w", orderID, err)
	}
	return nil
}

func (e *Engine) signal(ctx context.Context, id string, orderID int64, reuse enumspb.WorkflowIdReusePolicy) error {
	_, err := e.client.SignalWithStartWorkflow(ctx, id, signalOrderChanged, nil, client.StartWorkflowOptions{
		ID: id, TaskQueue: e.queue, WorkflowIDReusePolicy: reuse,
	}, workflowName, orderID)
	return err
}

// RunWorker runs workflows and activities until ctx ends, then waits for
// running activities. It returns an error if Temporal refuses the worker; the
// caller may try again.
func (e *Engine) RunWorker(ctx context.Context, steps *Activities) error {
	worker.SetStickyWorkflowCacheSize(workflowCacheSize)
	fatal := make(chan error, 1)
	w := worker.New(e.client, e.queue, worker.Options{
		OnFatalError:                            func(err error) { fatal <- err },
		WorkerStopTimeout:                       stopTimeout,
		MaxConcurrentWorkflowTaskPollers:        8,
		MaxConcurrentActivityTaskPollers:        8,
		MaxConcurrentLocalActivityExecutionSize: 32,
		StickyScheduleToStartTimeout:            2 * time.Second,
		Interceptors:                            []interceptor.WorkerInterceptor{newFailureRecorder(steps)},
	})
	Register(w, steps)
	if err := w.Start(); err != nil {
		return fmt.Errorf("run worker: %w", err)
	}
	select {
	case err := <-fatal: // the worker has stopped
		return fmt.Errorf("run worker: %w", err)
	case <-ctx.Done():
		w.Stop()
		return nil
	}
}

// registry is a worker or a test environment.
type registry interface {
	RegisterWorkflowWithOptions(w any, options workflow.RegisterOptions)
	RegisterActivityWithOptions(a any, options activity.RegisterOptions)
}

// Register registers the workflow and its activities under their persisted
// names.
func Register(r registry, steps *Activities) {
	r.RegisterWorkflowWithOptions(OrderWorkflow, workflow.RegisterOptions{Name: workflowName})
	for name, step := range map[string]any{
		activityProcessNotices:  steps.ProcessNotices,
		activityAdvanceDelivery: steps.AdvanceDelivery,
		activityDeliverUnit:     steps.DeliverUnit,
		activitySendRefund:      steps.SendRefund,
	} {
		r.RegisterActivityWithOptions(step, activity.RegisterOptions{Name: name})
	}
}
