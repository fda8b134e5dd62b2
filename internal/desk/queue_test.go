package desk_test

import (
	"errors"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/problem"
	"larek/internal/publicid"
)

// heldOrder inserts a paid order of one unit that waits for suppliers.
func (o *office) heldOrder() (id, unit int64) {
	o.t.Helper()
	id = factory.Order(o.t, o.pool, factory.With{"game_id": o.game, "status": "sending", "due_at": noon.Add(time.Hour)})
	line := factory.Line(o.t, o.pool, id, factory.With{"product_id": o.product, "status": "sending"})
	factory.Payment(o.t, o.pool, factory.PaymentAttempt(o.t, o.pool, id, factory.With{"status": "paid"}))
	unit = pgtest.One[int64](o.t, o.pool, `insert into delivery_units (order_id, line_id, n, state, held_until) values ($1, $2, 1, 'waiting', $3) returning id`, id, line, noon.Add(time.Hour))
	return id, unit
}

// attempt places a unit with a supplier that has answered this so far.
func (o *office) attempt(unit int64, state string) {
	o.t.Helper()
	pgtest.Exec(o.t, o.pool, `insert into delivery_attempts (unit_id, offer_id, supplier, key, cost, cost_currency, created, state) values ($1, $2, 'moogold', $3, 1, 'RUB', $4, $5)`,
		unit, o.offer, publicid.New().String(), noon, state)
	pgtest.Exec(o.t, o.pool, `update delivery_units set state = 'placed' where id = $1`, unit)
}

func TestHeldOrderStaysInTheQueueWhileASupplierIsTried(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]bool{"": true, "asking": true, "pending": false, "unknown": false} {
		o := newOffice(t)
		id, unit := o.heldOrder()
		if state != "" {
			o.attempt(unit, state)
		}
		a := desk.Command{Actor: o.admin, Key: newKey(), Reason: audit.Reason{Code: "other", Text: "проверка"}}
		i, err := o.do.Queue.Take(t.Context(), a, desk.KindHeld, id)
		if p, is := errors.AsType[*problem.Error](err); !want {
			if !is || p.Code != "queue.not_found" {
				t.Errorf("an attempt %q: got %v, want queue.not_found", state, err)
			}
			continue
		}
		if err != nil || i.OwnerID != o.admin.ID || !i.DueAt.Equal(noon.Add(time.Hour)) {
			t.Errorf("an attempt %q: got %+v, %v, want the row taken", state, i, err)
		}
	}
}

func TestATryOfAHeldOrderMakesNothingStale(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id, unit := o.heldOrder()
	version := func() string { return pgtest.One[string](t, o.pool, `select order_version($1)`, id) }
	seen := version()
	expect := func(what string, same bool) {
		t.Helper()
		if got := version(); (got == seen) != same {
			t.Errorf("%s: got version %s after %s, want it to be the same: %t", what, got, seen, same)
		}
	}
	o.attempt(unit, "asking")
	expect("a try", true)
	pgtest.Exec(t, o.pool, `update delivery_attempts set state = 'rejected', reason = 'away', ended_at = $2 where unit_id = $1`, unit, noon)
	pgtest.Exec(t, o.pool, `update delivery_units set state = 'waiting', reason = 'away' where id = $1`, unit)
	expect("a try that failed", true)
	o.attempt(unit, "pending")
	expect("a try that may succeed", false)
}
