package main

import (
	"context"
	"fmt"
)

type figuresCommand struct {
	Rebuild figuresRebuildCommand `cmd:"" help:"Make all sums again from orders, payments and the books."`
}

type figuresRebuildCommand struct{}

// Run makes the sums again; the shop may run meanwhile.
func (*figuresRebuildCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		if err := s.Stats.Rebuild(ctx); err != nil {
			return err
		}
		_, err := fmt.Fprintln(sh.out, "all sums are made again")
		return err
	})
}
