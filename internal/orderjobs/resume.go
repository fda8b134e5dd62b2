package orderjobs

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Resume notifies the workflow of every order that needs one, and starts those that
// Temporal does not know: its database is never restored, but made again from the
// orders. It returns how many orders were notified. Repeating it changes nothing.
func (s *Sweeper) Resume(ctx context.Context) (orders int, err error) {
	// Of finished orders too: a refund may still be on its way.
	owed, err := s.Refunds.OrdersWithStaleRefunds(ctx, s.Clock())
	if err != nil {
		return 0, err
	}
	orders = len(owed)
	if err := s.notifyAll(ctx, owed); err != nil {
		return 0, err
	}
	for after := int64(0); ; {
		ids, err := s.Watch.Unfinished(ctx, after, batchSize)
		if err != nil || len(ids) == 0 {
			return orders, err
		}
		after = ids[len(ids)-1]
		ids = slices.DeleteFunc(ids, func(id int64) bool { return slices.Contains(owed, id) })
		if err := s.notifyAll(ctx, ids); err != nil {
			return orders, err
		}
		orders += len(ids)
	}
}

// notifyAll notifies the workflows of orders, several at a time.
func (s *Sweeper) notifyAll(ctx context.Context, orders []int64) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(maxConcurrentNotifies)
	for _, id := range orders {
		all.Go(func() error { return s.Workflows.Notify(ctx, id) })
	}
	return all.Wait()
}
