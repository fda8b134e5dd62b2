-- The entries of the step's orders, as checkout and the workflow book them, in
-- ten-thousandths. Each is booked within the hour of its order, or late.
create temporary table posting on commit drop as
select f.id as order_id, e.k, e.at, e.reason, e.ref, e.account, e.currency, (e.amount * 10000)::bigint as amount, e.supplier, e.at > f.created + interval '45 minutes' as is_late
from filling f
cross join lateral (values
	(1, f.is_paid, f.paid_at, 'payment', f.id::text, 'provider:' || f.provider, f.currency, f.amount, ''),
	(1, f.is_paid, f.paid_at, 'payment', f.id::text, 'orders', 'RUB', -f.net, ''),
	(1, f.is_paid, f.paid_at, 'payment', f.id::text, 'fees', 'RUB', -f.fee, ''),
	(1, f.is_paid and f.currency <> 'RUB', f.paid_at, 'payment', f.id::text, 'exchange', f.currency, -f.amount, ''),
	(1, f.is_paid and f.currency <> 'RUB', f.paid_at, 'payment', f.id::text, 'exchange', 'RUB', f.charged, ''),
	(2, f.is_paid, f.ended_at, 'delivery', f.id::text, 'orders', 'RUB', f.sold, coalesce(f.delivered_by, '')),
	(2, f.is_paid, f.ended_at, 'delivery', f.id::text, 'discounts', 'RUB', f.sold_discount, coalesce(f.delivered_by, '')),
	(2, f.is_paid, f.ended_at, 'delivery', f.id::text, 'revenue', 'RUB', -f.sold - f.sold_discount, coalesce(f.delivered_by, '')),
	(3, f.is_paid and f.kind = 'pubg', f.ended_at, 'cost', 'line-' || f.id, 'cost', 'RUB', f.units * f.unit_cost, 'stock'),
	(3, f.is_paid and f.kind = 'pubg', f.ended_at, 'cost', 'line-' || f.id, 'supplier:stock', 'RUB', -f.units * f.unit_cost, 'stock'),
	(6, f.back_net is not null, f.back_at, 'refund', f.id::text, 'orders', 'RUB', f.back_net, case when f.delivered > 0 then f.delivered_by else '' end),
	(6, f.back_net is not null, f.back_at, 'refund', f.id::text, 'fees', 'RUB', f.back - f.back_net, case when f.delivered > 0 then f.delivered_by else '' end),
	(6, f.history = 'refunded', f.back_at, 'refund', f.id::text, 'revenue', 'RUB', f.back, coalesce(f.delivered_by, '')),
	(6, f.back_to is not null, f.back_at, 'refund', f.id::text, case when f.back_to = 'balance' then 'customer:' || f.user_id else 'provider:' || f.provider end, f.currency, -f.back, ''),
	(7, f.history = 'charged_back', f.back_at, 'outside', f.id::text, 'chargebacks', f.currency, f.back, ''),
	(7, f.history = 'charged_back', f.back_at, 'outside', f.id::text, 'provider:' || f.provider, f.currency, -f.back, '')
) e (k, happened, at, reason, ref, account, currency, amount, supplier)
where f.is_paid and e.happened and e.amount <> 0
union all
select u.order_id, 2 + u.n, u.ended_at, 'cost', case when u.kind = 'standoff' then 'unit-' || u.id else (u.id * 2 + 1)::text end, e.account, e.currency, (e.amount * 10000)::bigint, u.delivered_by,
	u.ended_at > f.created + interval '45 minutes'
from unit u join filling f on f.id = u.order_id
cross join lateral (values
	(true, 'supplier:' || u.delivered_by, u.cost_currency, -u.unit_cost), (true, 'cost', 'RUB', u.rubles_cost),
	(u.cost_currency <> 'RUB', 'exchange', u.cost_currency, u.unit_cost), (u.cost_currency <> 'RUB', 'exchange', 'RUB', -u.rubles_cost)
) e (happened, account, currency, amount)
where u.is_delivered and e.happened and e.amount <> 0;

insert into ledger_groups (id, at, reason, ref, order_id) overriding system value
select order_id * {stride} + k, min(at), min(reason), min(ref), order_id from posting where not is_late group by order_id, k;
insert into ledger_postings (group_id, account, currency, amount)
select order_id * {stride} + k, account, currency, round(amount / 10000.0, 4) from posting where not is_late;
insert into seeding.late
select min(at), min(reason), min(ref), order_id, array_agg(account), array_agg(currency), array_agg(amount) from posting where is_late group by order_id, k;
insert into seeding.daily
select (at at time zone 'Europe/Moscow')::date, case when account like 'customer:%' then 'customer' else account end, currency,
	coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0) from posting group by 1, 2, 3;
insert into seeding.spent
select substr(account, 10), currency, date_trunc('month', at at time zone 'Europe/Moscow')::date, -sum(amount) from posting where account like 'supplier:%' group by 1, 2, 3;

-- What the figures of the console add up (figures.SumUp).
create temporary table fact on commit drop as
select x.at, x.measure, x.currency, x.amount, x.supplier, f.method, f.country, case when f.gift_id is not null then 'gift' else f.game_id::text end as game,
	coalesce(f.product_id::text, 'gift:' || f.gift_id) as product
from (
	select order_id, at, currency, -amount as amount, supplier, case when account = 'revenue' and reason = 'refund' then 'refunds' else account end as measure
	from posting where account in ('revenue', 'fees', 'discounts', 'cost', 'chargebacks')
	union all
	select order_id, min(at), 'RUB', -sum(amount)::bigint, '', 'turnover' from posting where reason = 'payment' and account in ('orders', 'fees') group by order_id
	union all
	select order_id, min(at), 'RUB', sum(amount)::bigint, max(supplier), 'returned' from posting where reason = 'refund' and account in ('orders', 'fees', 'revenue') group by order_id
) x join filling f on f.id = x.order_id
union all
select a.at, 'attempts', 'RUB', 0, '', f.method, f.country, case when f.gift_id is not null then 'gift' else f.game_id::text end, coalesce('gift:' || f.gift_id, '')
from filling f cross join lateral (values (f.started_at, f.history <> 'draft'), (f.started_at + interval '140 seconds', f.history = 'declined_paid')) a (at, happened) where a.happened;
insert into seeding.figures
select 'hour', 'game', date_trunc('hour', at), game, measure, currency, sum(amount), count(*) from fact group by 3, 4, 5, 6
union all select 'hour', 'method', date_trunc('hour', at), method, measure, currency, sum(amount), count(*) from fact group by 3, 4, 5, 6
union all select 'hour', 'supplier', date_trunc('hour', at), supplier, measure, currency, sum(amount), count(*) from fact group by 3, 4, 5, 6
union all select 'day', 'product', date_trunc('day', at, 'Europe/Moscow'), product, measure, currency, sum(amount), count(*) from fact group by 3, 4, 5, 6
union all select 'day', 'country', date_trunc('day', at, 'Europe/Moscow'), country, measure, currency, sum(amount), count(*) from fact group by 3, 4, 5, 6
union all select 'minute', 'all', date_trunc('minute', at), '', measure, currency, sum(amount), count(*) from fact where at >= {minutes_from} group by 3, 5, 6;
insert into seeding.waits
select date_trunc('minute', ended_at), case when gift_id is not null then 'gift' else game_id::text end,
	least(ceil(8 * log(2, (extract(epoch from ended_at - paid_at) / 0.1)::numeric)), 400)::smallint, count(*)
from filling where status = 'done' group by 1, 2, 3;

-- What providers' registries and suppliers' statements of the days before today say.
create temporary table said on commit drop as
select f.id * 8 as id, array_position({parties}, f.provider) as party_no, 'payment' as kind, 'pay' || f.paying as external_id, f.paid_at as at, f.amount, round(f.amount * t.rate / 100, 2) as commission,
	f.currency, f.id as payment_id, null::bigint as refund_id, null::bigint as outside_id, null::bigint as attempt_id, f.provider as party
from filling f join settlement_terms t on t.party = f.provider where f.is_paid
union all
select id * 8 + 1, array_position({parties}, provider), 'refund', 'pay' || paying, back_at, back, 0, currency, null, id, null, null, provider from filling where back_to = 'method'
union all
select id * 8 + 2, array_position({parties}, provider), 'chargeback', 'pay' || paying, back_at, back, 0, currency, null, null, id, null, provider from filling where history = 'charged_back'
union all
select order_id * 8 + 2 + n, array_position({parties}, supplier), 'charge', 'sup' || unit_id, until, cost, 0, 'USD', null, null, null, id, supplier from asked where is_delivered and cost > 0;
delete from said where (at at time zone 'Europe/Moscow')::date >= ({now}::timestamptz at time zone 'Europe/Moscow')::date;
insert into settlement_rows (id, import_id, line, party, kind, external_id, reference, at, day, amount, commission, currency, payment_id, refund_id, outside_id, attempt_id) overriding system value
select id, ((at at time zone 'Europe/Moscow')::date - {first_day}::date) * 8 + party_no, id, party, kind, external_id, '', at, (at at time zone 'Europe/Moscow')::date, amount, commission, currency, payment_id, refund_id, outside_id, attempt_id
from said;
insert into seeding.registry
select party_no, (at at time zone 'Europe/Moscow')::date, currency, (coalesce(sum(amount) filter (where kind = 'payment'), 0) * 10000)::bigint,
	(coalesce(sum(amount) filter (where kind in ('refund', 'chargeback')), 0) * 10000)::bigint, (sum(commission) * 10000)::bigint, count(*) from said group by 1, 2, 3;
