package main

import (
	"context"
	"fmt"

	"larek/internal/pg"
)

// skipped is how many numbers a lost tail may have used, in any table.
const skipped = 1_000_000

type restoredCommand struct {
	Codes int64 `required:"" placeholder:"N" help:"How many codes of each product may have been shown in the lost time; as many are held back."`
}

// Run prepares a database of an earlier moment for going on. Run again, it skips and
// holds as much again, which does no harm.
func (c *restoredCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		if err := needOwner(s.cfg); err != nil {
			return fmt.Errorf("restored: %w", err)
		}
		pool, err := pg.Open(ctx, s.cfg.MigrateDatabaseURL, pg.ReadWrite)
		if err != nil {
			return err
		}
		defer pool.Close()
		n, err := pg.SkipNumbers(ctx, pool, skipped)
		if err != nil {
			return err
		}
		held, err := s.Stock.Hold(ctx, c.Codes)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "numbers of %d tables are %d ahead; %d codes are held: larek codes release\n", n, skipped, held)
		return err
	})
}

type codesReleaseCommand struct {
	Product int64 `required:"" placeholder:"N" help:"The product's number."`
}

// Run sells codes again that a restore has held back.
func (c *codesReleaseCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		n, err := s.Stock.ReleaseHeld(ctx, c.Product)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "codes: %d held ones of product %d are on sale again\n", n, c.Product)
		return err
	})
}
