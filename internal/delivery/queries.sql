-- name: LoadCodes :execrows
insert into codes (product_id, sealed, key_id, fingerprint, spelling)
select @product_id, t.sealed, @key_id, t.fingerprint, t.spelling
from (select unnest(@sealed::bytea[]) as sealed, unnest(@fingerprints::bytea[]) as fingerprint, unnest(@spellings::bytea[]) as spelling) t
where not exists (select from code_marks k where k.fingerprint = t.fingerprint)
	and not exists (select from code_marks k where k.spelling = t.spelling)
on conflict do nothing;

-- name: ProductKind :one
select kind from products where id = @id;

-- name: CountAvailable :one
select count(*) from codes where product_id = @product_id and state = 'free' and (expires_at is null or expires_at > now());

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

-- name: HeldCodes :many
select c.line_id::bigint as line_id, count(*) as held from codes c where c.line_id = any(@line_ids::bigint[]) group by c.line_id;

-- name: ReserveCodes :one
-- How many codes the line had, and how many were added up to what is wanted. Skips rows
-- that are being reserved by concurrent transactions. What expires first is sold first,
-- and never what has expired. The planner takes a limit it does not know for a tenth of the
-- free codes and would join them with all codes there are; it finds those of an array by key.
with had as (
	select count(h.id) as n, greatest(sqlc.arg('wanted')::bigint - count(h.id), 0)::bigint as lacking from codes h where h.line_id = sqlc.arg('line_id')::bigint
), free as (
	select f.id from codes f where f.product_id = @product_id and f.state = 'free' and (f.expires_at is null or f.expires_at > now())
	order by f.expires_at nulls last, f.id limit (select had.lacking from had) for update skip locked
), taken as (
	update codes c set state = 'reserved', line_id = @line_id::bigint, reserved_at = now(), held_from = null
	where c.id = any(array(select free.id from free))
	returning c.id
)
select had.n as had, (select count(*) from taken) as taken from had;

-- name: ReleaseCodes :exec
update codes set state = 'free', line_id = null, reserved_at = null
where state = 'reserved' and line_id in (select l.id from order_lines l where l.order_id = @order_id);

-- name: ReleaseExcess :exec
-- Releases the codes beyond the quantity of a line that became smaller.
update codes set state = 'free', line_id = null, reserved_at = null
where id in (
	select c.id from codes c where c.line_id = @line_id::bigint and c.state = 'reserved'
	order by c.id desc limit @excess::bigint
);

-- name: DeliverCodes :many
-- How many codes each line has now, and what they cost us.
with given as (
	update codes c set state = 'given', given_at = now() where c.line_id = any(@line_ids::bigint[]) and c.state = 'reserved' returning c.line_id, c.batch_id
), had as (
	select g.line_id, g.batch_id from given g union all select c.line_id, c.batch_id from codes c where c.line_id = any(@line_ids::bigint[]) and c.state = 'given'
)
select h.line_id::bigint as line_id, count(*) as given, coalesce(sum(b.unit_cost), 0)::numeric as cost
from had h left join code_batches b on b.id = h.batch_id group by h.line_id;

-- name: RevealCodes :many
-- Reads the codes and records who saw them in one statement, once an hour for each
-- viewer, because an open page reads them repeatedly.
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
-- RevealCodes for codes delivered by suppliers.
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

-- name: ListReveals :many
-- Who saw the codes of an order, and when; without the codes.
select r.at, coalesce(r.code_id, r.unit_id)::bigint as code, (r.unit_id is not null)::boolean as is_suppliers, r.viewer, r.user_id
from code_reveals r
left join codes c on c.id = r.code_id
left join order_lines l on l.id = c.line_id
left join delivery_units u on u.id = r.unit_id
where coalesce(l.order_id, u.order_id) = @order_id::bigint
order by r.at, r.id;

-- name: EnsureUnits :exec
-- Idempotent: inserts only the units that are missing.
insert into delivery_units (order_id, line_id, n)
select @order_id, @line_id, generate_series(1, sqlc.arg('quantity')::int)
on conflict on constraint delivery_units_n_key do nothing;

-- name: ListUnits :many
select u.id, u.line_id, u.n, u.state, u.reason, u.supplier, u.supplier_ref, u.delivered_at, u.held_until,
	(case when u.state = 'delivered' then coalesce(u.cost, 0) else 0 end)::text as cost, coalesce(u.cost_currency, '')::text as cost_currency,
	exists (select from operator_tasks t where t.unit_id = u.id and t.state = 'open')::boolean as has_task,
	exists (select from delivery_attempts a where a.unit_id = u.id and a.state in ('asking', 'unknown', 'pending'))::boolean as is_asked
from delivery_units u where u.order_id = @order_id order by u.line_id, u.n;

-- name: NextSuppliers :many
-- The next supplier of each unit that is not finished: that of its open
-- attempt, or the one whose offer NextOffer would choose. Empty if there is none. It only
-- chooses the queue of the next step, which decides again.
select u.id, coalesce(
	(select a.supplier from delivery_attempts a where a.unit_id = u.id and a.state in ('asking', 'unknown', 'pending') limit 1),
	(
		select f.supplier from offers f left join supplier_health h on h.supplier = f.supplier
		where u.ends_as is null and (f.product_id = l.product_id or f.gift_id = o.gift_id)
			and f.is_active and f.in_stock and f.asked_cost is null and not f.id = any (u.excluded_offers)
			and not exists (select from supplier_switches w where w.supplier = f.supplier)
			and not exists (select from delivery_attempts a where a.unit_id = u.id and a.offer_id = f.id and a.state = 'rejected')
		order by (f.id = u.preferred_offer_id) is not true, coalesce(h.away_until > @now::timestamptz, false), f.priority, f.id
		limit 1
	), '')::text as supplier
from delivery_units u
join order_lines l on l.id = u.line_id
join orders o on o.id = u.order_id
where u.order_id = @order_id and u.state in ('waiting', 'placed', 'queued');

-- name: LockUnit :one
select u.id, u.order_id, u.line_id, u.n, u.state, u.tries, u.held_until, u.ends_as, u.ends_at, u.retried_at, l.product_id, o.gift_id, o.hash, o.kind as order_kind,
	exists (select from delivery_pauses p where p.order_id = u.order_id)::boolean as is_paused
from delivery_units u
join order_lines l on l.id = u.line_id
join orders o on o.id = u.order_id
where u.id = @id
for update of u;

-- name: DetailsChanged :one
-- Whether the buyer has corrected the details since. The tolerance is needed
-- because the time in JSON is finer than that of a column.
select exists (
	select from orders o
	where o.id = @order_id and (o.detail ->> 'corrected_at')::timestamptz > sqlc.arg('since')::timestamptz + interval '1 millisecond'
) as changed;

-- name: CorrectedSince :one
-- DetailsChanged with the order locked: it waits for a concurrent correction, and
-- a later one sees the unit as this transaction leaves it.
select coalesce((o.detail ->> 'corrected_at')::timestamptz > sqlc.arg('since')::timestamptz + interval '1 millisecond', false)::boolean as changed
from orders o where o.id = @order_id for share;

-- name: NextOffer :one
-- The first usable offer that has not rejected this unit since its details were
-- last corrected. An offer whose supplier was unreachable, had no funds of ours or
-- had become too expensive is tried again after a delay. The offer an operator chose
-- comes first, suppliers that have just failed repeatedly come last.
select f.id, f.supplier, f.sku
from offers f
join delivery_units u on u.id = @unit_id
left join supplier_health h on h.supplier = f.supplier
where (f.product_id = sqlc.narg('product_id') or f.gift_id = sqlc.narg('gift_id'))
	and f.is_active and f.in_stock and f.asked_cost is null and not f.id = any (u.excluded_offers)
	and not exists (select from supplier_switches w where w.supplier = f.supplier)
	and not exists (
		select from delivery_attempts a
		where a.unit_id = @unit_id and a.offer_id = f.id and a.state = 'rejected' and a.created >= @since::timestamptz
			and (a.reason not in ('away', 'no_funds', 'price_changed') or a.ended_at > @paused_since::timestamptz)
	)
order by (f.id = u.preferred_offer_id) is not true, coalesce(h.away_until > @now::timestamptz, false), f.priority, f.id
limit 1;

-- name: FirstAttemptAt :one
-- When the first attempt with the current delivery details was created.
select coalesce(min(created), sqlc.arg('now'))::timestamptz as first_attempt_at from delivery_attempts
where unit_id = @unit_id and created >= @since::timestamptz;

-- name: OfferTerms :one
-- What an offer costs, the most it may cost so that the margin stays above its
-- minimum, and what the whole attempt will cost. The approved cost may always be
-- paid; a rise beyond cost_limit_percent is never paid out of the margin.
select f.cost::text as cost, f.cost_currency,
	trunc(greatest(f.cost, least(coalesce(f.approved_cost, f.cost) * (100 + s.cost_limit_percent) / 100,
		coalesce((l.unit_price - l.discount / l.quantity) * (100 - coalesce(p.min_margin_percent, g.min_margin_percent, s.min_margin_percent)) / 100
			/ case when @by_amount::boolean then nullif(sqlc.arg('amount')::numeric, 0) else r.rate end, 0))), 4)::text as most,
	round(f.cost * case when @by_amount::boolean then coalesce(sqlc.arg('amount')::numeric / r.rate, 1) else 1 end, 4)::text as expected
from delivery_units u
join order_lines l on l.id = u.line_id
join offers f on f.id = @offer_id
cross join delivery_settings s
left join products p on p.id = f.product_id
left join gifts g on g.id = f.gift_id
left join lateral (select c.rate from currency_rates c where c.currency = f.cost_currency order by c.set_at desc limit 1) r on true
where u.id = @unit_id;

-- name: TemporaryRefusalReason :one
-- The reason of a temporary refusal: an offer that cannot deliver the unit now but
-- may do so later. Empty if there is no such offer.
select coalesce((
	select case when w.supplier is not null then 'away' when f.asked_cost is not null then 'price_changed' else a.reason end
	from offers f
	left join supplier_switches w on w.supplier = f.supplier
	left join lateral (
		select t.reason from delivery_attempts t
		where t.unit_id = @unit_id and t.offer_id = f.id and t.created >= @since::timestamptz and t.state = 'rejected'
		order by t.id desc limit 1
	) a on true
	where (f.product_id = sqlc.narg('product_id') or f.gift_id = sqlc.narg('gift_id')) and f.is_active and f.in_stock
		and (a.reason in ('away', 'no_funds', 'price_changed') or (a.reason is null and (f.asked_cost is not null or w.supplier is not null)))
	order by f.priority, f.id limit 1
), '')::text as reason;

-- name: SetHeldUntil :one
-- Sets the deadline shown to the buyer, once per unit.
update delivery_units u set held_until = coalesce(u.held_until, sqlc.arg('now')::timestamptz + make_interval(mins => s.hold_minutes))
from delivery_settings s where u.id = @id returning u.held_until;

-- name: MarkUnitEnding :exec
-- The unit fails once all its attempts are confirmed to have failed.
update delivery_units set state = 'waiting', ends_as = @ends_as::text, ends_at = @now::timestamptz where id = @id;

-- name: EndUnitsWithWrongDetails :execrows
-- The buyer did not correct the details in time.
update delivery_units set state = 'waiting', ends_as = 'wrong_details', ends_at = @now::timestamptz where line_id = @line_id and state = 'wrong_details';

-- name: SentAttempts :many
-- Every attempt a supplier may know of that was not delivered.
select a.id, a.supplier, a.key, a.ref, a.state, a.asks, a.asked_until, a.created, coalesce(a.account, '')::text as account
from delivery_attempts a
where a.unit_id = @unit_id and not a.unsent and a.state <> 'delivered' and (a.state <> 'rejected' or a.reason not in ('away', 'forced'))
order by a.id desc;

-- name: ReopenAttempt :execrows
-- The supplier now reports another outcome than when the attempt ended.
update delivery_attempts set state = 'pending', reason = null, ended_at = null, asked_until = null where id = @id and state = 'rejected';

-- name: ForcedAttempts :many
-- Attempts closed by force while the supplier might still deliver.
select a.id, a.supplier, a.key, a.ref, a.unit_id, coalesce(a.account, '')::text as account from delivery_attempts a
where a.reason = 'forced' and a.supplier = @supplier and a.created > @since::timestamptz order by a.id limit 100;

-- name: CountForced :one
select count(*) from delivery_attempts where reason = 'forced';

-- name: RecordLateDelivery :one
-- An attempt closed by force was delivered nevertheless: its cost is our loss.
with late as (
	update delivery_attempts a set state = 'delivered', reason = 'late', late_at = @now, cost = coalesce(sqlc.narg('cost')::text::numeric, a.cost)
	where a.id = @id and a.reason = 'forced' returning a.unit_id
)
update delivery_units u set news_at = @now from late where u.id = late.unit_id returning u.order_id;

-- name: CloseForcedAttempt :exec
-- The supplier confirms that the attempt was not and will not be delivered.
update delivery_attempts set reason = 'operator' where id = @id and reason = 'forced';

-- name: InsertAttempt :one
insert into delivery_attempts (unit_id, offer_id, supplier, account, key, cost, cost_currency, created, asked_until)
values (@unit_id, @offer_id, @supplier, nullif(sqlc.arg('account')::text, ''), @key, sqlc.arg('cost')::text::numeric, @cost_currency, @created, @asked_until)
returning id;

-- name: OpenAttempt :one
select a.id, a.unit_id, a.offer_id, a.supplier, a.key, a.state, a.ref, a.created, a.asked_until, a.asks, f.sku,
	coalesce(a.account, '')::text as account
from delivery_attempts a join offers f on f.id = a.offer_id
where a.unit_id = @unit_id and a.state in ('asking', 'unknown', 'pending');

-- name: LeaseAttempt :exec
update delivery_attempts set asked_until = @until, asks = asks + 1 where id = @id;

-- name: EndAttempt :execrows
update delivery_attempts set state = @state, reason = nullif(sqlc.arg('reason')::text, ''), ref = coalesce(nullif(sqlc.arg('ref')::text, ''), ref),
	asked_until = null, ended_at = sqlc.narg('ended_at'), cost = coalesce(sqlc.narg('cost')::text::numeric, cost), unsent = @unsent
where id = @id and state in ('asking', 'unknown', 'pending');

-- name: InsertExchange :exec
insert into delivery_exchanges (attempt_id, request, response, status) values (@attempt_id, @request, @response, @status);

-- name: SetUnit :exec
update delivery_units set state = @state, reason = nullif(sqlc.arg('reason')::text, ''), supplier = coalesce(nullif(sqlc.arg('supplier')::text, ''), supplier),
	supplier_ref = coalesce(nullif(sqlc.arg('supplier_ref')::text, ''), supplier_ref), sealed = sqlc.narg('sealed'), key_id = sqlc.narg('key_id'),
	delivered_at = sqlc.narg('delivered_at'), tries = tries + 1, proof = nullif(sqlc.arg('proof')::text, ''),
	cost = sqlc.narg('cost')::text::numeric, cost_currency = sqlc.narg('cost_currency')
where id = @id;

-- name: SetUnitCost :exec
update delivery_units set cost = sqlc.arg('cost')::text::numeric where id = @id;

-- name: RetryUnits :exec
-- The buyer corrected the details, so the units rejected because of them are
-- retried.
update delivery_units set state = 'waiting', reason = null, news_at = @now, held_until = null, ends_as = null, ends_at = null where order_id = @order_id and state = 'wrong_details';

-- name: MarkUnitChanged :exec
update delivery_units set news_at = @now where id = @id;

-- name: MarkChangesSeen :exec
update delivery_units set news_at = null where order_id = @order_id and news_at is not null;

-- name: OrdersWithPendingChanges :many
select distinct order_id from delivery_units where news_at < sqlc.arg('before')::timestamptz limit @page_limit;

-- name: RefundUnits :many
-- Marks the units of a line that could not be delivered and are being refunded.
update delivery_units set state = 'refunded' where line_id = @line_id and state in ('failed', 'wrong_details') returning n;

-- name: SupplierFailed :exec
-- After three failures in a row other suppliers are preferred for a minute.
insert into supplier_health as h (supplier, failures) values (@supplier, 1)
on conflict (supplier) do update set failures = h.failures + 1,
	away_until = case when h.failures + 1 >= 3 then sqlc.arg('now')::timestamptz + interval '1 minute' else h.away_until end;

-- name: SupplierAnswered :exec
update supplier_health set failures = 0, away_until = null where supplier = @supplier and failures > 0;

-- name: FindAttempt :one
-- By our key or by the supplier's reference. Apart, so that each uses its index: with
-- "or" and the order by ID an unknown key read all attempts from the newest on.
select a.unit_id, u.order_id, coalesce(a.reason = 'forced', false)::boolean as is_forced
from (
	select k.id, k.unit_id, k.reason from delivery_attempts k where k.key = @key and k.supplier = @supplier
	union
	select r.id, r.unit_id, r.reason from delivery_attempts r where r.ref = nullif(sqlc.arg('ref')::text, '') and r.supplier = @supplier
) a join delivery_units u on u.id = a.unit_id
order by a.id desc limit 1;

-- name: OpenTask :execrows
insert into operator_tasks (unit_id, order_id, kind, due_at, created) values (@unit_id, @order_id, @kind, @due_at, @created)
on conflict do nothing;

-- name: ListTasks :many
select t.id, t.unit_id, t.order_id, t.kind, t.due_at, t.taken_by, t.taken_until, u.line_id, l.title, o.kind as order_kind, o.detail,
	(o.gift_id is not null)::boolean as is_code
from operator_tasks t
join delivery_units u on u.id = t.unit_id
join order_lines l on l.id = u.line_id
join orders o on o.id = t.order_id
where t.state = 'open' order by t.due_at, t.id limit 200;

-- name: ClaimTask :execrows
-- Leases the task, so that two operators never buy one lot.
update operator_tasks set taken_by = @who, taken_until = @until
where id = @id and state = 'open' and (taken_by is null or taken_by = @who or taken_until < @now);

-- name: LockTask :one
select id, unit_id, order_id, kind, state, taken_by, taken_until from operator_tasks where id = @id for update;

-- name: TaskByID :one
select id, unit_id, order_id, kind, state, taken_by, taken_until from operator_tasks where id = @id;

-- name: IsTaskClaimed :one
-- Whether an operator holds the lease of the unit's task.
select exists (select from operator_tasks where unit_id = @unit_id and state = 'open' and taken_until > @now::timestamptz);

-- name: CloseUnitTask :exec
-- Closes the task of a unit, if it has one.
update operator_tasks set state = @state, closed_by = @closed_by::text, closed_at = @now::timestamptz, proof = nullif(sqlc.arg('proof')::text, ''), forced = @forced
where unit_id = @unit_id and state = 'open';

-- name: LockUnitsOfTask :many
-- Locks the units before their task, in the order in which tasks are created. A
-- Standoff task covers all lines of its order.
select u.id from operator_tasks t join delivery_units u on u.id = t.unit_id or t.kind = 'standoff' and u.order_id = t.order_id
where t.id = @id and u.state in ('waiting', 'placed', 'queued', 'wrong_details') order by u.id for update of u;

-- name: CloseTask :exec
update operator_tasks set state = @state, proof = @proof, closed_at = @closed_at, closed_by = @closed_by::text, forced = @forced where id = @id and state = 'open';

-- name: GoodsOfUnit :one
-- Whether the goods are codes, and the expected cost of the unit: that of its
-- latest attempt, or else of the first offer.
select (o.gift_id is not null)::boolean as is_code, coalesce(a.cost, f.cost * case when o.kind = 'standoff' then l.quantity else 1 end, 0)::text as cost,
	coalesce(a.cost_currency, f.cost_currency, 'RUB')::text as cost_currency
from delivery_units u
join order_lines l on l.id = u.line_id
join orders o on o.id = u.order_id
left join lateral (select t.cost, t.cost_currency from delivery_attempts t where t.unit_id = u.id order by t.id desc limit 1) a on true
left join lateral (
	select x.cost, x.cost_currency from offers x where (x.product_id = l.product_id or x.gift_id = o.gift_id) and x.is_active order by x.priority, x.id limit 1
) f on true
where u.id = @id;

-- name: InsertCodeMarks :execrows
-- Inserts no row for a code that is in the stock or was delivered for another unit.
insert into code_marks (fingerprint, spelling, unit_id)
select m.mark, m.spelling, @unit_id from (select unnest(@fingerprints::bytea[]) as mark, unnest(@spellings::bytea[]) as spelling) m
where not exists (select from codes c where c.fingerprint = m.mark)
	and not exists (select from codes c where c.spelling = m.spelling)
on conflict do nothing;

-- name: ListProofs :many
select proof::text from delivery_units where order_id = @order_id and state = 'delivered' and proof is not null order by line_id, n;

-- name: OrderHeldUntil :one
select max(held_until)::timestamptz as held_until from delivery_units where order_id = @order_id and state = 'waiting' and held_until is not null having count(*) > 0;

-- name: OffersForCheck :many
-- Offers whose supplier may check an account, by priority. Steam is sold by
-- amount, so any Steam product will do.
select f.supplier, f.sku from offers f
join products p on p.id = f.product_id
where f.is_active and (p.id = sqlc.narg('product_id') or (sqlc.narg('product_id')::bigint is null and p.kind = 'steam'))
order by f.priority, f.id limit 3;

-- name: DeliveredCosts :many
-- What suppliers charged and operators spent, with the newest rate of the currency.
select d.ref::text as ref, d.supplier::text as supplier, d.cost::text as cost, d.cost_currency::text as cost_currency, coalesce(r.rate::text, '')::text as rate
from (
	select a.id::text as ref, a.supplier, a.cost, a.cost_currency
	from delivery_attempts a join delivery_units u on u.id = a.unit_id
	where u.order_id = @order_id and a.state = 'delivered'
	union all
	select 'unit-' || u.id, u.supplier, u.cost, u.cost_currency from delivery_units u
	where u.order_id = @order_id and u.state = 'delivered' and u.cost > 0
) d
left join lateral (select c.rate from currency_rates c where c.currency = d.cost_currency order by c.set_at desc limit 1) r on true;

-- name: ServerCode :one
select code from game_servers where id = @id;


-- name: SyncOffers :many
-- A cost that differs from the approved one by more than cost_limit_percent, or
-- that leaves less than the minimum margin, waits for an operator. A cost in
-- another currency cannot be compared, so such an offer is not used.
with listed as (
	select unnest(@skus::text[]) as sku, unnest(@costs::text[])::numeric as cost,
		unnest(@currencies::text[]) as currency, unnest(@in_stock::boolean[]) as in_stock
), checked as (
	select f.id, t.cost, t.in_stock, f.asked_cost as asked_before, coalesce(f.approved_cost, f.cost) as approved, t.currency = f.cost_currency as is_known,
		abs(t.cost - coalesce(f.approved_cost, f.cost)) * 100 <= coalesce(f.approved_cost, f.cost) * s.cost_limit_percent
			and (t.cost <= f.cost or coalesce(p.kind = 'steam', false)
				or t.cost * r.rate <= coalesce(p.final_price, g.final_price) * (100 - coalesce(p.min_margin_percent, g.min_margin_percent, s.min_margin_percent)) / 100
			) is not false as is_fine
	from listed t
	join offers f on f.supplier = @supplier and f.sku = t.sku
	cross join delivery_settings s
	left join products p on p.id = f.product_id
	left join gifts g on g.id = f.gift_id
	left join lateral (select c.rate from currency_rates c where c.currency = f.cost_currency order by c.set_at desc limit 1) r on true
)
update offers f set synced_at = @now::timestamptz, in_stock = j.in_stock and j.is_known, approved_cost = j.approved,
	cost = case when j.is_known and j.is_fine then j.cost else f.cost end,
	asked_cost = case when j.is_known and not j.is_fine then j.cost end,
	asked_at = case when j.is_known and not j.is_fine then coalesce(f.asked_at, @now::timestamptz) end
from checked j
where f.id = j.id
returning f.id, f.cost::text as cost, coalesce(f.asked_cost::text, '')::text as asked_cost,
	(j.asked_before is distinct from f.asked_cost)::boolean as is_queue_changed;

-- name: MarkUnlistedOffers :execrows
-- Marks the offers the supplier no longer lists, or never did, as out of stock.
update offers set in_stock = false, synced_at = @now::timestamptz
where supplier = @supplier and (in_stock or synced_at is null) and synced_at is distinct from @now::timestamptz;

-- name: ApproveCost :execrows
update offers set cost = asked_cost, approved_cost = asked_cost, asked_cost = null, asked_at = null, refused_cost = null where id = @id and asked_cost is not null;

-- name: OfferCost :one
-- The current or requested cost of an offer, with the price of its goods. Steam has no unit
-- price.
select coalesce(p.title, g.title)::text as title, f.supplier, f.sku, coalesce(p.final_price, g.final_price)::numeric as price,
	coalesce(round(coalesce(f.asked_cost, f.cost) * case when f.cost_currency = 'RUB' then 1 else r.rate end, 2), 0)::numeric as cost
from offers f
left join products p on p.id = f.product_id and p.kind <> 'steam'
left join gifts g on g.id = f.gift_id
left join lateral (select c.rate from currency_rates c where c.currency = f.cost_currency order by c.set_at desc limit 1) r on true
where f.id = @id and (p.id is not null or g.id is not null);

-- name: SaveBalance :exec
-- A balance that was spent before stays so since then.
insert into supplier_health as h (supplier, prepaid, prepaid_currency, checked_at, runs_out_at)
select x.supplier, x.prepaid, x.currency, x.checked_at, case when x.prepaid <= 0 then x.checked_at
	else x.checked_at + make_interval(secs => least(x.prepaid * 604800 / nullif(s.spent, 0), 315360000)::float8) end
from (select @supplier::text as supplier, sqlc.arg('prepaid')::text::numeric as prepaid, @currency::text as currency, @checked_at::timestamptz as checked_at) x
cross join lateral (
	select sum(a.cost) as spent from delivery_attempts a
	where a.supplier = x.supplier and a.state = 'delivered' and a.cost_currency = x.currency and a.ended_at > x.checked_at - interval '7 days'
) s
on conflict (supplier) do update set prepaid = excluded.prepaid, prepaid_currency = excluded.prepaid_currency, checked_at = excluded.checked_at,
	runs_out_at = case when excluded.prepaid <= 0 then least(h.runs_out_at, excluded.runs_out_at) else excluded.runs_out_at end;

-- name: LockHolds :exec
-- Serialises payments of one buyer or from one address until the transaction ends.
select pg_advisory_xact_lock(k) from (select distinct hashtextextended(w, 16) as k from unnest(@who::text[]) w order by k) keys;

-- name: CountUnpaidHolds :one
-- Codes reserved by unpaid orders of the buyer and from the address, without those
-- of this order; and whether the buyer has bought anything. Each count begins at what is
-- asked for, so that it does not grow with the holds of others, also by a plan that was made
-- while the tables were empty: what is null is not looked for, and an index of all done orders
-- is of no use.
select (
	select count(*) from (
		select u.id from orders u where sqlc.narg('user_id')::bigint is not null and u.user_id = sqlc.narg('user_id')::bigint
			and u.status in ('created', 'waiting_for_payment', 'paid', 'sending', 'sent')
		union select g.id from orders g where sqlc.narg('guest')::uuid is not null and g.guest = sqlc.narg('guest')::uuid
			and g.status in ('created', 'waiting_for_payment', 'paid', 'sending', 'sent')
	) o join order_lines l on l.order_id = o.id join codes c on c.line_id = l.id
	where c.state = 'reserved' and o.id <> @order_id::bigint
) as by_buyer, (
	select count(*) from codes c join order_lines l on l.id = c.line_id
	where c.state = 'reserved' and c.held_from = sqlc.narg('held_from')::bytea and l.order_id <> @order_id::bigint
) as by_address, (
	'done' in (select b.status from orders b where sqlc.narg('user_id')::bigint is not null and b.user_id = sqlc.narg('user_id')::bigint)
	or exists (select from orders b where b.status = 'done' and b.guest = sqlc.narg('guest')::uuid)
)::boolean as has_bought;

-- name: ProductHolds :many
-- Of each product: its undelivered codes, at most at_most, and those that other unpaid
-- orders from the address hold. Free and reserved ones have an index each; asked together, all
-- codes that were ever sold are read.
select p.id::bigint as product_id,
	least((select count(*) from (select from codes c where c.product_id = p.id and c.state = 'free' limit @at_most::bigint) counted)
		+ (select count(*) from (select from codes c where c.product_id = p.id and c.state = 'reserved' limit @at_most::bigint) counted), @at_most::bigint)::bigint as stock,
	(select count(*) from codes c join order_lines l on l.id = c.line_id
		where c.state = 'reserved' and c.product_id = p.id and c.held_from = @held_from::bytea and l.order_id <> @order_id::bigint) as held
from unnest(@product_ids::bigint[]) p(id);

-- name: NewcomerHolds :many
-- Of each product: its free codes, and those that other unpaid orders of newcomers hold; of
-- both at most as many as decide.
select p.id::bigint as product_id,
	(select count(*) from (select from codes c where c.product_id = p.id and c.state = 'free' limit @most_free::bigint) counted) as free,
	(select count(*) from (
		select from codes c join order_lines l on l.id = c.line_id
		where c.state = 'reserved' and c.product_id = p.id and c.held_from is not null and l.order_id <> @order_id::bigint limit @most_held::bigint
	) counted) as held
from unnest(@product_ids::bigint[]) p(id);

-- name: MarkHeldFrom :exec
update codes set held_from = sqlc.narg('held_from')::bytea
where state = 'reserved' and line_id in (select l.id from order_lines l where l.order_id = @order_id);

-- name: RequestSupplierCheck :exec
-- Schedules a check of a supplier with which something went wrong.
insert into supplier_health as h (supplier, check_at, check_offers) values (@supplier, @now::timestamptz, @check_offers::boolean)
on conflict (supplier) do update set check_at = least(coalesce(h.check_at, excluded.check_at), excluded.check_at),
	check_offers = h.check_offers or excluded.check_offers;

-- name: RequestCostChecks :exec
-- Schedules a check of the suppliers whose cost for the goods waits for approval:
-- it may have dropped again.
insert into supplier_health as h (supplier, check_at, check_offers)
select distinct f.supplier, sqlc.arg('at')::timestamptz, true from offers f
where (f.product_id = sqlc.narg('product_id') or f.gift_id = sqlc.narg('gift_id')) and f.is_active and f.asked_cost is not null
on conflict (supplier) do update set check_at = least(coalesce(h.check_at, excluded.check_at), excluded.check_at), check_offers = true;

-- name: ClaimSupplierChecks :many
-- Leases the suppliers that are due for a check: other instances skip them until
-- the lease ends.
update supplier_health h set check_at = @until::timestamptz
from (select x.supplier, x.check_offers from supplier_health x where x.check_at <= @now::timestamptz for update skip locked) due
where h.supplier = due.supplier
returning h.supplier, due.check_offers;

-- name: SupplierDown :exec
update supplier_health set down_since = coalesce(down_since, @now::timestamptz), check_at = @next::timestamptz where supplier = @supplier;

-- name: SupplierUp :exec
-- Schedules another check while our balance does not cover every offer.
update supplier_health h set down_since = null, check_offers = false, check_at = case when exists (
		select from offers f where f.supplier = h.supplier and f.is_active and f.in_stock and f.cost_currency = h.prepaid_currency and f.cost > h.prepaid
	) then @next::timestamptz end
where h.supplier = @supplier;

-- name: ChangedAvailability :many
-- Goods of a supplier whose availability has changed: those that no usable offer
-- can deliver any more, and those one can deliver again. A supplier counts as down
-- only after down_after, that is after two failed checks.
with goods as (
	select f.product_id, f.gift_id, bool_or(f.is_active and f.in_stock and f.asked_cost is null and w.supplier is null and (f.supplier = 'operator'
		or (h.down_since is null or h.down_since > sqlc.arg('down_after')::timestamptz) and (h.prepaid is null or h.prepaid_currency <> f.cost_currency or h.prepaid >= f.cost))) as is_served
	from offers f left join supplier_health h on h.supplier = f.supplier left join supplier_switches w on w.supplier = f.supplier
	where f.product_id in (select x.product_id from offers x where x.supplier = @supplier)
		or f.gift_id in (select x.gift_id from offers x where x.supplier = @supplier)
	group by f.product_id, f.gift_id
)
select g.product_id, g.gift_id, coalesce(g.is_served, false)::boolean as is_served
from goods g
left join unavailable_goods n on n.product_id = g.product_id or n.gift_id = g.gift_id
where coalesce(g.is_served, false) = (n.id is not null);

-- name: StopSelling :exec
insert into unavailable_goods (product_id, gift_id, since)
select nullif(t.product_id, 0), nullif(t.gift_id, 0), @now
from (select unnest(@product_ids::bigint[]) as product_id, unnest(@gift_ids::bigint[]) as gift_id) t
on conflict do nothing;

-- name: ResumeSelling :exec
delete from unavailable_goods where product_id = any(@product_ids::bigint[]) or gift_id = any(@gift_ids::bigint[]);

-- name: IsUnavailable :one
select exists (select from unavailable_goods where product_id = any(@product_ids::bigint[]) or gift_id = sqlc.narg('gift_id')::bigint);

-- name: SupplierOfOffer :one
select supplier from offers where id = @id;

-- name: ListBalances :many
-- Our balance with each supplier and how many days it lasts at the spending of the
-- last seven days.
select h.supplier, h.prepaid::text as prepaid, h.prepaid_currency::text as currency, s.prepaid_days,
	coalesce(trunc(h.prepaid * 7 / nullif(c.spent, 0), 1), -1)::text as days
from supplier_health h
cross join delivery_settings s
cross join lateral (
	select sum(a.cost) as spent from delivery_attempts a
	where a.supplier = h.supplier and a.state = 'delivered' and a.cost_currency = h.prepaid_currency and a.ended_at > @since::timestamptz
) c
where h.prepaid is not null
order by h.supplier;

-- name: RefuseCost :execrows
-- The offer stays unused while its supplier asks this cost.
update offers set refused_cost = asked_cost where id = @id and asked_cost is not null and refused_cost is distinct from asked_cost;

-- name: ReleaseTask :execrows
update operator_tasks set taken_by = null, taken_until = null where id = @id and state = 'open' and taken_by = sqlc.arg('who');

-- name: RequeueUnit :exec
-- The unit waits for a supplier again; earlier deadlines do not count, and earlier
-- rejections only if the next offer is wanted.
update delivery_units set state = 'waiting', reason = null, tries = tries + 1, news_at = @now, retried_at = case when @is_next::boolean then retried_at else @now end,
	held_until = null, ends_as = null, ends_at = null, preferred_offer_id = coalesce(sqlc.narg('preferred_offer_id'), preferred_offer_id),
	excluded_offers = excluded_offers || (select coalesce(array_agg(x), '{}') from unnest(@excluded::bigint[]) x where not x = any (excluded_offers))
where id = @id;

-- name: UnitOffers :many
-- The offers of a unit's goods with what speaks for and against each.
select f.id, f.supplier, f.sku, f.cost::text as cost, f.cost_currency, (f.is_active and f.in_stock and f.asked_cost is null and not exists (select from supplier_switches w where w.supplier = f.supplier))::boolean as is_usable,
	(f.id = any (u.excluded_offers))::boolean as is_excluded, coalesce(f.id = u.preferred_offer_id, false)::boolean as is_preferred,
	coalesce((select a.reason from delivery_attempts a where a.unit_id = u.id and a.offer_id = f.id and a.state = 'rejected' order by a.id desc limit 1), '')::text as rejected
from delivery_units u
join order_lines l on l.id = u.line_id
join orders o on o.id = u.order_id
join offers f on f.product_id = l.product_id or f.gift_id = o.gift_id
where u.id = @unit_id
order by f.priority, f.id;

-- name: PauseDelivery :execrows
insert into delivery_pauses (order_id, paused_at, until, paused_by) values (@order_id, @paused_at, @until, @paused_by) on conflict do nothing;

-- name: ResumeDelivery :execrows
delete from delivery_pauses where order_id = @order_id;

-- name: HoldDelivery :one
-- Pauses the delivery for a reason of the shop, once for each reason. It may be paused
-- already.
with held as (
	insert into delivery_holds (order_id, reason, ref, held_at) values (@order_id, @reason, @ref, @held_at) on conflict do nothing returning order_id
), paused as (
	insert into delivery_pauses (order_id, paused_at, until, reason) select h.order_id, @held_at, @until, @reason from held h on conflict do nothing
)
select exists (select from held)::boolean;

-- name: PausedOrders :many
select order_id, reason, until from delivery_pauses order by until, order_id limit 1000;

-- name: IsPaused :one
select exists (select from delivery_pauses where order_id = @order_id);

-- name: LockGivenCode :one
select c.id, c.product_id, c.line_id, l.order_id from codes c join order_lines l on l.id = c.line_id
where c.id = @id and c.state = 'given' for update of c;

-- name: GiveFreeCode :one
update codes set state = 'given', line_id = @line_id, reserved_at = @now, given_at = @now
where id = (
	select f.id from codes f where f.product_id = @product_id and f.state = 'free' and (f.expires_at is null or f.expires_at > now())
	order by f.expires_at nulls last, f.id limit 1 for update skip locked
)
returning codes.id, coalesce((select b.unit_cost from code_batches b where b.id = codes.batch_id), 0)::numeric as cost;

-- name: VoidGivenCode :exec
update codes set state = 'void', line_id = null, given_at = null where id = @id and state = 'given';

-- name: VoidFreeCode :execrows
update codes set state = 'void' where id = @id and state = 'free';

-- name: InsertCodeReplacement :exec
insert into code_replacements (order_id, line_id, old_code_id, new_code_id, unit_id, replaced_by, at)
values (@order_id, @line_id, sqlc.narg('old_code_id'), sqlc.narg('new_code_id'), sqlc.narg('unit_id'), @replaced_by, @at);

-- name: ReplaceUnitCode :exec
update delivery_units set sealed = @sealed::bytea, key_id = @key_id::text, tries = tries + 1 where id = @id and state = 'delivered' and sealed is not null;

-- name: GivenCodes :many
-- The delivered codes of an order, without their texts.
select c.id, c.line_id::bigint as line_id, false as is_unit, exists (select from codes f where f.product_id = c.product_id and f.state = 'free') as has_more,
	exists (select from code_complaints k where k.order_id = @order_id and k.code_id = c.id and k.state = 'refunded') as is_refunded
from codes c join order_lines l on l.id = c.line_id where l.order_id = @order_id and c.state = 'given'
union all
select u.id, u.line_id, true, true, exists (select from code_complaints k where k.order_id = @order_id and k.unit_id = u.id and k.state = 'refunded')
from delivery_units u where u.order_id = @order_id and u.state = 'delivered' and u.sealed is not null
order by 2, 1;

-- name: DeliveredCodes :many
-- The delivered codes of an order, without their texts, with the latest complaint about
-- each; that about a code that was replaced belongs to its successor.
select g.id::bigint as id, g.line_id::bigint as line_id, g.is_unit::boolean as is_unit, coalesce(k.state, '')::text as state, coalesce(k.answer, '')::text as answer,
	(select count(*) from code_complaints a where a.order_id = @order_id and (a.code_id = g.id and not g.is_unit or a.unit_id = g.id and g.is_unit))::int as complaints
from (
	select c.id, c.line_id, false as is_unit, c.id as place from codes c join order_lines l on l.id = c.line_id where l.order_id = @order_id and c.state = 'given'
	union all
	select u.id, u.line_id, true, u.n from delivery_units u where u.order_id = @order_id and u.state = 'delivered' and u.sealed is not null
) g
left join lateral (
	select x.state, x.answer from code_complaints x
	where x.order_id = @order_id and (g.is_unit and x.unit_id = g.id
		or not g.is_unit and x.code_id in (g.id, (select r.old_code_id from code_replacements r where r.new_code_id = g.id)))
	order by x.id desc limit 1
) k on true
order by g.line_id, g.place;

-- name: InsertComplaint :execrows
-- A second open complaint about one code is not inserted.
insert into code_complaints (order_id, line_id, code_id, unit_id, text, created)
values (@order_id, @line_id, sqlc.narg('code_id'), sqlc.narg('unit_id'), @text, @now)
on conflict do nothing;

-- name: OpenComplaint :one
select id, order_id, line_id, coalesce(code_id, unit_id)::bigint as code, (unit_id is not null)::boolean as is_unit, text, created
from code_complaints where id = @id and state = 'open' for update;

-- name: OpenComplaints :many
-- The open complaints about codes of an order.
select id, order_id, line_id, coalesce(code_id, unit_id)::bigint as code, (unit_id is not null)::boolean as is_unit, text, created, coalesce(grant_id, 0)::bigint as grant_id
from code_complaints where order_id = @order_id and state = 'open' order by id for update;

-- name: LinkComplaint :execrows
update code_complaints set grant_id = @grant_id::bigint where id = @id and state = 'open';

-- name: EndComplaint :execrows
update code_complaints set state = @state, answer = nullif(sqlc.arg('answer')::text, ''), decided_by = @decided_by::bigint, decided_at = @now::timestamptz
where id = @id and state = 'open';

-- name: EndComplaintAboutCode :exec
-- The code has been replaced, so that a complaint about it is settled.
update code_complaints set state = 'replaced', decided_by = @decided_by::bigint, decided_at = @now::timestamptz
where state = 'open' and (code_id = @code and not @is_unit::boolean or unit_id = @code and @is_unit::boolean);

-- name: StockRows :many
-- What is in the stock now, and how fast it is sold: all codes ever given are not counted.
select p.id as product_id, p.game_id, g.title as game, p.title, (p.is_active and g.is_active)::boolean as is_active,
	(select count(*) from codes c where c.product_id = p.id and c.state = 'free' and (c.expires_at is null or c.expires_at > @now::timestamptz)) as free,
	(select count(*) from codes c where c.product_id = p.id and c.state = 'free' and c.expires_at <= @now::timestamptz) as expired,
	(select count(*) from codes c where c.product_id = p.id and c.state = 'free' and c.expires_at > @now::timestamptz and c.expires_at <= @soon::timestamptz) as expiring,
	(select count(*) from codes c join order_lines l on l.id = c.line_id where c.product_id = p.id and c.state = 'reserved') as reserved,
	(select count(*) from codes c where c.product_id = p.id and c.state = 'given' and c.given_at > @since::timestamptz) as given,
	coalesce(b.created, 'epoch')::timestamptz as loaded_at, coalesce(b.codes, 0)::int as loaded
from products p
join games g on g.id = p.game_id
left join lateral (select x.created, x.codes from code_batches x where x.product_id = p.id order by x.id desc limit 1) b on true
where p.kind = 'pubg'
order by g.position, g.id, p.position, p.id;

-- name: KnownMarks :many
-- Which of these fingerprints and spellings the shop has already, in stock or delivered by
-- a supplier.
select c.fingerprint as mark from codes c where c.fingerprint = any (@fingerprints::bytea[])
union
select k.fingerprint from code_marks k where k.fingerprint = any (@fingerprints::bytea[])
union
select c.spelling from codes c where c.spelling = any (@spellings::bytea[])
union
select k.spelling from code_marks k where k.spelling = any (@spellings::bytea[]);

-- name: UnspelledCodes :many
select c.id, c.sealed, c.key_id, c.fingerprint, c.state in ('free', 'held', 'reserved') as is_sellable from codes c where c.spelling is null and c.id > @after order by c.id limit @most;

-- name: SpellCode :execrows
-- Changes no row if the shop knows the code in another spelling.
update codes x set spelling = @spelling::bytea
where x.id = @id and x.spelling is null
	and not exists (select from codes c where c.spelling = @spelling::bytea) and not exists (select from code_marks k where k.spelling = @spelling::bytea);

-- name: UnspelledUnits :many
select distinct on (k.unit_id) k.unit_id, u.sealed::bytea as sealed, u.key_id::text as key_id
from code_marks k join delivery_units u on u.id = k.unit_id
where k.spelling is null and k.unit_id > @after and u.sealed is not null order by k.unit_id limit @most;

-- name: SpellMark :execrows
-- Changes no row if the shop knows the code in another spelling.
update code_marks x set spelling = @spelling::bytea
where x.fingerprint = @fingerprint::bytea and x.spelling is null
	and not exists (select from codes c where c.spelling = @spelling::bytea) and not exists (select from code_marks k where k.spelling = @spelling::bytea);

-- name: InsertCodeBatch :one
insert into code_batches (product_id, created, created_by, source, unit_cost, codes)
values (@product_id, @created, @created_by, @source, sqlc.narg('unit_cost'), @codes) returning id;

-- name: LoadBatch :execrows
insert into codes (product_id, sealed, key_id, fingerprint, spelling, batch_id, expires_at)
select @product_id, t.sealed, @key_id, t.fingerprint, t.spelling, @batch_id::bigint, nullif(t.expires_at, 'epoch')
from (
	select unnest(@sealed::bytea[]) as sealed, unnest(@fingerprints::bytea[]) as fingerprint, unnest(@spellings::bytea[]) as spelling,
		unnest(@expires_at::timestamptz[]) as expires_at
) t
where not exists (select from code_marks k where k.fingerprint = t.fingerprint)
	and not exists (select from code_marks k where k.spelling = t.spelling)
on conflict do nothing;

-- name: CodeBatches :many
select b.id, b.product_id, g.title as game, p.title, b.created, b.created_by, s.name as created_name, b.source, (b.unit_cost is not null)::boolean as has_cost,
	coalesce(b.unit_cost, 0)::numeric(14, 2) as unit_cost, b.codes,
	(select count(*) from codes c where c.batch_id = b.id and c.state = 'free')::int as free
from code_batches b
join products p on p.id = b.product_id
join games g on g.id = p.game_id
join staff s on s.id = b.created_by
where b.id < @before::bigint and (sqlc.narg('product_id')::bigint is null or b.product_id = sqlc.narg('product_id'))
order by b.id desc limit @page_limit;

-- name: StockCodes :many
-- Codes without their texts.
select c.id, c.product_id, p.title, c.state, encode(c.fingerprint, 'hex')::text as fingerprint, coalesce(c.batch_id, 0)::bigint as batch_id, c.loaded_at,
	coalesce(c.expires_at, 'epoch')::timestamptz as expires_at, c.given_at, c.voided_at, coalesce(c.void_reason, '')::text as void_reason,
	coalesce(l.order_id, 0)::bigint as order_id, (select count(*) from code_reveals r where r.code_id = c.id)::int as seen
from codes c
join products p on p.id = c.product_id
left join order_lines l on l.id = c.line_id
where c.id < @before::bigint and (sqlc.narg('product_id')::bigint is null or c.product_id = sqlc.narg('product_id'))
	and (sqlc.narg('batch_id')::bigint is null or c.batch_id = sqlc.narg('batch_id')) and (sqlc.narg('state')::text is null or c.state = sqlc.narg('state'))
order by c.id desc limit @page_limit;

-- name: BatchLoss :one
-- What a batch costs, and what its codes are sold for.
select p.title, p.final_price, coalesce(b.unit_cost, 0)::numeric as unit_cost, b.codes
from code_batches b join products p on p.id = b.product_id where b.id = @id;

-- name: VoidCodes :many
-- Voids free codes: one, or all of a batch. What an order holds is not touched.
update codes set state = 'void', voided_at = @now::timestamptz, voided_by = @voided_by::bigint, void_reason = @void_reason::text
where state = 'free' and (codes.id = sqlc.narg('id') or codes.batch_id = sqlc.narg('batch_id'))
returning codes.id, coalesce((select b.unit_cost from code_batches b where b.id = codes.batch_id), 0)::numeric as cost;

-- name: WorthOfCodes :one
-- What codes are worth. The cost of a batch is what somebody typed, so it does not count below
-- the price or the dearest offer of the product.
select coalesce(sum(greatest(b.unit_cost, w.worth)), 0)::numeric as worth
from codes c left join code_batches b on b.id = c.batch_id
join (
	select p.id, greatest(p.final_price, round(max(f.cost * case when f.cost_currency = 'RUB' then 1 else r.rate end), 2)) as worth
	from products p left join offers f on f.product_id = p.id and f.is_active
	left join lateral (select x.rate from currency_rates x where x.currency = f.cost_currency order by x.set_at desc limit 1) r on true
	where p.id in (select k.product_id from codes k where k.id = any (@ids::bigint[]))
	group by p.id
) w on w.id = c.product_id
where c.id = any (@ids::bigint[]);

-- name: CodeForStaff :one
select c.id, c.sealed, c.key_id, c.fingerprint, coalesce(l.order_id, 0)::bigint as order_id, (c.state in ('free', 'reserved'))::boolean as is_stock
from codes c left join order_lines l on l.id = c.line_id where c.id = @id;

-- name: InsertStaffReveal :exec
insert into code_reveals (code_id, viewer, staff_id, reason, at) values (@code_id, 'staff', @staff_id, @reason, @at);

-- name: SupplierRows :many
-- Suppliers with their health, our balance, and how the tries of the last hour and day went.
select s.supplier::text as supplier, (w.supplier is not null)::boolean as is_off, coalesce(w.off_at, 'epoch')::timestamptz as off_at, coalesce(w.reason_text, '')::text as off_reason,
	coalesce(p.name, '')::text as off_by, coalesce(h.failures, 0)::int as failures, coalesce(h.away_until > @now::timestamptz, false)::boolean as is_away,
	(h.down_since is not null)::boolean as is_down, coalesce(h.prepaid::text, '')::text as prepaid, coalesce(h.prepaid_currency, '')::text as prepaid_currency,
	coalesce(h.checked_at, 'epoch')::timestamptz as checked_at,
	(select count(*) from offers f where f.supplier = s.supplier and f.is_active)::int as offers,
	(select count(*) from offers f where f.supplier = s.supplier and f.asked_cost is not null)::int as asked,
	(select count(*) from delivery_attempts a where a.supplier = s.supplier and a.created > @day::timestamptz)::int as day_tries,
	(select count(*) from delivery_attempts a where a.supplier = s.supplier and a.created > @day::timestamptz and a.state = 'delivered')::int as day_delivered,
	coalesce((select percentile_cont(0.5) within group (order by extract(epoch from a.ended_at - a.created)) from delivery_attempts a
		where a.supplier = s.supplier and a.created > @day::timestamptz and a.state = 'delivered'), -1)::float8 as day_seconds,
	(select count(*) from delivery_attempts a where a.supplier = s.supplier and a.created > @hour::timestamptz)::int as hour_tries,
	(select count(*) from delivery_attempts a where a.supplier = s.supplier and a.created > @hour::timestamptz and a.state = 'delivered')::int as hour_delivered
from (select distinct o.supplier from offers o) s
left join supplier_health h on h.supplier = s.supplier
left join supplier_switches w on w.supplier = s.supplier
left join staff p on p.id = w.switched_by
order by s.supplier;

-- name: GoodsOnlyOf :many
-- Goods on sale that no other supplier could deliver if this one were off.
select coalesce(p.title, t.title)::text as title, coalesce(g.title, '')::text as game
from offers f
left join products p on p.id = f.product_id
left join games g on g.id = p.game_id
left join gifts t on t.id = f.gift_id
where f.supplier = @supplier and f.is_active and f.in_stock and f.asked_cost is null and coalesce(p.is_active and g.is_active, t.is_active)
	and not exists (
		select from offers x
		where x.supplier <> @supplier and (x.product_id = f.product_id or x.gift_id = f.gift_id) and x.is_active and x.in_stock and x.asked_cost is null
			and not exists (select from supplier_switches w where w.supplier = x.supplier)
	)
order by g.position, p.position, f.id limit 500;

-- name: AttemptRows :many
-- The newest attempts of a supplier; with a state, those in it among the newest thousand.
select a.id, u.order_id, coalesce(p.title, t.title)::text as title, a.state, coalesce(a.reason, '')::text as reason, coalesce(a.ref, '')::text as ref,
	a.created, coalesce(a.ended_at, 'epoch')::timestamptz as ended_at, a.asks
from (
	select * from delivery_attempts x
	where x.supplier = @supplier and (x.created, x.id) < (@before_at::timestamptz, @before_id::bigint)
	order by x.created desc, x.id desc limit 1000
) a
join delivery_units u on u.id = a.unit_id
join offers f on f.id = a.offer_id
left join products p on p.id = f.product_id
left join gifts t on t.id = f.gift_id
where sqlc.narg('state')::text is null or a.state = sqlc.narg('state')
order by a.created desc, a.id desc limit @page_limit;

-- name: SwitchSupplierOff :execrows
insert into supplier_switches (supplier, off_at, switched_by, reason_code, reason_text) values (@supplier, @off_at, @switched_by, @reason_code, @reason_text)
on conflict do nothing;

-- name: SwitchSupplierOn :execrows
delete from supplier_switches where supplier = @supplier;

-- name: OfferRows :many
select f.id, f.supplier, f.sku, coalesce(p.title, t.title)::text as title, coalesce(g.title, '')::text as game, f.cost::text as cost, f.cost_currency,
	f.priority, f.is_active, f.in_stock, coalesce(f.asked_cost::text, '')::text as asked_cost, coalesce(f.synced_at, 'epoch')::timestamptz as synced_at
from offers f
left join products p on p.id = f.product_id
left join games g on g.id = p.game_id
left join gifts t on t.id = f.gift_id
where f.supplier = @supplier and f.id > @after::bigint
order by f.id limit @page_limit;

-- name: ChangeOffer :one
update offers set priority = @priority, is_active = @is_active where id = @id returning supplier;

-- name: OfferState :one
select supplier, sku, priority, is_active from offers where id = @id for update;

-- name: ChangeSKU :exec
-- Nothing that was known about the other SKU holds: the supplier is asked again.
update offers set sku = @sku, cost = 0, asked_cost = null, asked_at = null, approved_cost = null, refused_cost = null, synced_at = null, in_stock = false where id = @id;

-- name: HasOpenAttempts :one
-- Whether a supplier may still deliver by this offer.
select exists (select from delivery_attempts a where a.offer_id = @id and a.state in ('asking', 'unknown', 'pending'))::boolean;

-- name: AddOffer :one
-- The currency is the one the supplier has been paid in.
insert into offers (product_id, supplier, sku, cost, cost_currency, priority, in_stock)
values (@product_id, @supplier, @sku, sqlc.arg('cost')::text::numeric, coalesce(sqlc.narg('currency')::text,
	(select f.cost_currency from offers f where f.supplier = @supplier order by f.id limit 1),
	(select h.prepaid_currency from supplier_health h where h.supplier = @supplier), 'USD'), @priority, @in_stock)
returning id;

-- name: ProductOffers :many
-- The offers of products, in the order they are tried.
select f.id, f.product_id::bigint as product_id, f.supplier, f.sku, f.cost::text as cost, f.cost_currency, f.priority, f.is_active, f.in_stock,
	coalesce(f.asked_cost::text, '')::text as asked_cost, coalesce(f.synced_at, 'epoch')::timestamptz as synced_at,
	exists (select from supplier_switches w where w.supplier = f.supplier) as is_off
from offers f where f.product_id = any (@product_ids::bigint[]) order by f.product_id, f.priority, f.id;

-- name: HoldCodes :execrows
-- Holds the codes of every product that would be sold next.
update codes set state = 'held' where id in (
	select f.id from products p cross join lateral (
		select c.id from codes c where c.product_id = p.id and c.state = 'free'
		order by c.expires_at nulls last, c.id limit @next::bigint for update
	) f
);

-- name: ReleaseHeldCodes :execrows
update codes set state = 'free' where product_id = @product_id and state = 'held';

-- name: ChangeSettings :execrows
update delivery_settings set hold_minutes = @hold_minutes, min_margin_percent = @min_margin_percent, cost_limit_percent = @cost_limit_percent,
	prepaid_days = @prepaid_days, version = version + 1, changed_at = @changed_at::timestamptz, changed_by = @changed_by::bigint
where version = @version;

-- name: InsertPicture :one
insert into delivery_pictures (order_id, blob_key, digest, width, height, created, created_by)
values (@order_id, @blob_key, @digest, @width, @height, @created, @created_by) returning id;

-- name: AttachPicture :execrows
update delivery_pictures set attached_at = @now::timestamptz where id = @id and order_id = @order_id and attached_at is null and not is_erased;

-- name: PicturesOfOrder :many
select id, blob_key, digest, width, height, attached_at::timestamptz as attached_at from delivery_pictures
where order_id = @order_id and attached_at is not null and not is_erased order by id;

-- name: ErasePictures :exec
update delivery_pictures p set is_erased = true from orders o where o.id = p.order_id and o.user_id = @user_id::bigint;

-- name: UnusedPictures :many
-- Pictures to delete: erased ones, and those whose delivery was refused or never came.
select id, blob_key from delivery_pictures
where is_erased or attached_at is null and created < @before
order by created limit 100;

-- name: DeletePicture :exec
delete from delivery_pictures where id = @id and (is_erased or attached_at is null and created < @before);

-- name: HandOverTasks :exec
-- Gives the tasks that one operator holds to another, or to nobody.
update operator_tasks set taken_by = sqlc.narg('given_to'), taken_until = sqlc.narg('until')
where state = 'open' and taken_by = @who and taken_until > @now::timestamptz;
