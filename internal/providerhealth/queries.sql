-- name: ProviderHealth :many
-- How the providers did that were used in a day: attempts that ended or got no invoice, and
-- from the invoice to the payment for half of those that were paid.
select a.provider,
	count(*) filter (where a.created >= @hour) as hour_tries,
	count(*) filter (where a.created >= @hour and a.status = 'paid') as hour_paid,
	count(*) filter (where a.created >= @day) as day_tries,
	count(*) filter (where a.created >= @day and a.status = 'paid') as day_paid,
	count(*) filter (where a.created < @week_end) as week_tries,
	count(*) filter (where a.created < @week_end and a.status = 'paid') as week_paid,
	coalesce(percentile_disc(0.5) within group (order by extract(epoch from n.received_at - a.created)) filter (where a.created >= @day and a.status = 'paid'), 0)::float8 as pay_seconds,
	coalesce(max(n.received_at), 'epoch')::timestamptz as last_paid_at
from payment_attempts a
left join lateral (
	select min(n.received_at) as received_at from payment_notices n where n.order_id = a.order_id and n.attempt_id = a.id and n.kind = 'paid'
) n on a.status = 'paid'
where a.country = any (array(select c.iso from countries c))
	and (a.status in ('paid', 'declined', 'expired', 'failed') or a.scenario is null and a.created < sqlc.arg('answered_by')::timestamptz)
	and (a.created >= @day or a.created >= @week_start and a.created < @week_end)
group by a.provider;

-- name: ProviderChecks :many
-- About how many payments the shop still asks each provider, and how many of them got no
-- answer the last time.
select k.provider, count(*) as waiting, count(*) filter (where k.failures > 0) as unanswered
from attempt_checks k group by k.provider;

-- name: ProviderRefusals :many
-- Webhooks that were not of the provider.
select r.provider, count(*) as refused from payment_refusals r where r.provider = any (@providers::text[]) and r.at >= @day group by r.provider;

-- name: ProviderRegistries :many
-- The newest registry of each provider, and what of all is not explained.
select p.party::text as party, i.day, i.loaded_at, i.rows_count,
	(select count(*) from settlement_differences d where d.party = p.party and d.state = 'open')::bigint as differences,
	exists (select from registry_fetches f where f.party = p.party and f.state = 'failed')::boolean as is_failing
from unnest(@providers::text[]) p (party)
cross join lateral (select i.day, i.loaded_at, i.rows_count from settlement_imports i where i.party = p.party order by i.day desc, i.id desc limit 1) i;
