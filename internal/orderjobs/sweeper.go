// Package orderjobs has the periodic jobs about orders: it polls providers that are silent,
// notifies workflows of what they missed, and closes orders that were never paid.
package orderjobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/feature"
	"larek/internal/fulfilment"
	"larek/internal/order"
	"larek/internal/payment"
)

const (
	sweepInterval = time.Second
	// overdueInterval is how often overdue orders are looked for; each order
	// has its own delays.
	overdueInterval = time.Minute
	// featuresInterval is how long a feature that was switched off may still be used.
	featuresInterval = 5 * time.Second
	// staleRefundAge is longer than the longest delay between two attempts of a
	// workflow.
	staleRefundAge = 10 * time.Minute
	// renotifyAfter is how long a notice or a change may be pending before its
	// workflow is notified again.
	renotifyAfter = 3 * time.Second
	batchSize     = 200
	// maxConcurrentNotifies bounds how many workflows are notified at a time.
	maxConcurrentNotifies = 8
)

// Sweeper runs the jobs.
type Sweeper struct {
	Watch     *order.Watch
	Inbox     *payment.Inbox
	Poller    *payment.Poller
	Refunds   *payment.Refunds
	Grants    *payment.Grants
	Dispatch  *delivery.Dispatcher
	Intake    *fulfilment.Intake
	Workflows checkout.WorkflowNotifier
	// Features are read again every few seconds.
	Features *feature.Switches
	// PublishChange notifies open pages that an order has changed.
	PublishChange func(ctx context.Context, orderID int64)
	Clock         clock.Clock
	Log           *slog.Logger
}

// Run runs the periodic jobs until ctx ends: it polls providers,
// notifies workflows of pending notices and overdue orders, and closes orders
// that were never paid. Several instances may run it; each claims its own rows.
func (s *Sweeper) Run(ctx context.Context) {
	polling := poller{sweeper: s, busy: map[string]int{}}
	pending := pendingOrders{}
	var wg sync.WaitGroup
	for _, job := range []struct {
		name  string
		every time.Duration
		do    func(context.Context) error
	}{
		{"poll", sweepInterval, polling.startDue},
		{"notify", sweepInterval, func(ctx context.Context) error { return s.notifyPending(ctx, pending) }},
		{"close", sweepInterval, s.closeExpired},
		{"remind", overdueInterval, s.NotifyOverdue},
		{"grants", overdueInterval, s.expireGrants},
		{"features", featuresInterval, s.Features.Read},
	} {
		// One goroutine per job: a slow one does not delay the others.
		wg.Go(func() {
			clock.Every(ctx, job.every, func() {
				if err := job.do(ctx); err != nil && ctx.Err() == nil {
					s.Log.WarnContext(ctx, "sweep failed", "job", job.name, "error", err)
				}
			})
		})
	}
	wg.Wait()
	polling.wg.Wait()
}

// notifyPending notifies the workflows of orders with unprocessed notices or
// changes by buyers, suppliers and operators.
func (s *Sweeper) notifyPending(ctx context.Context, pending pendingOrders) error {
	now := s.Clock()
	before := now.Add(-renotifyAfter)
	paid, err := s.Inbox.OrdersWithPendingNotices(ctx, before, batchSize)
	if err != nil {
		return err
	}
	changed, err := s.Dispatch.OrdersWithPendingChanges(ctx, before, batchSize)
	if err != nil {
		return err
	}
	// Several at a time, so that a slow one does not delay the others.
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(maxConcurrentNotifies)
	for _, id := range pending.due(now, slices.Concat(paid, changed)) {
		all.Go(func() error {
			err := s.Workflows.Notify(ctx, id)
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				delete(pending, id) // not notified: tried again by the next sweep
			}
			return err
		})
	}
	return all.Wait()
}

// closeExpired closes orders whose payment window ended: those without an attempt, and
// those whose attempts have ended.
func (s *Sweeper) closeExpired(ctx context.Context) error {
	closed, err := s.Watch.CloseExpired(ctx, s.Clock(), batchSize)
	if err != nil {
		return err
	}
	for _, id := range closed {
		s.PublishChange(ctx, id)
	}
	return s.closeLapsed(ctx)
}

// closeLapsed processes the orders whose payment window ended with no open attempt, as their
// workflows would: an order that was never paid has no workflow. If something is left to do, it
// notifies the workflow. Several workers may run it at once.
func (s *Sweeper) closeLapsed(ctx context.Context) error {
	lapsed, err := s.Watch.Lapsed(ctx, s.Clock(), batchSize)
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range lapsed {
		st, err := s.Intake.ProcessNotices(ctx, id)
		if err == nil && (!st.Status.Final() || len(st.Refunds) > 0) {
			err = s.Workflows.Notify(ctx, id)
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// expireGrants ends approved refunds that were not sent in time, so that others can be
// approved.
func (s *Sweeper) expireGrants(ctx context.Context) error {
	orders, err := s.Grants.ExpireGrants(ctx)
	for _, id := range orders {
		s.PublishChange(ctx, id)
	}
	return err
}

// NotifyOverdue notifies the workflows of orders whose deadline has passed or
// whose refunds are stale, in case a signal was lost. Each order is claimed by
// one worker, with growing delays.
func (s *Sweeper) NotifyOverdue(ctx context.Context) error {
	owed, err := s.Refunds.OrdersWithStaleRefunds(ctx, s.Clock().Add(-staleRefundAge))
	if err != nil {
		return err
	}
	due, err := s.Watch.ClaimReminders(ctx, owed, batchSize)
	if err != nil {
		return err
	}
	notified, failed := s.notifyDue(ctx, due)
	return errors.Join(s.Watch.MarkReminded(ctx, notified), failed)
}

// notifyDue notifies several workflows at a time and returns the reminders that
// were delivered.
func (s *Sweeper) notifyDue(ctx context.Context, due []order.Reminder) (notified []order.Reminder, failed error) {
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(maxConcurrentNotifies)
	for _, r := range due {
		all.Go(func() error {
			err := s.Workflows.Notify(ctx, r.OrderID)
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				notified = append(notified, r)
			}
			return err
		})
	}
	failed = all.Wait()
	return notified, failed
}
