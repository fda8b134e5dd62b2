-- name: TakeKey :execrows
-- A second request with the key waits here until the first is over.
insert into desk_requests (staff_id, key, action, digest, at) values (@staff_id, @key, @action, @digest, @at)
on conflict do nothing;

-- name: ReadRequest :one
select action, digest, answer from desk_requests where staff_id = @staff_id and key = @key;

-- name: StoreAnswer :exec
update desk_requests set answer = @answer where staff_id = @staff_id and key = @key;

-- name: DeleteOldRequests :execrows
delete from desk_requests where at < @before::timestamptz;

-- name: AreNewTogether :one
-- Whether one of two people invited the other lately, directly or through others, or a
-- third person invited both.
with recursive chain as (
	select p.id as origin, p.id as person from unnest(array[@first_id::bigint, @second_id::bigint]) p (id)
	union
	select c.origin, i.created_by from chain c join staff_invitations i on i.accepted_by = c.person where i.accepted_at >= @since::timestamptz and i.created_by is not null
)
select exists (select from chain a join chain b on b.person = a.person where a.origin = @first_id::bigint and b.origin = @second_id::bigint)::boolean;

-- name: LockTakings :exec
-- Takings of one person, and those for one buyer, are counted one after the other.
select pg_advisory_xact_lock(hashtextextended('takings:' || @of_whom::text, 0));

-- name: TakenToday :one
-- What a person took in a day without a second person.
select coalesce(sum(rubles), 0)::numeric from staff_takings
where staff_id = @staff_id and permission = @permission and day = @day and request_id is null;

-- name: TakenForBuyer :one
-- What one buyer got since a time without a second person, from anybody.
select coalesce(sum(rubles), 0)::numeric from staff_takings
where user_id = @user_id and permission = @permission and at >= @since and request_id is null;

-- name: InsertTaking :exec
insert into staff_takings (at, day, staff_id, permission, door, subject, rubles, order_id, user_id, request_id)
values (@at, @day, @staff_id, @permission, @door, @subject, @rubles, sqlc.narg('order_id'), sqlc.narg('user_id'), sqlc.narg('request_id'));

-- name: QueueItems :many
-- Everything that waits for an operator, most urgent first, after a cursor. Each kind
-- is read by its own index and contributes at most source_limit rows. The kinds are
-- filtered by the caller's list, and if ids is not null, rows by it; owner is who holds
-- the lease now.
with items as (
	(
		select t.kind, t.id, t.order_id, l.title::text as title, ''::text as note, ((l.quantity * l.unit_price - l.discount) * 100)::bigint as hundredths, 'RUB'::text as currency,
			t.created, t.due_at, t.taken_by as task_owner, t.taken_until as task_until
		from unnest(sqlc.arg('kinds')::text[]) k (kind) cross join lateral (
			select * from operator_tasks t
			where t.state = 'open' and t.kind = k.kind and (sqlc.narg('ids')::bigint[] is null or t.id = any (sqlc.narg('ids')::bigint[]))
				and (not sqlc.arg('free_only')::boolean or t.taken_until is null or t.taken_until <= sqlc.arg('now')::timestamptz)
				and t.due_at >= sqlc.arg('after_due')::timestamptz and (t.due_at, t.kind, t.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			order by t.due_at, t.id limit sqlc.arg('source_limit')
		) t join delivery_units u on u.id = t.unit_id join order_lines l on l.id = u.line_id
		where k.kind in ('standoff', 'by_hand', 'unknown')
	) union all (
		select 'refund', r.id, r.order_id, p.provider, coalesce(r.note, ''), ((r.amount - r.covered) * 100)::bigint, r.currency, r.created, r.created + make_interval(mins => (select refund_minutes from queue_settings)), null, null
		from (
			select * from refunds r
			where r.status not in ('done', 'covered') and r.status = 'manual' and 'refund' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or r.id = any (sqlc.narg('ids')::bigint[]))
				and r.created >= sqlc.arg('after_due')::timestamptz - make_interval(mins => (select refund_minutes from queue_settings)) and (r.created + make_interval(mins => (select refund_minutes from queue_settings)), 'refund', r.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			order by r.created, r.id limit sqlc.arg('source_limit')
		) r join payments p on p.id = r.payment_id
	) union all (
		select 'refund_late', r.id, r.order_id, p.provider, coalesce(r.note, ''), ((r.amount - r.covered) * 100)::bigint, r.currency, r.created, r.created + interval '90 minutes', null, null
		from (
			select * from refunds r
			where r.status not in ('done', 'covered') and r.status <> 'manual' and 'refund_late' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or r.id = any (sqlc.narg('ids')::bigint[]))
				and (r.created < sqlc.arg('now')::timestamptz - interval '30 minutes' or r.tries >= 5)
				and r.created >= sqlc.arg('after_due')::timestamptz - interval '90 minutes' and (r.created + interval '90 minutes', 'refund_late', r.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			order by r.created, r.id limit sqlc.arg('source_limit')
		) r join payments p on p.id = r.payment_id
	) union all (
		select 'grant', g.id, g.order_id, g.destination, g.reason_code, (g.amount * 100)::bigint, g.currency, g.granted_at, g.expires_at, null, null
		from refund_grants g
		where g.state = 'granted' and 'grant' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or g.id = any (sqlc.narg('ids')::bigint[]))
			and g.expires_at >= sqlc.arg('after_due')::timestamptz and (g.expires_at, 'grant', g.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by g.expires_at, g.id limit sqlc.arg('source_limit')
	) union all (
		select t.kind, t.id, t.order_id, t.kind, t.note, (t.amount * 100)::bigint, t.currency, t.created, t.created + interval '24 hours', null, null
		from unnest(sqlc.arg('kinds')::text[]) k (kind) cross join lateral (
			select * from payment_tasks t
			where t.closed_at is null and t.kind = k.kind and (sqlc.narg('ids')::bigint[] is null or t.id = any (sqlc.narg('ids')::bigint[]))
				and t.created >= sqlc.arg('after_due')::timestamptz - interval '24 hours' and (t.created + interval '24 hours', t.kind, t.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			order by t.created, t.id limit sqlc.arg('source_limit')
		) t
		where k.kind in ('outside_refund', 'refund_too_large', 'balance_frozen')
	) union all (
		select 'chargeback', t.id, d.order_id, d.state, t.note, (t.amount * 100)::bigint, t.currency, d.opened_at, d.due_at, null, null
		from disputes d join payment_tasks t on t.kind = 'chargeback' and t.ref = d.outside_id::text
		where d.state in ('opened', 'answered') and t.closed_at is null and 'chargeback' = any (sqlc.arg('kinds')::text[])
			and (sqlc.narg('ids')::bigint[] is null or t.id = any (sqlc.narg('ids')::bigint[]))
			and d.due_at >= sqlc.arg('after_due')::timestamptz and (d.due_at, 'chargeback', t.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by d.due_at, t.id limit sqlc.arg('source_limit')
	) union all (
		select 'unmatched', n.id, null, n.provider, n.kind, (n.amount * 100)::bigint, n.currency, n.received_at, n.received_at + make_interval(mins => (select unmatched_minutes from queue_settings)), null, null
		from payment_notices n
		where n.order_id is null and n.decision is null and 'unmatched' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or n.id = any (sqlc.narg('ids')::bigint[]))
			and n.received_at >= sqlc.arg('after_due')::timestamptz - make_interval(mins => (select unmatched_minutes from queue_settings)) and (n.received_at + make_interval(mins => (select unmatched_minutes from queue_settings)), 'unmatched', n.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by n.received_at, n.id limit sqlc.arg('source_limit')
	) union all (
		select 'unconfirmed', n.id, n.order_id, n.provider, n.kind, (n.amount * 100)::bigint, n.currency, n.received_at, n.received_at + interval '24 hours', null, null
		from payment_notices n
		where n.confirmed_at is null and n.order_id is not null and n.received_at < sqlc.arg('now')::timestamptz - interval '30 minutes' and 'unconfirmed' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or n.id = any (sqlc.narg('ids')::bigint[]))
			and n.received_at >= sqlc.arg('after_due')::timestamptz - interval '24 hours' and (n.received_at + interval '24 hours', 'unconfirmed', n.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by n.received_at, n.id limit sqlc.arg('source_limit')
	) union all (
		select 'failing_' || f.step, f.subject, f.order_id, f.step, f.reason, 0, 'RUB', f.since, f.since + interval '20 minutes', null, null
		from unnest(sqlc.arg('kinds')::text[]) k (kind) cross join lateral (
			select * from order_failing_steps f
			where f.last_at - f.since >= interval '5 minutes' and 'failing_' || f.step = k.kind and (sqlc.narg('ids')::bigint[] is null or f.subject = any (sqlc.narg('ids')::bigint[]))
				and (f.since + interval '20 minutes', 'failing_' || f.step, f.subject) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			order by f.since, f.step, f.subject limit sqlc.arg('source_limit')
		) f
		where k.kind in ('failing_settle', 'failing_deliver', 'failing_hand_over', 'failing_refund')
	) union all (
		select 'overdue', o.id, o.id, o.status, coalesce(o.next_action, ''), ((o.total - o.discount) * 100)::bigint, 'RUB', o.due_at, o.due_at + interval '10 minutes', null, null
		from orders o
		where o.due_at is not null and o.status not in ('created', 'waiting_for_payment') and o.due_at < sqlc.arg('now')::timestamptz - interval '10 minutes' and 'overdue' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or o.id = any (sqlc.narg('ids')::bigint[]))
			and o.due_at >= sqlc.arg('after_due')::timestamptz - interval '10 minutes' and (o.due_at + interval '10 minutes', 'overdue', o.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			and not exists (select from operator_tasks t where t.order_id = o.id and t.state = 'open')
			and not exists (select from delivery_pauses p where p.order_id = o.id)
		order by o.due_at, o.id limit sqlc.arg('source_limit')
	) union all (
		select 'paused', p.order_id, p.order_id, o.status, p.reason, ((o.total - o.discount) * 100)::bigint, 'RUB', p.paused_at, p.until, null, null
		from delivery_pauses p join orders o on o.id = p.order_id
		where 'paused' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or p.order_id = any (sqlc.narg('ids')::bigint[])) and p.until >= sqlc.arg('after_due')::timestamptz and (p.until, 'paused', p.order_id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by p.until, p.order_id limit sqlc.arg('source_limit')
	) union all (
		select 'held', o.id, o.id, o.status, '', ((o.total - o.discount) * 100)::bigint, 'RUB', o.created, u.until, null, null
		from (
			select w.order_id, max(w.held_until) as until
			from (
				select w.order_id, w.held_until from delivery_units w where w.state = 'waiting' and w.held_until is not null
				union all -- a supplier is tried once more at this moment: that ends nothing yet
				select w.order_id, w.held_until from delivery_attempts a join delivery_units w on w.id = a.unit_id
				where a.state = 'asking' and w.state = 'placed' and w.held_until is not null
			) w
			where 'held' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or w.order_id = any (sqlc.narg('ids')::bigint[]))
				and not exists (select from delivery_pauses p where p.order_id = w.order_id)
			group by w.order_id
			having (max(w.held_until), 'held', w.order_id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			order by max(w.held_until), w.order_id limit sqlc.arg('source_limit')
		) u join orders o on o.id = u.order_id
	) union all (
		select 'details', o.id, o.id, (select l.title from order_lines l where l.order_id = o.id and l.status = 'incorrect-details' order by l.id limit 1),
			coalesce((select u.supplier from delivery_units u where u.order_id = o.id and u.state = 'wrong_details' order by u.id limit 1), ''),
			(select (sum(l.quantity * l.unit_price - l.discount) * 100)::bigint from order_lines l where l.order_id = o.id and l.status = 'incorrect-details'), 'RUB',
			o.due_at - make_interval(hours => sqlc.arg('correction_hours')::int), o.due_at, null, null
		from orders o
		where o.next_action = 'correct' and 'details' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or o.id = any (sqlc.narg('ids')::bigint[]))
			and o.due_at < sqlc.arg('now')::timestamptz + make_interval(hours => sqlc.arg('correction_hours')::int) - interval '15 minutes'
			and o.due_at >= sqlc.arg('after_due')::timestamptz and (o.due_at, 'details', o.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
			and exists (select from order_lines l where l.order_id = o.id and l.status = 'incorrect-details')
			and exists (select from delivery_units u where u.order_id = o.id and u.state = 'wrong_details')
		order by o.due_at, o.id limit sqlc.arg('source_limit')
	) union all (
		select 'code', k.id, k.order_id, coalesce((select g.title || ': ' from orders o join games g on g.id = o.game_id where o.id = k.order_id), '') || l.title, k.text,
			((l.unit_price - l.discount / l.quantity) * 100)::bigint, 'RUB', k.created, k.created + make_interval(mins => (select code_minutes from queue_settings)), null, null
		from code_complaints k join order_lines l on l.id = k.line_id
		where k.state = 'open' and 'code' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or k.id = any (sqlc.narg('ids')::bigint[]))
			and k.created >= sqlc.arg('after_due')::timestamptz - make_interval(mins => (select code_minutes from queue_settings)) and (k.created + make_interval(mins => (select code_minutes from queue_settings)), 'code', k.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by k.created, k.id limit sqlc.arg('source_limit')
	) union all (
		select 'cost', f.id, null, f.supplier, coalesce((select p.title from products p where p.id = f.product_id), (select t.title from gifts t where t.id = f.gift_id), f.sku), (f.asked_cost * 100)::bigint, f.cost_currency, coalesce(f.asked_at, f.synced_at, 'epoch'), coalesce(f.asked_at, f.synced_at, 'epoch') + make_interval(mins => (select cost_minutes from queue_settings)), null, null
		from offers f
		where f.asked_cost is not null and f.refused_cost is distinct from f.asked_cost and f.is_active and 'cost' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or f.id = any (sqlc.narg('ids')::bigint[]))
			and (coalesce(f.asked_at, f.synced_at, 'epoch') + make_interval(mins => (select cost_minutes from queue_settings)), 'cost', f.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by 9, f.id limit sqlc.arg('source_limit')
	) union all (
		select 'review', b.id, b.order_id, b.rating::text, left(b.text, 200), 0, 'RUB', b.created, b.created + make_interval(mins => (select review_minutes from queue_settings)), null, null
		from feedback b
		where b.state = 'waiting' and 'review' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or b.id = any (sqlc.narg('ids')::bigint[]))
			and b.created >= sqlc.arg('after_due')::timestamptz - make_interval(mins => (select review_minutes from queue_settings)) and (b.created + make_interval(mins => (select review_minutes from queue_settings)), 'review', b.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by b.created, b.id limit sqlc.arg('source_limit')
	) union all (
		select 'letter', m.id, m.order_id, m.event, '', 0, 'RUB', m.created, m.created + make_interval(mins => (select letter_minutes from queue_settings)), null, null
		from letters m
		where m.state = 'given_up' and m.dismissed_at is null and 'letter' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or m.id = any (sqlc.narg('ids')::bigint[]))
			and m.created >= sqlc.arg('after_due')::timestamptz - make_interval(mins => (select letter_minutes from queue_settings)) and (m.created + make_interval(mins => (select letter_minutes from queue_settings)), 'letter', m.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by m.created, m.id limit sqlc.arg('source_limit')
	) union all (
		select 'difference', d.id, null, d.party || ' · ' || d.name, d.kind, (abs(d.theirs - d.ours) * 100)::bigint, d.currency, d.created, d.created + make_interval(mins => (select difference_minutes from queue_settings)), null, null
		from settlement_differences d -- money that a row without an order is about is one thing to decide
		where d.state = 'open' and not (d.kind = 'theirs_only' and d.row_kind = 'payment' and exists (
				select from payment_notices n where n.provider_id = d.name and n.provider = d.party and n.kind = 'paid' and n.order_id is null and n.decision is null
			)) and 'difference' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or d.id = any (sqlc.narg('ids')::bigint[]))
			and d.created >= sqlc.arg('after_due')::timestamptz - make_interval(mins => (select difference_minutes from queue_settings)) and (d.created + make_interval(mins => (select difference_minutes from queue_settings)), 'difference', d.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by d.created, d.id limit sqlc.arg('source_limit')
	) union all (
		select 'price', s.product_id, null, g.title || ' · ' || p.title, '', (s.price * 100)::bigint, 'RUB', s.at, s.at + make_interval(mins => (select price_minutes from queue_settings)), null, null
		from price_rule_steps s join products p on p.id = s.product_id join games g on g.id = p.game_id
		where s.state = 'waits' and 'price' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or s.product_id = any (sqlc.narg('ids')::bigint[]))
			and s.at >= sqlc.arg('after_due')::timestamptz - make_interval(mins => (select price_minutes from queue_settings)) and (s.at + make_interval(mins => (select price_minutes from queue_settings)), 'price', s.product_id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by s.at, s.product_id limit sqlc.arg('source_limit')
	) union all (
		select 'registry', f.id, null, f.party || ' · ' || to_char(f.day, 'DD.MM.YYYY'), f.note, 0, 'RUB', f.changed, f.changed + interval '12 hours', null, null
		from registry_fetches f
		where f.state = 'failed' and 'registry' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or f.id = any (sqlc.narg('ids')::bigint[]))
			and f.changed >= sqlc.arg('after_due')::timestamptz - interval '12 hours' and (f.changed + interval '12 hours', 'registry', f.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by f.changed, f.id limit sqlc.arg('source_limit')
	) union all (
		select 'method', p.method_id, null, m.title || ' · ' || c.name, concat_ws(' ', p.state, p.paid, p.tries, p.week_paid, p.week_tries), 0, 'RUB', p.since, p.since + interval '15 minutes', null, null
		from method_pauses p join payment_methods m on m.id = p.method_id join method_groups g on g.id = m.group_id join countries c on c.id = g.country_id
		where p.state in ('paused', 'failing') and 'method' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or p.method_id = any (sqlc.narg('ids')::bigint[]))
			and (p.since + interval '15 minutes', 'method', p.method_id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by p.since, p.method_id limit sqlc.arg('source_limit')
	) union all (
		-- Products whose codes last less than two days at the pace of thirty, as on the stock screen. Reads no more
		-- codes than it takes to decide.
		select 'stock_low', p.id, null, g.title || ' · ' || p.title, f.free::text, 0, 'RUB', s.last_at, s.last_at + make_interval(secs => f.free * 2592000.0 / nullif(s.given, 0)), null, null
		from products p join games g on g.id = p.game_id
		cross join lateral (select count(*) as free from (
			select from codes c where c.product_id = p.id and c.state = 'free' and (c.expires_at is null or c.expires_at > sqlc.arg('now')::timestamptz) limit 20000
		) x) f
		cross join lateral (
			select from codes c where c.product_id = p.id and c.state = 'given' and c.given_at > sqlc.arg('now')::timestamptz - interval '30 days' offset f.free * 15 limit 1
		) low
		cross join lateral (
			select count(*) as given, max(c.given_at) as last_at from codes c where c.product_id = p.id and c.state = 'given' and c.given_at > sqlc.arg('now')::timestamptz - interval '30 days'
		) s
		where p.kind = 'pubg' and p.is_active and g.is_active and 'stock_low' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or p.id = any (sqlc.narg('ids')::bigint[]))
			and (s.last_at + make_interval(secs => f.free * 2592000.0 / nullif(s.given, 0)), 'stock_low', p.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by 9, p.id limit sqlc.arg('source_limit')
	) union all (
		select 'supplier_money', h.id, null, h.supplier, case when h.prepaid <= 0 then 'gone' else '' end, 0, 'RUB', h.checked_at, h.runs_out_at, null, null
		from supplier_health h
		where h.runs_out_at < sqlc.arg('now')::timestamptz + make_interval(days => (select prepaid_days from delivery_settings)) and 'supplier_money' = any (sqlc.arg('kinds')::text[])
			and (sqlc.narg('ids')::bigint[] is null or h.id = any (sqlc.narg('ids')::bigint[]))
			and not exists (select from supplier_switches w where w.supplier = h.supplier) and exists (select from offers f where f.supplier = h.supplier and f.is_active)
			and (h.runs_out_at, 'supplier_money', h.id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by h.runs_out_at, h.id limit sqlc.arg('source_limit')
	) union all (
		-- By law a buyer is answered within ten working days; ten by the calendar are never more.
		select 'erasure', e.user_id, null, '№ ' || e.user_id, '', 0, 'RUB', e.asked_at, e.asked_at + interval '10 days', null, null
		from user_erasures e join users u on u.id = e.user_id and u.erased_at is null
		where e.state = 'open' and 'erasure' = any (sqlc.arg('kinds')::text[]) and (sqlc.narg('ids')::bigint[] is null or e.user_id = any (sqlc.narg('ids')::bigint[]))
			and (e.asked_at + interval '10 days', 'erasure', e.user_id) > (sqlc.arg('after_due')::timestamptz, sqlc.arg('after_kind')::text, sqlc.arg('after_id')::bigint)
		order by e.asked_at, e.user_id limit sqlc.arg('source_limit')
	)
), owned as (
	select i.kind, i.id, i.order_id, i.title, i.note, i.hundredths, i.currency, i.created, i.due_at, coalesce(s.id, 0)::bigint as owner_id,
		coalesce(s.name, case when i.task_until > sqlc.arg('now')::timestamptz then i.task_owner end, '')::text as owner_name,
		coalesce(c.until, i.task_until) as owner_until
	from items i
	left join queue_claims c on c.kind = i.kind and c.id = i.id and c.until > sqlc.arg('now')::timestamptz
	left join staff s on s.id = coalesce(c.staff_id, case when i.task_until > sqlc.arg('now')::timestamptz and i.task_owner ~ '^staff:[0-9]+$' then substr(i.task_owner, 7)::bigint end)
)
select kind::text as kind, id::bigint as id, coalesce(order_id, 0)::bigint as order_id, title::text as title, note::text as note, hundredths::bigint as hundredths, currency::text as currency, created::timestamptz as created,
	due_at::timestamptz as due_at, owner_id, owner_name, coalesce(owner_until, 'epoch')::timestamptz as owner_until
from owned
where (not sqlc.arg('free_only')::boolean or owner_name = '') and (sqlc.arg('owner')::bigint = 0 or owner_id = sqlc.arg('owner')::bigint) and (not sqlc.arg('late_only')::boolean or due_at < sqlc.arg('now')::timestamptz)
order by due_at, kind, id
limit sqlc.arg('page_limit');

-- name: SupplierMoney :one
-- Our balance with a supplier, with its currency.
select supplier, (round(prepaid, 2)::text || ' ' || prepaid_currency)::text as prepaid from supplier_health where id = @id;

-- name: LiveClaims :one
-- How many rows that are not tasks of delivery are held now.
select count(*) from queue_claims where until > @now::timestamptz;

-- name: OwnedItems :many
-- What a person holds now.
select c.kind::text as kind, c.id from queue_claims c where c.staff_id = @staff_id and c.until > @now::timestamptz
union all
select t.kind, t.id from operator_tasks t where t.state = 'open' and t.taken_by = 'staff:' || @staff_id::bigint and t.taken_until > @now::timestamptz;

-- name: HeldItems :many
-- What people hold now.
select c.kind::text as kind, c.id from queue_claims c where c.until > @now::timestamptz
union all
select t.kind, t.id from operator_tasks t where t.state = 'open' and t.taken_by is not null and t.taken_until > @now::timestamptz;

-- name: ClaimItem :execrows
-- Leases a row of the queue, unless another person holds it.
insert into queue_claims as c (kind, id, staff_id, until) values (@kind, @id, @staff_id, @until)
on conflict (kind, id) do update set staff_id = excluded.staff_id, until = excluded.until
where c.staff_id = excluded.staff_id or c.until <= @now::timestamptz;

-- name: ReleaseItem :execrows
delete from queue_claims where kind = @kind and id = @id and staff_id = @staff_id;

-- name: EndClaim :exec
delete from queue_claims where kind = @kind and id = @id;

-- name: Names :many
select id, name from staff where id = any (@ids::bigint[]);

-- name: TaskUnits :many
-- The units a delivery task is about: of Standoff all lines of the order.
select u.id from operator_tasks t join delivery_units u on u.id = t.unit_id or t.kind = 'standoff' and u.order_id = t.order_id
where t.id = @id and u.state in ('waiting', 'placed', 'queued', 'wrong_details') order by u.id;

-- name: RejectedDetails :one
-- The supplier that rejected the details of an order, and when.
select a.supplier, coalesce(a.ended_at, a.created)::timestamptz as at
from delivery_units u join delivery_attempts a on a.unit_id = u.id
where u.order_id = @order_id and u.state = 'wrong_details' and a.state = 'rejected' and a.reason = 'wrong_details'
order by a.id desc limit 1;

-- name: TaskAttempts :many
-- With whom units were tried, the newest first, and when the supplier last answered.
select a.supplier, coalesce(a.ref, '')::text as ref, a.state, coalesce(a.reason, '')::text as reason, a.created, a.asks,
	coalesce(x.at, 'epoch')::timestamptz as answered_at, coalesce(x.status, 0)::int as status
from delivery_attempts a
left join lateral (select x.at, x.status from delivery_exchanges x where x.attempt_id = a.id order by x.id desc limit 1) x on true
where a.unit_id = any (@units::bigint[]) order by a.id desc limit 3;

-- name: OfferOfCost :one
-- What a supplier's new cost is about.
select f.supplier, f.sku, f.cost::text as cost, coalesce(f.asked_cost, f.cost)::text as asked, f.cost_currency,
	coalesce(p.title, t.title, '')::text as title, coalesce(g.title, '')::text as game, p.game_id, coalesce(p.price, t.price, 0)::numeric as price
from offers f
left join products p on p.id = f.product_id
left join games g on g.id = p.game_id
left join gifts t on t.id = f.gift_id
where f.id = @id;

-- name: ShownCode :one
-- When the buyer was first shown a code, and how many complaints the buyer of this order has made.
select coalesce((select min(r.at) from code_reveals r where r.viewer <> 'staff' and (not @is_unit::boolean and r.code_id = @code::bigint or @is_unit::boolean and r.unit_id = @code::bigint)), 'epoch')::timestamptz as shown_at,
	(select count(*) from code_complaints k join orders o on o.id = k.order_id where lower(o.email) = lower(@email::text))::int as complaints;

-- name: StaffName :one
select name from staff where id = @id;

-- name: OrderServers :many
-- The servers that goods of a game can go to.
select id, name from game_servers where game_id = @game_id and is_active order by position, id;

-- name: MatchCandidates :many
-- Orders with attempts at the provider of about the same amount and time: first those of this
-- amount that are not paid.
select a.order_id, (a.amount * 100)::bigint as hundredths, a.currency, a.reference, a.created, o.status, coalesce(o.email, '')::text as email,
	exists (select from payments p where p.order_id = o.id) as is_paid
from payment_notices n
join payment_attempts a on a.provider = n.provider and a.currency = n.currency and a.created between n.received_at - interval '3 days' and n.received_at + interval '1 hour'
join orders o on o.id = a.order_id
where n.id = @id
order by a.amount = n.amount desc, exists (select from payments p where p.order_id = o.id), abs(extract(epoch from a.created - n.received_at)), a.id desc limit 10;

-- name: ProviderOfNotice :one
select provider from payment_notices where id = @id;

-- name: RefundRows :many
-- Refunds, newest first, with who granted and sent them.
select r.id, r.order_id, r.status, (r.amount * 100)::bigint as hundredths, r.currency, r.reason, r.destination, p.provider, r.tries, r.next_try_at, r.created, r.done_at,
	coalesce(r.note, '')::text as note, g.granted_by, g.decided_by, coalesce(gs.name, '')::text as granted_name, coalesce(ds.name, '')::text as decided_name
from refunds r
join payments p on p.id = r.payment_id
left join refund_grants g on g.id = r.grant_id
left join staff gs on gs.id = g.granted_by
left join staff ds on ds.id = g.decided_by
where r.id < @before::bigint and (sqlc.arg('status')::text = '' or r.status = sqlc.arg('status')::text) and (@order_id::bigint = 0 or r.order_id = @order_id::bigint)
order by r.id desc limit @page_limit;

-- name: GrantRows :many
-- Grants that made no refund: those that wait, and those that were declined or expired.
select g.id, g.order_id, g.state, (g.amount * 100)::bigint as hundredths, g.currency, g.rubles, g.reason_code, g.destination, g.granted_at, g.decided_at, g.granted_by, g.decided_by,
	gs.name as granted_name, coalesce(ds.name, '')::text as decided_name, coalesce(g.decline_reason, g.reason)::text as note,
	(select coalesce(sum(x.rubles), 0) from refund_grants x where x.order_id = g.order_id and x.state = 'sent' and x.decided_by = x.granted_by)::numeric as sent_alone
from refund_grants g
join staff gs on gs.id = g.granted_by
left join staff ds on ds.id = g.decided_by
where g.id < @before::bigint and g.state = sqlc.arg('state')::text and (@order_id::bigint = 0 or g.order_id = @order_id::bigint)
order by g.id desc limit @page_limit;

-- name: OrderOfItem :one
-- The order a row of the queue is about, whether it still waits or not; 0 if none is.
select coalesce(case
	when @kind::text in ('unknown', 'standoff', 'by_hand') then (select t.order_id from operator_tasks t where t.id = @id)
	when @kind::text in ('refund', 'refund_late', 'failing_refund') then (select r.order_id from refunds r where r.id = @id)
	when @kind::text = 'grant' then (select g.order_id from refund_grants g where g.id = @id)
	when @kind::text in ('chargeback', 'outside_refund', 'refund_too_large', 'balance_frozen') then (select t.order_id from payment_tasks t where t.id = @id)
	when @kind::text = 'unconfirmed' then (select n.order_id from payment_notices n where n.id = @id)
	when @kind::text = 'failing_hand_over' then (select u.order_id from delivery_units u where u.id = @id)
	when @kind::text in ('failing_settle', 'failing_deliver', 'overdue', 'paused', 'held', 'details') then (select o.id from orders o where o.id = @id)
	when @kind::text = 'code' then (select k.order_id from code_complaints k where k.id = @id)
	when @kind::text = 'review' then (select b.order_id from feedback b where b.id = @id)
	when @kind::text = 'letter' then (select m.order_id from letters m where m.id = @id)
end, 0)::bigint as order_id;

-- name: OpeningNeeds :one
select exists (select from contacts where is_active)::boolean as has_entity,
	(exists (select from products p join games g on g.id = p.game_id where p.is_active and g.is_active)
		or exists (select from games where is_active and kind = 'steam')
		or exists (select from gifts where is_active))::boolean as has_goods;

-- name: SettingsOfAreas :many
-- Everything an owner may change, in hundredths, with who changed it last. A game without
-- a row is not set up.
with areas as (
	select 'steam'::text as area, version, changed_at, changed_by, jsonb_build_object('commission', commission * 100, 'min_amount', min_amount * 100, 'max_amount', max_amount * 100) as amounts from steam_settings
	union all
	select 'standoff', version, changed_at, changed_by, jsonb_build_object('market_fee', market_fee * 10000, 'surplus', is_surplus_enabled::int * 100) from standoff_settings
	union all
	select 'delivery', version, changed_at, changed_by, jsonb_build_object('hold_minutes', hold_minutes * 100, 'min_margin', min_margin_percent * 100, 'cost_limit', cost_limit_percent * 100, 'prepaid_days', prepaid_days * 100) from delivery_settings
	union all
	select 'payments', version, changed_at, changed_by, jsonb_build_object('late_hours', late_hours * 100) from payment_settings
	union all
	select 'reviews', version, changed_at, changed_by, jsonb_build_object('publish_from', publish_from * 100) from feedback_settings
	union all
	select 'queue', version, changed_at, changed_by, jsonb_build_object('code_minutes', code_minutes * 100, 'refund_minutes', refund_minutes * 100, 'unmatched_minutes', unmatched_minutes * 100, 'review_minutes', review_minutes * 100,
		'difference_minutes', difference_minutes * 100, 'cost_minutes', cost_minutes * 100, 'price_minutes', price_minutes * 100, 'letter_minutes', letter_minutes * 100) from queue_settings
)
select x.area, x.version, x.changed_at, s.name as changed_name, k.key::text as key, k.value::numeric::bigint as hundredths
from areas x cross join lateral jsonb_each_text(x.amounts) k left join staff s on s.id = x.changed_by;

-- name: ChangeQueueSettings :execrows
update queue_settings set code_minutes = @code_minutes, refund_minutes = @refund_minutes, unmatched_minutes = @unmatched_minutes, review_minutes = @review_minutes,
	difference_minutes = @difference_minutes, cost_minutes = @cost_minutes, price_minutes = @price_minutes, letter_minutes = @letter_minutes,
	version = version + 1, changed_at = @changed_at::timestamptz, changed_by = @changed_by::bigint
where version = @version;

-- name: WaitingForPerson :many
-- Everything that waits for an operator, read from the tables themselves and not as the
-- queue reads it: whatever is missing there, no operator learns of.
select t.kind::text as kind, t.id::bigint as id from operator_tasks t where t.state = 'open'
union all select 'refund', r.id from refunds r where r.status = 'manual'
union all select 'refund_late', r.id from refunds r where r.status in ('pending', 'sent', 'unknown', 'refused') and r.created < sqlc.arg('now')::timestamptz - interval '31 minutes'
union all select 'grant', g.id from refund_grants g where g.state = 'granted'
union all select t.kind, t.id from payment_tasks t where t.closed_at is null
union all select 'unmatched', n.id from payment_notices n where n.order_id is null and n.decision is null
union all select 'failing_' || f.step, f.subject from order_failing_steps f where f.last_at - f.since >= interval '5 minutes'
union all select 'paused', p.order_id from delivery_pauses p
union all select distinct 'details', u.order_id from delivery_units u join order_lines l on l.id = u.line_id
	where u.state = 'wrong_details' and l.status = 'incorrect-details' and not exists (select from delivery_pauses p where p.order_id = u.order_id)
	and (select max(e.at) from order_events e where e.order_id = u.order_id and e.event = 'details.needed') < sqlc.arg('now')::timestamptz - interval '16 minutes'
union all select 'code', k.id from code_complaints k where k.decided_at is null
union all select 'cost', f.id from offers f where f.asked_cost is not null and f.is_active and f.refused_cost is distinct from f.asked_cost
union all select 'price', s.product_id from price_rule_steps s where s.state = 'waits'
union all select 'review', b.id from feedback b where b.state = 'waiting'
union all select 'difference', d.id from settlement_differences d where d.resolved_at is null and not (d.kind = 'theirs_only' and d.row_kind = 'payment' and exists (
	select from payment_notices n where n.provider_id = d.name and n.provider = d.party and n.kind = 'paid' and n.order_id is null and n.decision is null
))
union all select 'registry', f.id from registry_fetches f where f.state = 'failed'
union all select 'method', p.method_id from method_pauses p where p.state <> 'kept' and p.state <> 'trying'
union all select 'erasure', e.user_id from user_erasures e join users u on u.id = e.user_id where e.decided_at is null and u.erased_at is null
union all select 'letter', m.id from letters m where m.state = 'given_up' and m.dismissed_at is null
union all select 'stock_low', p.id from products p join games g on g.id = p.game_id
	where p.kind = 'pubg' and p.is_active and g.is_active
	and 15 * (select count(*) from codes c where c.product_id = p.id and c.state = 'free' and (c.expires_at is null or c.expires_at > sqlc.arg('now')::timestamptz))
		< (select count(*) from codes c where c.product_id = p.id and c.given_at > sqlc.arg('now')::timestamptz - interval '30 days' and c.state = 'given')
union all select 'supplier_money', h.id from supplier_health h cross join delivery_settings s
	where h.runs_out_at - make_interval(days => s.prepaid_days) < sqlc.arg('now')::timestamptz and h.supplier not in (select w.supplier from supplier_switches w)
	and h.supplier in (select f.supplier from offers f where f.is_active)
union all select 'queued', u.id from delivery_units u where u.state = 'queued'
	and not exists (select from operator_tasks t where t.state = 'open' and (t.unit_id = u.id or t.kind = 'standoff' and t.order_id = u.order_id))
	and not exists (select from delivery_attempts a where a.unit_id = u.id and a.state in ('asking', 'unknown', 'pending'));

-- name: ShiftPeople :many
-- Those who can take rows of the queue, with who is on duty.
select s.id, s.name, h.started_at as since, s.seen_at
from staff s
join staff_role_permissions p on p.role_id = s.role_id and p.permission = 'task.take'
left join staff_shifts h on h.staff_id = s.id and h.ended_at is null
where s.suspended_at is null
order by h.started_at is null, s.name, s.id limit 500;

-- name: StartShift :execrows
insert into staff_shifts (staff_id, started_at) values (@staff_id, @now) on conflict (staff_id) where ended_at is null do nothing;

-- name: EndForgottenShifts :exec
-- A shift that its person forgot to end has ended when they were last seen.
update staff_shifts h set ended_at = greatest(h.started_at, s.seen_at) from staff s
where s.id = h.staff_id and h.ended_at is null and (s.seen_at <= @awake_after::timestamptz or s.suspended_at is not null);

-- name: EndShift :execrows
update staff_shifts set ended_at = @now::timestamptz where staff_id = @staff_id and ended_at is null;

-- name: AddShiftNote :exec
insert into shift_notes (created, staff_id, given_to, text) values (@created, @staff_id, sqlc.narg('given_to'), @text);

-- name: ShiftNotes :many
select n.id, n.created, n.staff_id, s.name, n.given_to, coalesce(g.name, '')::text as given_name, n.text
from shift_notes n join staff s on s.id = n.staff_id left join staff g on g.id = n.given_to
where n.created > @after::timestamptz
order by n.id desc limit 20;

-- name: CanTakeRows :one
-- Whether rows of the queue can be given to a person.
select s.name from staff s join staff_role_permissions p on p.role_id = s.role_id and p.permission = 'task.take'
where s.id = @id and s.suspended_at is null;

-- name: GiveClaims :exec
update queue_claims set staff_id = @given_to, until = @until where staff_id = @staff_id and until > @now::timestamptz;

-- name: ReleaseClaims :exec
delete from queue_claims where staff_id = @staff_id and until > @now::timestamptz;

-- name: DeadlinesMet :many
-- How many rows of the queue each person ended before their deadline and after it. What does not
-- end a row has no deadline in the audit.
select s.id, s.name,
	count(*) filter (where a.at > @week::timestamptz and a.at <= (a.before->>'due')::timestamptz)::bigint as week_met,
	count(*) filter (where a.at > @week::timestamptz and a.at > (a.before->>'due')::timestamptz)::bigint as week_late,
	count(*) filter (where a.at <= (a.before->>'due')::timestamptz)::bigint as month_met,
	count(*) filter (where a.at > (a.before->>'due')::timestamptz)::bigint as month_late
from audit a join staff s on s.id = a.staff_id
where a.action = 'queue.resolve' and a.at > @month::timestamptz and a.before->>'due' is not null
group by s.id order by s.name, s.id limit 500;
