package payment

import "time"

// The schedule of status calls; ADR 0008 says why. It costs an attempt that is never
// paid ten calls at most, and two more are left for a buyer who waits.
const (
	// firstPollDelay is when a new attempt is polled first. Most webhooks have come by
	// then, and their attempts are not polled.
	firstPollDelay = 30 * time.Second
	// minPollDelay is the least delay between two polls. Later ones grow with the age of
	// the attempt, so that a lost webhook is found before half as much time again has gone.
	minPollDelay = 2 * time.Minute
	// closingDelay is how long after its expiry an attempt is polled to be closed.
	closingDelay = time.Minute
	// maxBuyerAsks is how often an attempt is polled because a buyer asks for it.
	maxBuyerAsks = 2
	// underWayGrace is how long after its expiry an attempt stays open because its
	// provider is still taking the money, or has sent a webhook it does not confirm.
	// Money that arrives later is handled as a late payment.
	underWayGrace = time.Hour
	// claimPollWindow is how long an unconfirmed webhook is polled. Operators see it
	// after unconfirmedAfter.
	claimPollWindow = 72 * time.Hour
	// givenUpAfter is how long after its expiry an attempt is polled at a provider that never
	// responds: longer than the last late poll. Then it is closed.
	givenUpAfter = 96 * time.Hour
)

var (
	// latePolls are when an expired attempt is polled for money that came late. What comes
	// later still is in the provider's registry.
	latePolls = []time.Duration{12 * time.Hour, 72 * time.Hour}
	// underWayPolls are when an attempt is polled whose payment was in progress when it
	// expired.
	underWayPolls = []time.Duration{16 * time.Minute, underWayGrace + closingDelay}
)

// finding is what one poll found.
type finding struct {
	CanQuery bool  // the provider has a status call
	Paid     bool  // the whole amount
	UnderWay bool  // a payment is in progress
	Failed   error // the call
}

// nextPoll returns when to poll an attempt again, or the zero time if polling ends.
func nextPoll(now time.Time, c *StatusCheck, found finding) time.Time {
	switch closing := c.ExpiresAt.Add(closingDelay); {
	case found.Paid:
		return time.Time{} // its refunds and second payments are in webhooks and registries
	case found.Failed != nil:
		if now.After(c.ExpiresAt.Add(givenUpAfter)) && !c.Status.IsOpen() {
			return time.Time{} // an open one is closed next; again if the process is killed before
		}
		return now.Add(retryDelay(c.failures))
	case !found.CanQuery && now.After(c.ExpiresAt) && c.Status.IsOpen():
		return now.Add(time.Minute) // it is closed next; again if the process is killed before
	case !found.CanQuery && now.After(c.ExpiresAt):
		return time.Time{}
	case !found.CanQuery:
		return c.ExpiresAt.Add(time.Millisecond) // there is nothing to ask, only to close
	case now.Before(closing):
		return earlier(closing, now.Add(max(now.Sub(c.Created), minPollDelay)))
	case found.UnderWay:
		return earlier(firstAfter(now, c.ExpiresAt, underWayPolls), firstAfter(now, c.ExpiresAt, latePolls))
	default:
		return firstAfter(now, c.ExpiresAt, latePolls)
	}
}

// nextClaimPoll returns when to poll again for a webhook that is unconfirmed since. The
// delays triple from two seconds on: a dozen in three days.
func nextClaimPoll(now, since time.Time) time.Time {
	age := now.Sub(since)
	if age >= claimPollWindow {
		return time.Time{}
	}
	return now.Add(max(2*age, 2*time.Second))
}

// retryDelay is how long to wait after a call that failed, after so many failures before.
func retryDelay(failures int32) time.Duration {
	return min(5*time.Second<<min(failures, 10), 15*time.Minute)
}

// firstAfter returns the first of the times that is still to come, or the zero time.
func firstAfter(now, from time.Time, delays []time.Duration) time.Time {
	for _, d := range delays {
		if at := from.Add(d); at.After(now) {
			return at
		}
	}
	return time.Time{}
}

// earlier returns the earlier of two times; the zero time is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
