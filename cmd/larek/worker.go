package main

import "context"

type workerCommand struct{}

// Run executes the workflows of orders until ctx ends, then finishes the steps
// under way.
func (*workerCommand) Run(ctx context.Context, sh *cli) error {
	return runShop(ctx, sh, "larek-worker", func(s *shop) error { return s.NewWorker().Run(ctx) })
}
