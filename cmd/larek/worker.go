package main

import (
	"context"

	"larek/internal/app"
)

type workerCommand struct {
	Queues string `help:"Which task queues to serve, instead of LAREK_WORKER_QUEUES: orders, refunds, periodic, supplier:name, separated by commas." placeholder:"NAME,…"`
}

// Run executes the workflows of orders until ctx ends, then finishes the steps
// under way.
func (c *workerCommand) Run(ctx context.Context, sh *cli) error {
	if c.Queues != "" {
		sh = &cli{env: c.withQueues(sh.env), in: sh.in, out: sh.out}
	}
	blobs := func(in *app.Infra, cfg *app.Config) error { return in.OpenBlobs(ctx, cfg) }
	return runShop(ctx, sh, "larek-worker", func(s *shop) error { return s.NewWorker().Run(ctx) }, blobs)
}

// withQueues returns an environment in which the flag is the setting, so that it is
// checked and printed like one.
func (c *workerCommand) withQueues(env func(string) string) func(string) string {
	return func(name string) string {
		if name == "LAREK_WORKER_QUEUES" {
			return c.Queues
		}
		return env(name)
	}
}
