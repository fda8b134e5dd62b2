package monitor_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"larek/internal/monitor"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

var noon = time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)

func collector(pool *pgxpool.Pool, err error) *prometheus.Registry {
	r := prometheus.NewPedanticRegistry()
	r.MustRegister(monitor.Collector{
		Pool: pool, Clock: func() time.Time { return noon }, Log: slog.New(slog.DiscardHandler),
		Queue: func(context.Context) (map[string]int, int, error) { return map[string]int{"unknown": 2}, 1, err },
	})
	return r
}

// read returns the metrics of the shop as Prometheus reads them, without comments.
func read(t *testing.T, r *prometheus.Registry) []string {
	t.Helper()
	rec := httptest.NewRecorder()
	promhttp.HandlerFor(r, promhttp.HandlerOpts{}).ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	if rec.Code != http.StatusOK {
		t.Fatalf("%d: %s", rec.Code, rec.Body)
	}
	return slices.DeleteFunc(strings.Split(rec.Body.String(), "\n"), func(line string) bool { return line == "" || strings.HasPrefix(line, "#") })
}

func TestNumbersOfTheShop(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	game := factory.Game(t, pool, nil)
	paid := func(status, action string, ago time.Duration) int64 {
		order := factory.Order(t, pool, factory.With{"game_id": game, "status": status, "next_action": action, "due_at": noon})
		attempt := factory.PaymentAttempt(t, pool, order, factory.With{"status": "paid"})
		payment := factory.Payment(t, pool, attempt)
		pgtest.Exec(t, pool, `update payments set received_at = $2 where id = $1`, payment, noon.Add(-ago))
		return payment
	}
	paid("sending", "deliver", 90*time.Second)
	paid("paid", "deliver", 30*time.Second)
	refunded := paid("sending", "correct", time.Hour) // waits for its buyer
	factory.Refund(t, pool, refunded, factory.With{"status": "unknown", "created": noon.Add(-time.Minute)})
	pgtest.Exec(t, pool, `insert into figures (grain, dimension, at, key, measure, currency, amount, n) values
		('day', 'method', '2026-11-16 21:00Z', 'tbank_sbp', 'attempts', 'RUB', 0, 5), ('day', 'method', '2026-11-16 21:00Z', 'tbank_sbp', 'turnover', 'RUB', 300, 3),
		('day', 'method', '2026-11-15 21:00Z', 'tbank_sbp', 'turnover', 'RUB', 900, 9), ('day', 'all', '2026-11-16 21:00Z', '', 'revenue', 'RUB', 250.5, 3)`)
	pgtest.Exec(t, pool, `insert into figures_waits (grain, dimension, at, key, bucket, n) values ('day', 'all', '2026-11-16 21:00Z', '', 24, 6), ('day', 'all', '2026-11-16 21:00Z', '', 80, 2)`)
	pgtest.Exec(t, pool, `insert into staff (email, name, role_id, password, created, seen_at) select 'a@staff.test', 'А', min(id), '', $1, $1 from staff_roles`, noon)
	pgtest.Exec(t, pool, `insert into staff_sign_ins (at, staff_id, event, method, device, address)
		select $1::timestamptz - n * interval '20 minutes', min(s.id), e, m, '', '' from staff s, generate_series(0, 5) n, unnest(array['refused', 'refused', 'accepted'], array['totp', 'password', 'totp']) x(e, m)
		group by n, e, m`, noon)
	got := read(t, collector(pool, nil))
	for _, want := range []string{
		`larek_staff_proofs_refused 3`,
		`larek_monitor_up 1`,
		`larek_orders_oldest_seconds 90`,
		`larek_orders_open{status="paid"} 1`,
		`larek_orders_open{status="sending"} 2`,
		`larek_refunds_oldest_seconds 60`,
		`larek_orders_paid_total{method="tbank_sbp"} 3`,
		`larek_payments_started_total{method="tbank_sbp"} 5`,
		`larek_profit_kopecks{measure="revenue"} 25050`,
		`larek_queue_rows{kind="unknown"} 2`,
		`larek_order_delivery_seconds_bucket{le="1"} 6`,
		`larek_order_delivery_seconds_bucket{le="5"} 6`,
		`larek_order_delivery_seconds_bucket{le="15"} 6`,
		`larek_order_delivery_seconds_bucket{le="60"} 6`,
		`larek_order_delivery_seconds_bucket{le="300"} 8`,
		`larek_order_delivery_seconds_bucket{le="1200"} 8`,
		`larek_order_delivery_seconds_bucket{le="7200"} 8`,
		`larek_order_delivery_seconds_bucket{le="+Inf"} 8`,
		`larek_order_delivery_seconds_sum 209.60000000000002`,
		`larek_order_delivery_seconds_count 8`,
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, strings.Join(got, "\n"))
		}
	}
}

// An answer that cannot be had is a metric of its own, not a zero.
func TestWhatCannotBeReadIsLeftOut(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	got := read(t, collector(pool, errors.New("database away")))
	if !slices.Contains(got, "larek_monitor_up 0") || slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "larek_queue_") }) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestAWebhookIsOverOnceItsOrderHasProcessedIt(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t)
	order := factory.Order(t, pool, factory.With{"game_id": factory.Game(t, pool, nil)})
	attempt := factory.PaymentAttempt(t, pool, order, factory.With{"status": "pending"})
	notice := func(fact, kind string, ago time.Duration, settled, confirmed any) {
		pgtest.Exec(t, pool, `insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, received_at, settled_at, confirmed_at)
			values ('tbank', $1, 'webhook', $2, $3, $4, $1, 100, 'RUB', $5, $6, $7)`, fact, attempt, order, kind, noon.Add(-ago), settled, confirmed)
	}
	wants := func(want string) {
		t.Helper()
		if got := read(t, collector(pool, nil)); !slices.Contains(got, "larek_webhooks_unhandled_seconds "+want) {
			t.Errorf("want %s in %q", want, got)
		}
	}
	// Processed in the moment it came, as almost all are; not confirmed by its provider; a part that waits for the rest.
	notice("processed", "paid", time.Hour, noon, noon)
	notice("claimed", "paid", 50*time.Minute, nil, nil)
	notice("part", "partial", 40*time.Minute, nil, noon)
	wants("0")
	notice("waits", "paid", 3*time.Minute, nil, noon)
	wants("180")
	pgtest.Exec(t, pool, `update payment_attempts set status = 'expired' where id = $1`, attempt)
	wants("2400")
}
