package orderjobs

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// polled is a provider that reports the references it is queried for. It responds
// when it is released.
type polled struct {
	payment.Provider
	name    string
	queries chan string
	release chan struct{}
}

func (p *polled) Name() string   { return p.name }
func (p *polled) CanQuery() bool { return true }
func (p *polled) QueryAttempt(ctx context.Context, a payment.AttemptRef) (payment.AttemptReport, error) {
	p.queries <- a.Reference
	select {
	case <-p.release:
		return payment.AttemptReport{}, nil
	case <-ctx.Done():
		return payment.AttemptReport{}, ctx.Err()
	}
}

func TestAProviderThatHangsDelaysOnlyItsOwnAttempts(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	at := time.Unix(1_800_000_000, 0)
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	attempt := func(provider, reference string, nextCheck time.Time) {
		t.Helper()
		order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "waiting_for_payment", "game_id": game})
		factory.Check(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{
			"provider": provider, "reference": reference, "created": at, "expires_at": at.Add(payment.InvoiceTTL),
		}), nextCheck)
	}
	for i := range 40 {
		attempt("payin", fmt.Sprintf("ref-%d", i+1), at)
	}
	attempt("tbank", "ref-41", at)
	attempt("tbank", "ref-42", at.Add(time.Minute))
	hanging := &polled{name: "payin", queries: make(chan string, 40), release: make(chan struct{})}
	quick := &polled{name: "tbank", queries: make(chan string, 2), release: make(chan struct{})}
	close(quick.release)
	now := at
	log := slog.New(slog.DiscardHandler)
	polling := payment.New(payment.Config{Write: pool, Connected: []payment.Provider{hanging, quick}, Clock: func() time.Time { return now }}).Poller
	p := &poller{sweeper: &Sweeper{Poller: polling, Log: log}, busy: map[string]int{}}

	start := func(wantQuick string) {
		t.Helper()
		if err := p.startDue(ctx); err != nil {
			t.Fatal(err)
		}
		if got := <-quick.queries; got != wantQuick {
			t.Errorf("polled %s, want %s", got, wantQuick)
		}
	}
	start("ref-41")
	now = at.Add(time.Minute)
	start("ref-42")
	for range maxPollsPerProvider {
		<-hanging.queries
	}
	if got := p.free("payin"); got != 0 || len(hanging.queries) != 0 {
		t.Errorf("the hanging provider has %d free slots and %d more polls, want none", got, len(hanging.queries))
	}
	close(hanging.release)
	p.wg.Wait()
	if got := p.free("payin"); got != maxPollsPerProvider {
		t.Errorf("%d free slots after the polls, want %d", got, maxPollsPerProvider)
	}
}
