package desk_test

import (
	"strings"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/queue"
	"larek/internal/desk/refunds"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/staff"
)

// chargedBack inserts a delivered order of 100 rubles that a bank has taken back, and returns
// the row of the queue.
func (o *office) chargedBack(who staff.Actor, answerBy *time.Time) (orderID int64, row queue.Item) {
	o.t.Helper()
	id := o.deliveredOrder()
	a := desk.Command{Actor: who, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "check", Text: "письмо банка"}}
	if _, err := o.do.Finance.RecordChargeback(o.t.Context(), a, finance.ChargedBack{Amount: rubles(100_00), Number: "CB-1", AnswerBy: answerBy}); err != nil {
		o.t.Fatal(err)
	}
	rows := o.queueOf(desk.KindChargeback)
	if len(rows) != 1 {
		o.t.Fatalf("the queue has %+v", rows)
	}
	return id, rows[0]
}

// disputed returns the state of the only dispute and the accounts it changes.
func (o *office) disputed() string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select concat_ws(' ', d.state, x.returned, (select closed_at is not null from payment_tasks where kind = 'chargeback'),
		(select coalesce(sum(amount), 0)::numeric(14, 2) from ledger_postings where account = 'provider:tbank'),
		(select coalesce(sum(amount), 0)::numeric(14, 2) from ledger_postings where account = 'chargebacks'))
		from disputes d join outside_refunds x on x.id = d.outside_id`)
}

// TestDisputeIsAnsweredAndDecided takes a chargeback from its record to the bank's decision.
func TestDisputeIsAnsweredAndDecided(t *testing.T) {
	t.Parallel()
	for way, want := range map[queue.Resolution]string{
		queue.ResolveWon:  "won 100.00 t 0.00 0.00",
		queue.ResolveLost: "lost 0.00 t -100.00 100.00",
	} {
		o := newOffice(t)
		anna := o.hire("finance")
		deadline := noon.Add(72 * time.Hour)
		id, row := o.chargedBack(anna, &deadline)
		if row.OrderID != id || !row.DueAt.Equal(deadline) {
			t.Errorf("the row is of order %d, due %s; want %d, %s", row.OrderID, row.DueAt, id, deadline)
		}
		if got := o.disputed(); got != "opened 0.00 f -100.00 100.00" {
			t.Fatalf("recorded: %s", got)
		}
		answer := queue.Decision{Resolution: queue.ResolveAnswer, Text: "справка о доставке, ответ 77"}
		if _, err := o.resolve(o.hire("operator"), desk.KindChargeback, row.ID, answer); err == nil {
			t.Error("an operator answered")
		}
		if _, err := o.resolve(anna, desk.KindChargeback, row.ID, queue.Decision{Resolution: queue.ResolveAnswer}); err == nil {
			t.Error("answered without evidence")
		}
		if _, err := o.resolve(anna, desk.KindChargeback, row.ID, answer); err != nil {
			t.Fatal(err)
		}
		rows := o.queueOf(desk.KindChargeback)
		if len(rows) != 1 || !rows[0].DueAt.After(deadline) || !strings.Contains(rows[0].Reason, "справка о доставке, ответ 77") {
			t.Errorf("answered: the queue has %+v", rows)
		}
		if got := o.disputed(); got != "answered 0.00 f -100.00 100.00" {
			t.Errorf("answered: %s", got)
		}
		if _, err := o.resolve(anna, desk.KindChargeback, row.ID, answer); err == nil {
			t.Error("answered twice")
		}
		if _, err := o.resolve(anna, desk.KindChargeback, row.ID, queue.Decision{Resolution: way, Text: "решение банка"}); err != nil {
			t.Fatal(err)
		}
		if got := o.disputed(); got != want || len(o.queueOf(desk.KindChargeback)) != 0 {
			t.Errorf("%s: got %s, want %s and no row", way, got, want)
		}
		if _, err := o.resolve(anna, desk.KindChargeback, row.ID, queue.Decision{Resolution: queue.ResolveWon, Text: "ещё раз"}); err == nil {
			t.Error("decided twice")
		}
	}
}

// TestDisputeThatIsWonLetsThePaymentBeRefunded: the money is at the provider again.
func TestDisputeThatIsWonLetsThePaymentBeRefunded(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, row := o.chargedBack(o.hire("finance"), nil)
	if !row.DueAt.Equal(noon.Add(7 * 24 * time.Hour)) {
		t.Errorf("due %s, want in a week", row.DueAt)
	}
	if _, err := o.resolve(o.admin, desk.KindChargeback, row.ID, queue.Decision{Resolution: queue.ResolveWon, Text: "решение банка"}); err != nil {
		t.Fatal(err)
	}
	a := desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
	if _, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Destination: "method", Send: true}); err != nil {
		t.Fatal(err)
	}
	if got := pgtest.One[string](t, o.pool, `select concat_ws(' ', status, amount, covered) from refunds where order_id = $1`, id); got != "pending 100.00 0.00" {
		t.Errorf("the refund is %s, want one to be sent", got)
	}
}

// TestDisputeThatIsWonGivesTheBalanceBack: what was frozen or taken because of a chargeback is
// the buyer's again.
func TestDisputeThatIsWonGivesTheBalanceBack(t *testing.T) {
	t.Parallel()
	for _, isTaken := range []bool{false, true} {
		o := newOffice(t)
		o.admin.Grants[staff.ReconWriteOff] = rubles(1_000_00)
		id := o.deliveredOrder()
		user := pgtest.One[int64](t, o.pool, `select user_id from orders where id = $1`, id)
		act := func() desk.Command {
			return desk.Command{Actor: o.admin, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
		}
		if _, err := o.do.Refunds.GrantRefund(t.Context(), act(), refunds.Request{Destination: "balance", Send: true}); err != nil {
			t.Fatal(err)
		}
		if err := o.flow.Refunds.SendRefund(t.Context(), pgtest.One[int64](t, o.pool, `select id from refunds where order_id = $1`, id)); err != nil {
			t.Fatal(err)
		}
		if _, err := o.do.Finance.RecordChargeback(t.Context(), act(), finance.ChargedBack{Amount: rubles(100_00), Number: "CB-1"}); err != nil {
			t.Fatal(err)
		}
		if isTaken {
			if _, err := o.resolve(o.admin, desk.KindFrozen, o.queueOf(desk.KindFrozen)[0].ID, queue.Decision{Resolution: queue.ResolveDebit, Text: "банк прав"}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := o.resolve(o.admin, desk.KindChargeback, o.queueOf(desk.KindChargeback)[0].ID, queue.Decision{Resolution: queue.ResolveWon, Text: "решение банка"}); err != nil {
			t.Fatal(err)
		}
		has, err := o.shop.Ledger.CustomerBalance(t.Context(), user)
		frozen, frozenErr := ledger.Balance(t.Context(), o.pool, ledger.Frozen(user), money.Ruble)
		if err != nil || frozenErr != nil || has != rubles(100_00) || frozen.Sign() != 0 || len(o.queueOf(desk.KindFrozen)) != 0 {
			t.Errorf("taken before: %t: the buyer has %s, %s is frozen (%v, %v); want 100.00 and nothing", isTaken, has, frozen, err, frozenErr)
		}
		if got := o.disputed(); got != "won 100.00 t 0.00 0.00" {
			t.Errorf("taken before: %t: %s", isTaken, got)
		}
	}
}

// TestOutsideRefundBecomesAChargeback records an outside refund as a chargeback: the row continues as a dispute with
// the bank's deadline, and only the fee is booked.
func TestOutsideRefundBecomesAChargeback(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("finance")
	orderID, row := o.chargedBack(anna, nil)
	pgtest.Exec(t, pgtest.Owner(t, o.pool), `delete from disputes`)
	pgtest.Exec(t, o.pool, `update outside_refunds set kind = 'refund', recorded_by = null, proof = null`)
	pgtest.Exec(t, o.pool, `update payment_tasks set kind = 'outside_refund'`)
	deadline := noon.Add(96 * time.Hour)
	d := queue.Decision{Resolution: queue.ResolveChargeback, Reference: " CB-9 ", Fee: rubles(35_00), AnswerBy: &deadline}
	if _, err := o.resolve(o.hire("operator"), desk.KindOutside, row.ID, d); err == nil {
		t.Error("an operator recorded a chargeback")
	}
	if _, err := o.resolve(anna, desk.KindOutside, row.ID, queue.Decision{Resolution: queue.ResolveChargeback}); err == nil {
		t.Error("recorded without its number")
	}
	if _, err := o.resolve(anna, desk.KindOutside, row.ID, d); err != nil {
		t.Fatal(err)
	}
	rows := o.queueOf(desk.KindChargeback)
	if len(rows) != 1 || rows[0].OrderID != orderID || !rows[0].DueAt.Equal(deadline) || len(o.queueOf(desk.KindOutside)) != 0 {
		t.Errorf("the queue has %+v", rows)
	}
	if got := o.disputed(); got != "opened 0.00 f -135.00 135.00" {
		t.Errorf("booked %s", got)
	}
	if proof := pgtest.One[string](t, o.pool, `select proof from outside_refunds`); proof != "CB-9" {
		t.Errorf("the proof is %q", proof)
	}
	if _, err := o.resolve(anna, desk.KindOutside, row.ID, d); err == nil {
		t.Error("recorded twice")
	}
}
