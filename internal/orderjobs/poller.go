package orderjobs

import (
	"context"
	"sync"

	"larek/internal/payment"
)

// maxPollsPerProvider bounds the polls of one provider under way. Most of them wait
// for a response, and a claimed attempt is polled at once, within its lease.
const maxPollsPerProvider = 32

// A poller queries providers for attempts that are due, so that no payment depends
// on a webhook. Polls are bounded per provider: one that does not respond delays
// its own attempts alone.
type poller struct {
	sweeper *Sweeper
	wg      sync.WaitGroup
	mu      sync.Mutex
	busy    map[string]int // polls under way by provider
}

// startDue starts polling the attempts that are due and does not wait for them.
func (p *poller) startDue(ctx context.Context) error {
	providers, err := p.sweeper.Poller.ProvidersWithDueChecks(ctx)
	if err != nil {
		return err
	}
	for _, provider := range providers {
		checks, err := p.sweeper.Poller.ClaimDueChecks(ctx, provider, p.free(provider))
		if err != nil {
			return err
		}
		p.add(provider, len(checks))
		for i := range checks {
			p.wg.Go(func() {
				defer p.add(provider, -1)
				p.poll(ctx, &checks[i])
			})
		}
	}
	return nil
}

func (p *poller) free(provider string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maxPollsPerProvider - p.busy[provider]
}

func (p *poller) add(provider string, polls int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy[provider] += polls
}

func (p *poller) poll(ctx context.Context, c *payment.StatusCheck) {
	updated, expired, err := p.sweeper.Poller.PollAttempt(ctx, c)
	if err != nil && ctx.Err() == nil {
		p.sweeper.Log.WarnContext(ctx, "poll attempt failed", "provider", c.Provider, "attempt_id", c.AttemptID, "error", err)
	}
	if expired {
		isOwed, err := p.sweeper.Intake.Expire(ctx, c)
		if err != nil {
			p.sweeper.Log.WarnContext(ctx, "attempt not closed", "attempt_id", c.AttemptID, "error", err)
			return
		}
		updated = updated || isOwed
	}
	if updated {
		_ = p.sweeper.Workflows.Notify(ctx, c.OrderID) // if Temporal is unavailable, notifyPending repeats it
	}
}
