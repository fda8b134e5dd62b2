package money_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
)

// A provider is asked a dozen times at most about a payment that is never made, and twice
// about one whose webhook came, by the provider's own count.
func TestAProviderIsAskedAFewTimes(t *testing.T) {
	t.Parallel()
	s := openShop(t, 4)
	for _, method := range []string{"payselection", "tbank_sbp"} {
		paid := s.order("paid-"+method[:4], 1)
		a := paid.StartPayment(method)
		opening := s.Sandbox.Total(a).StatusCalls // T-Bank is asked for an earlier invoice first
		s.pollUntil(a, time.Minute)               // the buyer takes a minute
		s.Sandbox.Pay(a)
		paid.WaitForStatus("done")
		b := s.order("never-"+method[:4], 1).StartPayment(method)
		s.pollUntil(b, 80*time.Hour)
		if got := s.Sandbox.Total(b).StatusCalls - opening; got != 8 {
			t.Errorf("%s: asked %d times about a payment that was never made, want 8", method, got)
		}
		if got := s.Sandbox.Total(a).StatusCalls - opening; got != 2 {
			t.Errorf("%s: asked %d times about a paid one, want 2", method, got)
		}
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from attempt_checks`); n != 0 {
		t.Errorf("%d attempts are still asked about, want none", n)
	}
	s.Audit()
}

// An attempt of a provider that says nothing for four days is closed, which gives its code back.
// Money that is reported after that is a late payment.
func TestAnAttemptOfASilentProviderIsClosed(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("silent", 1)
	a := b.StartPayment("payselection")
	s.Sandbox.Command("/faults", fields{"provider": "payselection", "operation": "status", "kind": "error_500", "count": 1000})
	s.AdvanceClock(95 * time.Hour)
	s.Eventually(func() string {
		return shoptest.FailUnless(shoptest.One[int64](s.Shop, `select failures from attempt_checks where attempt_id = $1`, a.ID) > 0, "not asked")
	})
	if n := shoptest.One[int64](s.Shop, `select count(*) from payment_attempts where id = $1 and status in ('starting', 'pending')`, a.ID); n != 1 {
		t.Fatal("closed while its provider is still asked")
	}
	s.AdvanceClock(2 * time.Hour)
	b.WaitForEvent("payment.expired", 1)
	b.WaitForStatus("failed")
	if got := shoptest.One[string](s.Shop, `select facts ->> 'note' from order_events where order_id = $1 and event = 'payment.expired'`, b.ID); !strings.HasPrefix(got, "платёжная система не ответила") {
		t.Errorf("the order says %q", got)
	}
	if s.freeCodes() != 1 {
		t.Error("the code is still held")
	}
	s.AdvanceClock(time.Hour)
	s.Eventually(func() string {
		return shoptest.FailUnless(shoptest.One[int64](s.Shop, `select count(*) from attempt_checks`) == 0, "still asked")
	})
	s.Sandbox.Control(http.MethodDelete, "/faults", nil, nil)
	s.Sandbox.Do("late", a, nil)
	b.WaitForEvent("payment.late", 1)
	b.WaitForEvent("refund.done", 1)
	s.Sandbox.ExpectMoney(a, a.Amount, a.Amount)
	s.Audit()
}

// pollUntil lets so much time pass, from one poll of an attempt to the next.
func (s *shop) pollUntil(a shoptest.Attempt, d time.Duration) {
	s.T.Helper()
	end := s.Clock.Now().Add(d)
	due := func() time.Time {
		return time.UnixMicro(shoptest.One[int64](s.Shop, `select coalesce((select (extract(epoch from due_at) * 1000000)::bigint from attempt_checks where attempt_id = $1), 1::bigint << 60)`, a.ID))
	}
	for at := due(); at.Before(end); at = due() {
		s.AdvanceClock(at.Sub(s.Clock.Now()))
		s.Eventually(func() string { return shoptest.FailUnless(!due().Equal(at), "not polled") })
	}
	s.AdvanceClock(end.Sub(s.Clock.Now()))
}

// A webhook that is lost costs a buyer half a minute, or half as long again as the payment
// took.
func TestALostWebhookIsFoundByTheNextPoll(t *testing.T) {
	t.Parallel()
	s := openShop(t, 2)
	for method, took := range map[string]time.Duration{"payselection": 10 * time.Second, "tbank_sbp": 11 * time.Minute} {
		b := s.order("lost-"+method[:4], 1)
		a := b.StartPayment(method)
		s.pollUntil(a, took)
		s.Sandbox.Do("pay", a, fields{"webhook": "lose"})
		s.pollUntil(a, max(took, 30*time.Second))
		b.WaitForStatus("done")
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices where order_id = $1 and source = 'webhook'`, b.ID); n != 0 {
			t.Errorf("%s: %d webhooks, want none", method, n)
		}
	}
	s.Audit()
}
