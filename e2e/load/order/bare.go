package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

const (
	bareQueue  = "bare"
	bareSignal = "news"
	// bareSteps is how many short writes an order of codes takes: a look when
	// its payment starts; when it was paid, the payment and the codes.
	bareSteps = 3
)

const bareTable = `create table if not exists bench_steps (flow bigint not null, step int not null, primary key (flow, step))`

// bareFlow is the order's workflow without its steps: it is started, signalled once
// that money came, and writes a row for each step.
func bareFlow(ctx workflow.Context, id int64) error {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{StartToCloseTimeout: 5 * time.Second})
	news := workflow.GetSignalChannel(ctx, bareSignal)
	for step := range bareSteps {
		if step < 2 { // once for the start, once for the money
			news.Receive(ctx, nil)
		}
		if err := workflow.ExecuteLocalActivity(ctx, "bareStep", id, step).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// bareWorker runs bare flows in a process of their own, as the shop's worker is.
func bareWorker(ctx context.Context, b *harness) error {
	cfg, err := pgxpool.ParseConfig(b.database)
	if err != nil {
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, bareTable); err != nil {
		return err
	}
	c, err := b.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	// The shop's own settings, so that only the work differs.
	w := worker.New(c, bareQueue, worker.Options{
		MaxConcurrentWorkflowTaskPollers: 4, MaxConcurrentActivityTaskPollers: 2,
		MaxConcurrentLocalActivityExecutionSize: 32, StickyScheduleToStartTimeout: 2 * time.Second,
	})
	w.RegisterWorkflow(bareFlow)
	w.RegisterActivityWithOptions(func(ctx context.Context, id int64, step int) error {
		_, err := pool.Exec(ctx, `insert into bench_steps (flow, step) values ($1, $2) on conflict do nothing`, id, step)
		return err
	}, activity.RegisterOptions{Name: "bareStep"})
	if err := w.Start(); err != nil {
		return err
	}
	fmt.Fprintln(b.out, "ready")
	<-ctx.Done()
	w.Stop()
	return nil
}

func (b *harness) dial() (client.Client, error) {
	return client.Dial(client.Options{
		HostPort: b.temporal, Namespace: b.namespace, Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
}

// signalBare does what the shop does to notify a workflow, without the shop.
func signalBare(ctx context.Context, c client.Client, id int64) error {
	name := fmt.Sprintf("%s-%d", bareQueue, id)
	_, err := c.SignalWithStartWorkflow(ctx, name, bareSignal, nil, client.StartWorkflowOptions{
		ID: name, TaskQueue: bareQueue, WorkflowIDReusePolicy: enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
	}, bareFlow, id)
	return err
}
