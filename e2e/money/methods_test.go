package money_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/seal"
)

// TestMethodThatFailsIsPaused lets a provider stop making invoices: the method goes off
// once however many workers look, comes back for a few attempts, goes off for longer, and
// an operator keeps it on, which holds until it is lifted.
func TestMethodThatFailsIsPaused(t *testing.T) {
	t.Parallel()
	s := stocked(shoptest.OpenWithoutWorker(t, seal.NewKey()), 60)
	s.wentWellAWeekAgo("tbank_sbp", 20)
	s.Sandbox.Command("/faults", fields{"provider": "tbank", "operation": "create", "kind": "error_500", "count": 100})

	s.failBy("tbank_sbp", 14)
	s.wantMethod("tbank_sbp", "true none")
	s.failBy("tbank_sbp", 1)
	s.wantMethod("tbank_sbp", "false paused 15")
	if n := shoptest.One[int64](s.Shop, `select count(*) from audit where action = 'method.check' and actor = 'магазин'`); n != 1 {
		t.Errorf("got %d audit rows, want 1", n)
	}
	if _, status, code := s.order("late", 1).TryPayment("tbank_sbp"); status != http.StatusConflict || code != "payment.method_unavailable" {
		t.Errorf("paying by a paused method: %d %s", status, code)
	}
	s.HireOperator("senior").WaitForQueue("method", 0)

	s.AdvanceClock(16 * time.Minute)
	s.watchAtOnce()
	s.wantMethod("tbank_sbp", "true trying")
	s.failBy("tbank_sbp", 5)
	s.wantMethod("tbank_sbp", "false paused 30")

	oleg := s.HireOperator("senior") // those who came before the clock moved are locked out
	oleg.Resolve(oleg.WaitForQueue("method", 0), "resume", nil)
	s.failBy("tbank_sbp", 15)
	s.wantMethod("tbank_sbp", "true kept")
	m := shoptest.All[struct{ ID, Version int64 }](s.Shop, `select m.id, m.version from payment_methods m join method_pauses p on p.method_id = m.id`)[0]
	if status, code := oleg.Call(http.MethodPost, fmt.Sprintf("methods/%d/keep/", m.ID), fields{"version": m.Version, "keep": false, "reason": shoptest.Reason}, nil); status != http.StatusOK {
		t.Fatalf("lifting: %d %s", status, code)
	}
	s.watchAtOnce()
	s.wantMethod("tbank_sbp", "false paused 15")
}

// wentWellAWeekAgo adds attempts that were paid in the same hour a week ago.
func (s *shop) wentWellAWeekAgo(method string, n int) {
	s.T.Helper()
	b := s.order("week", 1)
	_, err := s.Pool.Exec(s.T.Context(), `insert into payment_attempts (order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, created, expires_at, country)
		select $1, 100 + i, 'week-' || i, $2, 'tbank', 'paid', 10, 0, 'RUB', 1, 10, $3, $3, 'RU' from generate_series(1, $4::int) i`,
		b.ID, method, s.Clock.Now().Add(-7*24*time.Hour-10*time.Minute), n)
	if err != nil {
		s.T.Fatal(err)
	}
}

// failBy starts payments that the provider does not answer, and checks methods when it had
// its time.
func (s *shop) failBy(method string, n int) {
	s.T.Helper()
	for i := range n {
		b := s.order(fmt.Sprintf("fails-%d", i), 1)
		if _, status, code := b.TryPayment(method); status != http.StatusServiceUnavailable {
			s.T.Fatalf("paying by a method that fails: %d %s", status, code)
		}
	}
	s.AdvanceClock(61 * time.Second)
	s.watchAtOnce()
}

// watchAtOnce is several workers.
func (s *shop) watchAtOnce() { shoptest.Every(4, 4, func(int) { s.WatchMethods() }) }

// wantMethod compares a method of Russia: whether it is on, what the shop does about it,
// and for how many minutes.
func (s *shop) wantMethod(name, want string) {
	s.T.Helper()
	got := shoptest.One[string](s.Shop, `select concat_ws(' ', m.is_active::text, coalesce(p.state, 'none'), extract(epoch from p.until - p.since)::int / 60)
		from payment_methods m join method_groups g on g.id = m.group_id join countries c on c.id = g.country_id left join method_pauses p on p.method_id = m.id
		where c.iso = 'RU' and m.name = $1`, name)
	if got != want {
		s.T.Errorf("%s: got %q, want %q", name, got, want)
	}
}
