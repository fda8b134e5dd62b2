package payment_test

import (
	"crypto/md5"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/url"
	"testing"
	"time"

	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/payment/getpay"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// A short payment matches no order. The whole amount reported after it under the same
// key is another fact and reaches the order; each of them is stored once.
func TestFullPaymentReportedAfterAShortOneReachesItsOrder(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	p := getpay.New(getpay.Settings{Wallet: "27000", Secret: "s"}, &http.Client{Transport: new(http.Transport)})
	s := payment.New(payment.Config{Write: pool, Connected: []payment.Provider{p}, Clock: func() time.Time { return time.Unix(1_800_000_000, 0) }, Log: slog.New(slog.DiscardHandler)}).Inbox
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "waiting_for_payment", "game_id": game})
	factory.PaymentAttempt(t, pool, order, factory.With{"reference": "7-1-x", "method": "getpay", "provider": "getpay"})
	for _, step := range []struct {
		sum  string
		want int64
	}{{"60.00", 0}, {"100.00", order}, {"100.00", 0}, {"60.00", 0}} {
		digest := md5.Sum([]byte("27000:" + step.sum + ":7-1-x:s"))
		body := url.Values{"wallet": {"27000"}, "sum": {step.sum}, "order": {"7-1-x"}, "signature": {hex.EncodeToString(digest[:])}}.Encode()
		n, err := p.ParseWebhook(payment.Webhook{Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		if id, err := s.RecordNotice(ctx, "getpay", payment.SourceWebhook, n); err != nil || id != step.want {
			t.Errorf("webhook of %s: order %d, %v; want %d", step.sum, id, err, step.want)
		}
	}
	const list = `select string_agg(amount || ' ' || coalesce(order_id::text, 'unmatched'), ', ' order by id) from payment_notices`
	if got, want := pgtest.One[string](t, pool, list), "60.00 unmatched, 100.00 "+pgtest.One[string](t, pool, `select $1::bigint::text`, order); got != want {
		t.Errorf("the inbox has %s, want %s", got, want)
	}
}

// A provider of card transfers lowers the amount by kopecks to tell transfers apart.
func TestLoweredAmountOfAMethodWithoutFeeIsSaved(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), pgtest.New(t)
	game := factory.Game(t, pool, factory.With{"kind": "steam"})
	order := factory.Order(t, pool, factory.With{"kind": "steam", "status": "waiting_for_payment", "game_id": game})
	id := factory.PaymentAttempt(t, pool, order, factory.With{"status": "starting", "scenario": nil, "method": "payin_p2p", "provider": "payin", "fee": 0})
	a := &payment.Attempt{ID: id, OrderID: order, Amount: money.Of(100_00, "RUB"), ExpiresAt: time.Unix(1_800_001_000, 0)}
	ok, err := payment.SaveInvoice(ctx, pool, a, payment.OpenedInvoice{ProviderID: "9", Amount: 99_97, Scenario: payment.Scenario{Type: payment.P2P, CardNumber: "2200"}})
	if err != nil || !ok {
		t.Fatalf("an invoice of 99.97 instead of 100.00: saved %t, %v", ok, err)
	}
	if got := pgtest.One[string](t, pool, `select total || ' ' || fee || ' ' || amount from payment_attempts where id = $1`, id); got != "100.00 -0.03 99.97" {
		t.Errorf("total, fee and amount are %s, want 100.00 -0.03 99.97", got)
	}
}
