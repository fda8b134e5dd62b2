package main

import (
	"context"

	"larek/internal/app"
)

type workerCommand struct{}

// Run executes the workflows of orders until ctx ends, then finishes the steps
// under way.
func (*workerCommand) Run(ctx context.Context, sh *cli) error {
	blobs := func(in *app.Infra, cfg *app.Config) error { return in.OpenBlobs(ctx, cfg) }
	return runShop(ctx, sh, "larek-worker", func(s *shop) error { return s.NewWorker().Run(ctx) }, blobs)
}
