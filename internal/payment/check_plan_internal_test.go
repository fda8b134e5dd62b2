package payment

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// pollTimes returns when after its creation an attempt is polled that always gives the
// same finding.
func pollTimes(found finding) (times []time.Duration) {
	created := time.Unix(1_800_000_000, 0)
	c := &StatusCheck{Created: created, ExpiresAt: created.Add(InvoiceTTL)}
	for at := created.Add(firstPollDelay); !at.IsZero() && len(times) < 2000; c.failures++ {
		times = append(times, at.Sub(created))
		at = nextPoll(at, c, found)
	}
	return times
}

func TestTheScheduleOfPolls(t *testing.T) {
	t.Parallel()
	const s, m, h = time.Second, time.Minute, time.Hour
	unpaid := []time.Duration{30 * s, 150 * s, 5 * m, 10 * m, 20 * m, 31 * m, 12*h + 30*m, 72*h + 30*m}
	for name, c := range map[string]struct {
		found finding
		want  []time.Duration
	}{
		"never paid":               {finding{CanQuery: true}, unpaid},
		"in progress and not paid": {finding{CanQuery: true, UnderWay: true}, slices.Insert(slices.Clone(unpaid), 6, 46*m, 91*m)},
		"paid":                     {finding{CanQuery: true, Paid: true}, unpaid[:1]},
		"nobody can be asked":      {finding{}, []time.Duration{30 * s, 30*m + time.Millisecond}},
	} {
		got := pollTimes(c.found)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: polled at %s, want %s", name, got, c.want)
		}
		if len(got)+maxBuyerAsks > 12 {
			t.Errorf("%s: %d polls and %d of a buyer are more than 12", name, len(got), maxBuyerAsks)
		}
	}
}

// The process may be killed before it closes an attempt that has expired.
func TestAnOpenAttemptIsLookedAtUntilItIsClosed(t *testing.T) {
	t.Parallel()
	expired := time.Unix(1_800_000_000, 0)
	now := expired.Add(time.Second)
	for status, want := range map[AttemptStatus]time.Time{AttemptPending: now.Add(time.Minute), AttemptExpired: {}} {
		if got := nextPoll(now, &StatusCheck{Status: status, ExpiresAt: expired}, finding{}); !got.Equal(want) {
			t.Errorf("%s: looked at again at %s, want %s", status, got, want)
		}
	}
	now = expired.Add(97 * time.Hour)
	for status, want := range map[AttemptStatus]time.Time{AttemptPending: now.Add(15 * time.Minute), AttemptExpired: {}} {
		if got := nextPoll(now, &StatusCheck{Status: status, ExpiresAt: expired, failures: 20}, finding{CanQuery: true, Failed: errors.New("down")}); !got.Equal(want) {
			t.Errorf("%s at a silent provider: looked at again at %s, want %s", status, got, want)
		}
	}
}

func TestAProviderThatNeverRespondsIsAskedFourDays(t *testing.T) {
	t.Parallel()
	times := pollTimes(finding{CanQuery: true, Failed: errors.New("down")})
	last := times[len(times)-1]
	if last < 96*time.Hour || last > 97*time.Hour || times[1]-times[0] != 5*time.Second || last-times[len(times)-2] != 15*time.Minute {
		t.Errorf("%d polls, the second after %s, the last after %s", len(times), times[1], last)
	}
}

func TestAnUnconfirmedWebhookIsPolledADozenTimes(t *testing.T) {
	t.Parallel()
	since := time.Unix(1_800_000_000, 0)
	var ages []time.Duration
	for at := since; !at.IsZero(); at = nextClaimPoll(at, since) {
		ages = append(ages, at.Sub(since).Round(time.Second))
	}
	if len(ages) != 13 || ages[1] != 2*time.Second || ages[2] != 6*time.Second || ages[12] < claimPollWindow {
		t.Errorf("polled at %s", ages)
	}
}
