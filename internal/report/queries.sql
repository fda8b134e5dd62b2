-- name: WalkAll :many
-- Every walk below reads the numbers of at most @depth orders out of one index, newest
-- or (is_rising) oldest first, strictly between two numbers. Planned with the
-- actual values: the CASE of the other direction is removed, and the index gives the
-- order. A number may come twice.
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where k is not null and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkStatus :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.status = k and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkKind :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.kind = k and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkGame :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.game_id = k::bigint and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkGift :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.gift_id = k::bigint and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkPromo :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.promo_code_id = k::bigint and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkNext :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.next_action = k and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkGuests :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.user_id is null and k is not null and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkAccounts :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.user_id is not null and k is not null and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkUser :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where o.user_id = k::bigint and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkSum :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where order_sum_band(o.total - o.discount) = k::int and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkAddress :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where lower(o.email) = k and o.email is not null and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkPlayer :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select o.id as id from orders o
	where order_player(o.detail) = k and order_player(o.detail) is not null and o.id > @above::bigint and o.id < @below::bigint
	order by case when @is_rising::boolean then o.id end, case when not @is_rising::boolean then o.id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkMethod :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select a.order_id as id from payment_attempts a
	where a.method = k and a.order_id > @above::bigint and a.order_id < @below::bigint
	order by case when @is_rising::boolean then a.order_id end, case when not @is_rising::boolean then a.order_id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkProvider :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select a.order_id as id from payment_attempts a
	where a.provider = k and a.order_id > @above::bigint and a.order_id < @below::bigint
	order by case when @is_rising::boolean then a.order_id end, case when not @is_rising::boolean then a.order_id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkCountry :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select a.order_id as id from payment_attempts a
	where a.country = k and a.order_id > @above::bigint and a.order_id < @below::bigint
	order by case when @is_rising::boolean then a.order_id end, case when not @is_rising::boolean then a.order_id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkSupplier :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	select u.order_id as id from delivery_units u
	where u.supplier = k and u.order_id > @above::bigint and u.order_id < @below::bigint
	order by case when @is_rising::boolean then u.order_id end, case when not @is_rising::boolean then u.order_id end desc
	limit @depth::int
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: WalkProblem :many
select c.id::bigint as id from unnest(@keys::text[]) k
cross join lateral (
	(select t.order_id as id from operator_tasks t
	where t.state = 'open' and t.kind = k and t.order_id > @above::bigint and t.order_id < @below::bigint
	order by case when @is_rising::boolean then t.order_id end, case when not @is_rising::boolean then t.order_id end desc
	limit @depth::int)
	union all
	(select p.order_id as id from payment_tasks p
	where p.closed_at is null and p.kind = k and p.order_id > @above::bigint and p.order_id < @below::bigint
	order by case when @is_rising::boolean then p.order_id end, case when not @is_rising::boolean then p.order_id end desc
	limit @depth::int)
	union all
	(select r.order_id as id from refunds r
	where r.status in ('manual', 'refused', 'unknown') and k = 'refund' and r.order_id > @above::bigint and r.order_id < @below::bigint
	order by case when @is_rising::boolean then r.order_id end, case when not @is_rising::boolean then r.order_id end desc
	limit @depth::int)
	union all
	(select l.order_id as id from order_lines l
	where l.status = 'incorrect-details' and k = 'wrong_details' and l.order_id > @above::bigint and l.order_id < @below::bigint
	order by case when @is_rising::boolean then l.order_id end, case when not @is_rising::boolean then l.order_id end desc
	limit @depth::int)
	union all
	(select u.order_id as id from delivery_units u
	where u.state = 'waiting' and u.held_until is not null and k = 'held' and u.order_id > @above::bigint and u.order_id < @below::bigint
	order by case when @is_rising::boolean then u.order_id end, case when not @is_rising::boolean then u.order_id end desc
	limit @depth::int)
	union all
	(select f.order_id as id from order_failing_steps f
	where k = 'failing_step' and f.order_id > @above::bigint and f.order_id < @below::bigint
	order by case when @is_rising::boolean then f.order_id end, case when not @is_rising::boolean then f.order_id end desc
	limit @depth::int)
	union all
	(select e.order_id as id from letters e
	where e.state = 'given_up' and k = 'letter' and e.order_id > @above::bigint and e.order_id < @below::bigint
	order by case when @is_rising::boolean then e.order_id end, case when not @is_rising::boolean then e.order_id end desc
	limit @depth::int)
) c
order by case when @is_rising::boolean then c.id end, case when not @is_rising::boolean then c.id end desc
limit @depth::int;

-- name: IDsBetween :one
-- The numbers of the orders created in a span of time. Numbers grow with time, within
-- a hundred orders or so: the caller still compares the times.
select coalesce((select min(f.id) from (select o.id from orders o where o.created >= @since::timestamptz order by o.created, o.id limit 100) f), 0)::bigint as lowest,
	coalesce((select max(f.id) from (select o.id from orders o where o.created < @until::timestamptz order by o.created desc, o.id desc limit 100) f), 0)::bigint as highest;

-- name: MatchOrders :many
-- Which of some orders pass a whole filter; an empty array asks for nothing.
select o.id from orders o
where o.id = any(@ids::bigint[])
	and (cardinality(@statuses::text[]) = 0 or o.status = any(@statuses))
	and (cardinality(@kinds::text[]) = 0 or o.kind = any(@kinds))
	and (cardinality(@games::bigint[]) = 0 or o.game_id = any(@games))
	and (cardinality(@gifts::bigint[]) = 0 or o.gift_id = any(@gifts))
	and (cardinality(@promos::bigint[]) = 0 or o.promo_code_id = any(@promos))
	and (cardinality(@nexts::text[]) = 0 or o.next_action = any(@nexts))
	and (sqlc.narg('late_at')::timestamptz is null or o.due_at < sqlc.narg('late_at'))
	and (sqlc.narg('is_guests')::boolean is null or (o.user_id is null) = sqlc.narg('is_guests'))
	and (sqlc.narg('user_id')::bigint is null or o.user_id = sqlc.narg('user_id'))
	and (sqlc.narg('sum_from')::numeric is null or o.total - o.discount >= sqlc.narg('sum_from'))
	and (sqlc.narg('sum_to')::numeric is null or o.total - o.discount <= sqlc.narg('sum_to'))
	and (sqlc.narg('since')::timestamptz is null or o.created >= sqlc.narg('since'))
	and (sqlc.narg('until')::timestamptz is null or o.created < sqlc.narg('until'))
	and (sqlc.narg('address')::text is null or lower(o.email) = sqlc.narg('address'))
	and (sqlc.narg('player')::text is null or order_player(o.detail) = sqlc.narg('player'))
	and (cardinality(@methods::text[]) = 0 or exists (select from payment_attempts a where a.order_id = o.id and a.method = any(@methods)))
	and (cardinality(@providers::text[]) = 0 or exists (select from payment_attempts a where a.order_id = o.id and a.provider = any(@providers)))
	and (cardinality(@countries::text[]) = 0 or exists (select from payment_attempts a where a.order_id = o.id and a.country = any(@countries)))
	and (cardinality(@suppliers::text[]) = 0 or exists (select from delivery_units u where u.order_id = o.id and u.supplier = any(@suppliers)))
	and (cardinality(@problems::text[]) = 0
		or exists (select from operator_tasks t where t.order_id = o.id and t.state = 'open' and t.kind = any(@problems))
		or exists (select from payment_tasks p where p.order_id = o.id and p.closed_at is null and p.kind = any(@problems))
		or 'refund' = any(@problems) and exists (select from refunds r where r.order_id = o.id and r.status in ('manual', 'refused', 'unknown'))
		or 'wrong_details' = any(@problems) and exists (select from order_lines l where l.order_id = o.id and l.status = 'incorrect-details')
		or 'held' = any(@problems) and exists (select from delivery_units u where u.order_id = o.id and u.state = 'waiting' and u.held_until is not null)
		or 'failing_step' = any(@problems) and exists (select from order_failing_steps f where f.order_id = o.id)
		or 'letter' = any(@problems) and exists (select from letters e where e.order_id = o.id and e.state = 'given_up'));

-- name: PromoIDs :many
select id from promo_codes where code = any(@codes::text[]);

-- name: OrderRows :many
-- What the list shows of some orders.
select o.id, o.hash, o.kind, o.status, o.user_id, o.email, o.game_id, o.gift_id, o.total, o.discount, o.created, o.done_at,
	o.next_action, o.due_at, coalesce(order_player(o.detail), '')::text as player,
	coalesce(o.detail ->> 'moogold_server_name', o.detail ->> 'moogold_server_custom_id', '')::text as server,
	coalesce(g.title, f.title, '')::text as goods, coalesce(g.logo, f.logo)::picture_key as logo, coalesce(c.code, '')::text as promo,
	coalesce(l.title, '')::text as line_title, l.lines::int as lines, l.quantity::int as quantity, l.first_quantity::int as first_quantity,
	(u.delivered + k.given)::int as delivered, u.stuck::int as stuck, u.returned::int as returned,
	coalesce(a.method, '')::text as method, coalesce(a.provider, '')::text as provider, coalesce(a.currency, '')::text as currency, coalesce(a.country, '')::text as country
from orders o
left join games g on g.id = o.game_id
left join gifts f on f.id = o.gift_id
left join promo_codes c on c.id = o.promo_code_id
cross join lateral (
	select count(*) as lines, coalesce(sum(x.quantity), 0) as quantity, (array_agg(x.title order by x.id))[1] as title,
		coalesce((array_agg(x.quantity order by x.id))[1], 0) as first_quantity
	from order_lines x where x.order_id = o.id
) l
cross join lateral (
	select count(*) filter (where x.state = 'delivered') as delivered, count(*) filter (where x.state in ('wrong_details', 'queued', 'failed')) as stuck,
		count(*) filter (where x.state = 'refunded') as returned
	from delivery_units x where x.order_id = o.id
) u
cross join lateral (
	select count(*) as given from order_lines x join codes y on y.line_id = x.id where x.order_id = o.id and y.state = 'given'
) k
left join lateral (
	select x.method, x.provider, x.currency, x.country from payment_attempts x where x.order_id = o.id order by (x.status = 'paid') desc, x.number desc limit 1
) a on true
where o.id = any(@ids::bigint[])
order by o.id desc;

-- name: KeysOfOrder :one
-- By what an order's buyer and player are found again; empty when unknown.
select coalesce(lower(email), '')::text as address, coalesce(order_player(detail), '')::text as player from orders where id = @id;

-- name: CreatedOf :one
select created from orders where id = @id;

-- name: PageOrder :one
-- The order itself, its goods, its buyer, and the version an action is based on.
select o.id, o.hash, o.kind, o.status, o.user_id, o.email, o.game_id, o.gift_id, o.total, o.discount, o.detail, o.created, o.done_at,
	o.reject_reason, o.next_action, o.due_at, o.refund_to, order_version(o.id)::text as version,
	coalesce(g.title, f.title, '')::text as goods, coalesce(g.logo, f.logo)::picture_key as logo, coalesce(f.region, '')::text as region,
	coalesce(c.code, '')::text as promo, coalesce(c.percent, 0)::int as promo_percent,
	coalesce(u.nickname, '')::text as nickname, u.created as user_since, coalesce(u.barred, '')::text as barred,
	coalesce((select -sum(p.amount) from ledger_postings p where p.account = 'customer:' || o.user_id and p.currency = 'RUB'), 0)::numeric(14, 2) as balance
from orders o
left join games g on g.id = o.game_id
left join gifts f on f.id = o.gift_id
left join promo_codes c on c.id = o.promo_code_id
left join users u on u.id = o.user_id
where o.id = @id;

-- name: PageLines :many
select l.id, l.product_id, l.title, l.quantity, l.unit_price, l.discount, l.status,
	(select count(*) from codes c where c.line_id = l.id and c.state = 'given')::int as codes_given,
	(select count(*) from codes c where c.line_id = l.id and c.state = 'reserved')::int as codes_reserved
from order_lines l where l.order_id = @order_id order by l.id;

-- name: PageUnits :many
select u.id, u.line_id, u.n, u.state, u.reason, u.supplier, u.supplier_ref, u.delivered_at, u.tries, u.held_until, u.proof,
	(u.sealed is not null)::boolean as is_code,
	(select count(*) from delivery_attempts a where a.unit_id = u.id)::int as attempts,
	coalesce(x.state, '')::text as open_state, coalesce(x.supplier, '')::text as open_supplier, coalesce(x.key, '')::text as open_key, x.created as open_since,
	coalesce(t.id, 0)::bigint as task_id, coalesce(t.kind, '')::text as task_kind, t.due_at as task_due_at
from delivery_units u
left join delivery_attempts x on x.unit_id = u.id and x.state in ('asking', 'unknown', 'pending')
left join operator_tasks t on t.unit_id = u.id and t.state = 'open'
where u.order_id = @order_id
order by u.line_id, u.n
limit 200;

-- name: PageAttempts :many
select id, number, reference, method, provider, status, total, fee, currency, rate::text as rate, amount, coalesce(provider_id, '')::text as provider_id,
	coalesce(country, '')::text as country, created, expires_at, checks
from payment_attempts where order_id = @order_id order by number desc limit 20;

-- name: PageMoney :many
-- What was paid, what was returned, what is still owed, and what was delivered, by currency.
select 'paid'::text as what, p.currency::text as currency, sum(p.amount)::numeric(14, 2)::text as amount from payments p where p.order_id = @order_id::bigint group by p.currency
union all
select 'returned', r.currency, sum(r.amount - r.covered)::numeric(14, 2)::text from refunds r where r.order_id = @order_id::bigint and r.status = 'done' group by r.currency
union all
select 'returned', x.currency, sum(x.amount)::numeric(14, 2)::text from outside_refunds x where x.order_id = @order_id::bigint group by x.currency
union all
select 'returning', r.currency, sum(r.amount - r.covered)::numeric(14, 2)::text from refunds r where r.order_id = @order_id::bigint and r.status not in ('done', 'covered') group by r.currency
union all
select 'owed', p.currency, (-sum(p.amount))::numeric(14, 2)::text from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id::bigint and p.account in ('orders', 'unapplied') group by p.currency having sum(p.amount) <> 0
union all
select 'delivered', p.currency, sum(p.amount)::numeric(14, 2)::text from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id::bigint and g.reason = 'delivery' and p.account = 'orders' group by p.currency;

-- name: PageEarlier :many
-- Earlier orders of the same player, newest first; one more than is shown.
select o.id, o.created, o.status, coalesce((select l.title from order_lines l where l.order_id = o.id order by l.id limit 1), '')::text as title
from orders o
where order_player(o.detail) = @player::text and order_player(o.detail) is not null and o.id < @id
order by o.id desc limit 4;

-- name: PageBuyerOrders :one
-- How many orders the buyer has, up to a hundred.
select count(*)::int from (
	(select from orders o where o.user_id = sqlc.narg('user_id')::bigint limit 100)
	union all
	(select from orders o where sqlc.narg('user_id')::bigint is null and lower(o.email) = sqlc.narg('address')::text and o.email is not null limit 100)
) mine;

-- name: PageTroubles :many
-- What about the order waits for a person or keeps failing.
select 'task'::text as source, t.kind::text as kind, t.id::bigint as id, ''::text as note, t.due_at::timestamptz as due_at, t.created::timestamptz as since,
	coalesce(t.taken_by, '')::text as taken_by, t.taken_until
from operator_tasks t where t.order_id = @order_id::bigint and t.state = 'open'
union all
select 'payment_task', p.kind, p.id, p.note, p.created + interval '24 hours', p.created, '', null from payment_tasks p where p.order_id = @order_id::bigint and p.closed_at is null
union all
select 'refund', r.status, r.id, coalesce(r.note, ''), r.created + interval '24 hours', r.created, '', null
from refunds r where r.order_id = @order_id::bigint and r.status in ('manual', 'refused', 'unknown')
union all
select 'failing_step', f.step, f.subject, f.reason, f.since + interval '10 minutes', f.since, '', null from order_failing_steps f where f.order_id = @order_id::bigint
order by 5;

-- name: PageKeys :many
-- Under which keys suppliers know the units, newest first.
select a.key, a.supplier, coalesce(a.ref, '')::text as ref
from delivery_units u join delivery_attempts a on a.unit_id = u.id
where u.order_id = @order_id order by a.id desc limit 10;

-- name: PageCosts :many
-- What delivered units cost, in the suppliers' currencies and in rubles at the newest rate.
select d.currency::text as currency, sum(d.cost)::numeric(14, 2)::text as cost,
	coalesce(round(sum(d.cost) * case when d.currency = 'RUB' then 1 else r.rate end, 2)::text, '')::text as rubles
from (
	select a.cost_currency as currency, a.cost from delivery_units u join delivery_attempts a on a.unit_id = u.id where u.order_id = @order_id and a.state = 'delivered'
	union all
	select u.cost_currency, u.cost from delivery_units u where u.order_id = @order_id and u.state = 'delivered' and u.cost is not null
		and not exists (select from delivery_attempts a where a.unit_id = u.id and a.state = 'delivered')
) d
left join lateral (select x.rate from currency_rates x where x.currency = d.currency order by x.set_at desc limit 1) r on true
group by d.currency, r.rate;
