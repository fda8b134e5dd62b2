package payment_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
)

// A webhook about a refund triggers a status query and counts once the status reports no more
// money left than the webhook does. Until then the provider is queried again.
func TestRefundWebhookIsConfirmedByAsking(t *testing.T) {
	t.Parallel()
	paid := payment.Notice{DedupeKey: "5:paid", Kind: payment.NoticePaid, Reference: "1-1-x", ProviderID: "5", Amount: money.Of(100_00, "RUB")}
	left := func(m money.Minor) payment.Notice { return payment.RefundNotice("1-1-x", "5", m, "RUB") }
	for name, c := range map[string]struct {
		claim     money.Minor // what is left, as the webhook says
		answer    payment.AttemptReport
		confirmed bool
		gone      money.Minor
	}{
		"the status says nothing":            {claim: 40_00, answer: payment.AttemptReport{Notices: []payment.Notice{paid}}},
		"the status says the same":           {claim: 40_00, answer: payment.AttemptReport{Notices: []payment.Notice{paid, left(40_00)}}, confirmed: true, gone: 60_00},
		"the status says more":               {claim: 40_00, answer: payment.AttemptReport{Notices: []payment.Notice{paid, left(10_00)}}, confirmed: true, gone: 90_00},
		"the status says less":               {claim: 40_00, answer: payment.AttemptReport{Notices: []payment.Notice{paid, left(70_00)}}, gone: 30_00},
		"the status says a part":             {claim: 40_00, answer: payment.AttemptReport{Notices: []payment.Notice{paid}, PartRefunded: []string{"5"}}, confirmed: true, gone: 60_00},
		"all, of which the status says part": {claim: 0, answer: payment.AttemptReport{Notices: []payment.Notice{paid}, PartRefunded: []string{"5"}}},
		"a part of another payment":          {claim: 40_00, answer: payment.AttemptReport{Notices: []payment.Notice{paid}, PartRefunded: []string{"6"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, b := t.Context(), &acquirer{answer: payment.AttemptReport{Notices: []payment.Notice{paid}}}
			now := pollingBegan
			s, pool, order := newPolledAttempt(t, b, func() time.Time { return now })
			pollOne(t, s)
			pgtest.Exec(t, pool, `insert into payments (order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
				select order_id, attempt_id, id, provider, provider_id, amount, currency, 'order', now() from payment_notices`)
			if id, err := s.Inbox.RecordNotice(ctx, "tbank", payment.SourceWebhook, left(c.claim)); err != nil || id != order {
				t.Fatalf("order %d, %v; want %d", id, err, order)
			}
			if got := reported(t, s, pool, order); got != 0 {
				t.Errorf("%s is gone before the provider was asked", got)
			}
			b.answer = c.answer
			if updated := pollOne(t, s); updated != (c.gone > 0) {
				t.Errorf("the poll found something new: %t", updated)
			}
			confirmed := pgtest.One[bool](t, pool, `select confirmed_at is not null from payment_notices where source = 'webhook'`)
			if confirmed != c.confirmed {
				t.Errorf("confirmed: %t, want %t", confirmed, c.confirmed)
			}
			if got := reported(t, s, pool, order); got != c.gone {
				t.Errorf("%s is gone, want %s", got, c.gone)
			}
			now = now.Add(time.Minute)
			if checks, err := s.Poller.ClaimDueChecks(ctx, "tbank", 10); err != nil || len(checks) != map[bool]int{false: 1}[confirmed] {
				t.Errorf("%d attempts to ask about again, %v", len(checks), err)
			}
		})
	}
}

// reported returns what providers have reported as refunded of an order's payment.
func reported(t *testing.T, s *payment.Services, pool *pgxpool.Pool, order int64) money.Minor {
	t.Helper()
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	all, err := payment.LockOutflows(t.Context(), tx, order)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d payments, %v", len(all), err)
	}
	return all[0].Reported
}
