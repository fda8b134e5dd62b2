package main

import (
	"context"
	"log/slog"

	"larek/internal/app"
	"larek/internal/telemetry"
)

// shop is a shop that is built for one command.
type shop struct {
	*app.Services
	cfg   *app.Config
	infra *app.Infra
}

// openShop connects to everything and builds the services. prepare opens what the
// command needs besides.
func openShop(ctx context.Context, cfg *app.Config, log *slog.Logger, prepare []preparation) (*shop, error) {
	infra, err := app.Connect(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	for _, open := range prepare {
		if err := open(infra, cfg); err != nil {
			infra.Close()
			return nil, err
		}
	}
	infra.Version = version
	services, err := app.Build(cfg, infra)
	if err != nil {
		infra.Close()
		return nil, err
	}
	return &shop{Services: services, cfg: cfg, infra: infra}, nil
}

// preparation opens a connection that not every command needs.
type preparation func(*app.Infra, *app.Config) error

// withShop is for commands that do one thing and exit.
func withShop(ctx context.Context, sh *cli, do func(*shop) error, prepare ...preparation) error {
	cfg, err := app.LoadConfig(sh.env)
	if err != nil {
		return err
	}
	s, err := openShop(ctx, cfg, telemetry.NewLogger(sh.out, slog.LevelWarn), prepare)
	if err != nil {
		return err
	}
	defer s.infra.Close()
	return do(s)
}

// traceRatio is the part of calls traced in production; elsewhere every call is.
const traceRatio = 0.05

// runShop is for commands that run until ctx ends: they print their settings, and
// log and trace under their name.
func runShop(ctx context.Context, sh *cli, name string, do func(*shop) error, prepare ...preparation) error {
	cfg, err := app.LoadConfig(sh.env)
	if err != nil {
		return err
	}
	cfg.Print(sh.out)
	ratio := 1.0
	if cfg.Env == app.Production {
		ratio = traceRatio
	}
	flush, err := telemetry.StartTracing(ctx, cfg.TraceEndpoint, name, ratio)
	if err != nil {
		return err
	}
	defer func() { _ = flush(context.WithoutCancel(ctx)) }()
	s, err := openShop(ctx, cfg, telemetry.NewLogger(sh.out, slog.LevelInfo), prepare)
	if err != nil {
		return err
	}
	defer s.infra.Close()
	return do(s)
}

type apiCommand struct{}

// Run serves until ctx ends, then finishes the requests under way.
func (*apiCommand) Run(ctx context.Context, sh *cli) error {
	blobs := func(in *app.Infra, cfg *app.Config) error { return in.OpenBlobs(ctx, cfg) }
	return runShop(ctx, sh, "larek-api", func(s *shop) error {
		api, err := s.NewAPI(ctx, app.APIOptions{Limits: s.NewLimits()})
		if err != nil {
			return err
		}
		return api.Run(ctx)
	}, blobs, (*app.Infra).OpenCounts)
}

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
