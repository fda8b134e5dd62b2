package desk_test

import (
	"testing"

	"larek/internal/desk"
	"larek/internal/desk/queue"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// TestCostsReviewsAndLettersEndInTheQueue ends each kind of row in each of its ways, and
// refuses those who may not: then nothing changes.
func TestCostsReviewsAndLettersEndInTheQueue(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	order := factory.Order(t, o.pool, factory.With{"game_id": o.game, "status": "done", "email": "b@box.example"})
	cost := func() int64 {
		return pgtest.One[int64](t, o.pool, `update offers set asked_cost = 2, asked_at = $2, refused_cost = null where id = $1 returning id`, o.offer, noon)
	}
	letter := func() int64 {
		pgtest.Exec(t, pgtest.Owner(t, o.pool), `delete from letters`)
		return pgtest.One[int64](t, o.pool, `insert into letters (order_id, event, state, created) values ($1, 'paid', 'given_up', $2) returning id`, order, noon)
	}
	for name, c := range map[string]struct {
		kind  desk.Kind
		way   queue.Resolution
		row   func() int64
		other string // a role that may not
		state string // a query
		want  string
	}{
		"a cost is approved":    {desk.KindCost, queue.ResolveApprove, cost, "operator", `select concat_ws(' ', approved_cost::float8, asked_cost) from offers where id = $1`, "2"},
		"a cost is refused":     {desk.KindCost, queue.ResolveRefuse, cost, "operator", `select concat_ws(' ', refused_cost::float8, asked_cost::float8) from offers where id = $1`, "2 2"},
		"a letter is resent":    {desk.KindLetter, queue.ResolveResend, letter, "catalog", `select concat_ws(' ', state, dismissed_at) from letters where id = $1`, "waiting"},
		"a letter is dismissed": {desk.KindLetter, queue.ResolveDismiss, letter, "catalog", `select concat_ws(' ', state, dismissed_at is not null) from letters where id = $1`, "given_up t"},
	} {
		id := c.row()
		audited := pgtest.One[int64](t, o.pool, `select count(*) from audit`)
		before := pgtest.One[string](t, o.pool, c.state, id)
		if _, err := o.resolve(o.hire(c.other), c.kind, id, queue.Decision{Resolution: c.way}); err == nil {
			t.Errorf("%s: the role %s was not refused", name, c.other)
		}
		if got := pgtest.One[string](t, o.pool, c.state, id); got != before {
			t.Errorf("%s: refused, but it is %s, was %s", name, got, before)
		}
		if _, err := o.resolve(o.admin, c.kind, id, queue.Decision{Resolution: c.way}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := pgtest.One[string](t, o.pool, c.state, id); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
		if items := o.queueOf(c.kind); len(items) != 0 {
			t.Errorf("%s: still in the queue: %+v", name, items)
		}
		if n := pgtest.One[int64](t, o.pool, `select count(*) from audit`) - audited; n != 1 {
			t.Errorf("%s: %d audit rows, want one", name, n)
		}
	}
	o.expectNothingUnseen()
}
