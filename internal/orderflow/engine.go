package orderflow

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	tlog "go.temporal.io/sdk/log"

	"larek/internal/seal"
)

// notifyTimeout bounds how long a buyer or a provider waits for Temporal. The sweeper
// repeats what was missed.
const notifyTimeout = 2 * time.Second

// Engine is a client of Temporal.
type Engine struct {
	client client.Client
	queue  string
}

// Connect returns an Engine without waiting for Temporal, so the shop works
// while Temporal is unavailable.
func Connect(addr, namespace, queue string, ring *seal.Keyring, log *slog.Logger) (*Engine, error) {
	c, err := client.NewLazyClient(client.Options{
		HostPort: addr, Namespace: namespace, Logger: tlog.NewStructuredLogger(log),
		DataConverter: dataConverter(ring),
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

// Notify makes the order's workflow read the order: it starts the workflow, or signals the
// one that runs. A new workflow reads the order anyway; a signal would make it read twice.
// A workflow that has ended is not restarted; later payments are processed by a second
// workflow "…-after" with the same activities. Notify is idempotent.
func (e *Engine) Notify(ctx context.Context, orderID int64) error {
	ctx, cancel := context.WithTimeout(ctx, notifyTimeout)
	defer cancel()
	// Workflow IDs are not encrypted: they hold only the order's ID.
	id := e.queue + "-" + strconv.FormatInt(orderID, 10)
	_, err := e.client.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: id, TaskQueue: e.queue, WorkflowIDReusePolicy: enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		WorkflowIDConflictPolicy:                 enumspb.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
		WorkflowExecutionErrorWhenAlreadyStarted: true,
	}, workflowName, orderID)
	if isA[*serviceerror.WorkflowExecutionAlreadyStarted](err) { // it runs or has ended
		err = e.signal(ctx, id, orderID, enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
	}
	if isA[*serviceerror.WorkflowExecutionAlreadyStarted](err) { // it has ended
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
