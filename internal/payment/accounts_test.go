package payment_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// terminal is an account at a bank: it signs webhooks with its key and knows no other
// terminal's payments.
type terminal struct {
	acquirer
	key     string
	refunds int
}

func (b *terminal) ParseWebhook(in payment.Webhook) (payment.Notice, error) {
	reference, signed := bytes.CutPrefix(in.Body, []byte(b.key+" "))
	if !signed {
		return payment.Notice{}, payment.SignatureError("token")
	}
	return payment.Notice{DedupeKey: "7:paid", Kind: payment.NoticePaid, Reference: string(reference), ProviderID: "7", Amount: money.Of(100_00, "RUB")}, nil
}

func (b *terminal) Refund(context.Context, payment.RefundRequest) (payment.RefundResult, error) {
	b.refunds++
	return payment.RefundResult{ProviderID: "7"}, nil
}

// movedShop is a shop that has an attempt made with terminal T1 and has moved to T2.
type movedShop struct {
	*payment.Services
	pool     *pgxpool.Pool
	order    int64
	now      time.Time
	old, new *terminal
}

func newMovedShop(t *testing.T, account any) *movedShop {
	t.Helper()
	s := &movedShop{now: pollingBegan, old: &terminal{key: "old"}, new: &terminal{key: "new"}, pool: pgtest.New(t)}
	s.order = factory.Order(t, s.pool, factory.With{
		"kind": "steam", "status": "waiting_for_payment", "game_id": factory.Game(t, s.pool, factory.With{"kind": "steam"}),
	})
	factory.Check(t, s.pool, factory.PaymentAttempt(t, s.pool, s.order, factory.With{
		"reference": "1-1-x", "created": pollingBegan, "expires_at": pollingBegan.Add(payment.InvoiceTTL), "account": account,
	}), pollingBegan)
	s.Services = payment.New(payment.Config{Write: s.pool, Known: providers.All, Clock: func() time.Time { return s.now }, Log: slog.New(slog.DiscardHandler)})
	s.Providers.SetAccounts(map[string][]payment.Account{"tbank": {
		{Adapter: s.new, ID: "T2"}, {Adapter: s.old, ID: "T1", ReplacedAt: pollingBegan.Add(time.Minute)},
	}})
	return s
}

// poll polls the attempt after a while and reports whether it is over.
func (s *movedShop) poll(t *testing.T, after time.Duration) (over bool, err error) {
	t.Helper()
	s.now = pollingBegan.Add(after)
	checks, err := s.Poller.ClaimDueChecks(t.Context(), "tbank", 10)
	if err != nil || len(checks) != 1 {
		t.Fatalf("%d attempts to check, %v; want 1", len(checks), err)
	}
	_, over, err = s.Poller.PollAttempt(t.Context(), &checks[0])
	return over, err
}

// The new terminal knows nothing of the payment: its answer would end the order of a buyer who
// has paid.
func TestAnAttemptIsPolledWithTheAccountItBeganWith(t *testing.T) {
	t.Parallel()
	for name, account := range map[string]any{"kept": "T1", "made before accounts were kept": nil} {
		s := newMovedShop(t, account)
		s.old.answer = payment.AttemptReport{Notices: []payment.Notice{{DedupeKey: "7:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "7", Amount: money.Of(100_00, "RUB")}}}
		if over, err := s.poll(t, time.Hour); over || err != nil || s.old.calls != 1 || s.new.calls != 0 {
			t.Errorf("%s: over %t, %v, %d calls of the old terminal and %d of the new one; want 1 and 0", name, over, err, s.old.calls, s.new.calls)
		}
		if got := pgtest.One[string](t, s.pool, `select concat_ws(' ', kind, order_id) from payment_notices`); got == "" {
			t.Errorf("%s: the payment was not recorded", name)
		}
	}
}

func TestAnAttemptWhoseKeysAreGoneIsNotOver(t *testing.T) {
	t.Parallel()
	s := newMovedShop(t, "T0")
	if over, err := s.poll(t, time.Hour); over || !errors.Is(err, payment.ErrOutcomeUnknown) || s.old.calls+s.new.calls != 0 {
		t.Errorf("over %t, %v, %d calls; want an unknown outcome without a call", over, err, s.old.calls+s.new.calls)
	}
	if got := pgtest.One[string](t, s.pool, `select status from payment_attempts`); got != "pending" && got != "starting" {
		t.Errorf("the attempt became %s", got)
	}
}

func TestAReplacedKeySignsOnlyWhatBeganBefore(t *testing.T) {
	t.Parallel()
	s := newMovedShop(t, "T1")
	attempt := func(reference, account string, after time.Duration) {
		order := factory.Order(t, s.pool, factory.With{"kind": "steam", "status": "waiting_for_payment", "game_id": factory.Game(t, s.pool, factory.With{"kind": "steam"})})
		at := pollingBegan.Add(after)
		factory.PaymentAttempt(t, s.pool, order, factory.With{"reference": reference, "created": at, "expires_at": at.Add(payment.InvoiceTTL), "account": account})
	}
	attempt("2-1-x", "T2", time.Hour)
	attempt("3-1-x", "T1", time.Hour)
	for body, refused := range map[string]bool{
		"old 1-1-x": false, "new 2-1-x": false, "new 1-1-x": false,
		"old 2-1-x": true, // of the other terminal
		"old 3-1-x": true, // as if begun after the change
		"old 9-1-x": true, "other 1-1-x": true,
	} {
		_, err := s.Inbox.ParseWebhook(t.Context(), s.new, payment.Webhook{Body: []byte(body)})
		if errors.Is(err, payment.ErrInvalidSignature) != refused || !refused && err != nil {
			t.Errorf("%s: %v, want refused %t", body, err, refused)
		}
	}
}

func TestNewAttemptsKeepTheCurrentAccount(t *testing.T) {
	t.Parallel()
	s := newMovedShop(t, "T1")
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if err := s.Attempts.SupersedeOpenAttempt(t.Context(), tx, s.order); err != nil {
		t.Fatal(err)
	}
	one := money.Of(100_00, "RUB")
	a, err := s.Attempts.CreateAttempt(t.Context(), tx, s.order, "tbank_sbp", payment.Quote{Total: 100_00, Amount: one, Rate: money.OneToOne}, payment.Origin{Country: "RU"})
	if err != nil {
		t.Fatal(err)
	}
	open, err := payment.OpenAttempt(t.Context(), tx, s.order)
	if err != nil || a.Account != "T2" || open.Account != "T2" {
		t.Errorf("made with %q, read as %q, %v; want T2", a.Account, open.Account, err)
	}
}
