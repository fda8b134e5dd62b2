-- name: CodesWithoutCost :one
-- Codes given between two times whose load has no cost: their margin is too high by it.
select coalesce(sum(g.n), 0)::bigint as n from products p cross join lateral (
	select count(*) as n from codes c left join code_batches b on b.id = c.batch_id
	where c.product_id = p.id and c.state = 'given' and c.given_at >= @since::timestamptz and c.given_at < @until::timestamptz and b.unit_cost is null
) g;

-- name: LockFigures :exec
-- One worker sums at a time.
select pg_advisory_xact_lock(hashtextextended('figures', 0));

-- name: SumUp :one
-- Moves facts into the sums, at most page_limit of them.
with taken as (
	delete from figures_pending where (source, id) in (select p.source, p.id from figures_pending p order by p.source, p.id limit @page_limit) returning source, id
), entry as (
	-- An entry of the books with the line it is about: delivered, refunded, paid for to a
	-- supplier, or the only one of its order.
	select g.id, g.at, g.reason, g.order_id, coalesce(
		case g.reason
			when 'delivery' then g.ref::bigint
			when 'vat' then case when g.ref like 'delivery-%' then substr(g.ref, 10)::bigint
				when g.ref like 'refund-%' then (select r.line_id from refunds r where r.id = substr(g.ref, 8)::bigint) end
			when 'refund' then (select r.line_id from refunds r where r.id = g.ref::bigint)
			when 'cost' then case when g.ref like 'unit-%' then (select u.line_id from delivery_units u where u.id = split_part(g.ref, '-', 2)::bigint)
				when g.ref like 'line-%' then substr(g.ref, 6)::bigint
				when g.ref like 'code-%' then (select c.line_id from codes c where c.id = substr(g.ref, 6)::bigint)
				else (select u.line_id from delivery_attempts a join delivery_units u on u.id = a.unit_id where a.id = g.ref::bigint) end
		end,
		(select min(l.id) from order_lines l where l.order_id = g.order_id having count(*) = 1)) as line_id
	from taken t join ledger_groups g on g.id = t.id where t.source = 'entry'
), posting as (
	select e.id, e.at, e.order_id, e.line_id, p.currency, p.amount, e.reason, p.account,
		coalesce((select substr(s.account, 10) from ledger_postings s where s.group_id = e.id and s.account like 'supplier:%' limit 1),
			case when e.reason in ('delivery', 'refund', 'vat') then (select min(u.supplier) from delivery_units u where u.line_id = e.line_id) end, '') as supplier
	from entry e join ledger_postings p on p.group_id = e.id
), measured as (
	-- Profit accounts are credited for gains, so the sign is reversed: positive is a gain.
	select id, at, order_id, line_id, supplier, currency, -amount as amount, case
		when account = 'revenue' and reason = 'refund' then 'refunds'
		when reason = 'vat' then 'vat'
		when account = 'writeoff' then 'writeoffs'
		else account end as measure
	from posting where account in ('revenue', 'fees', 'discounts', 'cost', 'acquiring', 'chargebacks', 'goodwill', 'writeoff') and reason <> 'year'
	union all
	select id, at, order_id, line_id, supplier, currency, -sum(amount), 'turnover'
	from posting where reason in ('payment', 'balance') and account in ('orders', 'fees') and currency = 'RUB' group by 1, 2, 3, 4, 5, 6
	union all
	select id, at, order_id, line_id, supplier, currency, sum(amount), 'returned'
	from posting where reason = 'refund' and account in ('orders', 'fees', 'revenue') and currency = 'RUB' group by 1, 2, 3, 4, 5, 6
), fact as (
	select m.id, m.at, m.measure, m.currency, m.amount, m.supplier, m.line_id, m.order_id,
		coalesce(a.method, '') as method, coalesce(a.country, '') as country
	from measured m
	left join lateral (
		select a.method, a.country from payment_attempts a where a.order_id = m.order_id and a.status = 'paid' order by a.id limit 1
	) a on true
	union all
	select a.id, a.created, 'attempts', 'RUB', 0, '', null, a.order_id, a.method, coalesce(a.country, '')
	from taken t join payment_attempts a on a.id = t.id where t.source = 'attempt'
), keyed as (
	select f.id, f.at, f.measure, f.currency, f.amount, f.supplier, f.method, f.country,
		case when o.gift_id is not null then 'gift' else coalesce(o.game_id::text, '') end as game,
		coalesce(l.product_id::text, 'gift:' || o.gift_id, '') as product
	from fact f left join orders o on o.id = f.order_id left join order_lines l on l.id = f.line_id
), spread as (
	select k.id, k.measure, k.currency, k.amount, d.grain, d.dimension,
		case d.grain when 'day' then date_trunc('day', k.at, 'Europe/Moscow') else date_trunc(d.grain, k.at) end as at,
		case d.dimension when 'game' then k.game when 'supplier' then k.supplier
			when 'method' then k.method when 'country' then k.country else '' end as key
	from keyed k cross join (
		select unnest(array['minute', 'hour', 'hour', 'hour', 'day', 'day', 'day', 'day', 'day']) as grain,
			unnest(array['all', 'game', 'method', 'supplier', 'all', 'game', 'supplier', 'method', 'country']) as dimension
	) d
), added as (
	insert into figures as f (grain, dimension, at, key, measure, currency, amount, n)
	select grain, dimension, at, key, measure, currency, sum(amount), count(distinct id) from spread group by 1, 2, 3, 4, 5, 6
	on conflict on constraint figures_pkey do update set amount = f.amount + excluded.amount, n = f.n + excluded.n
	returning 1
), products as (
	insert into figures_products as f (day, key, currency, orders, turnover, revenue, discounts, fees, cost, acquiring, refunds, chargebacks, goodwill, writeoffs, vat)
	select date_trunc('day', k.at, 'Europe/Moscow'), k.product, k.currency, count(distinct k.id) filter (where k.measure = 'turnover'),
		coalesce(sum(k.amount) filter (where k.measure = 'turnover'), 0) * 10000, coalesce(sum(k.amount) filter (where k.measure = 'revenue'), 0) * 10000,
		coalesce(sum(k.amount) filter (where k.measure = 'discounts'), 0) * 10000, coalesce(sum(k.amount) filter (where k.measure = 'fees'), 0) * 10000,
		coalesce(sum(k.amount) filter (where k.measure = 'cost'), 0) * 10000, coalesce(sum(k.amount) filter (where k.measure = 'acquiring'), 0) * 10000,
		coalesce(sum(k.amount) filter (where k.measure = 'refunds'), 0) * 10000, coalesce(sum(k.amount) filter (where k.measure = 'chargebacks'), 0) * 10000,
		coalesce(sum(k.amount) filter (where k.measure = 'goodwill'), 0) * 10000, coalesce(sum(k.amount) filter (where k.measure = 'writeoffs'), 0) * 10000,
		coalesce(sum(k.amount) filter (where k.measure = 'vat'), 0) * 10000
	from keyed k group by 1, 2, 3
	on conflict on constraint figures_products_pkey do update set orders = f.orders + excluded.orders,
		turnover = f.turnover + excluded.turnover, revenue = f.revenue + excluded.revenue, discounts = f.discounts + excluded.discounts,
		fees = f.fees + excluded.fees, cost = f.cost + excluded.cost, acquiring = f.acquiring + excluded.acquiring,
		refunds = f.refunds + excluded.refunds, chargebacks = f.chargebacks + excluded.chargebacks, goodwill = f.goodwill + excluded.goodwill,
		writeoffs = f.writeoffs + excluded.writeoffs, vat = f.vat + excluded.vat
	returning 1
), waited as (
	select e.at, case when o.gift_id is not null then 'gift' else o.game_id::text end as game, case when e.at - paid.at > interval '0.1 second'
		then least(ceil(8 * log(2, (extract(epoch from e.at - paid.at) / 0.1)::numeric)), 400)::smallint else 0 end as bucket
	from taken t join order_events e on e.id = t.id join orders o on o.id = e.order_id
	cross join lateral (select p.at from order_events p where p.order_id = e.order_id and p.status = 'paid' and p.line_id is null order by p.id limit 1) paid
	where t.source = 'done'
), waits as (
	insert into figures_waits as f (grain, dimension, at, key, bucket, n)
	select d.grain, d.dimension, case d.grain when 'day' then date_trunc('day', w.at, 'Europe/Moscow') else date_trunc(d.grain, w.at) end,
		case d.dimension when 'game' then w.game else '' end, w.bucket, count(*)
	from waited w cross join (
		select unnest(array['minute', 'hour', 'day', 'day']) as grain, unnest(array['all', 'game', 'all', 'game']) as dimension
	) d
	group by 1, 2, 3, 4, 5
	on conflict on constraint figures_waits_pkey do update set n = f.n + excluded.n
	returning 1
)
select (select count(*) from taken)::bigint as facts, (select count(*) from added)::bigint + (select count(*) from products)::bigint as sums, (select count(*) from waits)::bigint as waits;

-- name: SetKnownUntil :exec
update figures_state set known_until = sqlc.narg('at')::timestamptz;

-- name: KnownUntil :one
select known_until from figures_state;

-- name: Forget :exec
with sums as (delete from figures), products as (delete from figures_products), waits as (delete from figures_waits)
delete from figures_pending;

-- name: RememberAll :exec
-- Facts that come meanwhile are noted already.
insert into figures_pending (source, id)
select 'entry', g.id from ledger_groups g
union all select 'done', e.id from order_events e where e.status = 'done' and e.line_id is null
union all select 'attempt', a.id from payment_attempts a
on conflict do nothing;

-- name: DropMinutes :exec
-- Minutes serve the comparison of today with a week ago.
with waits as (delete from figures_waits w where w.grain = 'minute' and w.dimension = 'all' and w.at < @before::timestamptz)
delete from figures f where f.grain = 'minute' and f.dimension = 'all' and f.at < @before::timestamptz;

-- name: Sums :many
-- The sums of each key over a time.
select f.key, f.measure, f.currency, (sum(f.amount) * 10000)::bigint as ten_thousandths, sum(f.n)::bigint as n
from figures f where f.grain = @grain and f.dimension = @dimension and f.at >= @since and f.at < @until
group by f.key, f.measure, f.currency;

-- name: ProductSums :many
-- The sums of each product over some days, and over those before them.
select f.key, f.currency, (f.day >= @since)::boolean as is_now, sum(f.orders)::bigint as orders,
	sum(f.turnover)::bigint as turnover, sum(f.revenue)::bigint as revenue, sum(f.discounts)::bigint as discounts, sum(f.fees)::bigint as fees,
	sum(f.cost)::bigint as cost, sum(f.acquiring)::bigint as acquiring, sum(f.refunds)::bigint as refunds, sum(f.chargebacks)::bigint as chargebacks,
	sum(f.goodwill)::bigint as goodwill, sum(f.writeoffs)::bigint as writeoffs, sum(f.vat)::bigint as vat
from figures_products f where f.day >= @before and f.day < @until
group by 1, 2, 3;

-- name: SumsByDay :many
select (f.at at time zone 'Europe/Moscow')::date as day, f.measure, f.currency, (sum(f.amount) * 10000)::bigint as ten_thousandths, sum(f.n)::bigint as n
from figures f where f.grain = 'day' and f.dimension = 'all' and f.at >= @since and f.at < @until
group by 1, 2, 3 order by 1, 2, 3;

-- name: Hourly :many
-- One measure hour by hour, from the minutes of all.
select date_trunc('hour', f.at)::timestamptz as hour, (sum(f.amount) * 10000)::bigint as ten_thousandths, sum(f.n)::bigint as n
from figures f where f.grain = 'minute' and f.dimension = 'all' and f.at >= @since and f.at < @until and f.key = '' and f.measure = @measure
group by 1 order by 1;

-- name: Waits :many
select w.key, w.bucket, sum(w.n)::bigint as n
from figures_waits w where w.grain = @grain and w.dimension = @dimension and w.at >= @since and w.at < @until
group by w.key, w.bucket order by w.key, w.bucket;

-- name: HasAny :one
select exists (select from figures f where f.grain = 'day' and f.dimension = 'all' and f.measure = 'turnover')::boolean;

-- name: GameTitles :many
select id::text as key, title from games where id::text = any (@keys::text[]);

-- name: ProductTitles :many
select p.id::text as key, (p.title || ' · ' || g.title)::text as title from products p join games g on g.id = p.game_id where p.id::text = any (@keys::text[])
union all
select ('gift:' || id)::text, title from gifts where ('gift:' || id) = any (@keys::text[]);

-- name: MethodTitles :many
select name as key, min(title)::text as title from payment_methods where name = any (@keys::text[]) group by name;

-- name: CountryTitles :many
select iso as key, name as title from countries where iso = any (@keys::text[]);
