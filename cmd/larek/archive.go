package main

import (
	"context"
	"fmt"
	"time"

	"larek/internal/app"
	"larek/internal/archive"
	"larek/internal/pg"
)

type archiveCommand struct {
	Run     archiveRunCommand     `cmd:"" help:"Write months that are older than their retention to files and drop them."`
	Restore archiveRestoreCommand `cmd:"" help:"Read a month back from its file, for thirty days."`
}

type archiveRunCommand struct{}

// Run writes and drops what is old; repeating it changes nothing.
func (*archiveRunCommand) Run(ctx context.Context, sh *cli) error {
	return withArchive(ctx, sh, func(a *archive.Archive) error {
		files, err := a.Run(ctx)
		for _, f := range files {
			_, _ = fmt.Fprintf(sh.out, "%s of %s: %d rows in %s\n", f.Month.Format("2006-01"), f.Name, f.Rows, f.Path)
		}
		if err == nil && len(files) == 0 {
			_, _ = fmt.Fprintln(sh.out, "no month is older than its retention")
		}
		return err
	})
}

type archiveRestoreCommand struct {
	Name  string    `arg:"" help:"A table that is kept by month."`
	Month time.Time `arg:"" format:"2006-01" help:"The month, as 2024-03."`
}

// Run reads one month back.
func (c *archiveRestoreCommand) Run(ctx context.Context, sh *cli) error {
	return withArchive(ctx, sh, func(a *archive.Archive) error {
		f, err := a.Restore(ctx, c.Name, c.Month)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sh.out, "%s of %s: %d rows read from %s\n", f.Month.Format("2006-01"), f.Name, f.Rows, f.Path)
		return err
	})
}

func withArchive(ctx context.Context, sh *cli, do func(*archive.Archive) error) error {
	return withShop(ctx, sh, func(s *shop) error {
		if err := needOwner(s.cfg); err != nil {
			return fmt.Errorf("archive: %w", err)
		}
		pool, err := pg.Open(ctx, s.cfg.MigrateDatabaseURL, pg.ReadWrite)
		if err != nil {
			return err
		}
		defer pool.Close()
		return do(&archive.Archive{Pool: pool, Files: s.infra.Blobs, Clock: s.infra.Clock})
	}, func(in *app.Infra, cfg *app.Config) error { return in.OpenBlobs(ctx, cfg) })
}
