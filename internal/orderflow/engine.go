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
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	tlog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"larek/internal/seal"
)

const (
	// Queue is the task queue of the shop, and the beginning of the names of
	// its flows. Tests have their own, beside each other on one engine.
	Queue = "order"
	// tellLimit bounds how long a buyer or a provider waits for the engine;
	// what it misses is swept up.
	tellLimit = 2 * time.Second
	stopLimit = 15 * time.Second
	// keptFlows bounds memory. A flow is open as long as its order, a day if
	// nobody pays; beyond so many, those not heard of for longest are read from
	// their histories when something happens.
	keptFlows = 1000
)

// Engine is the connection to the workflow engine.
type Engine struct {
	client client.Client
	queue  string
}

// Connect does not wait for the engine: selling goes on while it is away.
func Connect(addr, namespace, queue string, key seal.Key, log *slog.Logger) (*Engine, error) {
	c, err := client.NewLazyClient(client.Options{
		HostPort: addr, Namespace: namespace, Logger: tlog.NewStructuredLogger(log),
		DataConverter: dataConverter(key),
	})
	if err != nil {
		return nil, fmt.Errorf("workflow engine: %w", err)
	}
	return &Engine{client: c, queue: queue}, nil
}

// Close ends the connection.
func (e *Engine) Close() { e.client.Close() }

// Ping tells whether the engine answers.
func (e *Engine) Ping(ctx context.Context) error {
	_, err := e.client.CheckHealth(ctx, &client.CheckHealthRequest{})
	return err
}

// Tell makes the order's flow look at the order, starting it if there is none.
// A flow that has ended stays ended; money that comes after gets a flow of its
// own, which runs the same steps.
func (e *Engine) Tell(ctx context.Context, orderID int64) error {
	ctx, cancel := context.WithTimeout(ctx, tellLimit)
	defer cancel()
	// The order's number, and nothing about people: names are not sealed.
	id := e.queue + "-" + strconv.FormatInt(orderID, 10)
	err := e.signal(ctx, id, orderID, enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
	if _, ended := errors.AsType[*serviceerror.WorkflowExecutionAlreadyStarted](err); ended {
		err = e.signal(ctx, id+"-after", orderID, enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
	}
	if err != nil {
		return fmt.Errorf("tell the flow of order %d: %w", orderID, err)
	}
	return nil
}

func (e *Engine) signal(ctx context.Context, id string, orderID int64, reuse enumspb.WorkflowIdReusePolicy) error {
	_, err := e.client.SignalWithStartWorkflow(ctx, id, newsSignal, nil, client.StartWorkflowOptions{
		ID: id, TaskQueue: e.queue, WorkflowIDReusePolicy: reuse,
	}, Order, orderID)
	return err
}

// Work runs flows until ctx ends, then finishes the steps under way. An error
// says that the engine has turned the worker away; it may be tried again.
func (e *Engine) Work(ctx context.Context, steps *Steps) error {
	worker.SetStickyWorkflowCacheSize(keptFlows)
	turnedAway := make(chan error, 1)
	w := worker.New(e.client, e.queue, worker.Options{
		OnFatalError:                            func(err error) { turnedAway <- err },
		WorkerStopTimeout:                       stopLimit,
		MaxConcurrentWorkflowTaskPollers:        4,
		MaxConcurrentActivityTaskPollers:        2,
		MaxConcurrentLocalActivityExecutionSize: 32,
		StickyScheduleToStartTimeout:            2 * time.Second,
		Interceptors:                            []interceptor.WorkerInterceptor{newFailureRecorder(steps)},
	})
	Register(w, steps)
	if err := w.Start(); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	select {
	case err := <-turnedAway: // it has stopped by itself
		return fmt.Errorf("worker: %w", err)
	case <-ctx.Done():
		w.Stop()
		return nil
	}
}

// registry is a worker, or the engine's stand-in for one.
type registry interface {
	RegisterWorkflow(w any)
	RegisterActivity(a any)
}

// Register makes the flow and its steps known to a worker. One by one: the
// steps have methods that are not the engine's business.
func Register(r registry, steps *Steps) {
	r.RegisterWorkflow(Order)
	for _, step := range []any{steps.Settle, steps.Deliver, steps.HandOver, steps.Refund} {
		r.RegisterActivity(step)
	}
}
