package order

import (
	"context"
	"fmt"
	"time"

	"larek/internal/order/orderdb"
)

const (
	// reminderLease is how long a worker has to notify the workflows of the
	// reminders it claimed.
	reminderLease = time.Minute
	// The delay between two reminders of one deadline doubles from the first to
	// the maximum, so that an order that waits days for an operator is notified
	// a few dozen times, not every minute.
	firstReminderDelay = time.Minute
	maxReminderDelay   = 6 * time.Hour
)

// Reminder is an order whose workflow must be notified.
type Reminder struct {
	OrderID int64
	count   int32
}

// ClaimReminders leases to the caller the orders whose deadline has passed and
// the named ones. Orders that were reminded recently or are leased to another
// worker are left out.
func (s *Watch) ClaimReminders(ctx context.Context, named []int64, limit int32) ([]Reminder, error) {
	now := s.clock()
	rows, err := s.q.ClaimReminders(ctx, orderdb.ClaimRemindersParams{
		Now: now, Forgotten: now.Add(-stuckAfter), Named: named, PageLimit: limit, LeaseUntil: now.Add(reminderLease),
	})
	if err != nil {
		return nil, fmt.Errorf("claim reminders: %w", err)
	}
	claimed := make([]Reminder, len(rows))
	for i, r := range rows {
		claimed[i] = Reminder{OrderID: r.OrderID, count: r.Reminded}
	}
	return claimed, nil
}

// MarkReminded records that the workflows were notified. A claimed reminder
// that is not marked is due again when its lease ends, without a longer delay.
func (s *Watch) MarkReminded(ctx context.Context, notified []Reminder) error {
	if len(notified) == 0 {
		return nil
	}
	now := s.clock()
	var p orderdb.MarkRemindedParams
	for _, r := range notified {
		p.OrderIds = append(p.OrderIds, r.OrderID)
		p.NextAts = append(p.NextAts, now.Add(reminderDelay(r.count)))
	}
	if err := s.q.MarkReminded(ctx, p); err != nil {
		return fmt.Errorf("mark reminders: %w", err)
	}
	return nil
}

// reminderDelay returns how long to wait after a reminder that had so many
// before it.
func reminderDelay(earlier int32) time.Duration {
	const doublings = 9 // 2⁹ minutes are longer than maxReminderDelay
	return min(firstReminderDelay<<min(earlier, doublings), maxReminderDelay)
}
