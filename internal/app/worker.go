package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/checkout"
	"larek/internal/dataversion"
	"larek/internal/exports"
	"larek/internal/fulfilment"
	"larek/internal/httpapi"
	"larek/internal/orderflow"
	"larek/internal/orderjobs"
	"larek/internal/pubsub"
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
	return orderflow.NewActivities(s.Steps, s.Watch, s.Features, metrics, s.in.Log)
}

// NewSweeper returns the periodic jobs about orders.
func (s *Services) NewSweeper() *orderjobs.Sweeper {
	return &orderjobs.Sweeper{
		Watch: s.Watch, Inbox: s.Payments.Inbox, Poller: s.Payments.Poller, Refunds: s.Payments.Refunds, Grants: s.Payments.Grants,
		Dispatch: s.Dispatch, Intake: s.Steps.Intake, Workflows: s.Workflows(), Features: s.Features,
		PublishChange: s.publishChange, Clock: s.in.Clock, Log: s.in.Log,
	}
}

// NewQueueCommands returns the commands of "larek queue" about money and paused deliveries.
func (s *Services) NewQueueCommands() *queuecmd.Commands {
	return &queuecmd.Commands{Steps: s.Steps, Orders: s.Orders, Tasks: s.Payments.Tasks, Refunds: s.Payments.Refunds}
}

// newSteps returns the steps of an order after its payment was started.
func (s *Services) newSteps() *fulfilment.Steps {
	return fulfilment.New(fulfilment.Config{
		Pool: s.in.Write, Orders: s.Orders, Attempts: s.Payments.Attempts, Inbox: s.Payments.Inbox, Poller: s.Payments.Poller, Tasks: s.Payments.Tasks, Refunds: s.Payments.Refunds,
		Ledger: s.Ledger, Promos: s.Promos, Stock: s.Stock, Dispatch: s.Dispatch, Emails: s.Emails,
		Reservations: checkout.NewReservations(s.Promos, s.Stock, s.in.Clock), Features: s.Features, PublishChange: s.publishChange, Clock: s.in.Clock, Log: s.in.Log,
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
	cfg, in := w.services.cfg, w.services.in
	if cfg.WorkerAddr != "" {
		served, _ := cfg.queues()
		w.registry.MustRegister(queueMetrics{served}, supplierMetrics{w.services.Sourcing}, w.services.newMonitor())
		go serveInside(ctx, cfg.WorkerAddr, httpapi.Inside(w.registry, nil), in.Log) // the only HTTP server of a worker
	}
	go w.services.followBrand(ctx)
	go w.services.PartnerAccounts.Follow(ctx)
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

// followBrand forgets the name of the shop when it has changed, until ctx ends.
func (s *Services) followBrand(ctx context.Context) {
	versions := dataversion.NewWatcher(s.in.Read, versionPoll, s.in.Bus.SubscribeCoalesced(ctx, pubsub.DataChanged), s.in.Log)
	versions.OnChange(func(moved ...dataversion.Scope) {
		if slices.Contains(moved, dataversion.Brand) {
			s.Brand.Forget()
		}
	})
	versions.Run(ctx)
}

// startPeriodic starts what no order waits for. jobs ends with the steps under way.
func (w *Worker) startPeriodic(ctx context.Context, jobs *sync.WaitGroup) {
	in, s := w.services.in, w.services
	w.startLeased(ctx)
	go s.Sourcing.RunChecks(ctx)
	if in.Blobs != nil {
		exporter := &exports.Worker{Pool: in.Write, Exports: w.services.Exports, Orders: w.services.Search, Books: s.Ledger, Stats: w.services.Stats, Prices: w.services.Prices, Log: in.Log}
		go exporter.Run(ctx)
	}
	if in.Mailer != nil {
		go s.Emails.Run(ctx)
	}
	go s.Operations.Alerts.RunSend(ctx)
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
