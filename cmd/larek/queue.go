package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// queueCommand is the operators' queue until the console has it.
type queueCommand struct {
	List queueList `cmd:"" default:"1" help:"Show what waits for a person."`
	Take queueTake `cmd:"" help:"Take a task for twenty minutes, so that nobody else does it."`
	Done queueDone `cmd:"" help:"The goods were handed over."`
	Fail queueFail `cmd:"" help:"They cannot be handed over: the money goes back."`
}

type queueList struct{}

// Run shows open tasks with what the operator needs to do them.
func (*queueList) Run(ctx context.Context, sh *shell) error {
	return withShop(ctx, sh, func(s *shop, _ *config) error {
		tasks, err := s.checkout.Dispatch.Tasks(ctx)
		if err != nil {
			return err
		}
		for _, t := range tasks {
			detail, err := json.Marshal(t.Detail)
			if err != nil {
				return err
			}
			left := time.Until(t.DueAt).Round(time.Minute)
			_, _ = fmt.Fprintf(sh.out, "%d\torder %d\t%s\t%s\tdue in %s\t%s\t%s\n", t.ID, t.OrderID, t.Kind, t.Title, left, t.TakenBy, detail)
		}
		return s.showMoney(ctx, sh.out)
	})
}

// showMoney says how much money waits for a person.
func (s *shop) showMoney(ctx context.Context, out io.Writer) error {
	w, err := s.checkout.Payments.Waiting(ctx)
	if err != nil {
		return err
	}
	for _, line := range []struct {
		n    int64
		what string
	}{
		{w.Unmatched, "payments belong to no order"},
		{w.Unconfirmed, "webhooks their provider does not confirm"},
		{w.Manual, "refunds wait for an operator"},
	} {
		if line.n > 0 {
			_, _ = fmt.Fprintf(out, "money\t%d %s\n", line.n, line.what)
		}
	}
	return nil
}

type queueTake struct {
	Task int64  `arg:""`
	As   string `required:"" help:"Who takes it."`
}

// Run leases a task.
func (c *queueTake) Run(ctx context.Context, sh *shell) error {
	return withShop(ctx, sh, func(s *shop, _ *config) error { return s.checkout.Dispatch.Take(ctx, c.Task, c.As) })
}

type queueDone struct {
	Task  int64  `arg:""`
	As    string `required:"" help:"Who did it."`
	Proof string `required:"" help:"What shows that it was handed over."`
}

// Run closes a task as delivered.
func (c *queueDone) Run(ctx context.Context, sh *shell) error {
	return finishTask(ctx, sh, c.Task, c.As, true, c.Proof)
}

type queueFail struct {
	Task   int64  `arg:""`
	As     string `required:"" help:"Who tried it."`
	Reason string `required:"" help:"Why it cannot be done."`
}

// Run closes a task as not to be delivered.
func (c *queueFail) Run(ctx context.Context, sh *shell) error {
	return finishTask(ctx, sh, c.Task, c.As, false, c.Reason)
}

func finishTask(ctx context.Context, sh *shell, id int64, who string, done bool, proof string) error {
	return withShop(ctx, sh, func(s *shop, _ *config) error {
		order, err := s.checkout.Dispatch.Finish(ctx, id, who, done, proof)
		if err != nil {
			return err
		}
		_ = s.engine.Tell(ctx, order) // told by the worker if the engine is away
		return nil
	})
}
