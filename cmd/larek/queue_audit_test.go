package main

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/app"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/seal"
)

// waiting is an order of which everything waits for an operator.
type waiting struct {
	order, refund, task, money int64
}

// newWaiting inserts one with a manual refund, a delivery task and a task about money.
func newWaiting(t *testing.T, pool *pgxpool.Pool, game int64) waiting {
	t.Helper()
	user := factory.User(t, pool, nil)
	w := waiting{order: factory.Order(t, pool, factory.With{"game_id": game, "status": "sending", "kind": "standoff", "user_id": user, "due_at": time.Now().Add(time.Hour)})}
	line := factory.Line(t, pool, w.order, factory.With{"status": "sending"})
	paid := factory.Payment(t, pool, factory.PaymentAttempt(t, pool, w.order, factory.With{"status": "paid"}))
	w.refund = factory.Refund(t, pool, paid, factory.With{"status": "manual"})
	unit := pgtest.One[int64](t, pool, `insert into delivery_units (order_id, line_id, n, state) values ($1, $2, 1, 'queued') returning id`, w.order, line)
	w.task = pgtest.One[int64](t, pool, `insert into operator_tasks (order_id, unit_id, kind, state, created, due_at) values ($1, $2, 'standoff', 'open', now(), now()) returning id`, w.order, unit)
	w.money = pgtest.One[int64](t, pool, `insert into payment_tasks (order_id, kind, ref, amount, currency, note, created) values ($1, 'chargeback', $2, 10, 'RUB', '', now()) returning id`, w.order, strconv.FormatInt(w.order, 10))
	return w
}

// TestCommandsOfTheQueueLeaveOneAuditRow runs each command that changes something: what
// is done has one row with the person and the reason, what is refused has none.
func TestCommandsOfTheQueueLeaveOneAuditRow(t *testing.T) {
	t.Parallel()
	url := pgtest.Clone(t, pgtest.Empty())
	pool := pgtest.OpenPool(t, url, pg.ReadWrite)
	env := queueEnv(url)
	game := factory.Game(t, pool, factory.With{"kind": "standoff"})
	for name, c := range map[string]struct {
		args  func(w waiting) []string
		want  string // action, object, reason
		twice bool   // may be repeated
		again bool   // a second time does nothing and says so
	}{
		"take": {func(w waiting) []string { return []string{"take", id(w.task)} }, "queue.take task", true, false},
		"done": {func(w waiting) []string { return []string{"done", id(w.task), "--proof", "лот 7"} }, "queue.resolve standoff лот 7", false, false},
		"fail": {func(w waiting) []string { return []string{"fail", id(w.task), "--reason", "нет такого"} }, "queue.resolve standoff нет такого", false, false},
		"seen": {func(w waiting) []string { return []string{"seen", id(w.money), "--answer", "видели"} }, "queue.resolve chargeback видели", false, false},
		"settled": {func(w waiting) []string {
			return []string{"refund", "done", id(w.refund), "--proof", "перевод 7"}
		}, "refund.settle refund перевод 7", false, false},
		"other":   {func(w waiting) []string { return []string{"refund", "other", id(w.refund), "--to", "карта 1"} }, "refund.redirect refund карта 1", true, false},
		"balance": {func(w waiting) []string { return []string{"refund", "balance", id(w.refund)} }, "refund.to_balance refund", false, false},
		"outside": {func(w waiting) []string {
			return []string{"refund", "outside", id(w.order), "1.00", "--kind", "chargeback", "--proof", "реестр 7"}
		}, "refund.outside order реестр 7", false, true},
	} {
		w := newWaiting(t, pool, game)
		run := func() error {
			var out bytes.Buffer
			return run(t.Context(), append([]string{"queue"}, append(c.args(w), "--as", "анна")...), func(name string) string { return env[name] }, &out)
		}
		rows := func() []string {
			return pgtest.All[string](t, pool, `select concat_ws(' ', actor, action, object_kind, nullif(reason_text, '')) from audit where order_id = $1 or object_kind = 'task' and object_id = $2`, w.order, id(w.task))
		}
		if err := run(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := rows(); len(got) != 1 || got[0] != "командная строка: анна "+c.want {
			t.Errorf("%s: got the audit rows %q, want one: %s", name, got, c.want)
		}
		if c.twice {
			continue
		}
		if err := run(); err == nil && !c.again {
			t.Errorf("%s: not refused a second time", name)
		}
		if got := rows(); len(got) != 1 {
			t.Errorf("%s: refused, but the audit has %s", name, strings.Join(got, "; "))
		}
	}
}

// queueEnv is what a command of the queue needs to be set.
func queueEnv(url string) map[string]string {
	secret := seal.NewKey()
	text := base64.StdEncoding.EncodeToString(secret[:])
	return map[string]string{
		"LAREK_ENV": app.Development, "LAREK_DATABASE_URL": url, "LAREK_REDIS_URL": "redis://127.0.0.1:1", "LAREK_BLOB_URL": "mem://",
		"LAREK_SECRET": text, "LAREK_CODE_KEYS": "k1:" + text, "LAREK_PUBLIC_ORIGIN": "https://shop.test",
	}
}

func id(n int64) string { return strconv.FormatInt(n, 10) }
