package money_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/config"
	"larek/internal/delivery/suppliers"
	"larek/internal/payment/providers"
	"larek/internal/pg/pgtest"
	"larek/internal/sandbox"
	"larek/internal/sandbox/tbank"
)

// withoutKeys opens a shop whose environment has no keys of some partners.
func withoutKeys(t *testing.T, names ...string) *shop {
	t.Helper()
	changes := map[string]string{}
	for _, name := range names {
		for _, f := range fieldsOf(name) {
			if !f.External {
				changes[f.Name] = ""
			}
		}
	}
	return stocked(shoptest.OpenWithSettings(t, changes), 40)
}

func fieldsOf(name string) []config.Field {
	for _, d := range providers.All {
		if d.Name == name {
			return config.Group{Into: d.NewSettings()}.Fields()
		}
	}
	for _, d := range suppliers.All {
		if d.Name == name {
			return config.Group{Into: d.NewSettings()}.Fields()
		}
	}
	return nil
}

// saveKeys saves keys as two operators do: one asks, the other approves if the shop sells.
func (s *shop) saveKeys(kind, name string, version int, values map[string]string) {
	s.T.Helper()
	anna, path := s.HireOperator("admin"), "settings/partners/"+kind+"/"+name+"/"
	list := []fields{}
	for key, value := range values {
		list = append(list, fields{"key": key, "value": value})
	}
	body := fields{"version": version, "values": list, "off": false, "untested": false, "reason": shoptest.Reason}
	status, code := anna.Call(http.MethodPost, path, body, nil)
	if code == "desk.second_person" {
		id := shoptest.One[int64](s.Shop, `select max(id) from ledger_requests`)
		if status, code := s.HireOperator("admin").Call(http.MethodPost, fmt.Sprintf("books/requests/%d/approve/", id), fields{"reason": shoptest.Reason}, nil); status != http.StatusOK {
			s.T.Fatalf("approve: %d %s", status, code)
		}
		status, code = anna.Call(http.MethodPost, path, body, nil)
	}
	if status != http.StatusOK {
		s.T.Fatalf("keys of %s: %d %s", name, status, code)
	}
}

func (s *shop) saveTbank(version int, terminal, password string) {
	s.T.Helper()
	s.saveKeys("provider", "tbank", version, map[string]string{"LAREK_TBANK_TERMINAL": terminal, "LAREK_TBANK_PASSWORD": password})
}

// pays is how long it takes until a payment can be started with a terminal.
func (s *shop) pays(name, terminal string) (b *shoptest.Buyer, a shoptest.Attempt, took time.Duration) {
	s.T.Helper()
	began := time.Now()
	s.Eventually(func() string {
		b = s.order(fmt.Sprintf("%s-%d", name, time.Since(began)), 1)
		if _, status, code := b.TryPayment("tbank_sbp"); status != http.StatusOK {
			return fmt.Sprintf("%d %s", status, code)
		}
		took = time.Since(began)
		a = b.StartPayment("tbank_sbp")
		got := shoptest.One[string](s.Shop, `select coalesce(account, '') from payment_attempts where reference = $1`, a.Reference)
		return shoptest.FailUnless(got == terminal, "paid with %q, want %q", got, terminal)
	})
	return b, a, took
}

// TestKeysAreChangedWhileTheShopSells moves a shop to another terminal: orders under way are
// paid, found by polling, and refunded at the old one; new ones are made with the new one within
// five seconds, without a restart.
func TestKeysAreChangedWhileTheShopSells(t *testing.T) {
	t.Parallel()
	s := withoutKeys(t, "tbank")
	s.Sandbox.Command("/auto", fields{"pay": false})
	if _, status, code := s.order("off", 1).TryPayment("tbank_sbp"); status == http.StatusOK || code != "payment.refused" {
		t.Fatalf("paying without keys: %d %s", status, code)
	}
	s.saveTbank(0, tbank.Terminal, tbank.Password)
	first, paid, took := s.pays("first", tbank.Terminal)
	t.Logf("the first payment %s after the keys were saved", took.Round(time.Millisecond))
	if took > 5*time.Second {
		t.Errorf("the first payment took %s, want 5 s", took)
	}
	s.Sandbox.Pay(paid)
	first.WaitForStatus("done")

	// Three buyers have codes of the old terminal when the shop moves. One pays and the webhook
	// arrives, signed with the old key; of another it is lost, so only polling finds it; the last
	// pays too much, which goes back there.
	hooked, polled, over := s.order("hooked", 1), s.order("polled", 1), s.order("over", 1)
	hookedPayment, polledPayment, overPayment := hooked.StartPayment("tbank_sbp"), polled.StartPayment("tbank_sbp"), over.StartPayment("tbank_sbp")
	s.saveTbank(1, tbank.SecondTerminal, tbank.SecondPassword)
	second, newPayment, took := s.pays("second", tbank.SecondTerminal)
	t.Logf("the first payment with the other terminal %s after its keys were saved", took.Round(time.Millisecond))
	if took > 5*time.Second {
		t.Errorf("the change took %s, want 5 s", took)
	}
	s.Sandbox.Pay(hookedPayment)
	hooked.WaitForStatus("done")
	s.Sandbox.Command("/auto", fields{"pay": false, "webhook_lose_percent": 100})
	s.Sandbox.Pay(polledPayment)
	s.Sandbox.Command("/auto", fields{"pay": false})
	s.Sandbox.Pay(newPayment)
	second.WaitForStatus("done")
	s.AdvanceClock(time.Minute)
	polled.WaitForStatus("done")

	s.Sandbox.Do("other_amount", overPayment, fields{"amount": overPayment.Amount + 100_00})
	over.WaitForStatus("done")
	over.WaitForEvent("refund.done", 1)
	s.wantBack(overPayment, 100_00, 1)
	if n := shoptest.One[int64](s.Shop, `select count(*) from orders where status = 'failed'`); n != 0 {
		t.Errorf("%d orders failed", n)
	}
	for _, entry := range shoptest.All[string](s.Shop, `select concat(before, after) from audit where action = 'partner.change'`) {
		if strings.Contains(entry, tbank.Password) || strings.Contains(entry, tbank.SecondPassword) {
			t.Errorf("the audit has a password: %s", entry)
		}
	}
}

// TestDumpHasNoKeys saves every key of the sandbox in the console and searches a dump for them.
func TestDumpHasNoKeys(t *testing.T) {
	t.Parallel()
	var names []string
	kinds := map[string]string{}
	for _, d := range providers.All {
		names, kinds[d.Name] = append(names, d.Name), "provider"
	}
	for _, d := range suppliers.All {
		names, kinds[d.Name] = append(names, d.Name), "supplier"
	}
	s := withoutKeys(t, names...)
	env := sandbox.Env("", "")
	var secrets []string
	for _, name := range names {
		values := map[string]string{}
		for _, f := range fieldsOf(name) {
			if f.External {
				continue
			}
			values[f.Name] = env[f.Name]
			if f.Secret {
				secrets = append(secrets, env[f.Name])
			}
		}
		s.saveKeys(kinds[name], name, 0, values)
	}
	b, a, _ := s.pays("dump", tbank.Terminal)
	s.Sandbox.Pay(a)
	b.WaitForStatus("done")
	dump, err := exec.CommandContext(t.Context(), "pg_dump", "--dbname", pgtest.OwnerURL(t, s.Pool.Config().ConnConfig.Database)).Output()
	if err != nil || !bytes.Contains(dump, []byte("LAREK_TBANK_TERMINAL")) {
		t.Fatalf("pg_dump: %v, %d bytes; want the accounts in it", err, len(dump))
	}
	if len(secrets) < 10 {
		t.Fatalf("%d secrets, want those of every partner", len(secrets))
	}
	for _, secret := range secrets {
		if bytes.Contains(dump, []byte(secret)) {
			t.Errorf("the dump contains %q", secret)
		}
	}
}
