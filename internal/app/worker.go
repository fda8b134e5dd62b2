package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/httpapi"
	"larek/internal/orderflow"
	"larek/internal/payment"
	"larek/internal/report"
	"larek/internal/telemetry"
)

// NewActivities returns the activities of the order workflow. Without a registry
// nothing is counted.
func (s *Services) NewActivities(registry prometheus.Registerer) *orderflow.Activities {
	activities := &orderflow.Activities{Service: s.Checkout, Log: s.in.Log}
	if registry != nil {
		activities.Metrics = orderflow.NewMetrics(registry)
	}
	return activities
}

// Worker runs the workflows of orders and the periodic jobs of the shop.
type Worker struct {
	services   *Services
	activities *orderflow.Activities
	registry   *prometheus.Registry
}

// NewWorker returns a worker.
func (s *Services) NewWorker() *Worker {
	registry := telemetry.NewRegistry()
	return &Worker{services: s, registry: registry, activities: s.NewActivities(registry)}
}

// Run executes workflows until ctx ends, then finishes the steps under way.
func (w *Worker) Run(ctx context.Context) error {
	cfg, in, shop := w.services.cfg, w.services.in, w.services.Checkout
	if cfg.WorkerAddr != "" {
		w.registry.MustRegister(supplierMetrics{shop.Dispatch})
		go serveInside(ctx, cfg.WorkerAddr, httpapi.Inside(w.registry, nil), in.Log) // the only HTTP server of a worker
	}
	go w.activities.RunSweeper(ctx)
	go w.services.Audit.Run(ctx, in.Log)
	go w.services.Desk.RunUpkeep(ctx, w.services.Staff, in.Log)
	go shop.Ledger.RunSums(ctx, in.Log)
	go w.services.Figures.Run(ctx, in.Log)
	go w.services.Operations.RunPrices(ctx, in.Log)
	go w.services.Operations.RunBanners(ctx, in.Log)
	go w.services.Operations.RunPriceRules(ctx, in.Log)
	go w.services.Operations.RunLows(ctx, in.Log)
	if cfg.RegistryURL != "" {
		go w.services.newRegistries().Run(ctx)
	}
	go w.services.Operations.RunMethods(ctx, in.Log)
	go shop.Dispatch.RunSync(ctx)
	go shop.Dispatch.RunChecks(ctx)
	if in.Blobs != nil {
		exporter := &report.Exporter{Pool: in.Write, Report: w.services.ConsoleReport, Books: shop.Ledger, Figures: w.services.Figures, Log: in.Log}
		go exporter.Run(ctx)
	}
	if in.Mailer != nil {
		go shop.Emails.Run(ctx)
	}
	go w.runRateUpdates(ctx, payment.RateFetcher{Client: in.HTTP, BaseURL: cfg.RatesURL})
	return w.runWithRetry(ctx)
}

// runWithRetry waits for an engine that is unavailable: the rest of the worker does
// not need it.
func (w *Worker) runWithRetry(ctx context.Context) error {
	for {
		err := w.services.in.Engine.RunWorker(ctx, w.activities)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		w.services.in.Log.WarnContext(ctx, "workflow engine unavailable", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
}

const (
	// The bank sets rates once a day and limits how often they may be read.
	ratesEvery = 12 * time.Hour
	ratesRetry = 10 * time.Minute
)

// runRateUpdates stores the current exchange rates at every interval.
func (w *Worker) runRateUpdates(ctx context.Context, bank payment.RateFetcher) {
	in := w.services.in
	for {
		next := ratesEvery
		n, err := w.services.Checkout.Payments.UpdateRates(ctx, bank, in.Clock())
		if err != nil {
			next = ratesRetry
			in.Log.WarnContext(ctx, "exchange rates not updated", "error", err)
		} else {
			in.Log.InfoContext(ctx, "exchange rates updated", "new", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(next):
		}
	}
}
