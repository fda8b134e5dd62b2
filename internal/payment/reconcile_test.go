package payment_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
)

// acquirer answers what a test wants it to.
type acquirer struct {
	payment.Provider
	answer payment.Answer
}

func (*acquirer) Name() string { return "tbank" }
func (*acquirer) CanAsk() bool { return true }
func (b *acquirer) Ask(context.Context, payment.Asked) (payment.Answer, error) {
	return b.answer, nil
}

func TestAnAttemptTheBankStillAuthorisesIsNotOver(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	began := time.Unix(1_800_000_000, 0)
	now, b := began, &acquirer{}
	s := payment.NewService(pool, pool, []payment.Provider{b}, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	for _, q := range []struct {
		sql  string
		args []any
	}{
		{`insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
			values (1, 'steam', 'Steam', '', '', $1, '', $1, 1, now())`, []any{picture.KeyOf([]byte("<svg/>"))}},
		{`insert into orders (id, hash, kind, status, email, game_id, total, created, next_action, due_at)
			values (1, $1, 'steam', 'waiting_for_payment', 'buyer@example.test', 1, 100, now(), 'pay', now())`, []any{ident.NewHash()}},
		{`insert into payment_attempts (id, order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, scenario, created, expires_at, next_check_at)
			values (1, 1, 1, '1-1-x', 'tbank_sbp', 'tbank', 'pending', 100, 0, 'RUB', 1, 100, '{"type":"qr"}', $1, $2, $1)`, []any{began, began.Add(payment.InvoiceLife)}},
	} {
		if _, err := pool.Exec(ctx, q.sql, q.args...); err != nil {
			t.Fatal(err)
		}
	}
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
		{"nothing under way", 2*time.Hour + 30*time.Minute, false, true},
	} {
		now, b.answer = began.Add(step.after), payment.Answer{UnderWay: step.underWay}
		checks, err := s.TakeChecks(ctx, 10)
		if err != nil || len(checks) != 1 {
			t.Fatalf("%s: %d attempts to check, %v; want 1", step.name, len(checks), err)
		}
		if _, over, err := s.Ask(ctx, &checks[0]); err != nil || over != step.over {
			t.Errorf("%s: over %t, %v; want %t", step.name, over, err, step.over)
		}
	}
	// A webhook is kept as a claim, and becomes a fact with what the bank answers.
	claim := payment.Notice{Fact: "5:paid", Kind: payment.Paid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(999_00, "RUB")}
	if id, err := s.Keep(ctx, "tbank", payment.ByWebhook, claim); err != nil || id != 1 {
		t.Fatalf("claim: order %d, %v; want 1", id, err)
	}
	state := func() (out string) {
		if err := pool.QueryRow(ctx, `select concat_ws(' ', amount, confirmed_at is not null) from payment_notices`).Scan(&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got := state(); got != "999.00 f" {
		t.Errorf("claim kept as %q, want unconfirmed", got)
	}
	if _, err := pool.Exec(ctx, `update payment_notices set settled_at = now()`); err == nil {
		t.Error("a claim was settled")
	}
	claim.Amount = money.Of(100_00, "RUB")
	b.answer = payment.Answer{Notices: []payment.Notice{claim}}
	claimed, err := s.TakeClaimed(ctx, 1)
	if err != nil || len(claimed) != 1 {
		t.Fatalf("%d claimed attempts, %v; want 1", len(claimed), err)
	}
	if news, _, err := s.Ask(ctx, &claimed[0]); err != nil || !news {
		t.Errorf("confirmed: news %t, %v; want news", news, err)
	}
	if got := state(); got != "100.00 t" {
		t.Errorf("fact kept as %q, want the answered amount, confirmed", got)
	}
}
