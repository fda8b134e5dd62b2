package main

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/e2e/accounts"
	"larek/internal/clock"
	deskqueue "larek/internal/desk/queue"
	"larek/internal/order"
	"larek/internal/sandbox/core"
)

// invariants are queries that must return no row: each row names an order or
// describes what is wrong.
var invariants = []struct{ what, sql string }{
	{"holds codes though it is over", `select distinct o.id::text from codes c join order_lines l on l.id = c.line_id join orders o on o.id = l.order_id
		where c.state = 'reserved' and o.status in ('done', 'failed')`},
	{"was given another number of codes than it bought", `select o.id::text from orders o join order_lines l on l.order_id = o.id
		where not o.detail ? 'seeded' and o.kind = 'pubg' and (select count(*) from codes c where c.line_id = l.id and c.state = 'given') <> case when o.status = 'done' then l.quantity else 0 end`},
	{"holds a promo code though it is over", `select o.id::text from promo_uses u join orders o on o.id = u.order_id
		where u.state = 'reserved' and o.status in ('done', 'failed')`},
	{"was given more often than it may be", `select c.code from promo_codes c where c.total_limit <
		(select count(*) from orders o where o.promo_code_id = c.id and o.discount > 0 and o.status = 'done' and not o.detail ? 'seeded')`},
	{"has a discount and no use of its promo code", `select o.id::text from orders o where o.discount > 0 and o.status = 'done' and not o.detail ? 'seeded'
		and not exists (select from promo_uses u where u.order_id = o.id and u.promo_code_id = o.promo_code_id and u.state = 'consumed')`},
	{"has no next action", `select id::text from orders where status not in ('done', 'failed') and (next_action is null or due_at is null)`},
	{"has a refund that is not made", `select order_id::text || ' (' || status || ')' from refunds where status not in ('done', 'covered')`},
	{"has an open task", `select order_id::text || ' (' || kind || ')' from operator_tasks where state = 'open'`},
	{"has a unit that came to no end", `select order_id::text || ' (' || state || ')' from delivery_units where state not in ('delivered', 'refunded')`},
	{"has an unprocessed notice", `select order_id::text from payment_notices where settled_at is null and order_id is not null`},
	{"is a notice without an order", `select id::text from payment_notices where order_id is null`},
	{"has a failing step", `select order_id::text || ' (' || step || ': ' || reason || ')' from order_failing_steps`},
	{"is over and owes something", `select distinct o.id::text || ' (' || p.account || ')' from orders o join ledger_groups g on g.order_id = o.id join ledger_postings p on p.group_id = g.id
		where o.status in ('done', 'failed') and p.account in ('orders', 'unapplied') group by o.id, p.account, p.currency having sum(p.amount) <> 0`},
	{"does not add up to zero", `select currency from ledger_postings group by currency having sum(amount) <> 0`},
	{"is not empty", `select account from ledger_postings where account in ('orders', 'unapplied') group by account having sum(amount) <> 0`},
}

// verifyBooks checks what no buyer can see.
func (v *report) verifyBooks(ctx context.Context, pool *pgxpool.Pool, entries []core.JournalEntry, kept accounts.Sums) {
	for _, q := range invariants {
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
	unattended, err := order.NewWatch(pool, clock.System).CountStuck(ctx)
	if err != nil || unattended != 0 {
		v.wrong("%d orders without a next step (%v)", unattended, err)
	}
	unseen, err := deskqueue.Missing(ctx, pool, clock.System())
	if err != nil {
		v.wrong("queue: %v", err)
	}
	for _, what := range unseen {
		v.wrong("%s waits for an operator and is not in the queue", what)
	}
	if err := v.compareAccounts(ctx, pool, entries, kept); err != nil {
		v.wrong("books: %v", err)
	}
	if err := v.findSlowest(ctx, pool, entries); err != nil {
		v.wrong("books: %v", err)
	}
}

// verifyRefused checks that of the webhooks only the forged ones were refused.
func (v *report) verifyRefused(ctx context.Context, pool *pgxpool.Pool, forged func(digest []byte) bool) {
	rows, err := pool.Query(ctx, `select id, reason, body_digest from payment_refusals`)
	if err != nil {
		v.wrong("books: %v", err)
		return
	}
	var id int64
	var reason string
	var digest []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &reason, &digest}, func() error {
		if !forged(digest) {
			v.wrong("%d is a genuine webhook that was refused (%s)", id, reason)
		}
		return nil
	})
	if err != nil {
		v.wrong("books: %v", err)
	}
}

// compareAccounts checks that the balance of each provider and each supplier in the
// ledger equals its own journal, to the last unit. kept are the commissions of the registry
// lines that were loaded.
func (v *report) compareAccounts(ctx context.Context, pool *pgxpool.Pool, entries []core.JournalEntry, kept accounts.Sums) error {
	booked, err := accounts.Booked(ctx, pool)
	if err != nil {
		return err
	}
	recorded := accounts.Recorded(entries)
	for account, sum := range kept {
		recorded[account] -= sum
	}
	for _, wrong := range accounts.Differences(recorded, booked) {
		v.wrong("%s", wrong)
	}
	return nil
}

// findSlowest measures from the first money to the last code.
func (v *report) findSlowest(ctx context.Context, pool *pgxpool.Pool, entries []core.JournalEntry) error {
	first := map[string]time.Time{}
	for _, e := range entries {
		if _, seen := first[e.Reference]; !seen && e.What == core.Paid {
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
