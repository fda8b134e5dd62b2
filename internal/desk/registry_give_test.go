package desk_test

import (
	"errors"
	"strings"
	"testing"

	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/ledger"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/settlement"
)

// unpaid inserts an order of 100.00 that waits for its payment under a reference.
func (o *office) unpaid(reference string) int64 {
	o.t.Helper()
	id := factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "status": "waiting_for_payment", "user_id": factory.User(o.t, o.pool, nil)})
	factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product})
	factory.PaymentAttempt(o.t, o.pool, id, factory.With{"reference": reference})
	return id
}

// given processes what was given to an order, and checks that it is its payment.
func (o *office) given(id int64) {
	o.t.Helper()
	if _, err := o.flow.Intake.ProcessNotices(o.t.Context(), id); err != nil {
		o.t.Fatal(err)
	}
	if err := o.do.Finance.Settlement.MatchAgain(o.t.Context(), noon); err != nil {
		o.t.Fatal(err)
	}
	const paid = `select coalesce(string_agg(concat_ws(' ', provider_id, amount, use, received_at at time zone 'Europe/Moscow'), ', '), '') from payments where order_id = $1`
	if got := pgtest.One[string](o.t, o.pool, paid, id); got != "777 100.00 order 2026-11-14 12:20:00" && got != "777 100.00 order 2026-11-14 12:00:00" {
		o.t.Errorf("paid: %q", got)
	}
	if got, owed := o.balance(ledger.Provider("tbank")), o.balance(ledger.Unapplied()); got != 100_00 || owed != 0 {
		o.t.Errorf("the books have %s at the provider and owe %s", got, -owed)
	}
	o.wantDay(settlement.Green)
}

// A line that names an attempt of ours is given to its order, whatever became of the webhook
// about it, and from the queue as well as from the registry.
func TestLineOfAnAttemptIsGivenToItsOrder(t *testing.T) {
	t.Parallel()
	notice := func(o *office, id int64, matched, confirmed bool, amount string) {
		pgtest.Exec(o.t, o.pool, `insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, reference, received_at, confirmed_at)
			select 'tbank', '777:paid', 'webhook', case when $2 then a.id end, case when $2 then a.order_id end, 'paid', '777', $4, 'RUB', 'r-1', '2026-11-14 12:00+03', case when $3 then now() end
			from payment_attempts a where a.order_id = $1`, id, matched, confirmed, amount)
	}
	one := registryLine("Оплата", "777", "r-1", "100,00")
	for name, c := range map[string]struct {
		lines string
		hook  func(o *office, id int64)
	}{
		"no webhook":                  {lines: one},
		"two transfers":               {lines: registryLine("Оплата", "777", "r-1", "60,00") + registryLine("Оплата", "777", "r-1", "40,00")},
		"a webhook nobody confirmed":  {lines: one, hook: func(o *office, id int64) { notice(o, id, true, false, "90") }},
		"a webhook of another amount": {lines: one, hook: func(o *office, id int64) { notice(o, id, false, true, "90") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			anna := o.hire("finance")
			id := o.unpaid("r-1")
			if c.hook != nil {
				c.hook(o, id)
			}
			open := o.load(anna, c.lines)
			if err := o.resolveDifference(anna, open[0], settlement.Book); !errors.Is(err, settlement.ErrWrongWay) {
				t.Errorf("booked as nobody's: %v", err)
			}
			if err := o.resolveDifference(anna, open[0], settlement.Give); err != nil {
				t.Fatal(err)
			}
			if rows := len(o.queueOf(desk.KindDifference)) + len(o.queueOf(desk.KindUnmatched)); rows != 0 {
				t.Errorf("%d rows are left in the queue", rows)
			}
			o.given(id)
		})
	}
}

func TestLineOfAnAttemptIsGivenFromTheQueue(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("finance")
	id := o.unpaid("r-1")
	d := o.loadOne(anna, registryLine("Оплата", "777", "r-1", "100,00"))
	done, err := o.resolve(anna, desk.KindDifference, d, queue.Decision{Resolution: queue.ResolveGive})
	if err != nil || done.OrderID == nil || *done.OrderID != id {
		t.Fatalf("%+v, %v, want order %d", done, err, id)
	}
	o.given(id)
}

// Money that was kept or returned is not given as well.
func TestKeptMoneyIsNotGivenToAnOrder(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("finance")
	n := o.unmatched()
	if _, err := o.resolve(anna, desk.KindUnmatched, n, queue.Decision{Resolution: queue.ResolveKeep}); err != nil {
		t.Fatal(err)
	}
	id := o.unpaid("r-1")
	d := o.loadOne(anna, registryLine("Оплата", "777", "r-1", "130,00"))
	if err := o.resolveDifference(anna, d, settlement.Give); problemCode(err) != "recon.decided" {
		t.Errorf("got %v, want recon.decided", err)
	}
	const left = `select concat_ws(' ', (select state from settlement_differences), (select count(*) from payments), (select decision from payment_notices), (select status from orders where id = $1))`
	if got := pgtest.One[string](t, o.pool, left, id); got != "open 0 kept waiting_for_payment" {
		t.Errorf("refused, it left %s", got)
	}
}

// TestFileLoadedBeforeAGivenLineIsMatched: another file of the day comes after the order has
// recorded the given payment, and before its line is matched. The payment is not missing there.
func TestFileLoadedBeforeAGivenLineIsMatched(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("finance")
	first, second := o.unpaid("r-1"), o.unpaid("r-2")
	give := func(difference, order int64) {
		t.Helper()
		if err := o.resolveDifference(anna, difference, settlement.Give); err != nil {
			t.Fatal(err)
		}
		if _, err := o.flow.Intake.ProcessNotices(t.Context(), order); err != nil {
			t.Fatal(err)
		}
	}
	give(o.loadOne(anna, registryLine("Оплата", "777", "r-1", "100,00")), first)
	give(o.loadOne(anna, registryLine("Оплата", "778", "r-2", "100,00")), second)
	if err := o.do.Finance.Settlement.MatchAgain(t.Context(), noon); err != nil {
		t.Fatal(err)
	}
	const all = `select coalesce(string_agg(concat_ws(' ', kind, name, state), ', ' order by kind, name), '') from settlement_differences`
	if got := pgtest.One[string](t, o.pool, all); strings.Contains(got, "open") {
		t.Errorf("both payments have their lines, and the differences are %s", got)
	}
	o.wantDay(settlement.Green)
}
