package order

import (
	"context"
	"fmt"
	"time"

	"larek/internal/order/orderdb"
)

const (
	// reminderLease is how long a worker has to wake the flows it took.
	reminderLease = time.Minute
	// The pause between two reminders of one deadline doubles from the first to
	// the longest: an order that waits for a person for days is woken a few
	// dozen times, not every minute.
	firstPause   = time.Minute
	longestPause = 6 * time.Hour
)

// Reminder is an order whose flow is to be woken.
type Reminder struct {
	OrderID int64
	count   int32
}

// TakeReminders leases orders whose deadline has passed, and those named, to
// the caller. An order reminded of lately is left out, and so is one another
// worker has taken.
func (s *Service) TakeReminders(ctx context.Context, named []int64, limit int32) ([]Reminder, error) {
	now := s.clock()
	rows, err := s.q.TakeReminders(ctx, orderdb.TakeRemindersParams{
		Now: now, Named: named, PageLimit: limit, LeaseUntil: now.Add(reminderLease),
	})
	if err != nil {
		return nil, fmt.Errorf("take reminders: %w", err)
	}
	taken := make([]Reminder, len(rows))
	for i, r := range rows {
		taken[i] = Reminder{OrderID: r.OrderID, count: r.Reminded}
	}
	return taken, nil
}

// Reminded notes that the flows were woken. Those that were not are due again
// when the lease ends, with no longer a pause.
func (s *Service) Reminded(ctx context.Context, woken []Reminder) error {
	if len(woken) == 0 {
		return nil
	}
	now := s.clock()
	var p orderdb.SetRemindedParams
	for _, r := range woken {
		p.OrderIds = append(p.OrderIds, r.OrderID)
		p.NextAts = append(p.NextAts, now.Add(pauseAfter(r.count)))
	}
	if err := s.q.SetReminded(ctx, p); err != nil {
		return fmt.Errorf("note reminders: %w", err)
	}
	return nil
}

// pauseAfter returns how long to wait after a reminder that had so many before it.
func pauseAfter(earlier int32) time.Duration {
	const doublings = 9 // 2⁹ minutes are longer than the longest pause
	return min(firstPause<<min(earlier, doublings), longestPause)
}
