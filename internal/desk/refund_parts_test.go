package desk_test

import (
	"math/rand/v2"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/desk"
	"larek/internal/desk/refunds"
	"larek/internal/money"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/staff"
)

// basket is a paid order of several lines.
type basket struct {
	id, failed int64 // failed is a line of which nothing or a part was delivered, or 0
	net        money.RUB
	paid       money.Minor
}

// basket inserts an order of random lines with a fee. Some lines are a whole, some have
// units, and of one the last units may not have been delivered.
func (o *office) basket(r *rand.Rand) basket {
	o.t.Helper()
	var total money.RUB
	lines := make([]struct {
		quantity int
		price    money.RUB
	}, 1+r.IntN(4))
	for i := range lines {
		lines[i].quantity, lines[i].price = 1+r.IntN(3), money.RUB(1+r.Int64N(20_000))
		total += lines[i].price * money.RUB(lines[i].quantity)
	}
	fee := money.RUB(r.Int64N(3_000))
	b := basket{paid: money.Minor(total + fee)}
	b.id = factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "status": "done", "total": total, "user_id": factory.User(o.t, o.pool, nil)})
	factory.Payment(o.t, o.pool, factory.PaymentAttempt(o.t, o.pool, b.id, factory.With{"status": "paid", "total": total, "fee": fee, "amount": total + fee}))
	failed := r.IntN(2 * len(lines))
	for i, l := range lines {
		line := factory.Line(o.t, o.pool, b.id, factory.With{"product_id": o.product, "quantity": l.quantity, "unit_price": l.price, "status": "completed"})
		delivered := l.quantity
		if i == failed {
			delivered = r.IntN(l.quantity)
			net := l.price * money.RUB(l.quantity)
			b.failed, b.net = line, net-net.Share(int64(delivered), int64(l.quantity))
		}
		for n := range l.quantity {
			state, at := "delivered", new(noon)
			if n >= delivered {
				state, at = "failed", nil
			}
			if i%2 == 0 || i == failed {
				pgtest.Exec(o.t, o.pool, `insert into delivery_units (order_id, line_id, n, state, delivered_at) values ($1, $2, $3, $4, $5)`, b.id, line, n+1, state, at)
			}
		}
	}
	return b
}

// refundFailed refunds the undelivered units of a line, as the end of its delivery does.
func (o *office) refundFailed(b basket) {
	o.t.Helper()
	err := pgx.BeginFunc(o.t.Context(), o.pool, func(tx pgx.Tx) error {
		if _, err := delivery.MarkUnitsRefunded(o.t.Context(), tx, b.failed); err != nil {
			return err
		}
		return o.payments.Refunds.CreateLineRefund(o.t.Context(), tx, b.id, b.failed, b.net, "method")
	})
	if err != nil {
		o.t.Fatalf("undelivered units of order %d: %v", b.id, err)
	}
}

// TestRefundsOfAnOrderAddUpToWhatWasPaid refunds orders part by part in any order, with
// smaller amounts in between, until nothing is left: no kopeck stays, none is too much.
func TestRefundsOfAnOrderAddUpToWhatWasPaid(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("admin")
	anna.Grants[staff.RefundSend] = rubles(100_000_00)
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 4))
		b := o.basket(r)
		fail := func() {
			if b.failed != 0 {
				o.refundFailed(b)
				b.failed = 0
			}
		}
		for step := r.IntN(3); ; step++ {
			if step == 2 {
				fail()
			}
			q, err := o.do.Refunds.Quote(t.Context(), anna, b.id, nil, "method")
			if problemCode(err) == "desk.refused" {
				break // nothing is left
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			w := refunds.Request{Destination: "method", Send: true}
			for _, p := range q.Parts {
				if p.Refusal == "" && (len(w.Parts) == 0 || r.IntN(2) == 0) {
					w.Parts = append(w.Parts, p.ID)
				}
			}
			if r.IntN(4) == 0 {
				w.Amount = new(money.Minor(1))
			}
			a := desk.Command{Actor: anna, Key: newKey(), OrderID: b.id, Reason: audit.Reason{Code: "buyer_asked", Text: "просит"}}
			if _, err := o.do.Refunds.GrantRefund(t.Context(), a, w); err != nil {
				t.Fatalf("seed %d, step %d, parts %v: %v", seed, step, w.Parts, err)
			}
			if step > 60 {
				t.Fatalf("seed %d: %s is left after %d refunds", seed, q.Left, step)
			}
		}
		fail()
		want := b.paid.String()
		if got := pgtest.One[string](t, o.pool, `select sum(amount)::numeric(14, 2)::text from refunds where order_id = $1`, b.id); got != want {
			t.Errorf("seed %d: %s of %s is refunded", seed, got, want)
		}
		if n := pgtest.One[int64](t, o.pool, `select count(*) from payment_tasks where order_id = $1`, b.id); n != 0 {
			t.Errorf("seed %d: %d tasks for a person", seed, n)
		}
	}
}

// TestWholeOrderIsRefundedToTheKopeck refunds three lines whose shares of the fee do not
// come out even, and a line of three units.
func TestWholeOrderIsRefundedToTheKopeck(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	anna := o.hire("admin")
	anna.Grants[staff.RefundSend] = rubles(10_000_00)
	for name, lines := range map[string][]int{"three lines": {1, 1, 1}, "three units": {3}} {
		id := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "done", "total": 300, "user_id": factory.User(t, o.pool, nil)})
		for _, quantity := range lines {
			line := factory.Line(t, o.pool, id, factory.With{"product_id": o.product, "quantity": quantity, "unit_price": 100, "status": "completed"})
			for n := range quantity {
				pgtest.Exec(t, o.pool, `insert into delivery_units (order_id, line_id, n, state, delivered_at) values ($1, $2, $3, 'delivered', $4)`, id, line, n+1, noon)
			}
		}
		factory.Payment(t, o.pool, factory.PaymentAttempt(t, o.pool, id, factory.With{"status": "paid", "total": 300, "fee": 10, "amount": 310}))
		a := desk.Command{Actor: anna, Key: newKey(), OrderID: id, Reason: audit.Reason{Code: "buyer_asked", Text: "всё назад"}}
		got, err := o.do.Refunds.GrantRefund(t.Context(), a, refunds.Request{Destination: "method", Send: true})
		if err != nil || got.Amount != 310_00 {
			t.Errorf("%s: everything of a payment of 310.00 is %s (%v)", name, got.Amount, err)
		}
	}
}
