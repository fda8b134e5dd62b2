package desk_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/queue"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/payment"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/problem"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// registryDay is the day of the registries of these tests.
var registryDay = time.Date(2026, 11, 14, 0, 0, 0, 0, time.UTC)

// registryLine returns a line of the bank's registry at 12:20 of that day.
func registryLine(kind, number, reference, amount string) string {
	return fmt.Sprintf("14.11.2026 12:20:00;%s;%s;%s;%s;0,00;RUB\n", number, reference, kind, amount)
}

func (o *office) financeAct(who staff.Actor) desk.Command {
	return desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "сверка"}}
}

// load loads lines as the bank's registry and returns the open differences that only it has.
func (o *office) load(who staff.Actor, lines string) []int64 {
	o.t.Helper()
	pgtest.Exec(o.t, o.pool, `update settlement_terms set rate = 0`) // these lines have no commission
	file := settlement.File{Party: "tbank", Day: registryDay, Name: "r.csv", Body: []byte(registryHeader + lines)}
	if _, err := o.finance().LoadFile(o.t.Context(), o.financeAct(who), file); err != nil {
		o.t.Fatal(err)
	}
	return pgtest.All[int64](o.t, o.pool, `select id from settlement_differences where kind = 'theirs_only' and state = 'open' order by id`)
}

// loadOne loads a registry of which one line is not ours.
func (o *office) loadOne(who staff.Actor, lines string) int64 {
	o.t.Helper()
	ids := o.load(who, lines)
	if len(ids) != 1 {
		o.t.Fatalf("%d lines are theirs only, want 1", len(ids))
	}
	return ids[0]
}

func (o *office) resolveDifference(who staff.Actor, id int64, way settlement.Way) error {
	_, err := o.finance().ResolveDifference(o.t.Context(), o.financeAct(who), id, way, nil)
	return err
}

func (o *office) balance(a ledger.Account) money.Minor {
	o.t.Helper()
	m, err := ledger.Balance(o.t.Context(), o.pool, a, money.Ruble)
	if err != nil {
		o.t.Fatal(err)
	}
	return m.Minor
}

// wantDay checks the state of the bank's day, and that nothing of it is unexplained.
func (o *office) wantDay(want settlement.DayState) {
	o.t.Helper()
	d, err := o.do.Finance.Settlement.Day(o.t.Context(), "tbank", registryDay)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, total := range d.Totals {
		if total.Rest() != 0 {
			o.t.Errorf("no difference explains %s of the day: %+v", ledger.Format(total.Rest()), total)
		}
	}
	if d.State != want {
		o.t.Errorf("the day is %s, want %s: %+v", d.State, want, d.Differences)
	}
}

// paidThere inserts a delivered order that the bank was paid 300.00 for, under the number 555.
func (o *office) paidThere() int64 {
	o.t.Helper()
	id := factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "status": "done", "total": 300, "user_id": factory.User(o.t, o.pool, nil)})
	factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product, "quantity": 3, "unit_price": 100, "status": "completed"})
	paid := factory.Payment(o.t, o.pool, factory.PaymentAttempt(o.t, o.pool, id, factory.With{"status": "paid", "total": 300, "amount": 300}))
	pgtest.Exec(o.t, o.pool, `update payments set provider_id = '555', received_at = '2026-11-13 12:00+03' where id = $1`, paid)
	pgtest.Exec(o.t, o.pool, `update payment_notices set settled_at = now() where order_id = $1`, id)
	return id
}

const outsides = `select coalesce(string_agg(concat_ws(' ', kind, amount, proof), ', ' order by id), '') from outside_refunds`

// A chargeback that only the registry has is known to its order once it is booked: nothing of
// the payment can be refunded, and the same chargeback with the bank's number takes no money.
func TestChargebackOfTheRegistryIsKnownToItsOrder(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, anna := o.paidThere(), o.hire("finance")
	anna.Grants[staff.ReconWriteOff] = rubles(1000_00)
	d := o.loadOne(anna, registryLine("Чарджбэк", "555", "1-1-x", "300,00"))
	if err := o.resolveDifference(anna, d, settlement.Book); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, outsides); got != "chargeback 300.00" {
		t.Errorf("left without us: %q", got)
	}
	const nothing = "300.00 RUB уже ушли от провайдера без нас: отправим 0.00 RUB."
	if q, err := o.do.Refunds.Quote(t.Context(), o.admin, id, nil, "method"); err != nil || !slices.Contains(q.Consequences, nothing) {
		t.Errorf("300.00 of 300.00 were charged back; the console says of a refund %q (%v)", q.Consequences, err)
	}
	if n := len(o.queueOf(desk.KindChargeback)); n != 1 {
		t.Errorf("%d tasks, want 1", n)
	}
	a := o.financeAct(anna)
	a.OrderID = id
	if _, err := o.do.Finance.RecordChargeback(t.Context(), a, finance.ChargedBack{Amount: rubles(300_00), Fee: rubles(35_00), Number: "CB-1"}); err != nil {
		t.Errorf("the bank's number of it: %v", err)
	}
	if got := pgtest.One[string](t, o.pool, outsides); got != "chargeback 300.00 CB-1" {
		t.Errorf("left without us: %q", got)
	}
	if got := o.balance(ledger.Provider("tbank")); got != -335_00 {
		t.Errorf("a chargeback of 300.00 with a fee of 35.00 took %s", -got)
	}
	a.Key = newKey()
	_, err := o.do.Finance.RecordChargeback(t.Context(), a, finance.ChargedBack{Amount: rubles(300_00), Number: "CB-2"})
	if p, ok := errors.AsType[*problem.Error](err); !ok || p.Code != "desk.refused" {
		t.Errorf("another one of as much: %v, want a refusal", err)
	}
	if got := o.balance(ledger.Provider("tbank")); got != -335_00 {
		t.Errorf("refused, it took %s", -got)
	}
	o.wantDay(settlement.Green)
}

// A registry, its provider and an operator report the same refund: it is booked once,
// whoever comes first.
func TestRefundOfTheRegistryIsBookedOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, anna := o.paidThere(), o.hire("finance")
	anna.Grants[staff.ReconWriteOff] = rubles(1000_00)
	d := o.loadOne(anna, registryLine("Возврат", "555", "1-1-x", "100,00"))
	if err := o.resolveDifference(anna, d, settlement.Book); err != nil {
		t.Fatal(err)
	}
	if err := o.resolveDifference(anna, d, settlement.Book); !errors.Is(err, settlement.ErrNoDifference) {
		t.Errorf("again: %v", err)
	}
	pgtest.Exec(t, o.pool, `insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, left_amount, confirmed_at)
		select 'tbank', '555:refunded:200.00', 'webhook', p.attempt_id, p.order_id, 'refunded', '555', 0, 'RUB', 200, now() from payments p where p.order_id = $1`, id)
	if _, err := o.flow.Intake.ProcessNotices(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if ids := o.load(anna, registryLine("Возврат", "555", "1-1-x", "100,00")+registryLine("Выплата", "9", "", "1,00")); len(ids) != 0 {
		t.Errorf("the next file has it too: %d lines are theirs only", len(ids))
	}
	if got := pgtest.One[string](t, o.pool, outsides); got != "refund 100.00" {
		t.Errorf("left without us: %q", got)
	}
	if got := o.balance(ledger.Chargebacks()); got != 100_00 {
		t.Errorf("lost %s, want 100.00", got)
	}
	o.wantDay(settlement.Green)
}

// A refund of ours that has no answer explains the registry's line before anything else does.
func TestRefundOfTheRegistryConfirmsOurs(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.paidThere()
	anna := o.hire("finance")
	anna.Grants[staff.ReconWriteOff] = rubles(1000_00)
	payment := pgtest.One[int64](t, o.pool, `select id from payments`)
	factory.Refund(t, o.pool, payment, factory.With{"amount": 60, "status": "unknown", "reason": "after_delivery", "sent_at": noon, "tries": 1})
	d := o.loadOne(anna, registryLine("Возврат", "555", "1-1-x", "100,00"))
	if err := o.resolveDifference(anna, d, settlement.Book); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, `select status from refunds`); got != "done" {
		t.Errorf("our refund is %s, want done", got)
	}
	if got := pgtest.One[string](t, o.pool, outsides); got != "refund 40.00" {
		t.Errorf("left without us: %q", got)
	}
	if got := o.balance(ledger.Provider("tbank")); got != -100_00 {
		t.Errorf("the provider paid out %s, want 100.00", -got)
	}
	const matched = `select num_nulls(refund_id, outside_id) from settlement_rows`
	if n := pgtest.One[int64](t, o.pool, matched); n != 0 {
		t.Errorf("the line is matched with one of two")
	}
}

// A line above the rest of the payment is refused and changes nothing.
func TestRefundOfTheRegistryBeyondThePaymentIsRefused(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.paidThere()
	anna := o.hire("finance")
	anna.Grants[staff.ReconWriteOff] = rubles(1000_00)
	d := o.loadOne(anna, registryLine("Возврат", "555", "1-1-x", "300,01"))
	err := o.resolveDifference(anna, d, settlement.Book)
	if p, ok := errors.AsType[*problem.Error](err); !ok || p.Code != "recon.not_left" {
		t.Errorf("got %v, want recon.not_left", err)
	}
	if got := pgtest.One[string](t, o.pool, `select concat_ws(' ', (select count(*) from outside_refunds), (select count(*) from ledger_groups), (select state from settlement_differences))`); got != "0 0 open" {
		t.Errorf("refused, it left %s", got)
	}
}

// unmatched inserts a webhook about 100.00 that matches no order, under the number 777.
func (o *office) unmatched() int64 {
	o.t.Helper()
	return pgtest.One[int64](o.t, o.pool, `insert into payment_notices (provider, fact, source, kind, provider_id, amount, currency, reference, received_at, confirmed_at)
		values ('tbank', '777:paid', 'webhook', 'paid', '777', 100, 'RUB', 'nobody-1', '2026-11-14 12:00+03', '2026-11-14 12:00+03') returning id`)
}

var nobodys = registryLine("Оплата", "777", "nobody-1", "100,00")

// wantUnmatched checks that money without an order is in the books once, and the note of the decision.
func (o *office) wantUnmatched(amount money.Minor, decisions string) {
	o.t.Helper()
	if got, owed := o.balance(ledger.Provider("tbank")), o.balance(ledger.Unapplied()); got != amount || owed != -amount {
		o.t.Errorf("the books have %s at the provider and owe %s, want %s", got, -owed, amount)
	}
	const decided = `select coalesce(string_agg(concat_ws(' ', source, amount, decision), ', ' order by id), '') from payment_notices`
	if got := pgtest.One[string](o.t, o.pool, decided); got != decisions {
		o.t.Errorf("notices: %q, want %q", got, decisions)
	}
	if unmatched, differences := o.queueOf(desk.KindUnmatched), o.queueOf(desk.KindDifference); len(unmatched)+len(differences) != 0 {
		o.t.Errorf("left in the queue: %+v, %+v", unmatched, differences)
	}
	o.expectNothingUnseen()
	o.wantDay(settlement.Green)
}

// decidedOnce are ways in which money without an order is found twice and decided about. Each
// returns the notices it leaves.
var decidedOnce = map[string]func(o *office, anna staff.Actor) (notices string){
	"kept, then the registry comes": func(o *office, anna staff.Actor) string {
		if _, err := o.resolve(anna, desk.KindUnmatched, o.unmatched(), queue.Decision{Resolution: queue.ResolveKeep}); err != nil {
			o.t.Error(err)
		}
		if open := o.load(anna, nobodys); len(open) != 0 {
			o.t.Errorf("%d lines are open", len(open))
		}
		return "webhook 100.00 kept"
	},
	"kept with the line open": func(o *office, anna staff.Actor) string {
		n := o.unmatched()
		d := o.loadOne(anna, nobodys)
		if unmatched, differences := o.queueOf(desk.KindUnmatched), o.queueOf(desk.KindDifference); len(unmatched) != 1 || len(differences) != 0 {
			o.t.Errorf("one thing to decide is %d and %d rows", len(unmatched), len(differences))
		}
		o.expectNothingUnseen()
		if _, err := o.resolve(anna, desk.KindUnmatched, n, queue.Decision{Resolution: queue.ResolveKeep}); err != nil {
			o.t.Error(err)
		}
		if err := o.resolveDifference(anna, d, settlement.Book); !errors.Is(err, settlement.ErrNoDifference) {
			o.t.Errorf("booking the line too: %v", err)
		}
		return "webhook 100.00 kept"
	},
	"the line booked with the webhook open": func(o *office, anna staff.Actor) string {
		n := o.unmatched()
		if err := o.resolveDifference(anna, o.loadOne(anna, nobodys), settlement.Book); err != nil {
			o.t.Error(err)
		}
		if _, err := o.resolve(anna, desk.KindUnmatched, n, queue.Decision{Resolution: queue.ResolveKeep}); err == nil {
			o.t.Error("kept as well")
		}
		return "webhook 100.00 kept"
	},
	"the line booked before the webhook comes": func(o *office, anna staff.Actor) string {
		if err := o.resolveDifference(anna, o.loadOne(anna, nobodys), settlement.Book); err != nil {
			o.t.Error(err)
		}
		late := payment.Notice{DedupeKey: payment.DedupeKey("777", payment.NoticePaid), Kind: payment.NoticePaid, Reference: "nobody-1", ProviderID: "777", Amount: money.Of(100_00, "RUB")}
		if _, err := o.shop.Inbox.RecordNotice(o.t.Context(), "tbank", payment.SourceWebhook, late); err != nil {
			o.t.Error(err)
		}
		return "registry 100.00 kept"
	},
	"several transfers under one number": func(o *office, anna staff.Actor) string {
		o.unmatched()
		open := o.load(anna, registryLine("Оплата", "777", "nobody-1", "60,00")+registryLine("Оплата", "777", "nobody-1", "40,00"))
		if len(open) != 2 {
			o.t.Fatalf("%d lines are open", len(open))
		}
		if err := o.resolveDifference(anna, open[1], settlement.Book); err != nil {
			o.t.Error(err)
		}
		return "webhook 100.00 kept"
	},
}

// A payment that matches no order is one thing to decide, whether a webhook or the registry
// had it first and wherever it is decided.
func TestMoneyWithoutAnOrderIsBookedOnce(t *testing.T) {
	t.Parallel()
	for name, run := range decidedOnce {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			notices := run(o, o.hire("finance"))
			o.wantUnmatched(100_00, notices)
		})
	}
}

// The excess of the registry over a decided notice is still booked.
func TestRestOfMoneyWithoutAnOrderIsBooked(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("finance")
	n := o.unmatched()
	d := o.loadOne(anna, registryLine("Оплата", "777", "nobody-1", "130,00"))
	if _, err := o.resolve(anna, desk.KindUnmatched, n, queue.Decision{Resolution: queue.ResolveKeep}); err != nil {
		t.Fatal(err)
	}
	if err := o.resolveDifference(anna, d, settlement.Book); err != nil {
		t.Fatal(err)
	}
	o.wantUnmatched(130_00, "webhook 100.00 kept")
}

// Money without an order that was returned explains both lines of the registry; a line about
// its return books it once.
func TestReturnedMoneyWithoutAnOrderIsBookedOnce(t *testing.T) {
	t.Parallel()
	for name, returned := range map[string]bool{"returned by a person": true, "found in the registry": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			anna := o.hire("finance")
			anna.Grants[staff.ReconWriteOff] = 0
			n := o.unmatched()
			r := queue.Decision{Resolution: queue.ResolveKeep}
			if returned {
				r = queue.Decision{Resolution: queue.ResolveReturn, Reference: "R-1"}
			}
			if _, err := o.resolve(anna, desk.KindUnmatched, n, r); err != nil {
				t.Fatal(err)
			}
			open := o.load(anna, nobodys+registryLine("Возврат", "777", "nobody-1", "100,00"))
			if returned != (len(open) == 0) {
				t.Errorf("%d lines are open", len(open))
			}
			for _, d := range open {
				if err := o.resolveDifference(anna, d, settlement.Book); err != nil {
					t.Error(err)
				}
			}
			o.wantUnmatched(0, "webhook 100.00 returned")
		})
	}
}

// Money given to an order after the registry was loaded settles its line, and cannot be booked meanwhile. The excess
// of the line is another difference.
func TestMatchedMoneySettlesItsLine(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]struct {
		meanwhile error
		after     string
	}{
		"100,00": {settlement.ErrNoDifference, "theirs_only resolved give 100.00 100.00"},
		"130,00": {finance.ErrGivenAgain, "theirs_only resolved appeared 130.00 130.00, amount open 100.00 130.00"},
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			anna := o.hire("finance")
			id := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "waiting_for_payment", "user_id": factory.User(t, o.pool, nil)})
			factory.Line(t, o.pool, id, factory.With{"product_id": o.product})
			factory.PaymentAttempt(t, o.pool, id, nil)
			n := o.unmatched()
			d := o.loadOne(anna, registryLine("Оплата", "777", "nobody-1", line))
			if _, err := o.resolve(anna, desk.KindUnmatched, n, queue.Decision{Resolution: queue.ResolveMatch, OrderID: id}); err != nil {
				t.Fatal(err)
			}
			if err := o.resolveDifference(anna, d, settlement.Book); !errors.Is(err, want.meanwhile) {
				t.Errorf("booked before the order has it: %v, want %v", err, want.meanwhile)
			}
			if _, err := o.flow.Intake.ProcessNotices(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			if err := o.do.Finance.Settlement.MatchAgain(t.Context(), noon); err != nil {
				t.Fatal(err)
			}
			const differences = `select string_agg(concat_ws(' ', d.kind, d.state, d.way, d.ours::numeric(14,2), d.theirs::numeric(14,2)), ', ' order by d.id) from settlement_differences d`
			if got := pgtest.One[string](t, o.pool, differences); got != want.after {
				t.Errorf("differences: %s, want %s", got, want.after)
			}
			if got, owed := o.balance(ledger.Provider("tbank")), o.balance(ledger.Unapplied()); got != 100_00 || owed != 0 {
				t.Errorf("the books have %s at the provider and owe %s", got, -owed)
			}
			o.wantDay(map[string]settlement.DayState{"100,00": settlement.Green, "130,00": settlement.Open}[line])
		})
	}
}
