package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"larek/internal/delivery"
	"larek/internal/delivery/exchange"
	"larek/internal/order"
)

// queueCommand is the operators' queue until the console has it.
type queueCommand struct {
	List queueList `cmd:"" default:"1" help:"Show what waits for a person."`
	Take queueTake `cmd:"" help:"Take a task for twenty minutes, so that nobody else does it."`
	Done queueDone `cmd:"" help:"The goods were handed over."`
	Fail queueFail `cmd:"" help:"They cannot be handed over: the money goes back."`

	Refund refundCommand `cmd:"" help:"End refunds that wait for a person."`
	Seen   queueSeen     `cmd:"" help:"Close a task about money."`
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
		if err := listMoney(ctx, sh, s.checkout.Payments); err != nil {
			return err
		}
		if err := s.countMoney(ctx, sh.out); err != nil {
			return err
		}
		return listStuckSteps(ctx, sh.out, s.checkout.Orders)
	})
}

// countMoney prints how much money that is in no list waits for a person.
func (s *shop) countMoney(ctx context.Context, out io.Writer) error {
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
	} {
		if line.n > 0 {
			_, _ = fmt.Fprintf(out, "money\t%d %s\n", line.n, line.what)
		}
	}
	return nil
}

// listStuckSteps shows steps of orders that keep failing. There is nothing to
// take or to close: each leaves the list when the step succeeds.
func listStuckSteps(ctx context.Context, out io.Writer, orders *order.Service) error {
	stuck, err := orders.StuckSteps(ctx)
	if err != nil {
		return err
	}
	for _, f := range stuck {
		_, _ = fmt.Fprintf(out, "step\torder %d\t%s %d\tfails since %s, %d tries\t%s\n", f.OrderID, f.Step, f.Subject, f.Since.UTC().Format(time.RFC3339), f.Tries, f.Reason)
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
	Task     int64  `arg:""`
	As       string `required:"" help:"Who did it."`
	Proof    string `help:"What the buyer got, in words the buyer reads. Needed unless the goods are codes."`
	Cost     string `help:"What it really cost, like 12.34; the offer's cost otherwise." placeholder:"N"`
	Currency string `default:"RUB" help:"The currency of the cost."`
	Force    bool   `help:"Close it although the supplier may still deliver: the goods may then be paid for twice. Needs --proof as the reason."`
}

// Run closes a task as delivered. Where the goods are codes it reads them from
// the standard input, one a line: arguments are seen by everybody on a machine.
func (c *queueDone) Run(ctx context.Context, sh *shell) error {
	closing := delivery.Closing{Task: c.Task, Who: c.As, Done: true, Words: c.Proof, Force: c.Force}
	if c.Cost != "" {
		cost, err := exchange.Cost(c.Cost, c.Currency)
		if err != nil {
			return fmt.Errorf("--cost: got %q, want a number like 12.34", c.Cost)
		}
		closing.Cost = &cost
	}
	return finishTask(ctx, sh, closing)
}

type queueFail struct {
	Task   int64  `arg:""`
	As     string `required:"" help:"Who tried it."`
	Reason string `required:"" help:"Why it cannot be done."`
	Force  bool   `help:"Give the money back although the supplier may still deliver: the goods may then be lost."`
}

// Run closes a task as not to be delivered.
func (c *queueFail) Run(ctx context.Context, sh *shell) error {
	return finishTask(ctx, sh, delivery.Closing{Task: c.Task, Who: c.As, Words: c.Reason, Force: c.Force})
}

func finishTask(ctx context.Context, sh *shell, c delivery.Closing) error {
	return withShop(ctx, sh, func(s *shop, _ *config) error {
		if c.Done {
			need, err := s.checkout.Dispatch.NeedsCodes(ctx, c.Task)
			if err != nil {
				return err
			}
			if c.Codes, err = askCodes(sh, need); err != nil {
				return err
			}
		}
		closed, err := s.checkout.Dispatch.Finish(ctx, c)
		switch {
		case errors.Is(err, delivery.ErrStillOpen):
			return fmt.Errorf("%w: wait, or --force with a reason and take the risk", err)
		case err != nil:
			return err
		}
		if closed.BySupplier != "" {
			_, _ = fmt.Fprintf(sh.out, "%s had delivered it already: nothing of yours was used\n", closed.BySupplier)
		}
		_ = s.engine.Tell(ctx, closed.OrderID) // told by the worker if the engine is away
		return nil
	})
}

// askCodes reads so many codes, one a line.
func askCodes(sh *shell, n int) ([]string, error) {
	if n == 0 {
		return nil, nil
	}
	_, _ = fmt.Fprintf(sh.out, "codes, one a line, %d of them:\n", n)
	var codes []string
	lines := bufio.NewScanner(sh.in)
	for len(codes) < n && lines.Scan() {
		if text := strings.TrimSpace(lines.Text()); text != "" {
			codes = append(codes, text)
		}
	}
	return codes, lines.Err()
}
