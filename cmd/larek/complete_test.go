package main

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"larek/internal/app"
	"larek/internal/desk/queue"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest"
	"larek/internal/salesstats"
	"larek/internal/seed"
)

// histories are what may have happened to a complete order: how many of a thousand, how
// to find one, and what the operator and the buyer read of it.
var histories = []struct {
	name            string
	per1000         int
	where           string
	operator, buyer []string
}{
	{"delivered", 605, `status = 'done' and not exists (select from payment_attempts a where a.order_id = o.id and a.number = 2)
		and not detail ? 'corrected_at' and not exists (select from refunds r where r.order_id = o.id) and not exists (select from outside_refunds r where r.order_id = o.id)`,
		[]string{`"status":"done"`, `"Деньги получены"`, `"returned":[]`}, []string{`"status":"done"`}},
	{"declined, then paid", 40, `status = 'done' and exists (select from payment_attempts a where a.order_id = o.id and a.number = 2)`, []string{`"status":"done"`, `отклонена`, `"Деньги получены"`}, []string{`"status":"done"`}},
	{"corrected", 20, `detail ? 'corrected_at'`, []string{`"status":"done"`, `"corrected_at":"202`}, []string{`"status":"done"`}},
	{"partly delivered", 10, `status = 'done' and exists (select from refunds r where r.order_id = o.id and r.reason = 'undelivered')`, []string{`"status":"done"`, `"returned":[{`}, []string{`"status":"done"`}},
	{"not delivered", 10, `status = 'failed' and exists (select from refunds r where r.order_id = o.id)`, []string{`"status":"failed"`, `"returned":[{`}, []string{`"status":"failed"`}},
	{"refunded", 10, `exists (select from refunds r where r.order_id = o.id and r.reason = 'after_delivery')`, []string{`"status":"done"`, `"returned":[{`}, []string{`"status":"done"`}},
	{"charged back", 5, `exists (select from outside_refunds r where r.order_id = o.id and r.kind = 'chargeback')`, []string{`"status":"done"`, `Банк покупателя забрал деньги`}, []string{`"status":"done"`}},
	{"abandoned", 150, `exists (select from payment_attempts a where a.order_id = o.id and a.status = 'expired')`, []string{`"status":"failed"`, `Попытка оплаты 1`, `"paid":[]`}, []string{`"status":"failed"`}},
	{"never paid", 110, `status = 'failed' and not exists (select from payment_attempts a where a.order_id = o.id)`, []string{`"status":"failed"`}, []string{`"status":"failed"`}},
	{"declined", 40, `status = 'failed' and exists (select from payment_attempts a where a.order_id = o.id and a.status = 'declined')`, []string{`"status":"failed"`, `отклонена`}, []string{`"status":"failed"`}},
}

// TestCompleteOrders fills a shop with complete orders: the doctor finds nothing, the sums
// are those the worker would make, and every kind of order can be read.
func TestCompleteOrders(t *testing.T) {
	t.Parallel()
	const orders = 2000
	s := httpapitest.NewShop(t)
	owner := pgtest.Owner(t, s.Pool)
	fill := func() error {
		return seed.Run(t.Context(), owner, s.Pictures, seed.Options{Now: httpapitest.Noon, Orders: orders, Complete: true, Seed: 7, Stock: s.Stock})
	}
	if err := fill(); err != nil {
		t.Fatal(err)
	}
	for _, h := range histories {
		if n := pgtest.One[int](t, s.Pool, `select count(*) from orders o where `+h.where); n != orders*h.per1000/1000 {
			t.Errorf("%s: %d orders, want %d", h.name, n, orders*h.per1000/1000)
		}
	}
	healthy(t, s, 0)
	sameFigures(t, s)
	readable(t, s)
	refusedAgain(t, s, fill)
}

// TestCompleteMonth fills a shop as a demo has it.
func TestCompleteMonth(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	err := seed.Run(t.Context(), pgtest.Owner(t, s.Pool), s.Pictures,
		seed.Options{Now: httpapitest.Noon, Orders: 4200, Complete: true, Days: 45, Seed: 7, Stock: s.Stock})
	if err != nil {
		t.Fatal(err)
	}
	healthy(t, s, 1)
	sameFigures(t, s)
	for what, sql := range map[string]string{
		"orders of the last 30 days":        `select count(*) >= 2500 from orders where created > $1::timestamptz - interval '30 days'`,
		"orders of every day":               `select count(distinct (created at time zone 'Europe/Moscow')::date) = 46 from orders where created < $1`,
		"more in the evening than at night": `select count(*) filter (where h in (19, 20, 21)) > 5 * count(*) filter (where h in (3, 4, 5)) from (select extract(hour from created at time zone 'Europe/Moscow') as h from orders where created < $1) x`,
		"work of each kind": `select count(distinct x) = 5 from (select 'stock' as x from (select product_id from codes where state = 'free' group by 1 having count(*) = 2) c union all select 'complaint' from code_complaints where state = 'open'
			union all select 'review' from feedback where state = 'waiting' union all select 'grant' from refund_grants where state = 'granted' union all select kind from settlement_differences where state = 'open' and kind = 'amount') w where $1::timestamptz is not null`,
		"a sale on the eleventh of November": `select count(*) filter (where d = '2026-11-11') > 1.5 * count(*) filter (where d = '2026-11-10') from (select (created at time zone 'Europe/Moscow')::date as d from orders where created < $1) x`,
	} {
		if s.Value(`select (`+sql+`)::text`, httpapitest.Noon) != "true" {
			t.Errorf("%s: not so", what)
		}
	}
}

// healthy checks what the doctor checks, and that so many sums of registries are not ours.
func healthy(t *testing.T, s *httpapitest.Shop, differing int) {
	t.Helper()
	services, err := app.Build(app.NewConfig(), &app.Infra{Read: s.Pool, Write: s.Pool, Clock: s.Clock.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // without a checkpoint, and with one of everything
		if err := checkBooks(t.Context(), services.Chain); err != nil {
			t.Errorf("books: %v", err)
		}
		if _, _, err := services.Chain.Extend(t.Context()); err != nil {
			t.Errorf("checkpoint: %v", err)
		}
	}
	if proof, err := services.Chain.Prove(t.Context(), time.Time{}); err != nil || proof.Err() != nil || proof.Checkpoints != 1 || proof.Entries < 2000 {
		t.Errorf("got %+v, %v, %v, want one checkpoint of all entries", proof, proof.Err(), err)
	}
	if err := checkMoney(t.Context(), services); err != nil {
		t.Errorf("money: %v", err)
	}
	if err := checkSuppliers(t.Context(), services.Sourcing); err != nil {
		t.Errorf("suppliers: %v", err)
	}
	if unseen, err := queue.Missing(t.Context(), s.Pool, s.Clock.Now()); err != nil || len(unseen) > 0 {
		t.Errorf("unseen: %v, %v", unseen, err)
	}
	for what, sql := range map[string]string{
		"orders that a payment or delivery does not fit": `select count(*) from orders o where (o.status = 'done') <>
			(exists (select from payments p where p.order_id = o.id) and exists (select from ledger_groups g where g.order_id = o.id and g.reason = 'delivery'))`,
		"delivered units without their attempt, cost or task": `select count(*) from delivery_units u where u.state = 'delivered' and not exists (select from operator_tasks k where k.unit_id = u.id)
			and not exists (select from delivery_attempts a join delivery_exchanges x on x.attempt_id = a.id join ledger_groups g on g.reason = 'cost' and g.ref = a.id::text where a.unit_id = u.id and a.state = 'delivered')`,
		"postings that differ from payments": `select count(*) from payments p where not exists (select from ledger_groups g join ledger_postings l on l.group_id = g.id
			where g.reason = 'payment' and g.ref = p.id::text and l.account = 'provider:' || p.provider and l.currency = p.currency and l.amount = p.amount)`,
		"entries numbered otherwise than booked": `select count(*) from (select at - lag(at) over (order by id) as later from ledger_groups) x where later < -interval '1 hour'`,
		"registries that differ from our books": fmt.Sprintf(`select abs(count(*) - %d) from payments p where p.received_at < date '2026-11-14'
			and not exists (select from settlement_rows r where r.payment_id = p.id and r.amount = p.amount)`, differing),
		"facts of the future":                      fmt.Sprintf(`select count(*) from order_events where at > '%s'`, httpapitest.Noon.Format("2006-01-02T15:04:05Z07:00")),
		"tables left without keys or triggers":     `select count(*) from pg_trigger where tgenabled <> 'O'`,
		"foreign keys that are not proven":         `select count(*) from pg_constraint where contype = 'f' and not convalidated`,
		"tables without a primary key":             `select count(*) from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace and not exists (select from pg_index i where i.indrelid = c.oid and indisprimary)`,
		"customers with less than nothing":         `select count(*) from (select from ledger_postings where account like 'customer:%' group by account having sum(amount) > 0) x`,
		"accounts of suppliers that are overdrawn": `select count(*) from (select from ledger_postings where account like 'supplier:%' group by account, currency having sum(amount) < 0) x`,
	} {
		if n := pgtest.One[int](t, s.Pool, sql); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

// sameFigures checks the sums against those that salesstats makes of the same facts.
func sameFigures(t *testing.T, s *httpapitest.Shop) {
	t.Helper()
	owner := pgtest.Owner(t, s.Pool)
	pgtest.Exec(t, owner, `create table seeded_figures as select * from figures; create table seeded_products as select *, 'day' as grain from figures_products; create table seeded_waits as select * from figures_waits`)
	if err := salesstats.NewService(s.Pool, s.Pool, s.Clock.Now).Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, table := range [][2]string{{"figures", "seeded_figures"}, {"(select *, 'day' as grain from figures_products)", "seeded_products"}, {"figures_waits", "seeded_waits"}} {
		// Minutes are kept for a while only.
		n := pgtest.One[int](t, s.Pool, fmt.Sprintf(`select count(*) from ((table %[2]s except select * from %[1]s made) union all (select * from %[1]s made where grain <> 'minute' except table %[2]s)) x`, table[0], table[1]))
		if n != 0 || pgtest.One[int](t, s.Pool, `select count(*) from `+table[1]) == 0 {
			t.Errorf("%d rows of %s are not what the worker makes", n, table[0])
		}
	}
	pgtest.Exec(t, owner, `drop table seeded_figures, seeded_products, seeded_waits`)
}

// readable reads one order of each history as an operator and as its buyer.
func readable(t *testing.T, s *httpapitest.Shop) {
	t.Helper()
	operator := s.HireOperator("senior").Header()
	for _, h := range histories {
		for _, kind := range []string{"pubg", "steam", "standoff", "rokky", "supply_channel"} {
			id := s.Value(`select coalesce((select id from orders o where kind = $1 and `+h.where+` order by id desc limit 1), 0)`, kind)
			if id == "0" {
				continue
			}
			for _, path := range []string{"/api/admin/orders/" + id + "/", "/api/admin/orders/" + id + "/facts/"} {
				if a := s.Do("GET", path, operator, ""); a.Status != 200 {
					t.Errorf("%s, %s: %s: %d %s", h.name, kind, path, a.Status, a.Body)
				}
			}
			page := string(s.Do("GET", "/api/admin/orders/"+id+"/", operator, "").Body) + string(s.Do("GET", "/api/admin/orders/"+id+"/facts/", operator, "").Body)
			for _, text := range h.operator {
				if !strings.Contains(page, text) {
					t.Errorf("%s, %s: the operator reads %s, want %s", h.name, kind, page, text)
				}
			}
			buyer := s.Value(`select coalesce(user_id, 0) from orders where id = $1`, id)
			if buyer == "0" {
				continue // a guest's page needs the browser's cookie
			}
			var user int64
			_, _ = fmt.Sscan(buyer, &user)
			a := s.CallAs(user, "GET", "/api/orders/status/"+id+"/", "")
			for _, text := range h.buyer {
				if a.Status != 200 || !strings.Contains(string(a.Body), text) {
					t.Errorf("%s, %s: the buyer reads %d %s, want %s", h.name, kind, a.Status, a.Body, text)
				}
			}
		}
	}
}

// refusedAgain checks that a second run changes nothing.
func refusedAgain(t *testing.T, s *httpapitest.Shop, fill func() error) {
	t.Helper()
	digest := func() string {
		return pgtest.One[string](t, s.Pool, `select md5(string_agg(x, '' order by x)) from (select orders::text as x from orders union all select ledger_postings::text from ledger_postings
			union all select order_events::text from order_events union all select games::text from games union all select users::text from users) x`)
	}
	before := digest()
	if err := fill(); !errors.Is(err, seed.ErrComplete) {
		t.Errorf("a second run: got %v, want ErrComplete", err)
	}
	if digest() != before {
		t.Error("a second run that is refused changed something")
	}
}
