package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/feature"
	"larek/internal/pg"
)

type featuresCommand struct {
	List featuresList `cmd:"" default:"1" help:"Show the switches, who owns each and until when it exists."`
	Set  featuresSet  `cmd:"" help:"Switch a feature on or off; workers see it within seconds."`
}

type featuresList struct{}

// Run prints the switches.
func (*featuresList) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		all, err := s.Features.List(ctx)
		for _, f := range all {
			_, _ = fmt.Fprintf(sh.out, "%s\t%s\t%s\tuntil %s\t%s (%s, %s)\n", f.Name, word(f.IsOn), f.Owner, f.EndsOn.Format(time.DateOnly), f.Reason, f.ChangedBy, f.ChangedAt.UTC().Format(time.RFC3339))
		}
		return err
	})
}

func word(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

type featuresSet struct {
	Name   string `arg:""`
	State  string `arg:"" enum:"on,off"`
	As     string `required:"" help:"Who switches it."`
	Reason string `required:"" help:"Why."`
}

// Run switches a feature and leaves a row in the audit.
func (c *featuresSet) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		return pg.InTx(ctx, s.infra.Write, func(tx pgx.Tx) error {
			if err := feature.Set(ctx, tx, feature.Name(c.Name), c.State == "on", c.As, time.Now()); err != nil {
				return err
			}
			return s.Desk.RecordCLI(ctx, tx, desk.CLICommand{Who: c.As, Action: "features.set", Object: audit.Object{Kind: "feature", ID: c.Name}, Reason: c.Reason, After: map[string]any{"state": c.State}})
		})
	})
}
