-- name: LockParty :exec
-- One file of a party at a time: lines are matched with what no other line has taken.
select pg_advisory_xact_lock(hashtextextended('settlement:' || @party::text, 0));

-- name: InsertImport :one
insert into settlement_imports (party, day, file_name, digest, rows_count, loaded_by, loaded_at)
values (@party, @day, @file_name, @digest, @rows_count, sqlc.narg('loaded_by')::bigint, @loaded_at) returning id;

-- name: InsertRows :execrows
-- Files overlap: a line that came in an earlier file is left out.
insert into settlement_rows (import_id, line, party, kind, external_id, reference, at, day, amount, commission, currency)
select @import_id, x.line, @party, x.kind, x.external_id, x.reference, x.at, (x.at at time zone 'Europe/Moscow')::date, round(x.amount / 10000.0, 4), round(x.commission / 10000.0, 4), x.currency
from (
	select unnest(@lines::int[]) as line, unnest(@kinds::text[]) as kind, unnest(@external_ids::text[]) as external_id, unnest(@refs::text[]) as reference,
		unnest(@times::timestamptz[]) as at, unnest(@amounts::bigint[]) as amount, unnest(@commissions::bigint[]) as commission, unnest(@currencies::text[]) as currency
) x
where not exists (
	select from settlement_rows z where z.party = @party and z.external_id = x.external_id and z.kind = x.kind and z.at = x.at and z.currency = x.currency
		and z.amount = round(x.amount / 10000.0, 4) and z.commission = round(x.commission / 10000.0, 4)
);

-- name: RowsOfImport :many
select id from settlement_rows where import_id = @import_id;

-- name: MatchPayments :execrows
-- First those of the same sum: parts of one payment have one number.
with pairs as (
	select r.id as row_id, p.id as payment_id, row_number() over (partition by p.id order by r.id) as n, row_number() over (partition by r.id order by p.id) as k
	from settlement_rows r join payments p on p.provider = r.party and p.provider_id = r.external_id
	where r.id = any(sqlc.arg('line_ids')::bigint[]) and r.kind = 'payment' and num_nonnulls(r.payment_id, r.part_of) = 0 and (not sqlc.arg('same_sum')::boolean or p.amount = r.amount) and not exists (select from settlement_rows z where z.payment_id = p.id)
)
update settlement_rows r set payment_id = pairs.payment_id from pairs where pairs.row_id = r.id and pairs.n = pairs.k;

-- name: MatchPaymentsInParts :execrows
-- Lines of one number that are a payment of ours together: all that we were told of a payment by
-- several transfers may be its total. The first line is the payment, the others are parts of it.
with lines as (
	select r.id, r.party, r.external_id, sum(r.amount) over (partition by r.external_id) as total, row_number() over (partition by r.external_id order by r.id) as n
	from settlement_rows r where r.id = any(sqlc.arg('line_ids')::bigint[]) and r.kind = 'payment' and r.payment_id is null
), whole as (
	select l.party, l.external_id, min(p.id) as payment_id
	from lines l join payments p on p.provider = l.party and p.provider_id = l.external_id and p.amount = l.total
	where l.n = 2 and not exists (select from settlement_rows z where z.payment_id = p.id)
	group by l.party, l.external_id
)
update settlement_rows r set payment_id = case when l.n = 1 then w.payment_id end, part_of = case when l.n > 1 then w.payment_id end
from lines l join whole w on w.external_id = l.external_id where r.id = l.id;

-- name: MatchRefunds :execrows
-- First those of the same sum, then whatever is left of the same payment.
with pairs as (
	select r.id as row_id, f.id as refund_id, row_number() over (partition by f.id order by r.id) as n, row_number() over (partition by r.id order by f.id) as k
	from settlement_rows r join payments p on p.provider = r.party and p.provider_id = r.external_id
	join refunds f on f.payment_id = p.id and f.status = 'done' and f.destination = 'method' and f.amount > f.covered
	where r.id = any(sqlc.arg('line_ids')::bigint[]) and r.kind = 'refund' and num_nonnulls(r.refund_id, r.outside_id) = 0 and (not sqlc.arg('same_sum')::boolean or f.amount - f.covered = r.amount)
		and not exists (select from settlement_rows z where z.refund_id = f.id)
)
update settlement_rows r set refund_id = pairs.refund_id from pairs where pairs.row_id = r.id and pairs.n = pairs.k;

-- name: MatchOutside :execrows
-- First those of the same kind; a provider whose notices name no chargeback has reported a refund.
-- Of one kind and one payment every line may be any of ours, so that equal places are pairs.
with pairs as (
	select r.id as row_id, o.id as outside_id, row_number() over (partition by o.id order by r.id) as n, row_number() over (partition by r.id order by o.id) as k
	from settlement_rows r join payments p on p.provider = r.party and p.provider_id = r.external_id
	join outside_refunds o on o.payment_id = p.id and case when sqlc.arg('same_kind')::boolean then o.kind = r.kind else o.kind = 'refund' and r.kind = 'chargeback' end
	where r.id = any(sqlc.arg('line_ids')::bigint[]) and r.kind in ('refund', 'chargeback') and num_nonnulls(r.refund_id, r.outside_id) = 0 and (not sqlc.arg('same_sum')::boolean or o.amount = r.amount)
		and not exists (select from settlement_rows z where z.outside_id = o.id)
)
update settlement_rows r set outside_id = pairs.outside_id from pairs where pairs.row_id = r.id and pairs.n = pairs.k;

-- name: MatchRefundsInTwo :execrows
-- A line that is a refund of ours and an outside one together: if a payment is refunded in the
-- provider's cabinet while our own call has no answer, its total is all that we are told, and
-- our part of it counts as ours.
with pairs as (
	select r.id as row_id, f.id as refund_id, o.id as outside_id,
		row_number() over (partition by f.id order by r.id, o.id) as nf, row_number() over (partition by o.id order by r.id, f.id) as no, row_number() over (partition by r.id order by f.id, o.id) as k
	from settlement_rows r join payments p on p.provider = r.party and p.provider_id = r.external_id
	join refunds f on f.payment_id = p.id and f.status = 'done' and f.destination = 'method' and f.amount > f.covered
	join outside_refunds o on o.payment_id = p.id and o.kind = r.kind
	where r.id = any(sqlc.arg('line_ids')::bigint[]) and r.kind = 'refund' and num_nonnulls(r.refund_id, r.outside_id) = 0 and f.amount - f.covered + o.amount = r.amount
		and not exists (select from settlement_rows z where z.refund_id = f.id) and not exists (select from settlement_rows z where z.outside_id = o.id)
)
update settlement_rows r set refund_id = pairs.refund_id, outside_id = pairs.outside_id from pairs where pairs.row_id = r.id and pairs.nf = 1 and pairs.no = 1 and pairs.k = 1;

-- name: MatchCharges :execrows
with pairs as (
	select r.id as row_id, a.id as attempt_id, row_number() over (partition by a.id order by r.id) as n, row_number() over (partition by r.id order by a.id) as k
	from settlement_rows r join delivery_attempts a on a.supplier = r.party and a.ref = r.external_id and a.state = 'delivered'
	where r.id = any(sqlc.arg('line_ids')::bigint[]) and r.kind = 'charge' and r.attempt_id is null and not exists (select from settlement_rows z where z.attempt_id = a.id)
)
update settlement_rows r set attempt_id = pairs.attempt_id from pairs where pairs.row_id = r.id and pairs.n = pairs.k;

-- name: MatchChargesByKey :execrows
-- Where the supplier's number came to us in no answer.
with pairs as (
	select r.id as row_id, a.id as attempt_id, row_number() over (partition by a.id order by r.id) as n, row_number() over (partition by r.id order by a.id) as k
	from settlement_rows r join delivery_attempts a on a.supplier = r.party and a.key = r.reference and a.state = 'delivered'
	where r.id = any(sqlc.arg('line_ids')::bigint[]) and r.kind = 'charge' and r.attempt_id is null and not exists (select from settlement_rows z where z.attempt_id = a.id)
)
update settlement_rows r set attempt_id = pairs.attempt_id from pairs where pairs.row_id = r.id and pairs.n = pairs.k;

-- name: InsertTheirsOnly :execrows
-- A top-up of ours is an entry of the books under their number.
insert into settlement_differences (party, day, kind, row_kind, row_id, name, ours, theirs, currency, created)
select r.party, i.day, 'theirs_only', r.kind, r.id, r.external_id, 0, r.amount, r.currency, @now::timestamptz
from settlement_rows r join settlement_imports i on i.id = r.import_id
where r.import_id = @import_id and r.kind <> 'payout' and num_nonnulls(r.payment_id, r.part_of, r.refund_id, r.outside_id, r.attempt_id, r.payout_id, r.entry_id) = 0
	and not (r.kind = 'topup' and exists (
		select from ledger_groups g join ledger_postings p on p.group_id = g.id
		where g.reason = 'topup' and g.ref = r.party || '-' || r.external_id and p.account = 'supplier:' || r.party and p.currency = r.currency and p.amount = r.amount
	));

-- name: EndByTopUp :execrows
-- What only they had is in our books now.
update settlement_differences set state = 'resolved', way = 'appeared', reason = '', resolved_at = @now::timestamptz
where party = @party and row_kind = 'topup' and kind = 'theirs_only' and name = @name and currency = @currency and theirs * 10000 = sqlc.arg('ten_thousandths')::bigint and state = 'open';

-- name: InsertOther :execrows
-- Lines of ours with another sum or on another day than we have; the day of a line may also be
-- another one than that of its file. What only they had until now may be in the bridge of the
-- file's day already.
with both_sides as (
	select r.id, r.party, i.day, r.kind, r.external_id, r.day as their_day, r.amount, r.currency, coalesce(r.payment_id, r.part_of) as payment_id, r.refund_id, r.outside_id, r.attempt_id,
		coalesce(p.order_id, f.order_id, o.order_id, u.order_id) as order_id,
		coalesce(case when r.part_of is null then p.amount - coalesce(parts.amount, 0) else r.amount end, f.amount - f.covered + coalesce(o.amount, 0), o.amount, a.cost) as ours,
		(coalesce(p.received_at, f.done_at, o.found_at, a.ended_at) at time zone 'Europe/Moscow')::date as our_day
	from settlement_rows r join settlement_imports i on i.id = r.import_id
	left join payments p on p.id = coalesce(r.payment_id, r.part_of) left join refunds f on f.id = r.refund_id left join outside_refunds o on o.id = r.outside_id
	left join lateral (select sum(z.amount) as amount from settlement_rows z where z.party = r.party and z.external_id = r.external_id and z.part_of = p.id) parts on true
	left join delivery_attempts a on a.id = r.attempt_id left join delivery_units u on u.id = a.unit_id
	where r.id = any(sqlc.arg('line_ids')::bigint[]) and num_nonnulls(r.payment_id, r.part_of, r.refund_id, r.outside_id, r.attempt_id) > 0
)
insert into settlement_differences (party, day, our_day, kind, row_kind, row_id, payment_id, refund_id, outside_id, attempt_id, order_id, name, ours, theirs, currency, created)
select b.party, b.day, b.our_day, k.kind, b.kind, b.id, b.payment_id, b.refund_id, b.outside_id, b.attempt_id, b.order_id, b.external_id, b.ours, b.amount, b.currency, @now::timestamptz
from both_sides b join (values ('amount'), ('day')) k (kind) on k.kind = 'amount' and b.ours <> b.amount or k.kind = 'day' and (b.our_day <> b.their_day
	or b.our_day <> b.day and not exists (select from settlement_differences y where y.row_id = b.id and y.kind = 'theirs_only' and y.ours <> y.theirs))
on conflict (row_id, kind) where row_id is not null do nothing;

-- name: EndMatched :execrows
-- Lines that only they had are ours now. A line of a file of another day stays in the bridge of that day.
update settlement_differences d set state = 'resolved', way = coalesce(d.way, 'appeared'), reason = coalesce(d.reason, ''), resolved_at = coalesce(d.resolved_at, sqlc.arg('now')::timestamptz),
	order_id = coalesce(p.order_id, f.order_id, o.order_id), ours = case when x.our_day = r.day and r.day <> d.day then d.ours else d.theirs end
from settlement_rows r
left join payments p on p.id = coalesce(r.payment_id, r.part_of) left join refunds f on f.id = r.refund_id left join outside_refunds o on o.id = r.outside_id
cross join lateral (select (coalesce(p.received_at, f.done_at, o.found_at) at time zone 'Europe/Moscow')::date as our_day) x
where r.id = any(sqlc.arg('line_ids')::bigint[]) and d.row_id = r.id and d.kind = 'theirs_only' and d.ours = 0 and num_nonnulls(r.payment_id, r.part_of, r.refund_id, r.outside_id) > 0;

-- name: InsertCommissions :execrows
-- Lines of which more or less was kept than the contract says.
insert into settlement_differences (party, day, our_day, kind, row_kind, row_id, payment_id, order_id, name, ours, theirs, currency, created)
select r.party, i.day, i.day, 'commission', r.kind, r.id, r.payment_id, p.order_id, r.external_id, round(r.amount * t.rate / 100, 2), r.commission, r.currency, @now::timestamptz
from settlement_rows r join settlement_imports i on i.id = r.import_id left join payments p on p.id = r.payment_id
join lateral (select s.rate from settlement_terms s where s.party = r.party and s.since <= r.day order by s.since desc limit 1) t on true
where r.import_id = @import_id and r.kind = 'payment' and r.commission <> round(r.amount * t.rate / 100, 2);

-- name: OursOfDay :many
-- Everything of a provider's day as we know it, and whether a line of theirs is the same.
select 'payment'::text as kind, p.id, p.order_id, p.provider_id::text as name, (p.amount * 10000)::bigint as ten_thousandths, p.currency::text as currency,
	exists (select from settlement_rows z where z.payment_id = p.id) as is_matched
from payments p where p.provider = @party and p.received_at >= @since::timestamptz and p.received_at < @until::timestamptz
union all
select 'refund', f.id, f.order_id, p.provider_id, ((f.amount - f.covered) * 10000)::bigint, f.currency, exists (select from settlement_rows z where z.refund_id = f.id)
from refunds f join payments p on p.id = f.payment_id
where p.provider = @party and f.status = 'done' and f.destination = 'method' and f.amount > f.covered and f.done_at >= @since and f.done_at < @until
	and exists (select from ledger_groups g join ledger_postings l on l.group_id = g.id where g.reason = 'refund' and g.ref = f.id::text and l.account = 'provider:' || @party::text)
union all
select case o.kind when 'chargeback' then 'chargeback' else 'refund' end, o.id, o.order_id, p.provider_id, (o.amount * 10000)::bigint, o.currency, exists (select from settlement_rows z where z.outside_id = o.id)
from outside_refunds o join payments p on p.id = o.payment_id
where p.provider = @party and o.found_at >= @since and o.found_at < @until
union all
select 'charge', a.id, u.order_id, coalesce(a.ref, a.key), (a.cost * 10000)::bigint, a.cost_currency, exists (select from settlement_rows z where z.attempt_id = a.id)
from delivery_attempts a join delivery_units u on u.id = a.unit_id
where a.supplier = @party and a.state = 'delivered' and a.cost > 0 and a.ended_at >= @since and a.ended_at < @until;

-- name: InsertOursOnly :one
-- What we have of a day and no line of its files has. What a line of another day's file has is
-- missing here all the same, and nobody has to decide about it. Returns how many are open.
with ours as (
	select 'payment' as kind, p.id as payment_id, null::bigint as refund_id, null::bigint as outside_id, null::bigint as attempt_id, p.order_id, p.provider_id as name, p.amount as ours, p.currency
	from payments p where p.provider = @party and p.received_at >= @since::timestamptz and p.received_at < @until::timestamptz
	union all
	select 'refund', null, f.id, null, null, f.order_id, p.provider_id, f.amount - f.covered, f.currency
	from refunds f join payments p on p.id = f.payment_id
	where p.provider = @party and f.status = 'done' and f.destination = 'method' and f.amount > f.covered and f.done_at >= @since and f.done_at < @until
		and exists (select from ledger_groups g join ledger_postings l on l.group_id = g.id where g.reason = 'refund' and g.ref = f.id::text and l.account = 'provider:' || @party::text)
	union all
	select o.kind, null, null, o.id, null, o.order_id, p.provider_id, o.amount, o.currency
	from outside_refunds o join payments p on p.id = o.payment_id
	where p.provider = @party and o.found_at >= @since and o.found_at < @until
	union all
	select 'charge', null, null, null, a.id, u.order_id, coalesce(a.ref, a.key), a.cost, a.cost_currency
	from delivery_attempts a join delivery_units u on u.id = a.unit_id
	where a.supplier = @party and a.state = 'delivered' and a.cost > 0 and a.ended_at >= @since and a.ended_at < @until
), seen as (
	select x.*, (
		select i.day from settlement_rows z join settlement_imports i on i.id = z.import_id
		where z.payment_id = x.payment_id or z.refund_id = x.refund_id or z.outside_id = x.outside_id or z.attempt_id = x.attempt_id
	) as on_day from ours x
), added as (
insert into settlement_differences (party, day, our_day, kind, row_kind, payment_id, refund_id, outside_id, attempt_id, order_id, name, ours, theirs, currency, created, state, way, reason, resolved_at)
select @party::text, @day::date, @day::date, 'ours_only', x.kind, x.payment_id, x.refund_id, x.outside_id, x.attempt_id, x.order_id, x.name, x.ours, 0, x.currency, @now::timestamptz,
	case when x.on_day is null then 'open' else 'resolved' end, case when x.on_day is not null then 'appeared' end, case when x.on_day is not null then '' end,
	case when x.on_day is not null then @now::timestamptz end
from seen x where x.on_day is null or x.on_day <> @day::date
on conflict do nothing
returning state
)
select count(*) from added where state = 'open';

-- name: OurOtherDays :many
-- Days of ours that were compared with a file already, of lines of files of other days.
select distinct y.day from settlement_rows r join settlement_imports i on i.id = r.import_id
left join payments p on p.id = coalesce(r.payment_id, r.part_of) left join refunds f on f.id = r.refund_id left join outside_refunds o on o.id = r.outside_id
join settlement_imports y on y.party = r.party and y.day = (coalesce(p.received_at, f.done_at, o.found_at) at time zone 'Europe/Moscow')::date
where r.id = any(sqlc.arg('line_ids')::bigint[]) and y.day <> i.day;

-- name: EndAppeared :execrows
-- What they lacked before and have in these lines is not missing any more. If it is a file of
-- the same day, both sides of that day have it now.
update settlement_differences d set state = 'resolved', way = 'appeared', reason = '', resolved_at = @now::timestamptz, theirs = case when i.day = d.day then d.ours else d.theirs end
from settlement_rows r join settlement_imports i on i.id = r.import_id
where r.id = any(sqlc.arg('line_ids')::bigint[]) and d.state = 'open' and d.kind = 'ours_only'
	and (d.payment_id = r.payment_id or d.refund_id = r.refund_id or d.outside_id = r.outside_id or d.attempt_id = r.attempt_id or d.payout_id = r.payout_id or d.our_entry_id = r.entry_id);

-- name: Commissions :many
select r.currency, (sum(r.commission) * 10000)::bigint as ten_thousandths from settlement_rows r where r.import_id = @import_id group by r.currency having sum(r.commission) > 0 order by r.currency;

-- name: Payouts :many
select r.id, r.external_id, r.currency, (r.amount * 10000)::bigint as ten_thousandths from settlement_rows r where r.import_id = @import_id and r.kind = 'payout' order by r.id;

-- name: RowSums :many
-- What the files of a day say, by kind.
select r.kind, r.currency, count(*)::int as lines, (sum(r.amount) * 10000)::bigint as amount, (sum(r.commission) * 10000)::bigint as commission
from settlement_rows r join settlement_imports i on i.id = r.import_id
where i.party = @party and i.day = @day group by r.kind, r.currency order by r.kind, r.currency;

-- name: Imports :many
select i.id, i.file_name, i.digest, i.rows_count, i.loaded_at, coalesce(s.name, 'магазин')::text as loaded_by_name
from settlement_imports i left join staff s on s.id = i.loaded_by where i.party = @party and i.day = @day order by i.id;

-- name: ImportWith :one
select id, party, day, loaded_at from settlement_imports where digest = @digest;

-- name: Days :many
-- The days of each party with a file, and how many differences each has left.
select i.party, i.day, count(distinct i.id)::int as files,
	(select count(*) from settlement_differences d where d.party = i.party and d.day = i.day and d.state = 'open')::int as open
from settlement_imports i where i.day >= @since::date and i.day <= @until::date group by i.party, i.day order by i.party, i.day;

-- name: Differences :many
select d.id, d.party, d.day, d.our_day, d.kind, d.row_kind, d.order_id, d.name, (d.ours * 10000)::bigint as ours, (d.theirs * 10000)::bigint as theirs, d.currency, d.created,
	d.state, coalesce(d.way, '')::text as way, coalesce(d.reason, '')::text as reason, d.resolved_by, coalesce(s.name, '')::text as resolved_name, d.resolved_at,
	coalesce((select c.rate::text from currency_rates c where c.currency = d.currency order by c.set_at desc limit 1), '')::text as rate,
	coalesce(r.id, 0)::bigint as line_id, coalesce(r.at, d.created)::timestamptz as at, coalesce(paid.order_id, 0)::bigint as paid_order, coalesce(came.id, 0)::bigint as notice_id,
	coalesce(tried.order_id, 0)::bigint as tried_order, coalesce(tried.reference, '')::text as reference
from settlement_differences d left join staff s on s.id = d.resolved_by
left join settlement_rows r on r.id = d.row_id and d.kind = 'theirs_only'
left join lateral (select p.order_id from payments p where p.provider_id = r.external_id and p.provider = r.party order by p.id limit 1) paid on true
left join lateral (
	select n.id from payment_notices n where n.provider_id = r.external_id and n.provider = r.party and n.currency = r.currency and n.amount = r.amount
		and n.kind = 'paid' and n.order_id is null and n.decision is distinct from 'returned' and r.kind in ('refund', 'chargeback') and paid.order_id is null order by n.id limit 1
) came on true
left join lateral (
	select a.order_id, a.reference from payment_attempts a
	where a.reference in (r.reference, r.external_id) and a.provider = r.party and a.currency = r.currency and r.kind = 'payment' and paid.order_id is null limit 1
) tried on true
where d.party = @party and d.day = @day order by d.state, d.id limit 1000;

-- name: PartyOfTheirsOnly :one
select d.party from settlement_differences d where d.id = @id and d.kind = 'theirs_only';

-- name: LockDifference :one
select d.id, d.party, d.day, d.our_day, d.kind, d.row_kind, d.order_id, d.name, (d.ours * 10000)::bigint as ours, (d.theirs * 10000)::bigint as theirs, d.currency, d.created,
	d.state, coalesce(d.way, '')::text as way, coalesce(d.reason, '')::text as reason, d.resolved_by, ''::text as resolved_name, d.resolved_at,
	coalesce((select c.rate::text from currency_rates c where c.currency = d.currency order by c.set_at desc limit 1), '')::text as rate,
	coalesce(r.id, 0)::bigint as line_id, coalesce(r.at, d.created)::timestamptz as at, coalesce(paid.order_id, 0)::bigint as paid_order, coalesce(came.id, 0)::bigint as notice_id,
	coalesce(tried.order_id, 0)::bigint as tried_order, coalesce(tried.reference, '')::text as reference
from settlement_differences d
left join settlement_rows r on r.id = d.row_id and d.kind = 'theirs_only'
left join lateral (select p.order_id from payments p where p.provider_id = r.external_id and p.provider = r.party order by p.id limit 1) paid on true
left join lateral (
	select n.id from payment_notices n where n.provider_id = r.external_id and n.provider = r.party and n.currency = r.currency and n.amount = r.amount
		and n.kind = 'paid' and n.order_id is null and n.decision is distinct from 'returned' and r.kind in ('refund', 'chargeback') and paid.order_id is null order by n.id limit 1
) came on true
left join lateral (
	select a.order_id, a.reference from payment_attempts a
	where a.reference in (r.reference, r.external_id) and a.provider = r.party and a.currency = r.currency and r.kind = 'payment' and paid.order_id is null limit 1
) tried on true
where d.id = @id for update of d;

-- name: LinesOfNumber :one
-- All open lines that only they have about payments with one number: a payment by several transfers.
select count(*) as lines, (coalesce(sum(r.amount), 0) * 10000)::bigint as ten_thousandths, coalesce(min(r.at), 'epoch')::timestamptz as at, coalesce(min(r.reference), '')::text as reference
from settlement_rows r join settlement_differences d on d.row_id = r.id and d.kind = 'theirs_only' and d.state = 'open'
where r.party = @party and r.external_id = @external_id and r.kind = 'payment' and r.currency = @currency;

-- name: ResolveLines :execrows
update settlement_differences d set state = 'resolved', way = @way::text, reason = @reason::text, resolved_by = @resolved_by::bigint, resolved_at = @resolved_at::timestamptz
from settlement_rows r
where r.party = @party and r.external_id = @external_id and r.kind = 'payment' and r.currency = @currency and d.row_id = r.id and d.kind = 'theirs_only' and d.state = 'open';

-- name: EndDecided :execrows
-- Lines about money that matches no order and that somebody has decided about: it is booked with
-- its notice. A line beyond the sum of the notice stays open.
update settlement_differences d set state = 'resolved', way = 'appeared', reason = '', resolved_at = sqlc.arg('now')::timestamptz
from settlement_rows r
where d.party = @party and d.state = 'open' and d.kind = 'theirs_only' and d.row_kind in ('payment', 'refund', 'chargeback') and r.id = d.row_id
	and not exists (select from payments p where p.provider_id = r.external_id and p.provider = r.party)
	and exists (
		select from payment_notices n
		where n.provider_id = r.external_id and n.provider = r.party and n.currency = r.currency and n.kind = 'paid' and n.order_id is null
			and (n.decision = 'returned' or n.decision = 'kept' and r.kind = 'payment')
			and n.amount = (
				select sum(z.amount) from settlement_rows z join settlement_differences y on y.row_id = z.id and y.kind = 'theirs_only'
				where z.party = r.party and z.external_id = r.external_id and z.kind = r.kind and z.currency = r.currency
			)
	);

-- name: LinesToMatch :many
-- Lines that only they had and that may be ours now: those nobody has decided about, and those
-- given to an order whose payment is recorded since.
select r.id, r.party from settlement_differences d join settlement_rows r on r.id = d.row_id
where d.state = 'open' and d.kind = 'theirs_only' and r.kind in ('payment', 'refund', 'chargeback')
	and exists (select from payments p where p.provider_id = r.external_id and p.provider = r.party)
union all
select r.id, r.party from settlement_differences d join settlement_rows r on r.id = d.row_id
where d.way = 'give' and d.ours = 0
	and exists (select from payments p where p.provider_id = r.external_id and p.provider = r.party);

-- name: ResolveDifference :exec
update settlement_differences set state = 'resolved', way = @way::text, reason = @reason::text, resolved_by = @resolved_by::bigint, resolved_at = @resolved_at::timestamptz, entry_id = sqlc.narg('entry_id')::bigint where id = @id;

-- name: CountOpen :one
select count(*)::int from settlement_differences where state = 'open' and day >= @since::date and day < @until::date;

-- name: UnknownReferences :many
-- The references of lines about money of which we know nothing of that sum.
select distinct l.reference::text as reference
from (select unnest(@kinds::text[]) as kind, unnest(@external_ids::text[]) as external_id, unnest(@refs::text[]) as reference, unnest(@amounts::bigint[]) as amount) l
where l.kind = 'payment' and not exists (select from payments p where p.provider = @party and p.provider_id = l.external_id)
	or l.kind in ('refund', 'chargeback')
		and not exists (select from payments p join refunds f on f.payment_id = p.id where p.provider = @party and p.provider_id = l.external_id and f.status = 'done' and (f.amount - f.covered) * 10000 = l.amount)
		and not exists (select from payments p join outside_refunds o on o.payment_id = p.id where p.provider = @party and p.provider_id = l.external_id and o.amount * 10000 = l.amount);

-- name: PlanFetches :execrows
insert into registry_fetches (party, day, next_at, changed)
select unnest(@parties::text[]), @day::date, @now::timestamptz, @now::timestamptz
on conflict on constraint registry_fetches_day_key do nothing;

-- name: LeaseFetch :one
-- One that is due, for one worker: the others pass a locked row by.
update registry_fetches f set tries = f.tries + 1, next_at = @until::timestamptz, changed = @now::timestamptz
where f.id = (select x.id from registry_fetches x where x.state = 'due' and x.next_at <= @now::timestamptz order by x.next_at, x.id limit 1 for update skip locked)
returning f.id, f.party, f.day, f.tries;

-- name: EndFetch :execrows
-- Ends the lease of one try; a lease that another worker has taken over ends nothing.
update registry_fetches set state = @state, next_at = @next_at, note = @note, changed = @now where id = @id and tries = @tries and state = 'due';

-- name: FetchedByHand :exec
update registry_fetches set state = 'done', note = '', changed = @now where party = @party and day = @day and state <> 'done';

-- name: DecideFetch :execrows
update registry_fetches set state = @state, tries = 0, next_at = @now, changed = @now where id = @id and state = 'failed';

-- name: MatchTransfersByNumber :execrows
-- Transfers that name the number of a payout, those of its sum first. Transfers of earlier
-- statements wait for a registry that comes later, until a person has booked them.
with pairs as (
	select r.id as row_id, p.id as payout_id, row_number() over (partition by p.id order by p.amount <> r.amount, r.id) as n, row_number() over (partition by r.id order by p.amount <> r.amount, p.id) as k
	from settlement_rows r join bank_payouts p on p.day between r.day - 30 and r.day + 1
	where r.kind = 'incoming' and r.payout_id is null and length(p.external_id) >= 4 and p.external_id = any (regexp_split_to_array(r.reference, '[^A-Za-z0-9_-]+'))
		and not exists (select from settlement_rows z where z.payout_id = p.id)
		and not exists (select from settlement_differences d where d.row_id = r.id and d.state = 'resolved')
)
update settlement_rows r set payout_id = pairs.payout_id from pairs where pairs.row_id = r.id and pairs.n = 1 and pairs.k = 1;

-- name: MatchTransfersBySum :execrows
-- Transfers that name no number: if one payout of the last days has the sum, and no other
-- transfer has it.
with pairs as (
	select r.id as row_id, p.id as payout_id, count(*) over (partition by r.id) as payouts, count(*) over (partition by p.id) as transfers
	from settlement_rows r join bank_payouts p on p.amount = r.amount and p.day between r.day - 10 and r.day
	where r.kind = 'incoming' and r.payout_id is null
		and not exists (select from settlement_rows z where z.payout_id = p.id)
		and not exists (select from settlement_differences d where d.row_id = r.id and d.state = 'resolved')
)
update settlement_rows r set payout_id = pairs.payout_id from pairs where pairs.row_id = r.id and pairs.payouts = 1 and pairs.transfers = 1;

-- name: Arrivals :many
-- Transfers that bring a payout which is in transit by the books, and are not booked yet.
select r.id, r.day, (r.amount * 10000)::bigint as ten_thousandths, r.currency
from settlement_rows r join settlement_rows p on p.id = r.payout_id
where r.payout_id is not null
	and exists (select from ledger_groups g join ledger_postings l on l.group_id = g.id
		where g.reason = 'settlement' and g.ref = p.party || '-' || p.external_id and l.account = 'transit')
	and not exists (select from ledger_groups g where g.reason = 'arrival' and g.ref = r.id::text)
order by r.id;

-- name: EndTransfersAppeared :execrows
-- A transfer that only the bank had is a payout or an entry of the books now.
update settlement_differences d set state = 'resolved', way = 'appeared', reason = '', resolved_at = @now::timestamptz, ours = d.theirs
from settlement_rows r where r.id = d.row_id and num_nonnulls(r.payout_id, r.entry_id) > 0 and d.state = 'open' and d.kind = 'theirs_only';

-- name: InsertOtherTransfers :execrows
-- Transfers of another sum than their payout, or that came after they were missed.
insert into settlement_differences (party, day, our_day, kind, row_kind, row_id, payout_id, name, ours, theirs, currency, created)
select r.party, i.day, coalesce(d.day, i.day), k.kind, r.kind, r.id, p.id, p.party || ' ' || p.external_id, p.amount, r.amount, r.currency, @now::timestamptz
from settlement_rows r join settlement_imports i on i.id = r.import_id join bank_payouts p on p.id = r.payout_id
left join settlement_differences d on d.payout_id = p.id and d.kind = 'ours_only'
join (values ('amount'), ('day')) k (kind) on k.kind = 'amount' and p.amount <> r.amount or k.kind = 'day' and d.day <> i.day
on conflict (row_id, kind) where row_id is not null do nothing;

-- name: InsertMissedPayouts :execrows
-- Payouts that should be on the account by a day and have not come. Those from before the
-- first statement are not looked for.
insert into settlement_differences (party, day, our_day, kind, row_kind, payout_id, name, ours, theirs, currency, created)
select 'bank', @day::date, @day::date, 'ours_only', 'incoming', p.id, p.party || ' ' || p.external_id, p.amount, 0, p.currency, @now::timestamptz
from bank_payouts p
where p.day <= @paid_by::date and p.day >= (select min(i.day) from settlement_imports i where i.party = 'bank') and not exists (select from settlement_rows z where z.payout_id = p.id)
on conflict do nothing;

-- name: PayoutsOfDay :many
-- Payouts of the books that the statement of a day has, or that were missed on that day.
select p.id, p.external_id, (p.amount * 10000)::bigint as ten_thousandths, p.currency, (z.id is not null)::boolean as is_matched
from bank_payouts p
left join settlement_rows z on z.payout_id = p.id left join settlement_imports i on i.id = z.import_id
left join settlement_differences d on d.payout_id = p.id and d.kind = 'ours_only'
where coalesce(d.day, i.day) = @day::date;

-- name: MatchOutgoings :execrows
-- Transfers that left, by the sum: first those that name the number of a top-up or have that of a refund by
-- hand, then any of the days around. Of several with one sum each gets one.
with pairs as (
	select r.id as row_id, o.id as entry_id, row_number() over (partition by o.id order by r.id) as n, row_number() over (partition by r.id order by o.id) as k
	from settlement_rows r join bank_outgoings o on o.amount = r.amount and o.day between r.day - 10 and r.day + 10
	where r.kind = 'outgoing' and r.entry_id is null
		and (not sqlc.arg('named')::boolean or o.number = any (regexp_split_to_array(r.reference, '[^A-Za-z0-9_-]+') || split_part(r.external_id, '/', 1)))
		and not exists (select from settlement_rows z where z.entry_id = o.id)
		and not exists (select from settlement_differences d where d.row_id = r.id and d.state = 'resolved')
)
update settlement_rows r set entry_id = pairs.entry_id from pairs where pairs.row_id = r.id and pairs.n = pairs.k;

-- name: InsertLateOutgoings :execrows
-- Transfers that left after they were missed.
insert into settlement_differences (party, day, our_day, kind, row_kind, row_id, our_entry_id, order_id, name, ours, theirs, currency, created)
select r.party, i.day, d.day, 'day', r.kind, r.id, d.our_entry_id, d.order_id, d.name, r.amount, r.amount, r.currency, @now::timestamptz
from settlement_differences d join settlement_rows r on r.entry_id = d.our_entry_id join settlement_imports i on i.id = r.import_id
where d.kind = 'ours_only' and d.day <> i.day
on conflict (row_id, kind) where row_id is not null do nothing;

-- name: InsertMissedOutgoings :execrows
-- Entries whose money should have left by a day and has not. Those from before the first statement that
-- has transfers from the account are not looked for.
insert into settlement_differences (party, day, our_day, kind, row_kind, our_entry_id, order_id, name, ours, theirs, currency, created)
select 'bank', @day::date, @day::date, 'ours_only', 'outgoing', o.id, o.order_id, o.reason || ' ' || coalesce(o.number, o.ref), o.amount, 0, o.currency, @now::timestamptz
from bank_outgoings o
where o.day <= @paid_by::date and o.day >= (select min(r.day) from settlement_rows r where r.kind = 'outgoing') and not exists (select from settlement_rows z where z.entry_id = o.id)
on conflict do nothing;

-- name: OutgoingsOfDay :many
-- Entries of the books whose transfer the statement of a day has, or that were missed on that day.
select o.id, o.ref, (o.amount * 10000)::bigint as ten_thousandths, o.currency::text as currency, (z.id is not null)::boolean as is_matched
from bank_outgoings o
left join settlement_rows z on z.entry_id = o.id left join settlement_imports i on i.id = z.import_id
left join settlement_differences d on d.our_entry_id = o.id and d.kind = 'ours_only'
where coalesce(d.day, i.day) = @day::date;

-- name: BusyDays :many
-- The days on which a party did something by our books, or its file is waited for.
select x.party::text as party, d.day::date as day
from unnest(@parties::text[]) x (party) cross join generate_series(@since::date, @until::date, interval '1 day') d (day)
cross join lateral (select d.day at time zone 'Europe/Moscow' as since, (d.day + interval '1 day') at time zone 'Europe/Moscow' as until) t
where exists (select from payments p where p.provider = x.party and p.received_at >= t.since and p.received_at < t.until)
	or exists (select from delivery_attempts a where a.supplier = x.party and a.state = 'delivered' and a.cost > 0 and a.ended_at >= t.since and a.ended_at < t.until)
	or exists (select from refunds f join payments p on p.id = f.payment_id where f.status = 'done' and f.destination = 'method' and f.amount > f.covered and f.done_at >= t.since and f.done_at < t.until and p.provider = x.party)
	or exists (select from outside_refunds o join payments p on p.id = o.payment_id where o.found_at >= t.since and o.found_at < t.until and p.provider = x.party)
	or exists (select from registry_fetches r where r.party = x.party and r.day = d.day and r.state <> 'done')
order by 2, 1;
