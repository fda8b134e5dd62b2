package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/order"
	"larek/internal/pg"
)

// queueCommand is the operators' queue on the command line, for when the console is
// unavailable. Whatever it changes leaves one audit row, as in the console.
type queueCommand struct {
	List queueList `cmd:"" default:"1" help:"Show what waits for an operator."`
	Take queueTake `cmd:"" help:"Take a task for twenty minutes, so that no other operator does it."`
	Done queueDone `cmd:"" help:"Close a task: the goods were delivered."`
	Fail queueFail `cmd:"" help:"Close a task: the goods cannot be delivered and are refunded."`

	Release queueRelease  `cmd:"" help:"Continue the paused delivery of an order."`
	Refund  refundCommand `cmd:"" help:"Close refunds that wait for an operator."`
	Seen    queueSeen     `cmd:"" help:"Close a task about money."`
}

type queueList struct{}

// Run prints open tasks with what the operator needs to do them.
func (*queueList) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		tasks, err := delivery.OpenTasks(ctx, s.infra.Write)
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
		paused, err := delivery.PausedOrders(ctx, s.infra.Write)
		if err != nil {
			return err
		}
		for _, o := range paused {
			_, _ = fmt.Fprintf(sh.out, "paused\torder %d\t%s\tdue in %s\n", o.OrderID, o.Reason, time.Until(o.Until).Round(time.Minute))
		}
		if err := listMoney(ctx, sh, s.Payments.Tasks); err != nil {
			return err
		}
		if err := s.countMoney(ctx, sh.out); err != nil {
			return err
		}
		return listStuckSteps(ctx, sh.out, s.Watch)
	})
}

// countMoney prints how much money that is in no list waits for an operator.
func (s *shop) countMoney(ctx context.Context, out io.Writer) error {
	w, err := s.Payments.Tasks.OperatorBacklog(ctx)
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

// listStuckSteps prints the steps of orders that fail repeatedly. They cannot be
// taken or closed: each leaves the list when the step succeeds.
func listStuckSteps(ctx context.Context, out io.Writer, watch *order.Watch) error {
	stuck, err := watch.StuckSteps(ctx)
	if err != nil {
		return err
	}
	for _, f := range stuck {
		_, _ = fmt.Fprintf(out, "step\torder %d\t%s %d\tfails since %s, %d tries\t%s\n", f.OrderID, f.Step, f.Subject, f.Since.UTC().Format(time.RFC3339), f.Tries, f.Reason)
	}
	return nil
}

type queueRelease struct {
	Order  int64  `arg:""`
	As     string `required:"" help:"Who decided it."`
	Reason string `required:"" help:"Why it is delivered after all."`
}

// Run continues a paused delivery.
func (c *queueRelease) Run(ctx context.Context, sh *cli) error {
	what := desk.CLICommand{Who: c.As, Action: orders.ActionResume, Object: objectOf("order", c.Order), Reason: c.Reason}
	return withShop(ctx, sh, func(s *shop) error {
		if err := s.commands(what).Release(ctx, c.Order); err != nil {
			return err
		}
		_ = s.Workflows().Notify(ctx, c.Order) // the worker notifies it if the engine is unavailable
		return nil
	})
}

type queueTake struct {
	Task int64  `arg:""`
	As   string `required:"" help:"Who takes it."`
}

// Run leases a task.
func (c *queueTake) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		return pg.InTx(ctx, s.infra.Write, func(tx pgx.Tx) error {
			if _, err := s.Dispatch.ClaimTask(ctx, tx, c.Task, c.As); err != nil {
				return err
			}
			return s.Desk.RecordCLI(ctx, tx, desk.CLICommand{Who: c.As, Action: "queue.take", Object: objectOf("task", c.Task)})
		})
	})
}

type queueDone struct {
	Task     int64  `arg:""`
	As       string `required:"" help:"Who did it."`
	Proof    string `help:"What the buyer got; the buyer reads this text. Needed unless the goods are codes."`
	Cost     string `help:"What it really cost, like 12.34; the offer's cost otherwise." placeholder:"N"`
	Currency string `default:"RUB" help:"The currency of the cost."`
	Force    bool   `help:"Close it although the supplier may still deliver: the goods may then be paid for twice. Needs --proof as the reason."`
}

// Run closes a task as delivered. If the goods are codes it reads them from the
// standard input, one a line: arguments are visible to all users of a machine.
func (c *queueDone) Run(ctx context.Context, sh *cli) error {
	closing := delivery.Closing{Task: c.Task, Who: c.As, Done: true, Words: c.Proof, Force: c.Force}
	if c.Cost != "" {
		cost, err := supplierhttp.Cost(c.Cost, c.Currency)
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
	Force  bool   `help:"Refund although the supplier may still deliver: the goods may then be lost."`
}

// Run closes a task as impossible to deliver.
func (c *queueFail) Run(ctx context.Context, sh *cli) error {
	return finishTask(ctx, sh, delivery.Closing{Task: c.Task, Who: c.As, Words: c.Reason, Force: c.Force})
}

func objectOf(kind string, id int64) audit.Object {
	return audit.Object{Kind: kind, ID: strconv.FormatInt(id, 10)}
}

func finishTask(ctx context.Context, sh *cli, c delivery.Closing) error {
	return withShop(ctx, sh, func(s *shop) error {
		c.Record = func(ctx context.Context, tx pgx.Tx, closed delivery.Closed) error {
			return s.Desk.RecordCLI(ctx, tx, desk.CLICommand{
				Who: c.Who, Action: "queue.resolve", Object: objectOf(closed.Kind, c.Task), OrderID: closed.OrderID, Reason: c.Words,
				After: map[string]any{"done": c.Done, "force": c.Force, "by_supplier": closed.BySupplier},
			})
		}
		if c.Done {
			need, err := delivery.NeedsCodes(ctx, s.infra.Write, c.Task)
			if err != nil {
				return err
			}
			if c.Codes, err = readCodes(sh, need); err != nil {
				return err
			}
		}
		closed, err := s.Dispatch.CloseTask(ctx, c)
		switch {
		case errors.Is(err, delivery.ErrStillOpen):
			return fmt.Errorf("%w: wait, or --force with a reason and take the risk", err)
		case err != nil:
			return err
		}
		if closed.BySupplier != "" {
			_, _ = fmt.Fprintf(sh.out, "%s had delivered it already: nothing of yours was used\n", closed.BySupplier)
		}
		_ = s.infra.Engine.Notify(ctx, closed.OrderID) // the worker notifies it if the engine is unavailable
		return nil
	})
}

// readCodes reads n codes, one a line.
func readCodes(sh *cli, n int) ([]string, error) {
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
