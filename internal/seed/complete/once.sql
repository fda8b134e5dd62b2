-- What all steps read: goods, ways to pay and codes of campaigns, each under a number.
create schema seeding;
create unlogged table seeding.goods as
select g.*, row_number() over (partition by g.kind order by g.product_id, g.gift_id) - 1 as n
from (
	select case p.kind when 'supply' then 'supply_channel' else p.kind end as kind, p.game_id, null::bigint as gift_id, p.id as product_id,
		p.title, p.final_price as price, p.max_quantity, p.gold
	from products p where p.is_active and p.kind in ('supply', 'pubg', 'steam', 'standoff')
	union all
	select 'rokky', null, g.id, null, g.title, g.final_price, 1, null from gifts g where g.is_active and g.id <= 2000
) g;
create unlogged table seeding.kinds as select kind, count(*) as goods from seeding.goods group by kind;
create unlogged table seeding.offers as
select coalesce(product_id, -gift_id) as good, id, supplier, cost, cost_currency,
	row_number() over (partition by product_id, gift_id order by priority, id) as n
from offers;
-- A hundred numbers of ways to pay. The first 86 are those of Russia.
create unlogged table seeding.methods as
with way as (
	select distinct on (c.iso, m.name) c.iso as country, m.name, m.title, split_part(m.name, '_', 1) as provider, m.fee, m.fix_fee, m.currencies[1] as currency
	from payment_methods m join method_groups g on g.id = m.group_id join countries c on c.id = g.country_id where m.is_active
)
select row_number() over (order by p.n, s) - 1 as slot, w.*,
	coalesce((select r.rate from currency_rates r where r.currency = w.currency order by r.set_at desc limit 1), 1) as rate,
	case w.name when 'tbank_sbp' then '{"type": "invoice_qr", "qr": "https://qr.example.test/AS1000670LSS7DN18SJQDNP4B05KLJL2"}'
		when 'tbank_qr' then '{"type": "qr", "qr": "https://qr.example.test/AS1000670LSS7DN18SJQDNP4B05KLJL2"}'
		when 'getpay' then '{"type": "p2p_redirect", "url": "https://pay.example.test/invoice/7f3c51d0"}'
		when 'payin_external' then '{"type": "external", "url": "https://pay.example.test/terminal/7f3c51d0"}'
		else '{"type": "redirect", "url": "https://pay.example.test/form/7f3c51d0"}' end::jsonb as scenario
from (values (1, 'RU', 'tbank_sbp', 41), (2, 'RU', 'payselection', 26), (3, 'RU', 'tbank_qr', 9), (4, 'RU', 'getpay', 6), (5, 'RU', 'payin_form', 4),
	(6, 'KZ', 'payselection', 7), (7, 'BY', 'payselection', 4), (8, 'UZ', 'payin_form', 2), (9, 'AM', 'payin_external', 1)) p (n, country, name, slots)
join way w on w.country = p.country and w.name = p.name
cross join generate_series(1, p.slots) s;
create unlogged table seeding.reviews as select row_number() over () - 1 as n, t.text, t.stars from unnest({reviews}::text[], {stars}::smallint[]) t (text, stars);
-- Sums of each step, added up at the end.
create unlogged table seeding.daily (day date, account text, currency text, debit numeric, credit numeric);
create unlogged table seeding.figures (grain text, dimension text, at timestamptz, key text, measure text, currency text, amount bigint, n bigint);
create unlogged table seeding.waits (at timestamptz, game text, bucket smallint, n bigint);
create unlogged table seeding.registry (party_no int, day date, currency text, paid bigint, taken bigint, commission bigint, lines bigint);
create unlogged table seeding.spent (supplier text, currency text, month date, amount bigint);
-- Entries that were booked long after their order was made. Entries are numbered in the
-- order they were booked, so these get their numbers at the end.
create unlogged table seeding.late (at timestamptz, reason text, ref text, order_id bigint, accounts text[], currencies text[], amounts bigint[]);

-- A person who did what only people do. Nobody can sign in as it.
insert into staff (email, name, role_id, password, created, seen_at, suspended_at, suspended_for)
select 'demo-shift@example.test', 'Демо-смена', r.id, '', {start}, {start}, {start}, 'Запись для демо-данных' from staff_roles r where r.name = 'senior'
and not exists (select from staff where email = 'demo-shift@example.test');

insert into users (id, nickname, email, created)
select {users_from} + i, 'Игрок ' || i, 'player' || i || '@example.test', {start} from generate_series(1, {users}) i;

insert into promo_codes (id, code, kind, percent, goods, valid_from, valid_until, per_buyer_limit, created)
select {promos_from} + m, 'SEZON' || to_char(at, 'YYMM'), 'public', 5 + m % 3 * 5, 'all', at, at + interval '1 month', 1, at
from generate_series(1, {months}) m, lateral (select date_trunc('month', {start}::timestamptz, 'Europe/Moscow') + (m - 1) * interval '1 month' as at) d;
create unlogged table seeding.promos as select date_trunc('month', valid_from + interval '1 day', 'Europe/Moscow') as month, id, percent from promo_codes where code like 'SEZON%';

insert into code_batches (id, product_id, created, created_by, source, unit_cost, codes) overriding system value
select p.id, p.id, {start}, s.id, 'Демо-данные', round(p.final_price * 0.8, 2), 1 from products p, staff s where p.kind = 'pubg' and s.email = 'demo-shift@example.test';
analyze seeding.goods, seeding.kinds, seeding.offers, seeding.methods, seeding.promos, seeding.reviews, users;
