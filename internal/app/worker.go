package app

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/checkout"
	"larek/internal/exports"
	"larek/internal/fulfilment"
	"larek/internal/httpapi"
	"larek/internal/orderflow"
	"larek/internal/orderjobs"
	"larek/internal/queuecmd"
	"larek/internal/telemetry"
)

// NewActivities returns the activities of the order workflow. Without a registry
// nothing is counted.
func (s *Services) NewActivities(registry prometheus.Registerer) *orderflow.Activities {
	var metrics *orderflow.Metrics
	if registry != nil {
		metrics = orderflow.NewMetrics(registry)
	}
	return orderflow.NewActivities(s.Steps, s.Checkout.Orders, s.Features, metrics, s.in.Log)
}

// NewSweeper returns the periodic jobs about orders.
func (s *Services) NewSweeper() *orderjobs.Sweeper {
	c := s.Checkout
	return &orderjobs.Sweeper{
		Orders: c.Orders, Payments: c.Payments, Dispatch: c.Dispatch, Intake: s.Steps.Intake, Workflows: c.Workflows, Features: s.Features,
		PublishChange: c.PublishChange, Clock: c.Clock, Log: s.in.Log,
	}
}

// NewQueueCommands returns the commands of "larek queue" about money and paused deliveries.
func (s *Services) NewQueueCommands() *queuecmd.Commands {
	return &queuecmd.Commands{Steps: s.Steps, Orders: s.Checkout.Orders, Payments: s.Checkout.Payments}
}

// newSteps returns the steps of an order after its payment was started.
func (s *Services) newSteps() *fulfilment.Steps {
	c := s.Checkout
	return fulfilment.New(fulfilment.Config{
		Pool: c.Pool, Orders: c.Orders, Payments: c.Payments, Ledger: c.Ledger, Promos: c.Promos, Stock: c.Stock, Dispatch: c.Dispatch, Emails: c.Emails,
		Reservations: checkout.NewReservations(c.Promos, c.Stock, c.Clock), Features: s.Features, LateWindow: c.LateWindow, PublishChange: c.PublishChange, Clock: c.Clock, Log: s.in.Log,
	})
}

// Worker runs the workflows of orders and the periodic jobs of the shop.
type Worker struct {
	services   *Services
	activities *orderflow.Activities
	registry   *prometheus.Registry
}

// NewWorker returns a worker.
func (s *Services) NewWorker() *Worker {
	registry := telemetry.NewRegistry(s.in.Version)
	return &Worker{services: s, registry: registry, activities: s.NewActivities(registry)}
}

// Run executes workflows until ctx ends, then finishes the steps under way.
func (w *Worker) Run(ctx context.Context) error {
	cfg, in, shop := w.services.cfg, w.services.in, w.services.Checkout
	if cfg.WorkerAddr != "" {
		served, _ := cfg.queues()
		w.registry.MustRegister(queueMetrics{served}, supplierMetrics{shop.Dispatch}, w.services.newMonitor())
		go serveInside(ctx, cfg.WorkerAddr, httpapi.Inside(w.registry, nil), in.Log) // the only HTTP server of a worker
	}
	options := w.services.WorkerOptions()
	if options.Orders {
		go w.services.NewSweeper().Run(ctx)
	}
	var jobs sync.WaitGroup
	if cfg.servesPeriodic() {
		w.startPeriodic(ctx, &jobs)
	}
	w.retried(ctx, func(ctx context.Context) error {
		return in.Engine.RunWorker(ctx, w.activities, options)
	})
	jobs.Wait()
	return nil
}

// startPeriodic starts what no order waits for. jobs ends with the steps under way.
func (w *Worker) startPeriodic(ctx context.Context, jobs *sync.WaitGroup) {
	in, shop := w.services.in, w.services.Checkout
	w.startLeased(ctx)
	go shop.Dispatch.RunChecks(ctx)
	if in.Blobs != nil {
		exporter := &exports.Worker{Pool: in.Write, Exports: w.services.Exports, Orders: w.services.Search, Books: shop.Ledger, Stats: w.services.Stats, Prices: w.services.Operations.Prices, Log: in.Log}
		go exporter.Run(ctx)
	}
	if in.Mailer != nil {
		go shop.Emails.Run(ctx)
	}
	jobs.Go(func() {
		w.retried(ctx, func(ctx context.Context) error { return in.Engine.RunJobs(ctx, w.jobs()) })
	})
}

// retried waits for an engine that is unavailable: the rest of the worker does not need it.
func (w *Worker) retried(ctx context.Context, run func(ctx context.Context) error) {
	for {
		err := run(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		w.services.in.Log.WarnContext(ctx, "workflow engine unavailable", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}
