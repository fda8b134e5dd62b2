-- name: LoadCodes :execrows
insert into codes (product_id, sealed, key_id, fingerprint)
select @product_id, unnest(@sealed::bytea[]), @key_id, unnest(@fingerprints::bytea[])
on conflict on constraint codes_fingerprint_key do nothing;

-- name: ProductKind :one
select kind from products where id = @id;

-- name: CountFree :one
select count(*) from codes where product_id = @product_id and state = 'free';

-- name: StockLevels :many
select p.id as product_id, g.title as game, p.title, p.is_active,
	count(c.id) filter (where c.state = 'free') as free,
	count(c.id) filter (where c.state = 'reserved') as reserved,
	count(c.id) filter (where c.state = 'given') as given
from products p
join games g on g.id = p.game_id
left join codes c on c.product_id = p.id
where p.kind = 'pubg'
group by p.id, g.id
order by g.position, p.position, p.id;

-- name: CountHeld :one
select count(*) from codes where line_id = @line_id::bigint;

-- name: TakeCodes :execrows
-- Rows that others are taking at this moment are skipped, not waited for.
with free as (
	select f.id from codes f where f.product_id = @product_id and f.state = 'free'
	order by f.id limit @lacking::bigint for update skip locked
)
update codes c set state = 'reserved', line_id = @line_id::bigint, reserved_at = now(), held_from = null
from free where c.id = free.id;

-- name: ReleaseCodes :exec
update codes set state = 'free', line_id = null, reserved_at = null
where state = 'reserved' and line_id in (select l.id from order_lines l where l.order_id = @order_id);

-- name: ReleaseExcess :exec
-- A line that was made smaller gives back the codes beyond its quantity.
update codes set state = 'free', line_id = null, reserved_at = null
where id in (
	select c.id from codes c where c.line_id = @line_id::bigint and c.state = 'reserved'
	order by c.id desc limit @excess::bigint
);

-- name: GiveCodes :one
with given as (
	update codes c set state = 'given', given_at = now() where c.line_id = @line_id::bigint and c.state = 'reserved' returning c.id
)
select ((select count(*) from given) + (select count(*) from codes g where g.line_id = @line_id::bigint and g.state = 'given'))::bigint as given;

-- name: RevealCodes :many
-- Who saw a code is written down by the statement that shows it, once an hour
-- for each viewer: a page that is open asks again and again.
with shown as (
	select c.id, c.line_id, c.sealed, c.key_id, c.fingerprint
	from order_lines l join codes c on c.line_id = l.id
	where l.order_id = @order_id and c.state = 'given'
), logged as (
	insert into code_reveals (code_id, viewer, user_id, browser, at, hour)
	select s.id, @viewer::text, sqlc.narg('user_id')::bigint, sqlc.narg('browser')::uuid, @at::timestamptz, date_trunc('hour', @at::timestamptz) from shown s
	on conflict do nothing
)
select s.line_id, s.sealed, s.key_id, s.fingerprint from shown s order by s.line_id, s.id;

-- name: RevealUnits :many
-- The same for codes that suppliers gave.
with shown as (
	select u.id, u.line_id, u.n, u.sealed, u.key_id
	from delivery_units u
	where u.order_id = @order_id and u.state = 'delivered' and u.sealed is not null
), logged as (
	insert into code_reveals (unit_id, viewer, user_id, browser, at, hour)
	select s.id, @viewer::text, sqlc.narg('user_id')::bigint, sqlc.narg('browser')::uuid, @at::timestamptz, date_trunc('hour', @at::timestamptz) from shown s
	on conflict do nothing
)
select s.id, s.line_id, s.sealed, s.key_id from shown s order by s.line_id, s.n;

-- name: RevealsOf :many
-- Who saw the codes of an order, and when; never the codes.
select r.at, coalesce(r.code_id, r.unit_id)::bigint as code, (r.unit_id is not null)::boolean as is_suppliers, r.viewer, r.user_id
from code_reveals r
left join codes c on c.id = r.code_id
left join order_lines l on l.id = c.line_id
left join delivery_units u on u.id = r.unit_id
where coalesce(l.order_id, u.order_id) = @order_id::bigint
order by r.at, r.id;

-- name: EnsureUnits :exec
-- Counting makes it safe to repeat: only what is missing is made.
insert into delivery_units (order_id, line_id, n)
select @order_id, @line_id, generate_series(1, sqlc.arg('quantity')::int)
on conflict on constraint delivery_units_n_key do nothing;

-- name: UnitsOf :many
select id, line_id, n, state, reason, supplier, supplier_ref, delivered_at from delivery_units where order_id = @order_id order by line_id, n;

-- name: LockUnit :one
select u.id, u.order_id, u.line_id, u.n, u.state, u.tries, l.product_id, o.gift_id, o.hash
from delivery_units u
join order_lines l on l.id = u.line_id
join orders o on o.id = u.order_id
where u.id = @id
for update of u;

-- name: NextOffer :one
-- The first offer that has not refused this unit since its details were last
-- corrected, from a supplier that answers and has it. One that was not reached
-- is asked again a little later.
select f.id, f.supplier, f.sku, f.cost::text as cost, f.cost_currency
from offers f
left join supplier_health h on h.supplier = f.supplier
where (f.product_id = sqlc.narg('product_id') or f.gift_id = sqlc.narg('gift_id'))
	and f.is_active and f.in_stock and f.asked_cost is null
	and not exists (
		select from delivery_attempts a
		where a.unit_id = @unit_id and a.offer_id = f.id and a.state = 'rejected' and a.created >= @since::timestamptz
			and (a.reason <> 'away' or a.ended_at > @paused_since::timestamptz)
	)
order by coalesce(h.away_until > @now::timestamptz, false), f.priority, f.id
limit 1;

-- name: FirstTry :one
-- When somebody was first asked to deliver the unit to where it goes now.
select coalesce(min(created), sqlc.arg('now'))::timestamptz as first_try from delivery_attempts
where unit_id = @unit_id and created >= @since::timestamptz;

-- name: WasAway :one
-- Whether somebody who could not be reached might still deliver the unit.
select exists (
	select from delivery_attempts a join offers f on f.id = a.offer_id
	where a.unit_id = @unit_id and a.created >= @since::timestamptz and a.reason = 'away' and f.is_active and f.in_stock and f.asked_cost is null
		and not exists (
			select from delivery_attempts b
			where b.unit_id = a.unit_id and b.offer_id = a.offer_id and b.created >= @since::timestamptz and b.state = 'rejected' and b.reason <> 'away'
		)
);

-- name: InsertAttempt :one
insert into delivery_attempts (unit_id, offer_id, supplier, key, cost, cost_currency, created, asked_until)
values (@unit_id, @offer_id, @supplier, @key, sqlc.arg('cost')::text::numeric, @cost_currency, @created, @asked_until)
returning id;

-- name: OpenAttempt :one
select a.id, a.unit_id, a.offer_id, a.supplier, a.key, a.state, a.ref, a.cost::text as cost, a.cost_currency, a.created, a.asked_until, a.asks, f.sku
from delivery_attempts a join offers f on f.id = a.offer_id
where a.unit_id = @unit_id and a.state in ('asking', 'unknown', 'pending');

-- name: TakeAttempt :exec
update delivery_attempts set asked_until = @until, asks = asks + 1 where id = @id;

-- name: EndAttempt :execrows
update delivery_attempts set state = @state, reason = nullif(sqlc.arg('reason')::text, ''), ref = coalesce(nullif(sqlc.arg('ref')::text, ''), ref),
	asked_until = null, ended_at = sqlc.narg('ended_at'), cost = coalesce(sqlc.narg('cost')::text::numeric, cost)
where id = @id and state in ('asking', 'unknown', 'pending');

-- name: InsertExchange :exec
insert into delivery_exchanges (attempt_id, request, response, status) values (@attempt_id, @request, @response, @status);

-- name: SetUnit :exec
update delivery_units set state = @state, reason = nullif(sqlc.arg('reason')::text, ''), supplier = coalesce(nullif(sqlc.arg('supplier')::text, ''), supplier),
	supplier_ref = coalesce(nullif(sqlc.arg('supplier_ref')::text, ''), supplier_ref), sealed = sqlc.narg('sealed'), key_id = sqlc.narg('key_id'),
	delivered_at = sqlc.narg('delivered_at'), tries = tries + 1
where id = @id;

-- name: RetryUnits :exec
-- The buyer corrected the details: what was refused because of them is tried anew.
update delivery_units set state = 'waiting', reason = null, news_at = @now where order_id = @order_id and state = 'wrong_details';

-- name: NoteNews :exec
update delivery_units set news_at = @now where id = @id;

-- name: HearNews :exec
update delivery_units set news_at = null where order_id = @order_id and news_at is not null;

-- name: UnheardNews :many
select distinct order_id from delivery_units where news_at < sqlc.arg('before')::timestamptz limit @page_limit;

-- name: RefundUnits :many
-- What could not be delivered and is paid back now.
update delivery_units set state = 'refunded' where line_id = @line_id and state in ('failed', 'wrong_details') returning n;

-- name: SupplierFailed :exec
-- Three failures in a row: others are asked first for a minute.
insert into supplier_health as h (supplier, failures) values (@supplier, 1)
on conflict (supplier) do update set failures = h.failures + 1,
	away_until = case when h.failures + 1 >= 3 then sqlc.arg('now')::timestamptz + interval '1 minute' else h.away_until end;

-- name: SupplierAnswered :exec
update supplier_health set failures = 0, away_until = null where supplier = @supplier and failures > 0;

-- name: UnitOfAttempt :one
select a.unit_id, u.order_id from delivery_attempts a join delivery_units u on u.id = a.unit_id
where a.supplier = @supplier and (a.key = @key or (sqlc.arg('ref')::text <> '' and a.ref = sqlc.arg('ref')::text))
order by a.id desc limit 1;

-- name: OpenTask :exec
insert into operator_tasks (unit_id, order_id, kind, due_at, created) values (@unit_id, @order_id, @kind, @due_at, @created)
on conflict do nothing;

-- name: ListTasks :many
select t.id, t.unit_id, t.order_id, t.kind, t.due_at, t.taken_by, t.taken_until, u.line_id, l.title, o.kind as order_kind, o.detail
from operator_tasks t
join delivery_units u on u.id = t.unit_id
join order_lines l on l.id = u.line_id
join orders o on o.id = t.order_id
where t.state = 'open' order by t.due_at, t.id limit 200;

-- name: TakeTask :execrows
-- A lease: two operators never buy one lot.
update operator_tasks set taken_by = @who, taken_until = @until
where id = @id and state = 'open' and (taken_by is null or taken_by = @who or taken_until < @now);

-- name: LockTask :one
select id, unit_id, order_id, kind, state, taken_by, taken_until from operator_tasks where id = @id for update;

-- name: LockUnitsOfTask :many
-- Before the task, as those who make tasks do. One Standoff lot is for all
-- lines of its order.
select u.id from operator_tasks t join delivery_units u on u.id = t.unit_id or t.kind = 'standoff' and u.order_id = t.order_id
where t.id = @id and u.state in ('waiting', 'queued') order by u.id for update of u;

-- name: CloseTask :exec
update operator_tasks set state = @state, proof = @proof, closed_at = @closed_at where id = @id and state = 'open';

-- name: CheckOffers :many
-- Who could check an account for these goods, the first supplier first; Steam
-- is sold by amount, so any of its packs will do.
select f.supplier, f.sku from offers f
join products p on p.id = f.product_id
where f.is_active and (p.id = sqlc.narg('product_id') or (sqlc.narg('product_id')::bigint is null and p.kind = 'steam'))
order by f.priority, f.id limit 3;

-- name: DeliveredCosts :many
select a.id, a.supplier, a.cost::text as cost, a.cost_currency
from delivery_attempts a join delivery_units u on u.id = a.unit_id
where u.order_id = @order_id and a.state = 'delivered';

-- name: ServerCode :one
select code from game_servers where id = @id;

-- sync

-- name: SyncOffers :many
-- A cost that moved further than the limit waits for an operator; another
-- currency cannot be compared, so such goods are not bought.
with told as (
	select unnest(@skus::text[]) as sku, unnest(@costs::text[])::numeric as cost,
		unnest(@currencies::text[]) as currency, unnest(@in_stock::boolean[]) as in_stock
)
update offers f set synced_at = @now::timestamptz, in_stock = t.in_stock and t.currency = f.cost_currency,
	cost = case when t.currency = f.cost_currency and abs(t.cost - f.cost) * 100 <= f.cost * @limit_percent::int then t.cost else f.cost end,
	asked_cost = case when t.currency = f.cost_currency and abs(t.cost - f.cost) * 100 > f.cost * @limit_percent::int then t.cost end
from told t
where f.supplier = @supplier and f.sku = t.sku
returning f.id, f.cost::text as cost, coalesce(f.asked_cost::text, '')::text as asked_cost;

-- name: DropOffers :execrows
-- What the supplier does not list any more.
update offers set in_stock = false, synced_at = @now::timestamptz
where supplier = @supplier and in_stock and synced_at is distinct from @now::timestamptz;

-- name: ApproveCost :execrows
update offers set cost = asked_cost, asked_cost = null where id = @id and asked_cost is not null;

-- name: KeepPrepaid :exec
insert into supplier_health (supplier, prepaid, prepaid_currency, checked_at)
values (@supplier, sqlc.arg('prepaid')::text::numeric, @currency::text, @checked_at::timestamptz)
on conflict (supplier) do update set prepaid = excluded.prepaid, prepaid_currency = excluded.prepaid_currency, checked_at = excluded.checked_at;

-- name: LockHolds :exec
-- Payments of one buyer, or from one address, are counted one after the other.
select pg_advisory_xact_lock(k) from (select distinct hashtextextended(w, 16) as k from unnest(@who::text[]) w order by k) keys;

-- name: HeldUnpaid :one
-- Codes that wait for somebody's money, besides those of this order.
select
	count(*) filter (where o.user_id = sqlc.narg('user_id')::bigint or o.guest = sqlc.narg('guest')::uuid) as by_buyer,
	count(*) filter (where c.held_from = sqlc.narg('held_from')::bytea) as by_address
from codes c
join order_lines l on l.id = c.line_id
join orders o on o.id = l.order_id
where c.state = 'reserved' and o.id <> @order_id::bigint;

-- name: HasBought :one
select exists (
	select from orders o
	where o.status = 'done' and (o.user_id = sqlc.narg('user_id')::bigint or o.guest = sqlc.narg('guest')::uuid)
) as bought;

-- name: SomeStock :one
-- How many codes of a product are not given yet, counted no further than at_most.
select count(*) from (
	select from codes c where c.product_id = @product_id and c.state in ('free', 'reserved') limit @at_most::bigint
) counted;

-- name: HeldOfProduct :one
select count(*) from codes c join order_lines l on l.id = c.line_id
where c.state = 'reserved' and c.product_id = @product_id and c.held_from = @held_from::bytea and l.order_id <> @order_id::bigint;

-- name: MarkHeldFrom :exec
update codes set held_from = sqlc.narg('held_from')::bytea
where state = 'reserved' and line_id in (select l.id from order_lines l where l.order_id = @order_id);
