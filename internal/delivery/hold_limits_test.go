package delivery_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/pg/pgtest/plans"
	"larek/internal/publicid"
)

// hold reserves n codes for an unpaid order.
func (b *stockFixture) hold(n int, with factory.With) {
	b.t.Helper()
	with["game_id"] = b.game
	line := factory.Line(b.t, b.pool, factory.Order(b.t, b.pool, with), nil)
	for range n {
		factory.Code(b.t, b.pool, 1, factory.With{"state": "reserved", "line_id": line})
	}
}

// holdForOthers reserves 4 000 codes, each for a different guest and IP address, and
// completes 200 orders of another account.
func (b *stockFixture) holdForOthers() {
	b.t.Helper()
	for _, sql := range []string{
		`insert into orders (hash, kind, status, total, created, next_action, due_at, game_id, guest)
			select gen_random_uuid(), 'pubg', 'created', 100, now(), 'pay', now(), $1::bigint, gen_random_uuid() from generate_series(1, 4000)`,
		`insert into order_lines (order_id, title, quantity, unit_price, status) select id, '60', 1, 100, 'processing' from orders where game_id = $1`,
		`with another as (insert into users (nickname, created) values ('Пёс', now()) returning id)
			insert into orders (hash, kind, status, total, created, done_at, game_id, user_id)
			select gen_random_uuid(), 'pubg', 'done', 100, now(), now(), $1::bigint, id from another, generate_series(1, 200)`,
		`insert into codes (product_id, sealed, key_id, fingerprint, state, line_id, held_from)
			select 1, 's', 'k1', l.id::text::bytea, 'reserved', l.id, ('at ' || l.id)::bytea from order_lines l join orders o on o.id = l.order_id and o.game_id = $1`,
	} {
		if _, err := b.pool.Exec(b.t.Context(), sql, b.game); err != nil {
			b.t.Fatal(err)
		}
	}
}

// planned tells how the server planned a statement.
type planned int

const (
	forItsValues planned = iota
	forAllValues
	whileEmpty // for all values, when the tables had no rows
)

var plannings = map[string]planned{"for its values": forItsValues, "for all values": forAllValues, "while the tables were empty": whileEmpty}

// reading counts the rows that a statement of the stock reads.
type reading struct {
	b    *stockFixture
	sent *plans.Recorder
	how  planned
	name string // of the statement
	most int    // rows it may read
}

// read fills the tables of codes; call sends the statement.
func (b *stockFixture) read(how planned, name string, most int, fill func(), call func(pgx.Tx)) reading {
	b.t.Helper()
	owner := pgtest.Owner(b.t, b.pool) // for another role analyze does nothing
	for _, table := range []string{"orders", "order_lines", "codes"} {
		pgtest.Exec(b.t, owner, `alter table `+table+` set (autovacuum_enabled = off)`)
	}
	sent, err := plans.Record(b.t.Context(), b.pool)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(sent.Close)
	r := reading{b, sent, how, name, most}
	if how == whileEmpty {
		r.prepare(call)
		fill()
		return r
	}
	fill()
	pgtest.Exec(b.t, owner, `vacuum analyze orders, order_lines, codes`)
	if how == forAllValues {
		r.prepare(call)
	}
	return r
}

func (r reading) prepare(call func(pgx.Tx)) {
	r.b.t.Helper()
	if err := r.sent.Prepare(r.b.t.Context(), r.statement(call)); err != nil {
		r.b.t.Fatal(err)
	}
}

// statement records the statement that call sends and rolls its changes back.
func (r reading) statement(call func(pgx.Tx)) plans.Statement {
	r.b.t.Helper()
	tx, err := r.sent.Begin(r.b.t.Context())
	if err != nil {
		r.b.t.Fatal(err)
	}
	call(tx)
	if err := tx.Rollback(r.b.t.Context()); err != nil {
		r.b.t.Fatal(err)
	}
	all := r.sent.Take()
	i := slices.IndexFunc(all, func(q plans.Statement) bool { return q.Name() == r.name })
	if i < 0 {
		r.b.t.Fatalf("%s was not sent", r.name)
	}
	return all[i]
}

// check runs the statement that a call sends once more.
func (r reading) check(what string, call func(pgx.Tx)) {
	r.b.t.Helper()
	explain := r.sent.Explain
	if r.how != forItsValues {
		explain = r.sent.ExplainPrepared
	}
	plan, err := explain(r.b.t.Context(), r.statement(call))
	if err != nil {
		r.b.t.Fatal(err)
	}
	for index, rows := range plan.Found {
		if rows > r.most {
			r.b.t.Errorf("%s: %s gave %d rows", what, index, rows)
		}
	}
	if len(plan.Scans) > 0 || plan.Removed > r.most {
		r.b.t.Errorf("%s: read %v from beginning to end, %d rows in vain of %s", what, plan.Scans, plan.Removed, plan.Vain)
	}
}

// TestHoldsOfOthersAreNotRead counts what a buyer holds while others hold 4 000 codes: the
// bound is exact, and the work does not grow with them.
func TestHoldsOfOthersAreNotRead(t *testing.T) {
	t.Parallel()
	for name, how := range plannings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newStockFixture(t)
			user, guest, other := factory.User(t, b.pool, nil), publicid.New(), publicid.New()
			counts := b.read(how, "CountUnpaidHolds", 60, func() {
				b.load(250) // enough for newcomers
				b.holdForOthers()
				b.hold(30, factory.With{"user_id": user})
				b.hold(10, factory.With{"guest": guest})
				b.hold(9, factory.With{"user_id": user, "guest": guest, "status": "waiting_for_payment", "next_action": "pay"}) // counts once
				b.hold(0, factory.With{"guest": guest, "status": "failed"})
				b.hold(50, factory.With{"guest": other})
			}, func(tx pgx.Tx) {
				if err := b.CheckHoldLimits(t.Context(), tx, delivery.StockHold{Guest: &guest, Wanted: map[int64]int64{1: 1}}); err != nil {
					t.Error(err)
				}
			})
			for name, c := range map[string]struct {
				hold delivery.StockHold
				want error
			}{
				"the fiftieth":         {delivery.StockHold{UserID: &user, Guest: &guest, From: "192.0.2.1", Wanted: map[int64]int64{1: 1}}, nil},
				"one more":             {delivery.StockHold{UserID: &user, Guest: &guest, From: "192.0.2.1", Wanted: map[int64]int64{1: 2}}, delivery.ErrHoldLimit},
				"a browser":            {delivery.StockHold{Guest: &guest, Wanted: map[int64]int64{1: 31}}, nil},
				"a browser, one more":  {delivery.StockHold{Guest: &guest, Wanted: map[int64]int64{1: 32}}, delivery.ErrHoldLimit},
				"another browser":      {delivery.StockHold{Guest: &other, Wanted: map[int64]int64{1: 1}}, delivery.ErrHoldLimit},
				"an account":           {delivery.StockHold{UserID: &user, Wanted: map[int64]int64{1: 11}}, nil},
				"an account, one more": {delivery.StockHold{UserID: &user, Wanted: map[int64]int64{1: 12}}, delivery.ErrHoldLimit},
			} {
				counts.check(name, func(tx pgx.Tx) {
					if err := b.CheckHoldLimits(t.Context(), tx, c.hold); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
						t.Errorf("%s: got %v, want %v", name, err, c.want)
					}
				})
			}
		})
	}
}

// TestNewcomersLeaveAQuarterOfTheStock starts payments from another address each time.
func TestNewcomersLeaveAQuarterOfTheStock(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	b.load(300)
	try := func(i int, buyer factory.With) error {
		buyer["game_id"] = b.game
		id := factory.Order(t, b.pool, buyer)
		line := factory.Line(t, b.pool, id, nil)
		guest := publicid.New()
		h := delivery.StockHold{OrderID: id, Guest: &guest, From: fmt.Sprintf("2001:db8:%x::", i), Wanted: map[int64]int64{1: 10}}
		if user, ok := buyer["user_id"].(int64); ok {
			h.UserID, h.Guest = &user, nil
		}
		return pgx.BeginFunc(t.Context(), b.pool, func(tx pgx.Tx) error {
			if err := b.Reserve(t.Context(), tx, line, 1, 10); err != nil {
				return err
			}
			return b.CheckHoldLimits(t.Context(), tx, h)
		})
	}
	n := 0
	for i := range 30 {
		switch err := try(i, factory.With{}); {
		case err == nil:
			n += 10
		case !errors.Is(err, delivery.ErrNewcomersHold):
			t.Fatal(err)
		}
	}
	if n != 220 {
		t.Errorf("newcomers hold %d of 300 codes, want 220: the next ten would be more than three times what is free", n)
	}
	known := factory.User(t, b.pool, nil)
	factory.Order(t, b.pool, factory.With{"game_id": b.game, "user_id": known, "status": "done", "next_action": nil, "due_at": nil, "done_at": time.Now()})
	if err := try(99, factory.With{"user_id": known}); err != nil {
		t.Errorf("a known buyer: %v", err)
	}
}

// TestCodesThatAreNotSoldAreNotRead reserves two codes of 50 000.
func TestCodesThatAreNotSoldAreNotRead(t *testing.T) {
	t.Parallel()
	for name, how := range plannings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newStockFixture(t)
			line := b.lines(1)[0]
			reserve := func(want error) func(pgx.Tx) {
				return func(tx pgx.Tx) {
					if err := b.Reserve(t.Context(), tx, line, 1, 2); !errors.Is(err, want) {
						t.Errorf("got %v, want %v", err, want)
					}
				}
			}
			var empty error
			if how == whileEmpty {
				empty = delivery.ErrStockEmpty
			}
			codes := b.read(how, "ReserveCodes", 4, func() {
				pgtest.Exec(t, b.pool, `insert into codes (product_id, sealed, key_id, fingerprint) select 1, 's', 'k1', n::text::bytea from generate_series(1, 50000) n`)
			}, reserve(empty))
			codes.check("a line of two", reserve(nil))
			if n := b.number(`select count(*) from codes where state = 'reserved' and line_id = $1`, line); n != 2 {
				t.Errorf("%d codes are reserved, want 2", n)
			}
		})
	}
}
