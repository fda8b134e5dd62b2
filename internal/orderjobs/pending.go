package orderjobs

import "time"

// maxRenotifyDelay is the longest delay between two signals about the same pending
// work. A signal is rarely lost; a workflow that is late because Temporal is busy
// only becomes later by more of them.
const maxRenotifyDelay = time.Minute

// pendingOrders holds when an order with pending work may be notified again.
type pendingOrders map[int64]renotify

type renotify struct {
	at    time.Time
	delay time.Duration
}

// due returns the orders to notify now, each once: at first without a delay, then
// after delays that double up to maxRenotifyDelay. An order that has not been
// pending for that long is forgotten.
func (p pendingOrders) due(now time.Time, pending []int64) []int64 {
	var orders []int64
	for _, id := range pending {
		r := p[id]
		if now.Before(r.at) {
			continue
		}
		orders = append(orders, id)
		delay := min(max(2*r.delay, renotifyAfter), maxRenotifyDelay)
		p[id] = renotify{at: now.Add(delay), delay: delay}
	}
	for id, r := range p {
		if now.Sub(r.at) > maxRenotifyDelay {
			delete(p, id)
		}
	}
	return orders
}
