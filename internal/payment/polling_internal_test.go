package payment

import (
	"testing"
	"time"
)

// polls returns how often an attempt is polled from its creation until the given
// age, and when first.
func polls(status AttemptStatus, until time.Duration) (count int, first time.Duration) {
	created := time.Unix(1_800_000_000, 0)
	expires := created.Add(InvoiceTTL)
	for at := created.Add(firstPollDelay); at.Sub(created) <= until; at = nextPoll(at, created, expires, status) {
		if count++; count == 1 {
			first = at.Sub(created)
		}
	}
	return count, first
}

func TestPollingGrowsRarer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		status AttemptStatus
		until  time.Duration
		want   int
	}{
		{"open, the first minute", AttemptPending, time.Minute, 11},
		{"open, until the invoice ends", AttemptPending, InvoiceTTL, 34},
		{"paid, until the invoice ends", AttemptPaid, InvoiceTTL, 3},
	} {
		if got, first := polls(c.status, c.until); got != c.want || first != 4*time.Second {
			t.Errorf("%s: %d polls, the first after %s; want %d and 4s", c.name, got, first, c.want)
		}
	}
}
