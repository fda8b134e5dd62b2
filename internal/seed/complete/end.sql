set work_mem = '512MB';
-- Registries and statements, one of each party for each day; what providers kept and paid out.
insert into settlement_imports (id, party, day, file_name, digest, rows_count, loaded_by, loaded_at) overriding system value
select (r.day - {first_day}::date) * 8 + r.party_no, ({parties})[r.party_no], r.day, ({parties})[r.party_no] || '-' || r.day || '.csv',
	sha256(convert_to({seed} || ({parties})[r.party_no] || r.day, 'UTF8')), sum(r.lines), s.id, least((r.day + 1)::timestamp at time zone 'Europe/Moscow' + interval '10 hours', {now})
from seeding.registry r, staff s where s.email = 'demo-shift@example.test' group by r.day, r.party_no, s.id;
create temporary table paid_out as
select (r.day - {first_day}::date) * 8 + r.party_no as import_id, ({parties})[r.party_no] as party, r.day, r.currency, sum(r.paid - r.taken - r.commission)::bigint as amount, sum(r.commission)::bigint as commission,
	least((r.day + 1)::timestamp at time zone 'Europe/Moscow' + interval '10 hours', {now}) as at
from seeding.registry r where r.party_no <= 4 group by r.day, r.party_no, r.currency;
insert into settlement_rows (id, import_id, line, party, kind, external_id, reference, at, day, amount, commission, currency) overriding system value
select {n} * 8 + 8 + row_number() over (order by import_id, currency), import_id, {n} * 8 + 8 + row_number() over (order by import_id, currency), party, 'payout', 'P' || import_id || currency, '',
	(day + 1)::timestamp at time zone 'Europe/Moscow' - interval '1 second', day, amount / 10000.0, 0, currency from paid_out where amount > 0;
update settlement_imports i set rows_count = rows_count + p.n from (select import_id, count(*) as n from paid_out where amount > 0 group by import_id) p where p.import_id = i.id;
insert into seeding.late
select at, 'commission', party || '-' || import_id || '-' || currency, null::bigint, array['acquiring', 'provider:' || party], array[currency, currency], array[commission, -commission] from paid_out where commission > 0
union all
select at + interval '1 second', 'settlement', party || '-P' || import_id || currency, null, array['bank', 'provider:' || party], array[currency, currency], array[amount, -amount] from paid_out where amount > 0
union all
-- Every month is paid to suppliers in advance.
select {start}::timestamptz + (month - {first_day}::date) * interval '1 day', 'topup', supplier || '-T' || to_char(month, 'YYMM'), null,
	case when currency = 'RUB' then array['supplier:' || supplier, 'bank'] else array['supplier:' || supplier, 'exchange', 'exchange', 'bank'] end,
	case when currency = 'RUB' then array['RUB', 'RUB'] else array[currency, currency, 'RUB', 'RUB'] end,
	case when currency = 'RUB' then array[paid, -paid] else array[paid, -paid, round(paid * {usd} / 100)::bigint * 100, -round(paid * {usd} / 100)::bigint * 100] end
from (select supplier, currency, greatest(month, {first_day}::date) as month, ceil(sum(amount) * 1.02 / 10000)::bigint * 10000 as paid from seeding.spent group by 1, 2, 3) m;

-- Entries that were booked late get a number after the last order made before them.
create temporary table numbered as
select l.*, l.made * {stride} + 7 + row_number() over (partition by l.made order by l.at, l.reason, l.ref) as id from (
	select t.*, least(greatest(floor(seeding.share_by(t.at) * {n} + 0.5)::bigint, 0), {n}) as made from seeding.late t
) l;
insert into ledger_groups (id, at, reason, ref, order_id) overriding system value select id, at, reason, ref, order_id from numbered;
insert into ledger_postings (group_id, account, currency, amount)
select n.id, p.account, p.currency, round(p.amount / 10000.0, 4) from numbered n cross join lateral unnest(n.accounts, n.currencies, n.amounts) p (account, currency, amount);
insert into seeding.daily
select (n.at at time zone 'Europe/Moscow')::date, p.account, p.currency, greatest(p.amount, 0), greatest(-p.amount, 0)
from numbered n cross join lateral unnest(n.accounts, n.currencies, n.amounts) p (account, currency, amount) where n.order_id is null;
insert into ledger_daily (day, account, currency, debit, credit)
select day, account, currency, round(sum(debit) / 10000, 4), round(sum(credit) / 10000, 4) from seeding.daily group by 1, 2, 3;

-- The figures: days are sums of hours.
insert into seeding.figures
select d.grain, d.dimension, case d.grain when 'day' then date_trunc('day', at, 'Europe/Moscow') else date_trunc(d.grain, at) end, '', 'acquiring', currency, -commission, 1
from paid_out cross join (values ('minute', 'all'), ('hour', 'game'), ('hour', 'method'), ('hour', 'supplier'), ('day', 'product'), ('day', 'country')) d (grain, dimension)
where commission > 0 and (d.grain <> 'minute' or at >= {minutes_from});
analyze seeding.figures, seeding.waits;
insert into figures_products (day, key, currency, orders, turnover, revenue, discounts, fees, cost, acquiring, refunds, chargebacks, goodwill, writeoffs, vat)
select at, key, currency, coalesce(sum(n) filter (where measure = 'turnover'), 0),
	coalesce(sum(amount) filter (where measure = 'turnover'), 0), coalesce(sum(amount) filter (where measure = 'revenue'), 0), coalesce(sum(amount) filter (where measure = 'discounts'), 0),
	coalesce(sum(amount) filter (where measure = 'fees'), 0), coalesce(sum(amount) filter (where measure = 'cost'), 0), coalesce(sum(amount) filter (where measure = 'acquiring'), 0),
	coalesce(sum(amount) filter (where measure = 'refunds'), 0), coalesce(sum(amount) filter (where measure = 'chargebacks'), 0), coalesce(sum(amount) filter (where measure = 'goodwill'), 0),
	coalesce(sum(amount) filter (where measure = 'writeoffs'), 0), coalesce(sum(amount) filter (where measure = 'vat'), 0)
from seeding.figures where dimension = 'product' group by 1, 2, 3;
insert into figures (grain, dimension, at, key, measure, currency, amount, n)
select grain, dimension, at, key, measure, currency, sum(amount) / 10000, sum(n) from seeding.figures where dimension <> 'product' group by 1, 2, 3, 4, 5, 6
union all
select 'day', dimension, date_trunc('day', at, 'Europe/Moscow'), key, measure, currency, sum(amount) / 10000, sum(n) from seeding.figures where grain = 'hour' group by 2, 3, 4, 5, 6
union all
select 'day', 'all', date_trunc('day', at, 'Europe/Moscow'), '', measure, currency, sum(amount) / 10000, sum(n) from seeding.figures where grain = 'hour' and dimension = 'game' group by 3, 5, 6;
insert into figures_waits (grain, dimension, at, key, bucket, n)
select 'minute', 'all', at, '', bucket, sum(n) from seeding.waits where at >= {minutes_from} group by 3, 5
union all select 'hour', 'game', date_trunc('hour', at), game, bucket, sum(n) from seeding.waits group by 3, 4, 5
union all select 'day', 'all', date_trunc('day', at, 'Europe/Moscow'), '', bucket, sum(n) from seeding.waits group by 3, 5
union all select 'day', 'game', date_trunc('day', at, 'Europe/Moscow'), game, bucket, sum(n) from seeding.waits group by 3, 4, 5;
update figures_state set known_until = {now};

insert into promo_totals (promo_code_id, shard, uses, discount, revenue)
select o.promo_code_id, o.id % 16, count(*), sum(o.discount), sum(o.total - o.discount) from promo_uses u join orders o on o.id = u.order_id where u.state = 'consumed' group by 1, 2;
update feedback_counts c set reviews = (select count(*) from feedback f where f.rating = c.rating and f.state = 'published');
update code_batches b set codes = greatest(1, (select count(*) from codes c where c.batch_id = b.id));
drop schema seeding cascade;
