package orderflow

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"larek/internal/order"
	"larek/internal/payment"
)

const (
	watchEvery = time.Second
	// remindEvery is how often overdue orders are looked for; each order has its
	// own pauses.
	remindEvery = time.Minute
	// staleRefund is longer than a flow ever waits between two tries.
	staleRefund = 10 * time.Minute
	// handOverAfter is how long a fact may wait before its flow is told again.
	handOverAfter = 3 * time.Second
	batch         = 200
	askers        = 8
)

// Watch does what nobody is told to do: asks providers about silent payments,
// hands over facts the engine missed, and closes what was never paid. Any
// number of copies may run; each takes what the others have not.
func (s *Steps) Watch(ctx context.Context) {
	var wg sync.WaitGroup
	for _, look := range []struct {
		name  string
		every time.Duration
		do    func(context.Context) error
	}{
		{"reconcile", watchEvery, s.reconcile},
		{"hand over", watchEvery, s.handOver},
		{"close", watchEvery, s.closeAbandoned},
		{"remind", remindEvery, s.remind},
	} {
		// Each by itself: a provider that is slow to answer holds up nobody else.
		wg.Go(func() {
			tick := time.NewTicker(look.every)
			defer tick.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
				if err := look.do(ctx); err != nil && ctx.Err() == nil {
					s.Log.WarnContext(ctx, "watch", "step", look.name, "error", err)
				}
			}
		})
	}
	wg.Wait()
}

// reconcile asks providers about attempts that have been silent: no payment
// needs a webhook to be seen.
func (s *Steps) reconcile(ctx context.Context) error {
	checks, err := s.Payments.TakeChecks(ctx, batch)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	slots := make(chan struct{}, askers)
	for i := range checks {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			s.check(ctx, &checks[i])
		})
	}
	wg.Wait()
	return nil
}

func (s *Steps) check(ctx context.Context, c *payment.Check) {
	news, over, err := s.Payments.Ask(ctx, c)
	if err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "provider did not answer", "provider", c.Provider, "attempt", c.AttemptID, "error", err)
	}
	if over {
		if err := s.Expire(ctx, c); err != nil {
			s.Log.WarnContext(ctx, "attempt not closed", "attempt", c.AttemptID, "error", err)
			return
		}
	}
	if news || over {
		_ = s.Flow.Tell(ctx, c.OrderID) // handed over by the next look if the engine is away
	}
}

// handOver tells flows of facts they have not acted upon: payments, and what
// buyers and operators changed.
func (s *Steps) handOver(ctx context.Context) error {
	before := s.Clock().Add(-handOverAfter)
	paid, err := s.Payments.Unhanded(ctx, before, batch)
	if err != nil {
		return err
	}
	changed, err := s.Dispatch.Unheard(ctx, before, batch)
	if err != nil {
		return err
	}
	return s.tellAll(ctx, slices.Concat(paid, changed))
}

// tellAll tells several at a time: one flow that is slow to hear holds up
// nobody else.
func (s *Steps) tellAll(ctx context.Context, orders []int64) error {
	var all errgroup.Group
	all.SetLimit(askers)
	for _, id := range orders {
		all.Go(func() error { return s.Flow.Tell(ctx, id) })
	}
	return all.Wait()
}

// closeAbandoned closes orders nobody began to pay.
func (s *Steps) closeAbandoned(ctx context.Context) error {
	closed, err := s.Orders.CloseExpired(ctx, s.Clock(), batch)
	if err != nil {
		return err
	}
	for _, id := range closed {
		s.Announce(ctx, id)
	}
	return nil
}

// remind wakes the flows of orders whose deadline has passed, or whose money is
// still to go back: the engine may have been away when they were to be told. One
// worker wakes each, after longer and longer pauses.
func (s *Steps) remind(ctx context.Context) error {
	owed, err := s.Payments.StaleRefunds(ctx, s.Clock().Add(-staleRefund))
	if err != nil {
		return err
	}
	due, err := s.Orders.TakeReminders(ctx, owed, batch)
	if err != nil {
		return err
	}
	woken, failed := s.wake(ctx, due)
	return errors.Join(s.Orders.Reminded(ctx, woken), failed)
}

// wake tells several flows at a time and returns those that were told.
func (s *Steps) wake(ctx context.Context, due []order.Reminder) (woken []order.Reminder, failed error) {
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(askers)
	for _, r := range due {
		all.Go(func() error {
			err := s.Flow.Tell(ctx, r.OrderID)
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				woken = append(woken, r)
			}
			return err
		})
	}
	failed = all.Wait()
	return woken, failed
}
