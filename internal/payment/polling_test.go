package payment_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// acquirer is a provider that reports what a test sets.
type acquirer struct {
	payment.Provider
	answer    payment.AttemptReport
	calls     int
	meanwhile func() // happens during a call
}

func (*acquirer) Name() string   { return "tbank" }
func (*acquirer) CanQuery() bool { return true }
func (b *acquirer) QueryAttempt(context.Context, payment.AttemptRef) (payment.AttemptReport, error) {
	b.calls++
	if b.meanwhile != nil {
		b.meanwhile()
	}
	return b.answer, nil
}

var pollingBegan = time.Unix(1_800_000_000, 0)

// newPolledAttempt returns an order with an attempt that is to be polled now.
func newPolledAttempt(t *testing.T, b payment.Provider, now clock.Clock) (s *payment.Services, pool *pgxpool.Pool, order int64) {
	t.Helper()
	pool = pgtest.New(t)
	order = factory.Order(t, pool, factory.With{
		"kind": "steam", "status": "waiting_for_payment", "game_id": factory.Game(t, pool, factory.With{"kind": "steam"}),
	})
	factory.Check(t, pool, factory.PaymentAttempt(t, pool, order, factory.With{
		"reference": "1-1-x", "created": pollingBegan, "expires_at": pollingBegan.Add(payment.InvoiceTTL),
	}), pollingBegan)
	return payment.New(payment.Config{Write: pool, Connected: []payment.Provider{b}, Clock: now, Log: slog.New(slog.DiscardHandler)}), pool, order
}

func TestAnAttemptTheBankStillAuthorisesIsNotOver(t *testing.T) {
	t.Parallel()
	ctx, now, b := t.Context(), pollingBegan, &acquirer{}
	s, _, _ := newPolledAttempt(t, b, func() time.Time { return now })
	for _, step := range []struct {
		name     string
		after    time.Duration
		underWay bool
		over     bool
	}{
		{"in time", time.Minute, true, false},
		{"over by time, authorising", 31 * time.Minute, true, false},
		{"a while later, still", 80 * time.Minute, true, false},
		{"too long", 2 * time.Hour, true, true},
		{"nothing under way", 13 * time.Hour, false, true},
	} {
		now, b.answer = pollingBegan.Add(step.after), payment.AttemptReport{UnderWay: step.underWay}
		checks, err := s.Poller.ClaimDueChecks(ctx, "tbank", 10)
		if err != nil || len(checks) != 1 {
			t.Fatalf("%s: %d attempts to check, %v; want 1", step.name, len(checks), err)
		}
		if _, over, err := s.Poller.PollAttempt(ctx, &checks[0]); err != nil || over != step.over {
			t.Errorf("%s: over %t, %v; want %t", step.name, over, err, step.over)
		}
	}
}

// A webhook is stored unconfirmed; polling confirms it with the reported amount.
func TestPollingConfirmsAWebhookWithTheReportedAmount(t *testing.T) {
	t.Parallel()
	ctx, b := t.Context(), &acquirer{}
	s, pool, order := newPolledAttempt(t, b, func() time.Time { return pollingBegan })
	claim := payment.Notice{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(999_00, "RUB")}
	if id, err := s.Inbox.RecordNotice(ctx, "tbank", payment.SourceWebhook, claim); err != nil || id != order {
		t.Fatalf("claim: order %d, %v; want %d", id, err, order)
	}
	state := func() string {
		t.Helper()
		return pgtest.One[string](t, pool, `select concat_ws(' ', amount, confirmed_at is not null) from payment_notices`)
	}
	if got := state(); got != "999.00 f" {
		t.Errorf("stored notice: got %q, want unconfirmed", got)
	}
	if _, err := pool.Exec(ctx, `update payment_notices set settled_at = now()`); err == nil {
		t.Error("a claim was settled")
	}
	claim.Amount = money.Of(100_00, "RUB")
	b.answer = payment.AttemptReport{Notices: []payment.Notice{claim}}
	claimed, err := s.Poller.ClaimUnconfirmedChecks(ctx, order)
	if err != nil || len(claimed) != 1 {
		t.Fatalf("%d claimed attempts, %v; want 1", len(claimed), err)
	}
	if updated, _, err := s.Poller.PollAttempt(ctx, &claimed[0]); err != nil || !updated {
		t.Errorf("confirmed: updated %t, %v; want updated", updated, err)
	}
	if got := state(); got != "100.00 t" {
		t.Errorf("stored notice: got %q, want the polled amount, confirmed", got)
	}
}
