package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/events"
	"larek/internal/httpapi/store"
	"larek/internal/httpapi/storeapi"
	"larek/internal/ledger"
	"larek/internal/order"
	"larek/internal/orderflow"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/seal"
)

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
	say("Temporal", askTemporal(ctx, cfg))
	say("money", askMoney(ctx, cfg))
	say("suppliers", askSuppliers(ctx, cfg))
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

func askTemporal(ctx context.Context, cfg config) error {
	engine, err := orderflow.Connect(cfg.TemporalAddr, cfg.TemporalNamespace, orderflow.Queue, seal.Key{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer engine.Close()
	return engine.Ping(ctx)
}

// askMoney proves that the books balance, that somebody looks after every
// order, and says what waits for an operator.
func askMoney(ctx context.Context, cfg config) error {
	pool, err := pg.Open(ctx, cfg.DatabaseURL, pg.Writing)
	if err != nil {
		return err
	}
	defer pool.Close()
	books, err := ledger.NewService(pool).Check(ctx)
	if err != nil {
		return err
	}
	orders := order.NewService(pool, clock.System)
	unattended, err := orders.Unattended(ctx)
	if err != nil {
		return err
	}
	stuck, err := orders.StuckSteps(ctx)
	if err != nil {
		return err
	}
	waiting, err := payment.NewService(pool, pool, nil, clock.System, slog.New(slog.DiscardHandler)).Waiting(ctx)
	if err != nil {
		return err
	}
	var wrong []error
	if unattended > 0 {
		wrong = append(wrong, fmt.Errorf("%d orders nobody looks after", unattended))
	}
	if len(stuck) > 0 {
		wrong = append(wrong, fmt.Errorf("%d steps of orders keep failing: larek queue", len(stuck)))
	}
	if waiting.Unmatched > 0 {
		wrong = append(wrong, fmt.Errorf("%d payments belong to no order", waiting.Unmatched))
	}
	if waiting.Unconfirmed > 0 {
		wrong = append(wrong, fmt.Errorf("%d webhooks their provider does not confirm", waiting.Unconfirmed))
	}
	if waiting.Manual > 0 {
		wrong = append(wrong, fmt.Errorf("%d refunds wait for an operator", waiting.Manual))
	}
	if waiting.Late > 0 {
		wrong = append(wrong, fmt.Errorf("%d refunds have been under way for more than an hour", waiting.Late))
	}
	if waiting.Tasks > 0 {
		wrong = append(wrong, fmt.Errorf("%d tasks about money wait for an operator", waiting.Tasks))
	}
	owing, err := ledger.NewService(pool).OwedByFinal(ctx)
	if err != nil {
		return err
	}
	for _, o := range owing {
		wrong = append(wrong, fmt.Errorf("order %d is over and still owes %s (%s)", o.OrderID, o.Amount, o.Account))
	}
	return errors.Join(append(wrong, books.Err())...)
}

// askSuppliers says whose prepaid balance runs out, and what was given up by
// force while its supplier might still deliver.
func askSuppliers(ctx context.Context, cfg config) error {
	pool, err := pg.Open(ctx, cfg.DatabaseURL, pg.Writing)
	if err != nil {
		return err
	}
	defer pool.Close()
	d := delivery.NewDispatch(pool, nil, nil, clock.System, slog.New(slog.DiscardHandler))
	list, err := d.Prepaid(ctx)
	if err != nil {
		return err
	}
	var wrong []error
	for _, p := range list {
		if p.Warn {
			wrong = append(wrong, fmt.Errorf("prepaid balance runs out: %s", p))
		}
	}
	forced, err := d.Forced(ctx)
	if err != nil {
		return err
	}
	if forced > 0 {
		wrong = append(wrong, fmt.Errorf("%d orders given up by force may still be delivered at our cost", forced))
	}
	return errors.Join(wrong...)
}
