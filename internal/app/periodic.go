package app

import (
	"context"
	"time"

	"larek/internal/orderflow"
	"larek/internal/payment"
	"larek/internal/pg"
)

// startLeased starts periodic work that has to be done within seconds. One of the workers
// does each, by a lease in the database.
func (w *Worker) startLeased(ctx context.Context) {
	log, operations := w.services.in.Log, w.services.Operations
	leases := pg.NewLeases(w.services.in.Write, log)
	go w.services.Ledger.RunSums(ctx, leases, log)
	go w.services.Stats.Run(ctx, leases, log)
	go operations.Pricing.RunPrices(ctx, leases, log)
	go operations.Texts.RunContent(ctx, leases, log)
	go operations.Pricing.RunPriceRules(ctx, leases, log)
	go operations.Pricing.RunLows(ctx, leases, log)
	go operations.Methods.RunMethods(ctx, leases, log)
	go operations.Alerts.RunFind(ctx, leases)
}

// jobs are periodic work of a minute and more. The engine's schedules start each once,
// however many workers run.
func (w *Worker) jobs() []orderflow.Job {
	s := w.services
	jobs := []orderflow.Job{
		{Name: "audit", Every: time.Minute, Timeout: 5 * time.Minute, Do: func(ctx context.Context) error { return s.Audit.SealAndLog(ctx, s.in.Log) }},
		{Name: "lines", Every: time.Minute, Timeout: 5 * time.Minute, Do: func(ctx context.Context) error { return s.Settlement.MatchAgain(ctx, s.in.Clock()) }},
		{Name: "checkpoint", Every: 10 * time.Minute, Timeout: 30 * time.Minute, Do: func(ctx context.Context) error { return s.Chain.ExtendAndLog(ctx, s.in.Log) }},
		{Name: "upkeep", Every: 10 * time.Minute, Timeout: 5 * time.Minute, Do: func(ctx context.Context) error { return s.Desk.Upkeep(ctx, s.Staff, s.StaffSessions) }},
		{Name: "messages", Every: time.Hour, Timeout: 5 * time.Minute, Do: s.Operations.Alerts.DeleteOld},
		{Name: "pictures", Every: 10 * time.Minute, Timeout: 5 * time.Minute, Do: s.ProofPictures.DeleteUnused},
		{Name: "sync", Every: 15 * time.Minute, Timeout: 30 * time.Minute, AtStart: true, Do: s.Sourcing.Sync},
		{Name: "spellings", Every: time.Hour, Timeout: 30 * time.Minute, AtStart: true, Do: s.Stock.RecordSpellings},
		// The bank sets rates once a day and limits how often they may be read.
		{Name: "rates", Every: 12 * time.Hour, Timeout: 5 * time.Minute, Retry: 10 * time.Minute, AtStart: true, Do: w.updateRates},
	}
	if s.cfg.RegistryURL != "" {
		jobs = append(jobs, orderflow.Job{Name: "registries", Every: time.Minute, Timeout: 30 * time.Minute, Do: s.newRegistries().FetchAll})
	}
	for i := range jobs {
		jobs[i].Do = w.logged(jobs[i].Name, jobs[i].Do)
	}
	return jobs
}

// logged logs a job that failed: the engine shows it to those who look.
func (w *Worker) logged(name string, do func(ctx context.Context) error) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		err := do(ctx)
		if err != nil && ctx.Err() == nil {
			w.services.in.Log.WarnContext(ctx, "periodic job failed", "job", name, "error", err)
		}
		return err
	}
}

func (w *Worker) updateRates(ctx context.Context) error {
	in := w.services.in
	n, err := w.services.Payments.Rates.Update(ctx, payment.RateFetcher{Client: in.HTTP, BaseURL: w.services.cfg.RatesURL}, in.Clock())
	if err == nil {
		in.Log.InfoContext(ctx, "exchange rates updated", "new", n)
	}
	return err
}
