package desk_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/money"
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

func (o *office) financeAct(who staff.Actor) desk.Act {
	return desk.Act{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "сверка"}}
}

// load loads lines as the bank's registry and returns the open differences that only it has.
func (o *office) load(who staff.Actor, lines string) []int64 {
	o.t.Helper()
	o.do.Settlement = settlement.NewService(o.pool)
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
	m, err := o.do.Flow.Ledger.Balance(o.t.Context(), o.pool, a, money.Ruble)
	if err != nil {
		o.t.Fatal(err)
	}
	return m.Minor
}

// wantDay checks the state of the bank's day, and that nothing of it is unexplained.
func (o *office) wantDay(want settlement.DayState) {
	o.t.Helper()
	d, err := o.do.Settlement.Day(o.t.Context(), "tbank", registryDay)
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
	if q, err := o.do.QuoteRefund(t.Context(), o.admin, id, nil, "method"); err != nil || !slices.Contains(q.Consequences, nothing) {
		t.Errorf("300.00 of 300.00 were charged back; the console says of a refund %q (%v)", q.Consequences, err)
	}
	if n := len(o.queueOf(desk.KindChargeback)); n != 1 {
		t.Errorf("%d tasks, want 1", n)
	}
	a := o.financeAct(anna)
	a.OrderID = id
	if _, err := o.do.RecordChargeback(t.Context(), a, desk.ChargedBack{Amount: rubles(300_00), Fee: rubles(35_00), Number: "CB-1"}); err != nil {
		t.Errorf("the bank's number of it: %v", err)
	}
	if got := pgtest.One[string](t, o.pool, outsides); got != "chargeback 300.00 CB-1" {
		t.Errorf("left without us: %q", got)
	}
	if got := o.balance(ledger.Provider("tbank")); got != -335_00 {
		t.Errorf("a chargeback of 300.00 with a fee of 35.00 took %s", -got)
	}
	a.Key = newKey()
	_, err := o.do.RecordChargeback(t.Context(), a, desk.ChargedBack{Amount: rubles(300_00), Number: "CB-2"})
	if p, ok := errors.AsType[*problem.Error](err); !ok || p.Code != "desk.refused" {
		t.Errorf("another one of as much: %v, want a refusal", err)
	}
	if got := o.balance(ledger.Provider("tbank")); got != -335_00 {
		t.Errorf("refused, it took %s", -got)
	}
	o.wantDay(settlement.Green)
}

// What is reported of a payment by a registry, by its provider and by an operator is one
// refund, whoever reports it first.
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
	if _, err := o.do.Flow.ProcessNotices(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if ids := o.load(anna, registryLine("Возврат", "555", "1-1-x", "100,00")+registryLine("Выплата", "9", "", "1,00")); len(ids) != 0 {
		t.Errorf("the next file has it too: %d lines are theirs only", len(ids))
	}
	if got := pgtest.One[string](t, o.pool, outsides); got != "refund 100.00" {
		t.Errorf("left without us: %q", got)
	}
	if got := o.balance(ledger.Losses()); got != 100_00 {
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

// A line that says more than is left of the payment is refused and changes nothing.
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
