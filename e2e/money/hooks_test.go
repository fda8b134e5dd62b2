package money_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"larek/e2e/shoptest"
)

// Without webhooks a payment is found by the first poll, half a minute after its start,
// and not much later: the same crowd with webhooks shows how fast this machine is.
//
//nolint:paralleltest // it measures time: the other tests of the package would be in it
func TestOrdersAreDeliveredWithoutWebhooks(t *testing.T) {
	const n, first = 150, 45 * time.Second
	told := openShop(t, n)
	with := told.deliverCrowd(n, "with webhooks", 0)
	polled := openShop(t, n)
	without := polled.deliverCrowd(n, "without webhooks", 100)
	if n := shoptest.One[int64](polled.Shop, `select count(*) from payment_notices where source = 'webhook' and kind = 'paid'`); n != 0 {
		t.Errorf("got %d webhook notices, want 0", n)
	}
	if without > with+first {
		t.Errorf("p99 %s without webhooks, %s with them: polling may add %s", without, with, first)
	}
}

// deliverCrowd delivers n orders at once and returns the 99th percentile of the time
// from payment to delivery.
func (s *shop) deliverCrowd(n int, what string, losePercent int) time.Duration {
	s.T.Helper()
	s.Sandbox.Command("/auto", fields{"pay": true, "webhook_lose_percent": losePercent})
	buyers := s.crowd(n, func(b *shoptest.Buyer, i int) { b.StartPayment([]string{"payselection", "tbank_sbp"}[i%2]) })
	for _, b := range buyers {
		b.WaitForStatus("done")
	}
	delays := slices.Sorted(slices.Values(s.delays()))
	if len(delays) != n {
		s.T.Fatalf("%s: %d of %d delivered", what, len(delays), n)
	}
	p99 := delays[n*99/100]
	s.T.Logf("%s, from payment to delivery: median %s, p99 %s, longest %s", what,
		delays[n/2].Round(time.Millisecond), p99.Round(time.Millisecond), delays[n-1].Round(time.Millisecond))
	s.Audit()
	return p99
}

// delays are how long after their money was taken orders were delivered.
func (s *shop) delays() (all []time.Duration) {
	s.T.Helper()
	paid := map[string]time.Time{}
	for _, e := range s.Sandbox.Record().Entries {
		if _, known := paid[e.Reference]; e.What == "paid" && !known {
			paid[e.Reference] = e.At
		}
	}
	for _, r := range shoptest.All[struct {
		Reference string
		Done      time.Time
	}](s.Shop, `
		select a.reference, o.done_at from orders o join payments p on p.order_id = o.id and p.use = 'order'
		join payment_attempts a on a.id = p.attempt_id where o.done_at is not null and not o.detail ? 'seeded'`) {
		all = append(all, r.Done.Sub(paid[r.Reference]))
	}
	return all
}

// crowd makes n buyers at once; each does something with an order of one pack.
func (s *shop) crowd(n int, do func(b *shoptest.Buyer, i int)) []*shoptest.Buyer {
	s.T.Helper()
	buyers := make([]*shoptest.Buyer, n)
	shoptest.Every(n, 32, func(i int) {
		buyers[i] = s.order(fmt.Sprintf("buyer-%d", i), 1)
		do(buyers[i], i)
	})
	return buyers
}

func TestWebhooksToldTwiceCountOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t, 12)
	var buyers []*shoptest.Buyer
	var attempts []shoptest.Attempt
	for i, method := range []string{"payselection", "tbank_sbp", "payin_p2p", "payin_external"} {
		for range 3 {
			b := s.order(fmt.Sprintf("dup-%d", i), 1)
			a := b.StartPayment(method)
			s.Sandbox.Do("pay", a, fields{"webhook": "twice"})
			buyers, attempts = append(buyers, b), append(attempts, a)
		}
	}
	for i, b := range buyers {
		b.WaitForStatus("done")
		b.WaitForEvent("payment.received", 1)
		b.WaitForEvent("payment.surplus", 0)
		s.Sandbox.ExpectMoney(attempts[i], attempts[i].Amount, 0)
	}
	s.Audit()
}

type forged struct {
	Status       int    `json:"status"`
	Answer       string `json:"answer"`
	Acknowledged bool   `json:"acknowledged"`
}

// forge sends a webhook that must be refused.
func (s *shop) forge(a shoptest.Attempt, more fields) (f forged) {
	s.T.Helper()
	command := fields{"provider": a.Provider, "reference": a.Reference}
	maps.Copy(command, more)
	s.Sandbox.Control(http.MethodPost, "/forge", command, &f)
	return f
}

func TestForgedWebhooksAreRefusedAndRecorded(t *testing.T) {
	t.Parallel()
	s := openShop(t, 10)
	kinds := []string{"bad_signature", "altered_amount", "other_shop"}
	refused := int64(0)
	for _, c := range []struct {
		method string
		kinds  []string
		urls   []string
	}{
		{"payselection", append(kinds, "other_currency"), []string{""}},
		{"tbank_sbp", kinds, []string{""}},
		{"payin_p2p", kinds, []string{""}},
		{"getpay", kinds, []string{"", s.URL + "/api/payments/getpay/notify/"}},
	} {
		b := s.order("forged-"+c.method[:4], 1)
		a := b.StartPayment(c.method)
		for _, kind := range c.kinds {
			for _, url := range c.urls {
				command := fields{"what": kind}
				if url != "" {
					command["url"] = url
				}
				if f := s.forge(a, command); f.Status != http.StatusForbidden || f.Acknowledged {
					t.Errorf("%s, %s: %d %s", c.method, kind, f.Status, f.Answer)
				}
				refused++
				if n := shoptest.One[int64](s.Shop, `select count(*) from payment_refusals where provider = $1`, a.Provider); n == 0 {
					t.Errorf("%s, %s: not recorded", c.method, kind)
				}
			}
		}
		if b.Status() != "waiting_for_payment" || s.attemptStatus(a) != "pending" {
			t.Errorf("%s: a forgery moved order %d to %s", c.method, b.ID, b.Status())
		}
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from payment_refusals`); n != refused {
		t.Errorf("%d refusals recorded, want %d", n, refused)
	}
	if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices`); n != 0 {
		t.Errorf("got %d forged notices stored, want 0", n)
	}
	s.Audit()
}

func TestReplayedWebhookChangesNothing(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("replay", 1)
	a := b.StartPayment("payselection")
	s.Sandbox.Pay(a)
	b.WaitForStatus("done")
	for range 3 {
		if f := s.forge(a, fields{"what": "replay"}); !f.Acknowledged {
			t.Errorf("a replay: %d %s", f.Status, f.Answer)
		}
	}
	b.WaitForEvent("payment.received", 1)
	b.WaitForEvent("payment.surplus", 0)
	s.Audit()
}

// A provider repeats a webhook until it is acknowledged, so one that could not be stored
// must not be.
func TestWebhookThatIsNotStoredIsNotAcknowledged(t *testing.T) {
	t.Parallel()
	s := openShop(t, 4)
	for _, method := range []string{"payselection", "tbank_sbp", "payin_p2p", "getpay"} {
		b := s.order("unstored-"+method[:4], 1)
		a := b.StartPayment(method)
		s.AsOwner(`revoke insert on payment_notices from larek_app`)
		f := s.forge(a, fields{"what": "replay"})
		s.AsOwner(`grant insert on payment_notices to larek_app`)
		if f.Status != http.StatusInternalServerError || f.Acknowledged {
			t.Errorf("%s: a webhook that was not stored: %d %s", method, f.Status, f.Answer)
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices where order_id = $1`, b.ID); n != 0 {
			t.Errorf("%s: %d notices, want none", method, n)
		}
		if f := s.forge(a, fields{"what": "replay"}); !f.Acknowledged {
			t.Errorf("%s: the same webhook again: %d %s", method, f.Status, f.Answer)
		}
		if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices where order_id = $1`, b.ID); n != 1 {
			t.Errorf("%s: %d notices, want 1", method, n)
		}
	}
}

func TestMoneyNobodyCanMatchWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	s := openShop(t, 3)
	b := s.order("unmatched", 1)
	a := b.StartPayment("payselection")
	if f := s.forge(a, fields{"what": "other_currency", "signed": true}); !f.Acknowledged {
		t.Errorf("dollars: %d %s", f.Status, f.Answer)
	}
	// Another invoice, so that the sandbox claims another transaction.
	other := s.order("unknown", 1).StartPayment("payselection")
	if f := s.forge(other, fields{"what": "unknown_order", "signed": true}); !f.Acknowledged {
		t.Errorf("an unknown order: %d %s", f.Status, f.Answer)
	}
	// As an operator's list would ask.
	if n := shoptest.One[int64](s.Shop, `select count(*) from payment_notices where order_id is null and kind = 'paid'`); n != 2 {
		t.Errorf("%d unmatched payments on the list, want 2", n)
	}
	if b.Status() != "waiting_for_payment" {
		t.Errorf("dollars for rubles moved the order to %s", b.Status())
	}
	s.order("between", 1).StartPayment("payselection") // and another still
	s.Sandbox.Pay(a)
	b.WaitForStatus("done")
	s.Audit()
}
