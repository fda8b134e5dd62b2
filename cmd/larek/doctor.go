package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"time"

	"larek/internal/events"
	"larek/internal/httpapi/store"
	"larek/internal/httpapi/storeapi"
	"larek/internal/pg"
)

type workerCommand struct{}

// Run says plainly that there is nothing to run yet: paid orders come with
// the durable flow.
func (*workerCommand) Run() error {
	return errors.New("worker: order flows are not built yet; `larek doctor` lists what is missing")
}

type doctorCommand struct{}

// Run checks what the shop stands on, then lists the calls nobody has built.
func (*doctorCommand) Run(ctx context.Context, sh *shell) error {
	cfg, err := readConfig(sh.env)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	sick := false
	say := func(what string, err error) {
		state := "ok"
		if err != nil {
			state, sick = err.Error(), true
		}
		_, _ = fmt.Fprintf(sh.out, "%-14s %s\n", what, state)
	}
	say("PostgreSQL", askPostgres(ctx, cfg))
	say("Redis", askRedis(ctx, cfg))
	_, err = exec.LookPath("vipsthumbnail")
	say("libvips", err)

	missing := store.Unbuilt()
	_, _ = fmt.Fprintf(sh.out, "\n%d of %d calls are served; not built yet: %d\n", len(storeapi.Operations)-len(missing), len(storeapi.Operations), len(missing))
	for _, op := range missing {
		_, _ = fmt.Fprintf(sh.out, "  %-5s %s\n", op.Method, op.Path)
	}
	if sick {
		return errors.New("doctor: something the shop stands on is away")
	}
	return nil
}

func askPostgres(ctx context.Context, cfg config) error {
	pool, err := pg.Open(ctx, cfg.DatabaseURL, pg.Writing)
	if err != nil {
		return err
	}
	defer pool.Close()
	return pool.Ping(ctx)
}

func askRedis(ctx context.Context, cfg config) error {
	bus, err := events.Open(cfg.RedisURL, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer bus.Close()
	return bus.Ping(ctx)
}
