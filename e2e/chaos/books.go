package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/sandbox"
)

// empties are questions whose answer must be no row: each row names an order
// or says what is wrong.
var empties = []struct{ what, sql string }{
	{"holds codes though it is over", `select distinct o.id::text from codes c join order_lines l on l.id = c.line_id join orders o on o.id = l.order_id
		where c.state = 'reserved' and o.status in ('done', 'failed')`},
	{"was given another number of codes than it bought", `select o.id::text from orders o join order_lines l on l.order_id = o.id
		where not o.detail ? 'seeded' and o.kind = 'pubg' and (select count(*) from codes c where c.line_id = l.id and c.state = 'given') <> case when o.status = 'done' then l.quantity else 0 end`},
	{"holds a promo code though it is over", `select o.id::text from promo_uses u join orders o on o.id = u.order_id
		where u.state = 'reserved' and o.status in ('done', 'failed')`},
	{"has no next action", `select id::text from orders where status not in ('done', 'failed') and (next_action is null or due_at is null)`},
	{"has a refund that is not made", `select order_id::text || ' (' || status || ')' from refunds where status <> 'done'`},
	{"has a task nobody did", `select order_id::text || ' (' || kind || ')' from operator_tasks where state = 'open'`},
	{"has a unit that came to no end", `select order_id::text || ' (' || state || ')' from delivery_units where state not in ('delivered', 'refunded')`},
	{"has news nobody acted upon", `select order_id::text from payment_notices where settled_at is null and order_id is not null`},
	{"is money or news of no order", `select id::text from payment_notices where order_id is null`},
	{"is a genuine webhook that was refused", `select id::text from payment_refusals`},
	{"does not add up to zero", `select currency from ledger_postings group by currency having sum(amount) <> 0`},
	{"is not empty", `select account from ledger_postings where account in ('orders', 'unapplied') group by account having sum(amount) <> 0`},
}

// judgeBooks looks at what no buyer can see.
func (v *verdict) judgeBooks(ctx context.Context, pool *pgxpool.Pool, entries []sandbox.Entry) {
	for _, q := range empties {
		rows, err := pool.Query(ctx, q.sql)
		if err != nil {
			v.wrong("books: %v", err)
			return
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			v.wrong("books: %v", err)
			return
		}
		for _, id := range found {
			v.wrong("%s %s", id, q.what)
		}
	}
	unattended, err := order.NewService(pool, clock.System).Unattended(ctx)
	if err != nil || unattended != 0 {
		v.wrong("%d orders nobody looks after (%v)", unattended, err)
	}
	if err := v.compareLedger(ctx, pool, entries); err != nil {
		v.wrong("books: %v", err)
	}
	if err := v.findSlowest(ctx, pool, entries); err != nil {
		v.wrong("books: %v", err)
	}
}

// compareLedger: what the books say a provider holds is what its record says.
func (v *verdict) compareLedger(ctx context.Context, pool *pgxpool.Pool, entries []sandbox.Entry) error {
	holds := map[string]money.Minor{}
	for _, e := range entries {
		switch e.What {
		case sandbox.Paid:
			holds[e.Provider] += e.Amount
		case sandbox.Refunded:
			holds[e.Provider] -= e.Amount
		}
	}
	for provider, want := range holds {
		var booked money.Minor
		err := pool.QueryRow(ctx, `select coalesce(sum(amount), 0)::numeric(14, 2) from ledger_postings where account = $1`, "provider:"+provider).Scan(&booked)
		if err != nil {
			return fmt.Errorf("ledger of %s: %w", provider, err)
		}
		if booked != want {
			v.wrong("the ledger has %s at %s, the record %s", booked, provider, want)
		}
	}
	return v.compareSuppliers(ctx, pool, entries)
}

// compareSuppliers: what the books say a supplier cost us is what its record
// says, each unit rounded to a cent.
func (v *verdict) compareSuppliers(ctx context.Context, pool *pgxpool.Pool, entries []sandbox.Entry) error {
	cost, units := map[string]float64{}, map[string]float64{}
	for _, e := range entries {
		if e.What == sandbox.Handed {
			price, err := strconv.ParseFloat(e.Goods.Price.String(), 64)
			if err != nil {
				return err
			}
			cost[e.Provider] += price
			units[e.Provider]++
		}
	}
	for supplier, want := range cost {
		var booked float64
		err := pool.QueryRow(ctx, `select coalesce(-sum(amount), 0)::float8 from ledger_postings where account = $1`, "supplier:"+supplier).Scan(&booked)
		if err != nil {
			return fmt.Errorf("ledger of %s: %w", supplier, err)
		}
		if math.Abs(booked-want) > 0.005*units[supplier]+0.001 {
			v.wrong("the ledger says %s cost %.2f, the record %.2f", supplier, booked, want)
		}
	}
	return nil
}

// findSlowest measures from the first money to the last code.
func (v *verdict) findSlowest(ctx context.Context, pool *pgxpool.Pool, entries []sandbox.Entry) error {
	first := map[string]time.Time{}
	for _, e := range entries {
		if _, seen := first[e.Reference]; !seen && e.What == sandbox.Paid {
			first[e.Reference] = e.At
		}
	}
	rows, err := pool.Query(ctx, `select a.reference, o.done_at from payments p join payment_attempts a on a.id = p.attempt_id
		join orders o on o.id = p.order_id where p.use = 'order' and o.done_at is not null`)
	if err != nil {
		return err
	}
	var reference string
	var done time.Time
	_, err = pgx.ForEachRow(rows, []any{&reference, &done}, func() error {
		v.slowest = max(v.slowest, done.Sub(first[reference]))
		return nil
	})
	return err
}
