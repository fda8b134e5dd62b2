package main

import (
	"context"
	"log/slog"
	"time"

	"larek/internal/clock"
	"larek/internal/httpapi"
	"larek/internal/obs"
	"larek/internal/orderflow"
	"larek/internal/payment"
)

type workerCommand struct{}

// Run drives orders until told to stop, then finishes the steps under way.
func (*workerCommand) Run(ctx context.Context, sh *shell) error {
	return runShop(ctx, sh, "larek-worker", func(s *shop, cfg *config, log *slog.Logger) error {
		registry := obs.NewRegistry()
		if cfg.WorkerAddr != "" {
			registry.MustRegister(supplierMetrics{s.checkout.Dispatch})
			go showInside(ctx, cfg.WorkerAddr, httpapi.Inside(registry, nil), log) // all the HTTP a worker has
		}
		steps := &orderflow.Steps{Service: s.checkout, Log: log, Metrics: orderflow.NewMetrics(registry)}
		go steps.Watch(ctx)
		go s.checkout.Dispatch.RunSync(ctx)
		go s.checkout.Dispatch.RunChecks(ctx)
		if cfg.SMTPURL != "" {
			go s.checkout.Letters.Run(ctx)
		}
		go takeInRates(ctx, s.checkout.Payments, payment.RateFetcher{Client: outside(), BaseURL: cfg.RatesURL}, log)
		return workWhenThere(ctx, s.engine, steps, log)
	})
}

// workWhenThere waits for an engine that is away: the rest of the worker needs
// none.
func workWhenThere(ctx context.Context, engine *orderflow.Engine, steps *orderflow.Steps, log *slog.Logger) error {
	for {
		err := engine.Work(ctx, steps)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		log.WarnContext(ctx, "workflow engine away", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
}

const (
	// The bank sets rates once a day and does not like to be asked often.
	ratesEvery = 12 * time.Hour
	ratesRetry = 10 * time.Minute
)

// takeInRates keeps the rates we sell at up to date.
func takeInRates(ctx context.Context, payments *payment.Service, bank payment.RateFetcher, log *slog.Logger) {
	for {
		next := ratesEvery
		n, err := payments.TakeInRates(ctx, bank, clock.System())
		if err != nil {
			next = ratesRetry
			log.WarnContext(ctx, "rates not taken in", "error", err)
		} else {
			log.InfoContext(ctx, "rates taken in", "new", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(next):
		}
	}
}
