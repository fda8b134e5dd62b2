package main

import (
	"context"
	"fmt"
	"time"
)

type booksCommand struct {
	Verify     booksVerifyCommand     `cmd:"" help:"Check that no entry of the books was changed, added or removed."`
	Checkpoint booksCheckpointCommand `cmd:"" help:"Make today's checkpoint now; a worker makes it otherwise."`
}

type booksVerifyCommand struct {
	From time.Time `help:"Read entries again from the checkpoint of this day on; from the first if not given." format:"2006-01-02" placeholder:"DAY"`
}

// Run proves the books by their checkpoints and fails at the first that does not fit.
func (c *booksVerifyCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		started := time.Now()
		proof, err := s.Chain.Prove(ctx, c.From)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(sh.out, "%d entries with %d postings in %d checkpoints are whole, up to entry %d, read in %.1f s\n",
			proof.Entries, proof.Postings, proof.Checkpoints, proof.Last.ToID, time.Since(started).Seconds())
		if proof.Last.Number > 0 {
			_, _ = fmt.Fprintf(sh.out, "last checkpoint: %s %s\n", proof.Last.Day.Format(time.DateOnly), proof.Last.Text())
		}
		return proof.Err()
	})
}

type booksCheckpointCommand struct{}

// Run makes today's checkpoint.
func (*booksCheckpointCommand) Run(ctx context.Context, sh *cli) error {
	return withShop(ctx, sh, func(s *shop) error {
		started := time.Now()
		x, made, err := s.Chain.Extend(ctx)
		if err != nil {
			return err
		}
		if !made {
			_, err = fmt.Fprintln(sh.out, "today has its checkpoint, or nothing was posted since the last")
			return err
		}
		_, err = fmt.Fprintf(sh.out, "checkpoint %d: %d entries with %d postings, up to entry %d, made in %.1f s\n%s\n", x.Number, x.Entries, x.Postings, x.ToID, time.Since(started).Seconds(), x.Text())
		return err
	})
}

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
