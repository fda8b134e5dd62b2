package money_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

func TestOrdersAreDeliveredWithoutWebhooks(t *testing.T) {
	t.Parallel()
	const n = 300
	s := openShop(t, n)
	s.box.must("/auto", fields{"pay": true, "webhook_lose_percent": 100})
	buyers := s.crowd(n, func(b *buyer, i int) { b.start([]string{"payselection", "tbank_sbp"}[i%2]) })
	for _, b := range buyers {
		b.awaits("done")
	}
	if told := queryOne[int64](s, `select count(*) from payment_notices where source = 'webhook' and kind = 'paid'`); told != 0 {
		t.Errorf("%d webhooks came all the same", told)
	}
	delays := slices.Sorted(slices.Values(s.delays()))
	if len(delays) != n {
		t.Fatalf("%d of %d delivered", len(delays), n)
	}
	p99 := delays[n*99/100]
	t.Logf("without webhooks, from payment to delivery: median %s, p99 %s, longest %s",
		delays[n/2].Round(time.Millisecond), p99.Round(time.Millisecond), delays[n-1].Round(time.Millisecond))
	// Asked every 4 s at first, so this is some rounds of a busy machine.
	if p99 > 30*time.Second {
		t.Errorf("p99 %s", p99)
	}
	s.audit()
}

// crowd makes n buyers at once; each does something with an order of one pack.
func (s *shop) crowd(n int, do func(b *buyer, i int)) []*buyer {
	s.t.Helper()
	buyers := make([]*buyer, n)
	every(n, 32, func(i int) {
		buyers[i] = s.order(fmt.Sprintf("buyer-%d", i), 1)
		do(buyers[i], i)
	})
	return buyers
}

func TestWebhooksToldTwiceCountOnce(t *testing.T) {
	t.Parallel()
	s := openShop(t, 12)
	var buyers []*buyer
	var attempts []attempt
	for i, method := range []string{"payselection", "tbank_sbp", "payin_p2p", "payin_external"} {
		for range 3 {
			b := s.order(fmt.Sprintf("dup-%d", i), 1)
			a := b.start(method)
			s.box.act("pay", a, fields{"webhook": "twice"})
			buyers, attempts = append(buyers, b), append(attempts, a)
		}
	}
	for i, b := range buyers {
		b.awaits("done")
		b.hears("payment.received", 1)
		b.hears("payment.surplus", 0)
		s.box.wantTotal(attempts[i], 1, attempts[i].amount, 0)
	}
	s.audit()
}

type forged struct {
	Status       int    `json:"status"`
	Answer       string `json:"answer"`
	Acknowledged bool   `json:"acknowledged"`
}

// forge sends a webhook that is not to be believed.
func (s *shop) forge(a attempt, more fields) forged {
	s.t.Helper()
	command := fields{"provider": a.provider, "reference": a.reference}
	for k, v := range more {
		command[k] = v
	}
	var f forged
	if status := s.box.control(http.MethodPost, "/forge", command, &f); status != http.StatusOK {
		s.t.Errorf("forge %v: %d", command, status)
	}
	return f
}

func TestForgedWebhooksAreRefusedAndRecorded(t *testing.T) {
	t.Parallel()
	s := openShop(t, 10)
	s.exec(`update payment_methods set is_active = true where name = 'getpay'`)
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
		{"getpay", kinds, []string{"", s.url + "/api/payments/getpay/notify/"}},
	} {
		b := s.order("forged-"+c.method[:4], 1)
		a := b.start(c.method)
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
				if n := queryOne[int64](s, `select count(*) from payment_refusals where provider = $1`, a.provider); n == 0 {
					t.Errorf("%s, %s: not recorded", c.method, kind)
				}
			}
		}
		if b.status() != "waiting_for_payment" || b.attemptStatus(a) != "pending" {
			t.Errorf("%s: a forgery moved order %d to %s", c.method, b.id, b.status())
		}
	}
	if n := queryOne[int64](s, `select count(*) from payment_refusals`); n != refused {
		t.Errorf("%d refusals recorded, want %d", n, refused)
	}
	if n := queryOne[int64](s, `select count(*) from payment_notices`); n != 0 {
		t.Errorf("%d forged facts kept", n)
	}
	s.audit()
}

func TestReplayedWebhookChangesNothing(t *testing.T) {
	t.Parallel()
	s := openShop(t, 1)
	b := s.order("replay", 1)
	a := b.start("payselection")
	s.box.pay(a)
	b.awaits("done")
	for range 3 {
		if f := s.forge(a, fields{"what": "replay"}); !f.Acknowledged {
			t.Errorf("a replay: %d %s", f.Status, f.Answer)
		}
	}
	b.hears("payment.received", 1)
	b.hears("payment.surplus", 0)
	s.audit()
}

func TestMoneyNobodyCanMatchWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	s := openShop(t, 3)
	b := s.order("unmatched", 1)
	a := b.start("payselection")
	if f := s.forge(a, fields{"what": "other_currency", "signed": true}); !f.Acknowledged {
		t.Errorf("dollars: %d %s", f.Status, f.Answer)
	}
	// Another invoice, so that the sandbox claims another transaction.
	other := s.order("unknown", 1).start("payselection")
	if f := s.forge(other, fields{"what": "unknown_order", "signed": true}); !f.Acknowledged {
		t.Errorf("an unknown order: %d %s", f.Status, f.Answer)
	}
	// As an operator's list would ask.
	if n := queryOne[int64](s, `select count(*) from payment_notices where order_id is null and kind = 'paid'`); n != 2 {
		t.Errorf("%d unmatched payments on the list, want 2", n)
	}
	if b.status() != "waiting_for_payment" {
		t.Errorf("dollars for rubles moved the order to %s", b.status())
	}
	s.order("between", 1).start("payselection") // and another still
	s.box.pay(a)
	b.awaits("done")
	s.audit()
}
