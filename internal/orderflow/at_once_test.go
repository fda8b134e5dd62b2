package orderflow_test

import (
	"testing"
	"time"

	"larek/e2e/shoptest"
	"larek/internal/order"
)

// Codes are delivered in the transaction that accepts their payment. If they cannot be
// delivered, the money is recorded all the same, the order waits as a paid one whose
// delivery fails, and what is repaired is delivered once.
func TestPaymentIsAcceptedIfItsCodesCannotBeDelivered(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	b := codes(s)
	a := b.StartPayment("payselection")
	repair := breakTable(s, "codes", "update")
	s.Sandbox.Pay(a)
	s.Eventually(func() string {
		n := shoptest.One[int64](s, `select count(*) from order_failing_steps where order_id = $1 and step = $2`, b.ID, order.StepAdvanceDelivery)
		return shoptest.FailUnless(n == 1, "got %d rows of a failing delivery, want 1", n)
	})
	const state = `select o.status || ' ' || (select count(*) from payments p where p.order_id = o.id) || ' ' ||
		(select string_agg(c.state, ',') from codes c join order_lines l on l.id = c.line_id where l.order_id = o.id) || ' ' ||
		(select string_agg(event, ',' order by id) from letters m where m.order_id = o.id)
		from orders o where o.id = $1`
	if got, want := shoptest.One[string](s, state, b.ID), "paid 1 reserved paid"; got != want {
		t.Errorf("with codes that cannot be delivered: %s, want %s", got, want)
	}
	repair()
	b.WaitForStatus("done")
	b.WantCodes(1)
	if got, want := shoptest.One[string](s, state, b.ID), "done 1 given paid,delivered"; got != want {
		t.Errorf("after the repair: %s, want %s", got, want)
	}
	s.Audit()
}

// An attempt that expires after its order's payment window closes the order with it.
func TestAttemptThatExpiresLastClosesItsOrder(t *testing.T) {
	t.Parallel()
	s := shoptest.Open(t)
	b := codes(s)
	b.StartPayment("payselection")
	s.Clock.Advance(48 * time.Hour)
	b.WaitForStatus("failed")
	got := shoptest.One[string](s, `select string_agg(event, ' ' order by id) filter (where event in ('payment.expired', 'order.failed')) || ' ' ||
		(select count(*) from payment_attempts where order_id = $1 and status = 'expired') || ' ' ||
		(select count(*) from codes where line_id in (select id from order_lines where order_id = $1))
		from order_events where order_id = $1`, b.ID)
	if want := "payment.expired order.failed 1 0"; got != want {
		t.Errorf("events, expired attempts and held codes: %s, want %s", got, want)
	}
	s.Audit()
}

// Codes are delivered in the transaction that accepts their payment only while that feature is
// on; off, in one of its own.
func TestCodesAreDeliveredWithTheirPaymentWhileThatIsOn(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		s, _ := shoptest.OpenCounted(t)
		s.Exec(`update features set is_on = $1 where name = 'deliver_with_payment'`, on)
		s.StartWorkerWithoutSweeper() // reads the switches
		b := codes(s)
		s.Sandbox.Pay(b.StartPayment("payselection"))
		b.WaitForStatus("done")
		b.WantCodes(1)
		got := shoptest.One[bool](s, `select (select p.xmin::text from payments p where p.order_id = $1) = (select c.xmin::text from codes c join order_lines l on l.id = c.line_id where l.order_id = $1)`, b.ID)
		if got != on {
			t.Errorf("switched to %t: payment and code in one transaction: %t", on, got)
		}
		s.Audit()
	}
}
