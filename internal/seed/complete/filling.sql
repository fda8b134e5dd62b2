-- Makes up the orders {from} to {to}: everything later is written from this table. What
-- happened to an order is exact in every thousand, all else is drawn by its number. Without
-- materialized every expression would be computed as often as it is named.
create temporary table filling on commit drop as
with drawn as materialized (
	select i as id, md5('larek ' || {seed} || ' ' || i) as code,
		seeding.made_at((i - 0.5) / {n}) as created,
		case when b < 590 then 'plain' when b < 630 then 'declined_paid' when b < 650 then 'corrected' when b < 665 then 'retried'
			when b < 675 then 'partly' when b < 685 then 'undelivered' when b < 695 then 'refunded' when b < 700 then 'charged_back'
			when b < 850 then 'abandoned' when b < 960 then 'draft' else 'declined' end as history,
		(hashint8extended(i, {seed} + 1) & 1048575)::float8 / 1048576 as u1, (hashint8extended(i, {seed} + 2) & 1048575)::float8 / 1048576 as u2,
		(hashint8extended(i, {seed} + 3) & 1048575)::float8 / 1048576 as u3, (hashint8extended(i, {seed} + 4) & 1048575)::float8 / 1048576 as u4,
		(hashint8extended(i, {seed} + 5) & 1048575)::float8 / 1048576 as u5, hashint8extended(i, {seed} + 6) & 1073741823 as r6
	from (select i, (i * 617 + {seed}) % 1000 as b from generate_series({from}::bigint, {to}::bigint) i) x
), of_kind as materialized (
	select d.*, d.history not in ('abandoned', 'draft', 'declined') as is_paid,
		case when d.history in ('corrected', 'retried', 'partly', 'undelivered') or d.u1 < 0.47 then 'supply_channel'
			when d.u1 < 0.65 then 'pubg' when d.u1 < 0.79 then 'steam' when d.u1 < 0.84 then 'standoff' else 'rokky' end as kind,
		-- One buyer has one order in two thousand; two of five have an account.
		case when d.id % 2000 = 17 then {users_from} + 1 when d.u2 < 0.4 then {users_from} + 1 + d.r6 % {users} end as user_id
	from drawn d
), picked as materialized (
	select o.*, g.game_id, g.gift_id, g.product_id, g.title, g.gold,
		case when o.history = 'partly' then 2 when o.kind in ('supply_channel', 'pubg') and o.u4 < 0.12 then least(2, g.max_quantity) else 1 end as quantity,
		case when o.kind = 'steam' then 100 + floor(o.u4 * o.u4 * 60)::int * 50 else g.price end::numeric(14, 2) as unit_price,
		m.name as method, m.title as method_title, m.provider, m.country, m.currency, m.rate, m.scenario, m.fee as percent, m.fix_fee,
		p.id as promo_id, p.percent as promo_percent,
		a.id as offer, a.supplier, a.cost, b.id as other_offer, b.supplier as other_supplier, b.cost as other_cost,
		o.created + (15 + o.u1 * 75) * interval '1 second' as started_at
	from of_kind o
	join seeding.kinds k on k.kind = o.kind
	join seeding.goods g on g.kind = o.kind and g.n = floor(k.goods * o.u3 * o.u3)::bigint
	-- Who returns money or corrects pays in rubles.
	join seeding.methods m on m.slot = floor(o.u5 * case when o.history in ('partly', 'undelivered', 'refunded', 'charged_back') then 86 else 100 end)::bigint
	left join seeding.promos p on o.user_id is null and o.u4 between 0.4 and 0.53 and p.month = date_trunc('month', o.created, 'Europe/Moscow')
	left join seeding.offers a on a.good = coalesce(g.product_id, -g.gift_id) and a.n = 1
	left join seeding.offers b on b.good = g.product_id and b.n = 2
), timed as materialized (
	select p.*, p.quantity * p.unit_price as total, coalesce(round(p.quantity * p.unit_price * p.promo_percent / 100, 2), 0) as discount,
		case when p.kind = 'standoff' then 1 else p.quantity end as units,
		case p.history when 'partly' then p.quantity - 1 when 'undelivered' then 0 else case when p.kind = 'standoff' then 1 else p.quantity end end as delivered,
		case p.kind when 'pubg' then null when 'standoff' then 'operator' else case when p.history = 'retried' then p.other_supplier else p.supplier end end as delivered_by,
		-- What one unit cost us, in the currency of who delivered it.
		case p.kind when 'pubg' then round(p.unit_price * 0.8, 2) when 'standoff' then round(p.quantity * p.unit_price * 0.8, 2)
			when 'steam' then round(p.unit_price * 0.91 / {usd} * 1.02, 4) else case when p.history = 'retried' then p.other_cost else p.cost end end as unit_cost,
		case when p.kind in ('pubg', 'standoff') then 'RUB' else 'USD' end as cost_currency,
		case when p.history = 'declined_paid' then p.started_at + interval '140 seconds' else p.started_at end
			+ (30 + p.u3 * 150) * interval '1 second' as paid_at
	from picked p
), ended as materialized (
	select t.*, t.total - t.discount as net, round((t.total - t.discount) * t.percent / 100, 2) + t.fix_fee as fee,
		t.paid_at + least((0.2 + t.u2 * 20) * interval '1 hour', ({now} - t.paid_at) / 2) as corrected_at,
		case when not t.is_paid then least(t.created + interval '24 hours', {now} - interval '1 minute')
			when t.kind = 'pubg' then t.paid_at + interval '1 second' when t.kind = 'standoff' then t.paid_at + (5 + t.u2 * 30) * interval '1 minute'
			when t.history = 'corrected' then t.paid_at + least((0.2 + t.u2 * 20) * interval '1 hour', ({now} - t.paid_at) / 2) + interval '20 seconds'
			when t.history in ('retried', 'undelivered', 'partly') then t.paid_at + (45 + t.u2 * 60) * interval '1 second'
			else t.paid_at + (4 + t.u2 * t.u2 * 70) * interval '1 second' end as ended_at
	from timed t
), finished as materialized (
select e.*, e.fee + e.net as charged,
	case when e.currency = 'RUB' then e.net + e.fee else ceil((e.net + e.fee) * 100 / e.rate) / 100 end::numeric(14, 2) as amount,
	case when e.delivered = e.units then e.net else round(e.net * e.delivered / e.units, 2) end as sold,
	case when e.delivered = e.units then e.discount else round(e.discount * e.delivered / e.units, 2) end as sold_discount,
	case when e.history in ('undelivered', 'partly') then e.ended_at + interval '20 seconds'
		when e.history = 'refunded' then e.ended_at + least((1 + e.u4 * 300) * interval '1 hour', ({now} - e.ended_at) / 2)
		when e.history = 'charged_back' then e.ended_at + least((5 + e.u4 * 40) * interval '1 day', ({now} - e.ended_at) / 2) end as back_at,
	round(e.unit_cost * case when e.cost_currency = 'USD' then {usd} else 1 end, 2) as rubles_cost,
	case when not e.is_paid or e.history = 'undelivered' then 'failed' else 'done' end as status,
	e.id * 2 - case when e.history = 'declined_paid' then 0 else 1 end as paying,
	coalesce((select u.email from users u where u.id = e.user_id), case when e.promo_id is not null then 'guest' || e.id else 'buyer' || e.r6 % greatest({n} / 5, 1) end || '@example.test') as email
from ended e
)
-- What the buyer or the bank got back, how much of it for goods, and where to.
select f.*, case f.history when 'charged_back' then f.amount when 'undelivered' then f.amount when 'refunded' then f.net
		when 'partly' then f.net - f.sold + round(f.fee * (f.net - f.sold) / f.net, 2) end::numeric(14, 2) as back,
	case when f.history in ('undelivered', 'partly') then f.net - f.sold end as back_net,
	case when f.history = 'refunded' and f.user_id is not null and f.u3 < 0.5 then 'balance' when f.history <> 'charged_back' and f.back_at is not null then 'method' end as back_to
from finished f;
create temporary table sealed (order_id bigint, n int, mark bytea, key_id text, sealed bytea) on commit drop;
