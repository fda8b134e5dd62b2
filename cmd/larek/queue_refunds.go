package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/queuecmd"
)

// refundCommand closes refunds that wait for an operator.
type refundCommand struct {
	Retry   refundRetry   `cmd:"" help:"Send it again the way the money came."`
	Other   refundOther   `cmd:"" help:"Record another destination; an operator refunds there."`
	Done    refundDone    `cmd:"" help:"An operator has made the refund."`
	Balance refundBalance `cmd:"" help:"Put it onto the buyer's balance."`
	Give    refundGive    `cmd:"" help:"Refund a part of what a delivered order was paid with."`
	Outside refundOutside `cmd:"" help:"Record money that left a provider without us and that it does not report."`
}

// withCommands runs a command of an operator, which leaves an audit row.
func withCommands(ctx context.Context, sh *cli, what desk.CLICommand, fn func(*queuecmd.Commands) error) error {
	return withShop(ctx, sh, func(s *shop) error { return fn(s.commands(what)) })
}

// commands returns the commands of operators, which leave an audit row of what was done.
func (s *shop) commands(what desk.CLICommand) *queuecmd.Commands {
	commands := s.NewQueueCommands()
	commands.Record = func(ctx context.Context, tx pgx.Tx, orderID int64) error {
		what.OrderID = orderID
		return s.Desk.RecordCLI(ctx, tx, what)
	}
	return commands
}

type refundRetry struct {
	Refund int64  `arg:""`
	As     string `required:"" help:"Who decided it."`
}

// Run sends a refund again at once.
func (c *refundRetry) Run(ctx context.Context, sh *cli) error {
	return withCommands(ctx, sh, desk.CLICommand{Who: c.As, Action: refunds.ActionRetryBack, Object: objectOf("refund", c.Refund)}, func(s *queuecmd.Commands) error { return s.RetryRefund(ctx, c.Refund, c.As) })
}

type refundOther struct {
	Refund int64  `arg:""`
	As     string `required:"" help:"Who decided it."`
	To     string `required:"" help:"Where the money is to go."`
}

// Run stores another destination.
func (c *refundOther) Run(ctx context.Context, sh *cli) error {
	what := desk.CLICommand{Who: c.As, Action: "refund.redirect", Object: objectOf("refund", c.Refund), Reason: c.To}
	return withCommands(ctx, sh, what, func(s *queuecmd.Commands) error { return s.RedirectRefund(ctx, c.Refund, c.As, c.To) })
}

type refundDone struct {
	Refund int64  `arg:""`
	As     string `required:"" help:"Who made the refund."`
	Proof  string `required:"" help:"What proves the refund."`
}

// Run closes a refund an operator made.
func (c *refundDone) Run(ctx context.Context, sh *cli) error {
	what := desk.CLICommand{Who: c.As, Action: refunds.ActionSettle, Object: objectOf("refund", c.Refund), Reason: c.Proof}
	return withCommands(ctx, sh, what, func(s *queuecmd.Commands) error { return s.RefundDoneByHand(ctx, c.Refund, c.As, c.Proof) })
}

type refundBalance struct {
	Refund int64  `arg:""`
	As     string `required:"" help:"Who decided it."`
}

// Run credits a refund to the buyer's balance.
func (c *refundBalance) Run(ctx context.Context, sh *cli) error {
	return withCommands(ctx, sh, desk.CLICommand{Who: c.As, Action: refunds.ActionToBalance, Object: objectOf("refund", c.Refund)}, func(s *queuecmd.Commands) error { return s.RefundToBalance(ctx, c.Refund, c.As) })
}

type refundGive struct {
	Order   int64  `arg:""`
	Amount  string `arg:"" help:"How much, like 150.00, in the currency it was paid in."`
	Line    int64  `help:"The line it is for, if it is for one."`
	Balance bool   `help:"Onto the buyer's balance."`
	As      string `required:"" help:"Who decided it."`
	Why     string `required:"" help:"Why. The same amount for the same reason is one refund."`
}

// Run creates a refund after delivery.
func (c *refundGive) Run(ctx context.Context, sh *cli) error {
	amount, err := money.ParseMinor(c.Amount)
	if err != nil || amount <= 0 {
		return fmt.Errorf("amount %q: want digits with two decimals", c.Amount)
	}
	w := payment.RefundRequestByOperator{OrderID: c.Order, Amount: amount, ToBalance: c.Balance, Why: c.Why, Who: c.As}
	if c.Line != 0 {
		w.LineID = &c.Line
	}
	what := desk.CLICommand{Who: c.As, Action: orders.ActionRefund, Object: objectOf("order", c.Order), Reason: c.Why, After: map[string]any{"amount": amount, "line": c.Line, "balance": c.Balance}}
	return withCommands(ctx, sh, what, func(s *queuecmd.Commands) error {
		id, err := s.RefundAfterDelivery(ctx, w)
		if err == nil && id == 0 {
			_, _ = fmt.Fprintln(sh.out, "decided before: nothing was done")
		}
		if id != 0 {
			_, _ = fmt.Fprintf(sh.out, "refund %d\n", id)
		}
		return err
	})
}

type refundOutside struct {
	Order    int64  `arg:""`
	Amount   string `arg:"" help:"How much, like 150.00."`
	Currency string `default:"RUB" help:"Of which currency."`
	Kind     string `required:"" enum:"refund,chargeback" help:"How it left: refund or chargeback."`
	Provider string `help:"Which provider it left, if the order was paid at two."`
	Payment  string `help:"What the provider calls the payment, if it was paid twice."`
	As       string `required:"" help:"Who found it."`
	Proof    string `required:"" help:"What shows it, like the number in the bank's register."`
}

// Run books money that left without the shop.
func (c *refundOutside) Run(ctx context.Context, sh *cli) error {
	amount, err := money.ParseMoney(c.Amount, money.Currency(c.Currency))
	if err != nil || amount.Sign() <= 0 {
		return fmt.Errorf("amount %q %q: want digits with two decimals and a currency", c.Amount, c.Currency)
	}
	left := payment.Outside{OrderID: c.Order, Kind: payment.OutsideKind(c.Kind), Amount: amount, RecordedBy: c.As, Proof: c.Proof, Provider: c.Provider, ProviderID: c.Payment}
	what := desk.CLICommand{Who: c.As, Action: "refund.outside", Object: objectOf("order", c.Order), Reason: c.Proof, After: map[string]any{"kind": c.Kind, "amount": amount.String()}}
	return withCommands(ctx, sh, what, func(s *queuecmd.Commands) error {
		err := s.RecordOutsideRefund(ctx, left)
		if errors.Is(err, payment.ErrAlreadyRecorded) {
			_, _ = fmt.Fprintln(sh.out, "recorded before: nothing was done")
			return nil
		}
		return err
	})
}

type queueSeen struct {
	Task   int64  `arg:""`
	As     string `required:"" help:"Who checked it."`
	Answer string `required:"" help:"What came of it."`
}

// Run closes a task about money. A chargeback is then lost; one that was won is recorded in
// the console.
func (c *queueSeen) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		tasks, err := s.Payments.Tasks.Open(ctx)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(tasks, func(t payment.Task) bool { return t.ID == c.Task })
		if at < 0 {
			return payment.ErrTaskNotFound
		}
		return pg.InTx(ctx, s.infra.Write, func(tx pgx.Tx) error {
			if err := s.NewQueueCommands().CloseMoneyTask(ctx, tx, tasks[at], c.As, c.Answer); err != nil {
				return err
			}
			return s.Desk.RecordCLI(ctx, tx, desk.CLICommand{
				Who: c.As, Action: "queue.resolve", Object: objectOf(string(tasks[at].Kind), c.Task), OrderID: tasks[at].OrderID, Reason: c.Answer,
			})
		})
	})
}

// listMoney prints refunds and other money that waits for an operator.
func listMoney(ctx context.Context, sh *cli, work *payment.Tasks) error {
	refunds, err := work.RefundsForOperators(ctx)
	if err != nil {
		return err
	}
	for _, r := range refunds {
		_, _ = fmt.Fprintf(sh.out, "refund %d\torder %d\t%s\t%s\t%s\t%s to %s\t%s\n", r.ID, r.OrderID, r.Status, r.Left, r.Reason, r.Provider, r.Where, r.Note)
	}
	tasks, err := work.Open(ctx)
	if err != nil {
		return err
	}
	for _, t := range tasks {
		_, _ = fmt.Fprintf(sh.out, "money %d\torder %d\t%s\t%s\t%s\n", t.ID, t.OrderID, t.Kind, t.Amount, t.Note)
	}
	return nil
}
