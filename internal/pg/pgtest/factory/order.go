package factory

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/pg/pgtest"
	"larek/internal/publicid"
)

// User inserts an account without an email address.
func User(t testing.TB, pool *pgxpool.Pool, with With) int64 {
	t.Helper()
	return insert(t, pool, "users", With{"nickname": "Кот", "created": clock.System()}, with)
}

// Order inserts an order of 100 rubles without lines, unpaid unless with has a
// status, of the game or gift in with. Its next action follows from the status.
func Order(t testing.TB, pool *pgxpool.Pool, with With) int64 {
	t.Helper()
	now := clock.System()
	row := With{"hash": publicid.New(), "kind": "supply_channel", "status": "created", "total": 100, "created": now}
	if with["gift_id"] != nil {
		row["kind"] = "rokky"
	}
	switch with["status"] {
	case "done":
		row["done_at"] = now
	case "failed":
	case "paid", "sending", "sent":
		row["next_action"], row["due_at"] = "deliver", now
	default:
		row["next_action"], row["due_at"] = "pay", now
	}
	return insert(t, pool, "orders", row, with)
}

// Line inserts a line of an order: one piece for 100 rubles.
func Line(t testing.TB, pool *pgxpool.Pool, order int64, with With) int64 {
	t.Helper()
	return insert(t, pool, "order_lines", With{
		"order_id": order, "title": "60", "quantity": 1, "unit_price": 100, "status": "processing",
	}, with)
}

// PaymentAttempt inserts a pending attempt to pay 100 rubles.
func PaymentAttempt(t testing.TB, pool *pgxpool.Pool, order int64, with With) int64 {
	t.Helper()
	now := clock.System()
	return insert(t, pool, "payment_attempts", With{
		"order_id": order, "number": 1, "reference": unique("ref-"), "method": "tbank_sbp", "provider": "tbank", "status": "pending",
		"total": 100, "fee": 0, "currency": "RUB", "rate": 1, "amount": 100, "scenario": `{"type":"qr"}`,
		"created": now, "expires_at": now.Add(30 * time.Minute),
	}, with)
}

// Check lets the provider of an attempt be asked at a time.
func Check(t testing.TB, pool *pgxpool.Pool, attempt int64, due time.Time) {
	t.Helper()
	pgtest.Exec(t, pool, `insert into attempt_checks (attempt_id, provider, due_at) select id, provider, $2 from payment_attempts where id = $1
		on conflict (attempt_id) do update set due_at = excluded.due_at`, attempt, due)
}

// Payment inserts a payment of the amount of an attempt, and the notice that
// reported it.
func Payment(t testing.TB, pool *pgxpool.Pool, attempt int64) int64 {
	t.Helper()
	return PaymentFor(t, pool, attempt, "order")
}

// PaymentFor inserts one of another use than to pay the order, which only one has.
func PaymentFor(t testing.TB, pool *pgxpool.Pool, attempt int64, use string) int64 {
	t.Helper()
	return pgtest.One[int64](t, pool, `with a as (
			select * from payment_attempts where id = $1
		), n as (
			insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency)
			select provider, reference, 'webhook', id, order_id, 'paid', reference, amount, currency from a returning id
		) insert into payments (order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
		select a.order_id, a.id, n.id, a.provider, a.reference, a.amount, a.currency, $2, now() from a, n returning id`, attempt, use)
}

// Refund inserts a finished refund of a whole payment, unless with has a status.
func Refund(t testing.TB, pool *pgxpool.Pool, payment int64, with With) int64 {
	t.Helper()
	now := clock.System()
	paid := pgtest.One[struct {
		Order            int64
		Amount, Currency string
	}](t, pool, `select order_id, amount::text, currency from payments where id = $1`, payment)
	row := With{
		"payment_id": payment, "order_id": paid.Order, "amount": paid.Amount, "currency": paid.Currency,
		"reason": "excess", "destination": "method", "status": "done", "created": now,
	}
	switch with["status"] {
	case nil, "done", "covered":
		row["done_at"] = now
	case "pending", "sent", "unknown", "refused":
		row["next_try_at"] = now
	}
	return insert(t, pool, "refunds", row, with)
}
