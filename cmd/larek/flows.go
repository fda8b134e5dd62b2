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

type flowsVersionsCommand struct{}

// Run lists the builds. Workers of one that is not current and runs no orders may be
// stopped.
func (*flowsVersionsCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		builds, err := s.infra.Engine.Builds(ctx, orderflow.Deployment)
		if err != nil {
			return err
		}
		for _, b := range builds {
			state := "drained"
			switch {
			case b.IsCurrent:
				state = "current"
			case b.Orders > 0:
				state = "draining"
			}
			_, _ = fmt.Fprintf(sh.out, "%-30s %s  %7d orders  %s\n", b.ID, b.Created.UTC().Format("2006-01-02 15:04:05"), b.Orders, state)
		}
		_, err = fmt.Fprintf(sh.out, "%d builds\n", len(builds))
		return err
	})
}

type flowsPromoteCommand struct {
	Build       string `arg:"" optional:"" help:"The build; that of this binary if it is not given. Its workers must run."`
	Unversioned bool   `help:"Instead of a build: workers that name none, as before there were builds."`
}

// Run makes the build current. Rolling back is promoting the build before.
func (c *flowsPromoteCommand) Run(ctx context.Context, sh *cli) error {
	if c.Build == "" && !c.Unversioned {
		c.Build = version
	}
	return withShop(ctx, sh, func(s *shop) error {
		if err := s.infra.Engine.Promote(ctx, orderflow.Deployment, c.Build); err != nil {
			return err
		}
		if c.Unversioned {
			c.Build = "(none)"
		}
		_, err := fmt.Fprintf(sh.out, "new orders are run by build %s\n", c.Build)
		return err
	})
}

type flowsDrainCommand struct {
	Build string `arg:"" help:"The old build."`
	Force bool   `help:"Move the orders although no worker of the build runs: the current one replays their histories."`
}

// Run asks the orders; flows versions shows how many are left.
func (c *flowsDrainCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		orders, err := s.infra.Engine.Drain(ctx, orderflow.Deployment, c.Build, c.Force)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "%d orders of build %s were asked to continue with the current one\n", orders, c.Build)
		return err
	})
}
