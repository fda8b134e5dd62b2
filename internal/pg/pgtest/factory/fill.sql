-- What the orders are of.
insert into users (nickname, email, created) select 'Покупатель ' || i, 'user' || i || '@example.test', now() - interval '2 years' from generate_series(1, {users}) i;
insert into games (kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
select 'supply', 'Игра ' || i, '', '', repeat('0', 26), '', repeat('0', 26), i, now() from generate_series(1, 40) i;
insert into products (game_id, kind, title, price, picture, position)
select g.id, 'supply', 'Пак ' || g.id, 100, repeat('0', 26), 1 from games g;
insert into offers (product_id, supplier, sku, cost, cost_currency, priority)
select p.id, (array['moogold', 'nsgifts', 'gamesdrop'])[1 + p.id % 3], 'sku-' || p.id, 1, 'USD', 1 from products p;
insert into promo_codes (code, kind, percent, goods, valid_from, created)
select 'CODE' || i, 'public', 10, 'all', now() - interval '3 years', now() - interval '3 years' from generate_series(1, 30) i;
-- Each step.
-- Of a hundred orders 88 are done, 9 failed, 3 unfinished; only the newest are unfinished.
-- Everything is written from what was made up here, so that no index is needed meanwhile.
create temporary table filling on commit drop as
select x.*, case when x.promo is null then 0 else round(x.total / 10, 2) end as discount,
	case when x.status in ('created', 'waiting_for_payment') then 'pay' when x.status in ('paid', 'sending', 'sent')
		then case x.id / 100 % 4 when 0 then 'operator' when 1 then 'correct' else 'deliver' end end as next_action,
	case when x.status in ('created', 'failed') then 'expired' when x.status = 'waiting_for_payment' then 'pending' else 'paid' end as paying,
	(array['tbank_sbp', 'payselection', 'getpay', 'payin'])[1 + x.id % 4] as method, (array['tbank', 'payselection', 'getpay', 'payin'])[1 + x.id % 4] as provider,
	case when x.id % 16 = 3 then 'KZ' else 'RU' end as country, case when x.id % 16 = 3 then 'KZT' else 'RUB' end as currency,
	(array['moogold', 'nsgifts', 'gamesdrop'])[1 + x.id % 3] as supplier
from (
	select i as id, case when i % 100 < 88 then 'done' when i % 100 < 97 or i < {n} * 0.9 then 'failed'
			else (array['created', 'waiting_for_payment', 'paid', 'sending', 'sent'])[1 + i / 100 % 5] end as status,
		case when i % 50 = 7 then 1 + i % 30 end as promo,
		round((50 + (i * 104729) % 2000 + case when i % 9973 = 0 then 150000 else 0 end)::numeric, 2) as total,
		now() - ({n} - i) * (interval '2 years' / {n}) as created
	from generate_series({from}::bigint, {to}::bigint) i
) x;
insert into orders (id, hash, kind, status, user_id, email, game_id, total, discount, detail, created, done_at, guest, promo_code_id, next_action, due_at)
select o.id, md5(o.id::text)::uuid, (array['supply_channel', 'steam', 'standoff', 'pubg'])[1 + o.id % 4],
	o.status, case when o.id % 3 = 0 then 1 + o.id % {users} end, 'buyer' || (o.id * 7919) % greatest({n} / 4, 1) || '@example.test', 1 + o.id % 40,
	o.total, o.discount,
	case o.id % 4 when 0 then jsonb_build_object('moogold_user_id', (700000000 + (o.id * 31) % greatest({n} / 3, 1))::text)
		when 1 then jsonb_build_object('steam_account_id', 'login' || (o.id * 31) % greatest({n} / 3, 1))
		when 2 then jsonb_build_object('game_account_id', (40000000 + (o.id * 31) % greatest({n} / 3, 1))::text) else '{}' end,
	o.created, case when o.status = 'done' then o.created + interval '1 minute' end,
	case when o.id % 3 <> 0 then md5('guest' || o.id)::uuid end, o.promo,
	o.next_action, case when o.next_action is not null then now() + (o.id / 100 % 7 - 3) * interval '1 hour' end
from filling o;
insert into order_lines (id, order_id, product_id, title, quantity, unit_price, status)
select o.id, o.id, 1 + o.id % 40, 'Пак ' || 1 + o.id % 40, 1, o.total,
	case when o.status = 'done' then 'completed' when o.next_action = 'correct' then 'incorrect-details' else 'processing' end
from filling o;
insert into order_events (order_id, at, event, status)
select o.id, o.created + k * interval '10 seconds', (array['order.created', 'payment.started', 'payment.received', 'order.done'])[k], (array['created', 'waiting_for_payment', 'paid', 'done'])[k]
from filling o, generate_series(1, 4) k where k < 2 or o.status = 'done';
insert into payment_attempts (id, order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, provider_id, scenario, created, expires_at, country)
select o.id, o.id, 1, o.id || '-1-' || left(md5(o.id::text), 8), o.method, o.provider, o.paying,
	o.total - o.discount, 0, o.currency, 1, o.total - o.discount, 'pay' || o.id, '{"type":"qr"}', o.created, o.created + interval '30 minutes', o.country
from filling o where o.status <> 'created';
insert into payment_notices (id, provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, received_at, handed_at, settled_at)
overriding system value
select o.id, o.provider, o.id || '-1-' || left(md5(o.id::text), 8), 'webhook', o.id, o.id, 'paid', 'pay' || o.id, o.total - o.discount, o.currency, o.created, o.created, o.created
from filling o where o.paying = 'paid';
insert into payments (id, order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
select o.id, o.id, o.id, o.id, o.provider, 'pay' || o.id, o.total - o.discount, o.currency, 'order', o.created from filling o where o.paying = 'paid';
insert into delivery_units (id, order_id, line_id, n, state, supplier, supplier_ref, delivered_at, held_until)
select o.id, o.id, o.id, 1, case when o.status = 'done' then 'delivered' when o.next_action = 'correct' then 'wrong_details' when o.next_action = 'operator' then 'queued' else 'waiting' end,
	case when o.status = 'done' then o.supplier end, case when o.status = 'done' then 'sup' || o.id end, case when o.status = 'done' then o.created + interval '1 minute' end,
	case when o.next_action = 'deliver' and o.id % 7 = 0 then now() end
from filling o where o.paying = 'paid';
insert into delivery_attempts (id, unit_id, offer_id, supplier, key, state, ref, cost, cost_currency, created, ended_at)
select o.id, o.id, 1, o.supplier, o.id || '-1-1-' || left(md5(o.id::text), 8), 'delivered', 'sup' || o.id, 1, 'USD', o.created + interval '40 seconds', o.created + interval '1 minute'
from filling o where o.status = 'done';
insert into delivery_exchanges (attempt_id, at, request, response, status)
select o.id, o.created + interval '40 seconds', 'POST /order {}', '{"status":"ok"}', 200 from filling o where o.status = 'done';
insert into operator_tasks (unit_id, order_id, kind, due_at, created)
select o.id, o.id, (array['unknown', 'by_hand'])[1 + o.id % 2], now() + interval '1 hour', now() from filling o where o.next_action = 'operator';
insert into letters (order_id, event, state, created, sent_at)
select o.id, 'paid', case when o.id % 5003 = 0 then 'given_up' else 'sent' end, o.created, case when o.id % 5003 <> 0 then o.created end
from filling o where o.status = 'done';
insert into ledger_groups (id, at, reason, ref, order_id) overriding system value
select o.id, o.created, 'payment', o.id::text, o.id from filling o where o.status = 'done';
insert into ledger_postings (group_id, account, currency, amount)
select o.id, a.account, 'RUB', a.sign * 100 from filling o, (values ('provider:tbank', 1), ('orders', -1)) a (account, sign) where o.status = 'done';
insert into promo_uses (order_id, promo_code_id, buyer, state, reserved_at)
select o.id, o.promo, decode(md5(o.id::text), 'hex'), 'released', o.created from filling o where o.promo is not null;
insert into refunds (payment_id, order_id, amount, currency, reason, destination, status, created, done_at, provider_id)
select o.id, o.id, 10, o.currency, 'after_delivery', 'method', case when o.id % 3 = 0 then 'manual' else 'done' end, o.created, case when o.id % 3 <> 0 then o.created end, 'ref' || o.id
from filling o where o.status = 'done' and o.id % 9001 = 0;
