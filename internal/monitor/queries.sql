-- name: Numbers :many
-- What the shop is like now: each row is a number with its name and labels. Every part reads
-- an index of what is open, or the sums of today.
select x.name::text as name, x.label::text as label, x.value::float8 as value from (
	select 'orders_open' as name, o.status as label, count(*)::float8 as value from orders o where o.status in ('paid', 'sending', 'sent') group by o.status
	union all
	-- Since the money came, of orders that wait for no operator, no buyer and no supplier.
	select 'orders_oldest_seconds', '', coalesce(extract(epoch from sqlc.arg('now')::timestamptz - min(p.received_at)), 0)
	from orders o join payments p on p.order_id = o.id and p.use = 'order'
	where o.status in ('paid', 'sending') and o.next_action = 'deliver'
		and not exists (select from operator_tasks t where t.order_id = o.id and t.state = 'open')
		and not exists (select from delivery_pauses d where d.order_id = o.id)
		and not exists (select from delivery_units u where u.order_id = o.id and u.held_until is not null)
	union all
	select 'orders_held', '', count(distinct u.order_id) from delivery_units u where u.state = 'waiting' and u.held_until is not null
	union all
	select 'webhooks_unhandled_seconds', '', coalesce(extract(epoch from sqlc.arg('now')::timestamptz - min(n.received_at)), 0) from payment_notices n
	where n.settled_at is null and n.confirmed_at is not null and n.order_id is not null
		-- A part of a payment waits for the rest as long as its attempt is open.
		and (n.kind <> 'partial' or not exists (select from payment_attempts a where a.id = n.attempt_id and a.status in ('starting', 'pending')))
	union all
	select 'payments_unmatched', '', count(*) from payment_notices n where n.order_id is null and n.decision is null
	union all
	select 'refunds_open', r.status, count(*) from refunds r where r.status not in ('done', 'covered') group by r.status
	union all
	select 'refunds_oldest_seconds', '', coalesce(extract(epoch from sqlc.arg('now')::timestamptz - min(r.created)), 0) from refunds r where r.status not in ('done', 'covered') and r.status <> 'manual'
	union all
	select 'ledger_imbalance_kopecks', b.currency, abs(sum(b.amount)) * 100 from (
		select d.currency, d.debit - d.credit as amount from ledger_daily d
		union all
		select p.currency, p.amount from ledger_unsummed u join ledger_postings p on p.group_id = u.group_id
	) b group by b.currency
	union all
	select 'steps_failing', f.step, count(*) from order_failing_steps f where f.last_at - f.since >= interval '5 minutes' group by f.step
	union all
	select 'letters_oldest_seconds', '', coalesce(extract(epoch from sqlc.arg('now')::timestamptz - min(m.created)), 0) from letters m where m.next_try_at is not null
	union all
	select 'rates_age_seconds', r.currency, extract(epoch from sqlc.arg('now')::timestamptz - max(r.set_at)) from currency_rates r group by r.currency
	union all
	select 'registries_failed', f.party, count(*) from registry_fetches f where f.state = 'failed' group by f.party
	union all
	select 'differences_open', '', count(*) from settlement_differences d where d.state = 'open'
	union all
	select 'methods_paused', '', count(*) from method_pauses m where m.state in ('paused', 'failing')
	union all
	-- Of the person with most.
	select 'staff_proofs_refused', '', coalesce(max(r.refused), 0) from staff s cross join lateral (
		select count(*) as refused from (select t.at, t.event, t.method from staff_sign_ins t where t.staff_id = s.id order by t.id desc limit 50) newest
		where newest.at > sqlc.arg('now')::timestamptz - interval '1 hour' and newest.event = 'refused' and newest.method <> 'password'
	) r
	union all
	select 'stock_days', p.id::text, case when s.sold = 0 then 999 else least(999, s.free * 7.0 / s.sold) end
	from products p cross join lateral (
		select (select count(*) from codes c where c.product_id = p.id and c.state = 'free') as free,
			(select count(*) from codes c where c.product_id = p.id and c.state = 'given' and c.given_at > sqlc.arg('now')::timestamptz - interval '7 days') as sold
	) s where p.kind = 'pubg' and p.is_active
	union all
	select case f.measure when 'attempts' then 'payments_started_total' when 'turnover' then 'orders_paid_total' else 'orders_returned_total' end, f.key, sum(f.n)
	from figures f where f.grain = 'day' and f.dimension = 'method' and f.at = date_trunc('day', sqlc.arg('now')::timestamptz, 'Europe/Moscow') and f.measure in ('attempts', 'turnover', 'returned') group by 1, 2
	union all
	select 'profit_kopecks', f.measure, sum(f.amount) * 100
	from figures f where f.grain = 'day' and f.dimension = 'all' and f.at = date_trunc('day', sqlc.arg('now')::timestamptz, 'Europe/Moscow') and f.currency = 'RUB' group by f.measure
) x;

-- name: Waits :many
-- How long buyers waited today for what they paid, in steps of an eighth of a doubling.
select w.bucket, sum(w.n)::bigint as n from figures_waits w
where w.grain = 'day' and w.dimension = 'all' and w.at = date_trunc('day', sqlc.arg('now')::timestamptz, 'Europe/Moscow') group by w.bucket order by w.bucket;
