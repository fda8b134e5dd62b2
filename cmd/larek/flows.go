package main

import (
	"context"
	"fmt"

	"larek/internal/orderflow"
)

type flowsCommand struct {
	Resume   flowsResumeCommand   `cmd:"" help:"Start the workflow of every unfinished order, after Temporal's database was lost."`
	Versions flowsVersionsCommand `cmd:"" help:"Show the builds of workers and how many orders each runs."`
	Promote  flowsPromoteCommand  `cmd:"" help:"Let a build run all new orders."`
	Drain    flowsDrainCommand    `cmd:"" help:"Ask the running orders of an old build to continue with the current one."`
}

type flowsResumeCommand struct{}

// Run notifies the workflows; the shop may run meanwhile, and repeating it changes
// nothing.
func (*flowsResumeCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		if err := orderflow.EnsureNamespace(ctx, s.cfg.TemporalAddr, s.cfg.TemporalNamespace, s.cfg.FlowRetention()); err != nil {
			return err
		}
		orders, err := s.NewSweeper().Resume(ctx)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "%d orders resumed\n", orders)
		return err
	})
}
