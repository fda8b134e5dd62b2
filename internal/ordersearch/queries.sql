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
-- Rows of the list. email, player and server are as stored: mask them before showing.
select o.id, o.hash, o.kind, o.status, o.user_id, coalesce(o.email, '')::text as email, greatest(o.total - o.discount, 0)::numeric(14, 2) as sum, o.created, o.done_at,
	o.next_action, o.due_at, coalesce(order_player(o.detail), '')::text as player,
	coalesce(o.detail ->> 'moogold_server_name', o.detail ->> 'moogold_server_custom_id', '')::text as server,
	coalesce(g.title, f.title, '')::text as goods, coalesce(g.logo, f.logo)::picture_key as logo, coalesce(c.code, '')::text as promo,
	coalesce(l.title, '')::text as line_title, l.lines::int as lines, l.quantity::int as quantity, l.first_quantity::int as first_quantity,
	(u.delivered + k.given)::int as delivered, u.stuck::int as stuck, u.returned::int as returned,
	coalesce(a.method, '')::text as method, coalesce(a.provider, '')::text as provider, coalesce(a.currency, '')::text as currency, coalesce(a.country, '')::text as country,
	coalesce(w.id, 0)::bigint as owner_id, coalesce(w.name, '')::text as owner_name
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
left join lateral (
	select x.id, x.name from operator_tasks t join staff x on x.id = case when t.taken_by like 'staff:%' then substr(t.taken_by, 7)::bigint end
	where t.order_id = o.id and t.state = 'open' and t.taken_until > @now::timestamptz limit 1
) w on true
where o.id = any(@ids::bigint[])
order by o.id desc;

-- name: OrdersOfOwner :many
-- Orders with a task that a person has taken, or (zero) that is free. Few orders wait
-- for a person at a time.
select o.order_id::bigint as order_id from (
	(select t.order_id from operator_tasks t
	where t.state = 'open' and case when @staff_id::bigint = 0 then t.taken_by is null or t.taken_until <= @now::timestamptz
		else t.taken_by = 'staff:' || @staff_id::bigint and t.taken_until > @now::timestamptz end
	order by t.due_at limit 2000)
	union
	select coalesce(r.order_id, p.order_id, g.order_id) from queue_claims q
	left join refunds r on q.kind in ('refund', 'refund_late') and r.id = q.id
	left join payment_tasks p on q.kind in ('outside_refund', 'chargeback', 'refund_too_large', 'balance_frozen') and p.id = q.id
	left join refund_grants g on q.kind = 'grant' and g.id = q.id
	where q.staff_id = @staff_id::bigint and q.until > @now::timestamptz
) o where o.order_id is not null
order by 1;

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
	coalesce(x.state, '')::text as open_state, coalesce(x.supplier, '')::text as open_supplier, coalesce(x.key, '')::text as open_key, coalesce(x.ref, '')::text as open_ref, x.created as open_since,
	coalesce(t.id, 0)::bigint as task_id, coalesce(t.kind, '')::text as task_kind, t.due_at as task_due_at
from delivery_units u
left join delivery_attempts x on x.unit_id = u.id and x.state in ('asking', 'unknown', 'pending')
left join operator_tasks t on t.unit_id = u.id and t.state = 'open'
where u.order_id = @order_id
order by u.line_id, u.n
limit 200;

-- name: PageAttempts :many
select id, number, reference, method, provider, status, total, fee, currency, rate::text as rate, amount, coalesce(provider_id, '')::text as provider_id,
	coalesce(country, '')::text as country, created, expires_at
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
	coalesce((select s.name from staff s where s.id = case when t.taken_by like 'staff:%' then substr(t.taken_by, 7)::bigint end), t.taken_by, '')::text as taken_by, t.taken_until
from operator_tasks t where t.order_id = @order_id::bigint and t.state = 'open'
union all
select 'payment_task', p.kind, p.id, p.note,
	coalesce((select d.due_at from disputes d where p.kind = 'chargeback' and d.outside_id = p.ref::bigint), p.created + interval '24 hours'), p.created, '', null
from payment_tasks p where p.order_id = @order_id::bigint and p.closed_at is null
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

-- name: Facts :one
-- Everything recorded about an order, newest first, and how much of it each source
-- has. What a supplier repeats word for word is one row with a number of times.
with f as materialized (
	select 'order'::text as source, 'event'::text as kind, e.id::bigint as id, (e.at)::timestamptz as at, 1::int as times,
		jsonb_build_object('event', e.event, 'status', e.status, 'line', l.title, 'params', e.facts)::jsonb as data
	from order_events e left join order_lines l on l.id = e.line_id
	where e.order_id = @order_id::bigint and (e.status is not null or e.event not like all ('{payment.%,refund.%}'::text[]))
	union all
	select 'payment', 'attempt', a.id, a.created, 1,
		jsonb_build_object('number', a.number, 'method', a.method, 'provider', a.provider, 'status', a.status, 'amount', a.amount::text, 'currency', a.currency, 'expires_at', a.expires_at)
	from payment_attempts a
	where a.order_id = @order_id::bigint
	union all
	select 'payment', 'notice', n.id, n.received_at, 1,
		jsonb_build_object('provider', n.provider, 'said', n.kind, 'via', n.source, 'amount', n.amount::text, 'currency', n.currency, 'provider_id', n.provider_id, 'is_confirmed', n.confirmed_at is not null, 'is_settled', n.settled_at is not null)
	from payment_notices n
	where n.order_id = @order_id::bigint
	union all
	select 'payment', 'payment', p.id, p.received_at, 1,
		jsonb_build_object('provider', p.provider, 'use', p.use, 'amount', p.amount::text, 'currency', p.currency, 'provider_id', p.provider_id)
	from payments p
	where p.order_id = @order_id::bigint
	union all
	select 'payment', 'refund', r.id, r.created, 1,
		jsonb_build_object('status', r.status, 'reason', r.reason, 'destination', r.destination, 'amount', r.amount::text, 'currency', r.currency, 'tries', r.tries)
	from refunds r
	where r.order_id = @order_id::bigint
	union all
	select 'payment', 'refund_end', r.id, r.done_at, 1,
		jsonb_build_object('status', r.status, 'amount', r.amount::text, 'currency', r.currency, 'by', r.ended_by)
	from refunds r
	where r.order_id = @order_id::bigint and r.done_at is not null
	union all
	select 'payment', 'outside_refund', x.id, x.found_at, 1,
		jsonb_build_object('is_chargeback', x.kind = 'chargeback', 'amount', x.amount::text, 'currency', x.currency, 'by', x.recorded_by)
	from outside_refunds x
	where x.order_id = @order_id::bigint
	union all
	select 'payment', 'receipt', f.id, f.created, 1,
		jsonb_build_object('is_refund', f.kind = 'refund')
	from fiscal_receipts f join payment_attempts a on a.id = f.attempt_id
	where a.order_id = @order_id::bigint
	union all
	select 'payment', 'receipt', f.id, f.created, 1,
		jsonb_build_object('is_refund', f.kind = 'refund')
	from fiscal_receipts f join refunds r on r.id = f.refund_id
	where r.order_id = @order_id::bigint
	union all
	select 'delivery', 'placement', d.id, d.created, 1,
		jsonb_build_object('supplier', d.supplier, 'state', d.state, 'ref', d.ref, 'n', u.n, 'of', l.quantity, 'line', l.title, 'asks', d.asks)
	from delivery_units u join delivery_attempts d on d.unit_id = u.id join order_lines l on l.id = u.line_id
	where u.order_id = @order_id::bigint
	union all
	select 'delivery', 'outcome', d.id, d.ended_at, 1,
		jsonb_build_object('supplier', d.supplier, 'state', d.state, 'reason', d.reason, 'ref', d.ref, 'n', u.n, 'of', l.quantity, 'line', l.title)
	from delivery_units u join delivery_attempts d on d.unit_id = u.id join order_lines l on l.id = u.line_id
	where u.order_id = @order_id::bigint and d.ended_at is not null
	union all
	select 'delivery', 'exchange', max(x.id), max(x.at), count(*),
		jsonb_build_object('supplier', x.supplier, 'status', x.status)
	from (
		select y.*, sum(y.is_new) over (partition by y.attempt_id order by y.id) as fold
		from (
			select e.id, e.at, e.attempt_id, e.status, d.supplier,
				case when (e.status, e.request, e.response) = lag((e.status, e.request, e.response)) over (partition by e.attempt_id order by e.id) then 0 else 1 end as is_new
			from delivery_units u join delivery_attempts d on d.unit_id = u.id join delivery_exchanges e on e.attempt_id = d.id
			where u.order_id = @order_id::bigint
		) y
	) x
	where true
	group by x.attempt_id, x.supplier, x.status, x.fold
	union all
	select 'delivery', 'code', min(c.id), c.given_at, count(*),
		jsonb_build_object('line', l.title)
	from order_lines l join codes c on c.line_id = l.id
	where l.order_id = @order_id::bigint and c.given_at is not null
	group by l.id, c.given_at
	union all
	select 'delivery', 'reveal', v.id, v.at, 1,
		jsonb_build_object('viewer', v.viewer, 'line', l.title)
	from order_lines l join codes c on c.line_id = l.id join code_reveals v on v.code_id = c.id
	where l.order_id = @order_id::bigint
	union all
	select 'delivery', 'reveal', v.id, v.at, 1,
		jsonb_build_object('viewer', v.viewer, 'line', l.title)
	from delivery_units u join code_reveals v on v.unit_id = u.id join order_lines l on l.id = u.line_id
	where u.order_id = @order_id::bigint
	union all
	select 'delivery', 'failing_step', f.subject, f.since, f.tries,
		jsonb_build_object('step', f.step, 'reason', f.reason, 'last_at', f.last_at)
	from order_failing_steps f
	where f.order_id = @order_id::bigint
	union all
	select 'people', 'task', t.id, t.created, 1,
		jsonb_build_object('task', t.kind, 'n', u.n, 'of', l.quantity, 'line', l.title, 'state', t.state)
	from operator_tasks t join delivery_units u on u.id = t.unit_id join order_lines l on l.id = u.line_id
	where t.order_id = @order_id::bigint
	union all
	select 'people', 'task_end', t.id, t.closed_at, 1,
		jsonb_build_object('task', t.kind, 'state', t.state, 'by', t.closed_by, 'proof', t.proof)
	from operator_tasks t
	where t.order_id = @order_id::bigint and t.closed_at is not null
	union all
	select 'people', 'payment_task', t.id, t.created, 1,
		jsonb_build_object('task', t.kind, 'amount', t.amount::text, 'currency', t.currency, 'note', t.note)
	from payment_tasks t
	where t.order_id = @order_id::bigint
	union all
	select 'people', 'payment_task_end', t.id, t.closed_at, 1,
		jsonb_build_object('task', t.kind, 'by', t.closed_by, 'answer', t.answer)
	from payment_tasks t
	where t.order_id = @order_id::bigint and t.closed_at is not null
	union all
	select 'people', 'action', a.id, a.at, 1,
		jsonb_build_object('by', a.actor, 'action', a.action, 'reason', a.reason_text)
	from audit a
	where a.order_id = @order_id::bigint and a.action <> 'order.note'
	union all
	select 'people', 'note', n.id, n.at, 1,
		jsonb_build_object('by', s.name, 'note', n.text)
	from order_notes n join staff s on s.id = n.staff_id
	where n.order_id = @order_id::bigint
	union all
	select 'people', 'grant', r.id, r.granted_at, 1,
		jsonb_build_object('by', s.name, 'state', r.state, 'destination', r.destination, 'amount', r.amount::text, 'currency', r.currency, 'reason', r.reason)
	from refund_grants r join staff s on s.id = r.granted_by
	where r.order_id = @order_id::bigint
	union all
	select 'letters', 'letter', l.id, l.created, 1,
		jsonb_build_object('event', l.event, 'state', l.state, 'tries', l.tries)
	from letters l
	where l.order_id = @order_id::bigint
	union all
	select 'letters', 'letter_sent', l.id, l.sent_at, 1,
		jsonb_build_object('event', l.event)
	from letters l
	where l.order_id = @order_id::bigint and l.sent_at is not null
	union all
	select 'books', 'entry', g.id, g.at, 1,
		jsonb_build_object('reason', g.reason)
	from ledger_groups g
	where g.order_id = @order_id::bigint
	union all
	select 'order', 'promo', p.order_id, p.reserved_at, 1,
		jsonb_build_object('code', c.code, 'state', p.state)
	from promo_uses p join promo_codes c on c.id = p.promo_code_id
	where p.order_id = @order_id::bigint
	union all
	select 'order', 'review', f.id, f.created, 1,
		jsonb_build_object('rating', f.rating, 'state', f.state)
	from feedback f
	where f.order_id = @order_id::bigint
)
select coalesce((select jsonb_object_agg(s.source, s.facts) from (select f.source, count(*) as facts from f group by f.source) s), '{}')::jsonb as counts,
	coalesce((select jsonb_agg(to_jsonb(p) order by p.at desc, p.kind desc, p.id desc) from (
		select f.source, f.kind, f.id, f.at, f.times, f.data from f
		where (cardinality(@sources::text[]) = 0 or f.source = any(@sources))
			and (sqlc.narg('before_at')::timestamptz is null or (f.at, f.kind, f.id) < (sqlc.narg('before_at'), @before_kind::text, @before_id::bigint))
		order by f.at desc, f.kind desc, f.id desc
		limit @page_limit::int
	) p), '[]')::jsonb as page;

-- name: OrderExists :one
select exists (select from orders where id = @id)::boolean as found;

-- name: Record :one
-- One recorded row as it is, without digests, secrets and what identifies a browser.
select coalesce(case @kind::text
	when 'event' then (select jsonb_build_object('at', e.at, 'event', e.event, 'status', e.status, 'line_id', e.line_id, 'params', e.facts) || jsonb_build_object('order_id', e.order_id) from order_events e where e.id = @id::bigint)
	when 'attempt' then (select to_jsonb(a) - '{payer,phone_digest,scenario}'::text[] || jsonb_build_object('invoice', a.scenario ->> 'type') from payment_attempts a where a.id = @id::bigint)
	when 'notice' then (select to_jsonb(n) from payment_notices n where n.id = @id::bigint)
	when 'payment' then (select to_jsonb(p) from payments p where p.id = @id::bigint)
	when 'refund' then (select to_jsonb(r) from refunds r where r.id = @id::bigint)
	when 'outside_refund' then (select to_jsonb(x) from outside_refunds x where x.id = @id::bigint)
	when 'receipt' then (select to_jsonb(f) from fiscal_receipts f where f.id = @id::bigint)
	when 'placement' then (select to_jsonb(d) || jsonb_build_object('exchanges', (select jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'status', e.status) order by e.id) from (select * from delivery_exchanges y where y.attempt_id = d.id order by y.id desc limit 50) e)) from delivery_attempts d where d.id = @id::bigint)
	when 'exchange' then (select to_jsonb(e) from delivery_exchanges e where e.id = @id::bigint)
	when 'code' then (select jsonb_build_object('id', c.id, 'product_id', c.product_id, 'line_id', c.line_id, 'state', c.state, 'reserved_at', c.reserved_at, 'given_at', c.given_at, 'loaded_at', c.loaded_at) from codes c where c.id = @id::bigint)
	when 'reveal' then (select jsonb_build_object('id', v.id, 'at', v.at, 'viewer', v.viewer, 'code_id', v.code_id, 'unit_id', v.unit_id, 'user_id', v.user_id) from code_reveals v where v.id = @id::bigint)
	when 'failing_step' then (select to_jsonb(f) from order_failing_steps f where f.subject = @id::bigint limit 1)
	when 'task' then (select to_jsonb(t) from operator_tasks t where t.id = @id::bigint)
	when 'payment_task' then (select to_jsonb(t) from payment_tasks t where t.id = @id::bigint)
	when 'action' then (select to_jsonb(a) - '{session,address}'::text[] from audit a where a.order_id is not null and a.id = @id::bigint)
	when 'note' then (select to_jsonb(n) from order_notes n where n.id = @id::bigint)
	when 'grant' then (select to_jsonb(r) from refund_grants r where r.id = @id::bigint)
	when 'letter' then (select to_jsonb(l) from letters l where l.id = @id::bigint)
	when 'entry' then (select to_jsonb(g) || jsonb_build_object('postings', (select jsonb_agg(jsonb_build_object('account', p.account, 'currency', p.currency, 'amount', p.amount::text) order by p.account, p.currency) from ledger_postings p where p.group_id = g.id)) from ledger_groups g where g.order_id is not null and g.id = @id::bigint)
	when 'promo' then (select to_jsonb(p) - 'buyer' || jsonb_build_object('code', c.code) from promo_uses p join promo_codes c on c.id = p.promo_code_id where p.order_id = @id::bigint)
	when 'review' then (select to_jsonb(f) from feedback f where f.id = @id::bigint)
end, 'null')::jsonb as record;

-- name: OrderByHash :one
select id from orders where hash = @hash;

-- name: OrdersByAddress :many
select id from orders where lower(email) = @address::text and email is not null order by id desc limit @page_limit::int;

-- name: UsersByAddress :many
select id, nickname, created from users where lower(email) = @address::text;

-- name: OrdersByPlayer :many
select id from orders where order_player(detail) = @player::text and order_player(detail) is not null order by id desc limit @page_limit::int;

-- name: OrdersByPhone :many
select order_id from payment_attempts where phone_digest = @digest::bytea and phone_digest is not null order by order_id desc limit @page_limit::int;

-- name: OrdersByReference :many
-- By our reference of a payment attempt, or our key of a delivery attempt; zero is money that
-- no order has, by the reference it came with.
select a.order_id, 'reference'::text as why, a.id::bigint as id from payment_attempts a where a.reference = @text::text
union all
select u.order_id, 'key', d.id from delivery_attempts d join delivery_units u on u.id = d.unit_id where d.key = @text::text
union all
(select 0, 'reference', n.id from payment_notices n where n.order_id is null and n.decision is null and n.reference = @text::text order by n.id desc limit 10);

-- name: OrdersBySum :many
-- By what was charged, by the price of the goods among the latest orders of such prices, and
-- money that no order has (zero).
(select 0::bigint as order_id, n.id::bigint as id from payment_notices n where n.order_id is null and n.decision is null and n.amount = @sum::numeric order by n.id desc limit 10)
union all
(select a.order_id, 0 from payment_attempts a where a.amount = @sum::numeric order by a.order_id desc limit 10)
union all
(select o.id, 0 from (
	select x.id, x.total - x.discount as price from orders x
	where order_sum_band(x.total - x.discount) = order_sum_band(@sum::numeric) order by x.id desc limit 20000
) o where o.price = @sum::numeric order by o.id desc limit 10);

-- name: OrdersByProviderID :many
-- By the provider's number of a payment or a refund; zero is money that no order has.
(select coalesce(n.order_id, 0)::bigint as order_id, 'payment'::text as why, n.id::bigint as id from payment_notices n where n.provider_id = @text::text order by n.id desc limit 10)
union all
(select p.order_id, 'payment', p.id from payments p where p.provider_id = @text::text order by p.id desc limit 10)
union all
(select a.order_id, 'payment', a.id from payment_attempts a where a.provider_id = @text::text and a.provider_id is not null order by a.id desc limit 10)
union all
(select r.order_id, 'refund', r.id from refunds r where r.provider_id = @text::text and r.provider_id is not null order by r.id desc limit 10);

-- name: OrdersBySupplierRef :many
(select u.order_id, u.supplier::text as supplier from delivery_units u where u.supplier_ref = @text::text and u.supplier_ref is not null order by u.id desc limit 10)
union all
(select u.order_id, d.supplier from delivery_attempts d join delivery_units u on u.id = d.unit_id where d.ref = @text::text and d.ref is not null order by d.id desc limit 10);

-- name: OrdersByFingerprint :many
-- A code of the stock, given or not, or one a supplier delivered; zero is a code that no
-- order has.
select coalesce(l.order_id, 0)::bigint as order_id, c.id as code_id, c.state::text as state from codes c left join order_lines l on l.id = c.line_id where c.fingerprint = @fingerprint::bytea
union all
select u.order_id, u.id, 'given' from code_marks m join delivery_units u on u.id = m.unit_id where m.fingerprint = @fingerprint::bytea;

-- name: RefundOrder :one
select order_id from refunds where id = @id;

-- name: TaskOrder :one
select order_id from operator_tasks where id = @id;

-- name: GoodsByWords :many
select 'game'::text as kind, g.id, g.title from games g where g.title ilike @pattern::text or search_text(g.title, g.aliases, g.tags) ilike replace(@pattern::text, 'ё', 'е')
union all
select 'gift', f.id, f.title from (
	select x.id, x.title from gifts x where x.search @@ plainto_tsquery('larek', @words::text) limit 5
) f
limit 8;

-- name: ListViews :many
-- A person's own views and those of everybody, pinned first.
select v.id, v.staff_id, s.name as staff_name, v.title, v.is_shared, v.is_pinned, v.query, v.columns, v.version
from console_views v join staff s on s.id = v.staff_id
where v.staff_id = @staff_id or v.is_shared
order by v.is_pinned desc, v.title, v.id
limit 200;

-- name: InsertView :one
insert into console_views (staff_id, title, is_shared, is_pinned, query, columns, created)
values (@staff_id, @title, @is_shared, @is_pinned, @query, @columns::text[], @created)
on conflict on constraint console_views_title_key do nothing
returning id;

-- name: LockView :one
select v.id, v.staff_id, v.title, v.is_shared, v.is_pinned, v.query, v.columns, v.version from console_views v where v.id = @id for update;

-- name: UpdateView :exec
update console_views set title = @title, is_shared = @is_shared, is_pinned = @is_pinned, query = @query, columns = @columns::text[], version = version + 1
where id = @id;

-- name: DeleteView :exec
delete from console_views where id = @id;

-- name: CustomersOfOrders :many
-- The accounts of orders, and the orders that have none.
select o.id as order_id, coalesce(o.user_id, 0)::bigint as user_id from orders o where o.id = any (@ids::bigint[]) order by o.id desc;

-- name: Customers :many
-- Accounts with what they bought.
select u.id, u.nickname, coalesce(u.email, '')::text as email, u.created, coalesce(u.barred, '')::text as barred, (u.barred is not null)::boolean as is_barred, u.erased_at, u.is_staff,
	(u.password is not null)::boolean as has_password,
	coalesce((select array_agg(i.provider order by i.provider) from identities i where i.user_id = u.id), '{}')::text[] as socials,
	b.orders::bigint as orders, b.delivered::bigint as delivered, b.spent::numeric as spent, b.last_at::timestamptz as last_at,
	(select count(*) from refunds r join orders o on o.id = r.order_id where o.user_id = u.id and r.status in ('done', 'covered'))::bigint as refunds,
	(select coalesce(-sum(p.amount), 0) from ledger_postings p where p.account = 'customer:' || u.id and p.currency = 'RUB')::numeric as balance,
	coalesce((select true from blocked_buyers x where x.kind = 'email' and x.value = lower(u.email) and x.lifted_at is null limit 1), false)::boolean as is_address_blocked
from users u
cross join lateral (
	select count(*) as orders, count(*) filter (where o.status = 'done') as delivered,
		coalesce(sum(o.total - o.discount) filter (where o.status = 'done'), 0) as spent, coalesce(max(o.created), 'epoch') as last_at
	from orders o where o.user_id = u.id
) b
where u.id = any (@ids::bigint[]) order by u.id;

-- name: CustomerMovements :many
-- Changes of a buyer's balance, newest first.
select g.id, g.at, g.reason, g.order_id, (-p.amount)::numeric as amount
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = @account and p.group_id < @before and p.currency = 'RUB'
order by p.group_id desc limit @page_limit;

-- name: CustomerNotes :many
select n.id, n.at, n.text, s.name as author from user_notes n join staff s on s.id = n.staff_id where n.user_id = @user_id order by n.id desc limit 100;

-- name: CustomerErasure :one
select e.id, e.reason, e.asked_at, e.asked_by, s.name as asked_name from user_erasures e join staff s on s.id = e.asked_by where e.user_id = @user_id and e.state = 'open';

-- name: CustomerPromo :many
-- Promo codes the account holds, and those its orders used.
(select c.code, c.percent::int as percent, 'held'::text as state, 0::bigint as order_id, c.created as at from promo_codes c where c.user_id = @user_id::bigint order by c.id desc limit 50)
union all
(select c.code, c.percent::int, p.state, p.order_id, p.reserved_at from orders o join promo_uses p on p.order_id = o.id join promo_codes c on c.id = p.promo_code_id
where o.user_id = @user_id::bigint order by o.id desc limit 50);

-- name: CustomerReviews :many
select f.id, f.order_id, f.rating::int as rating, f.text, f.state, f.created from orders o join feedback f on f.order_id = o.id
where o.user_id = @user_id::bigint order by f.id desc limit 50;

-- name: Receipts :many
-- Fiscal receipts, newest first: those of a page that looks at no more than look_limit. A
-- receipt travels inside the call that asks for the money or returns it, so its state is
-- that of the call. What a refund by hand left behind was never sent.
with looked as (
	select f.id, f.kind, f.created, f.vat, f.attempt_id, f.refund_id from fiscal_receipts f
	where f.created >= @since::timestamptz and f.created < @until::timestamptz and (f.created, f.id) < (@before_at::timestamptz, @before_id::bigint)
	order by f.created desc, f.id desc limit @look_limit
), told as (
	select f.id, f.kind, f.created, coalesce(f.vat, '')::text as vat, coalesce(a.order_id, r.order_id)::bigint as order_id, coalesce(r.id, 0)::bigint as refund_id,
		(coalesce(a.amount, r.amount) * 100)::bigint as hundredths, coalesce(a.provider, r.provider)::text as provider, coalesce(r.note, '')::text as note,
		coalesce((select v.code from vat_rates v where v.name = f.vat limit 1), 0)::int as vat_code,
		case
			when a.status = 'paid' or r.status = 'done' and r.destination = 'method' then 'sent'
			when r.status in ('manual', 'done') then 'failed'
			when a.status in ('starting', 'pending') or r.status in ('pending', 'sent', 'unknown', 'refused') then 'waiting'
			else 'void' end as state
	from looked f
	left join lateral (select a.order_id, a.status, a.amount, a.provider from payment_attempts a where a.id = f.attempt_id limit 1) a on true
	left join lateral (select r.id, r.order_id, r.status, r.destination, r.amount, r.note, p.provider from refunds r join payments p on p.id = r.payment_id where r.id = f.refund_id limit 1) r on true
)
select t.id, t.kind, t.created, t.vat, t.vat_code, t.order_id, t.refund_id, t.hundredths, t.provider, t.note, t.state::text as state from told t
where (@state::text = '' or t.state = @state::text) and (@kind::text = '' or t.kind = @kind::text)
order by t.created desc, t.id desc limit @page_limit;

-- name: ReceiptsLookedTo :one
-- The last receipt that a page looked at, if there may be more.
select f.created, f.id from fiscal_receipts f
where f.created >= @since::timestamptz and f.created < @until::timestamptz and (f.created, f.id) < (@before_at::timestamptz, @before_id::bigint)
order by f.created desc, f.id desc offset @look_limit - 1 limit 1;
