-- What the orders are of.
insert into users (nickname, email, created) select 'Покупатель ' || i, 'user' || i || '@example.test', now() - interval '2 years' from generate_series(1, 2000) i;
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
insert into orders (id, hash, kind, status, user_id, email, game_id, total, discount, detail, created, done_at, guest, promo_code_id, next_action, due_at)
select i, md5(i::text)::uuid, (array['supply_channel', 'steam', 'standoff', 'pubg'])[1 + i % 4],
	s.status, case when i % 3 = 0 then 1 + i % 2000 end, 'buyer' || (i * 7919) % greatest({n} / 4, 1) || '@example.test', 1 + i % 40,
	s.total, s.discount,
	case i % 4 when 0 then jsonb_build_object('moogold_user_id', (700000000 + (i * 31) % greatest({n} / 3, 1))::text)
		when 1 then jsonb_build_object('steam_account_id', 'login' || (i * 31) % greatest({n} / 3, 1))
		when 2 then jsonb_build_object('game_account_id', (40000000 + (i * 31) % greatest({n} / 3, 1))::text) else '{}' end,
	now() - ({n} - i) * (interval '2 years' / {n}), case when s.status = 'done' then now() - ({n} - i) * (interval '2 years' / {n}) + interval '1 minute' end,
	case when i % 3 <> 0 then md5('guest' || i)::uuid end, s.promo,
	s.next_action, case when s.next_action is not null then now() + (i / 100 % 7 - 3) * interval '1 hour' end
from (
	select i, x.status, x.promo, x.total, case when x.promo is null then 0 else round(x.total / 10, 2) end as discount,
		case when x.status in ('created', 'waiting_for_payment') then 'pay' when x.status in ('paid', 'sending', 'sent')
			then case i / 100 % 4 when 0 then 'operator' when 1 then 'correct' else 'deliver' end end as next_action
	from (
		select i, case when i % 100 < 88 then 'done' when i % 100 < 97 or i < {n} * 0.9 then 'failed'
				else (array['created', 'waiting_for_payment', 'paid', 'sending', 'sent'])[1 + i / 100 % 5] end as status,
			case when i % 50 = 7 then 1 + i % 30 end as promo,
			round((50 + (i * 104729) % 2000 + case when i % 9973 = 0 then 150000 else 0 end)::numeric, 2) as total
		from generate_series({from}::bigint, {to}::bigint) i
	) x
) s;
insert into order_lines (id, order_id, product_id, title, quantity, unit_price, status)
select i, i, 1 + i % 40, 'Пак ' || 1 + i % 40, 1, o.total,
	case when o.status = 'done' then 'completed' when o.next_action = 'correct' then 'incorrect-details' else 'processing' end
from generate_series({from}::bigint, {to}::bigint) i join orders o on o.id = i;
insert into order_events (order_id, at, event, status)
select o.id, o.created + k * interval '10 seconds', (array['order.created', 'payment.started', 'payment.received', 'order.done'])[k], (array['created', 'waiting_for_payment', 'paid', 'done'])[k]
from orders o, generate_series(1, 4) k where o.id between {from} and {to} and (k < 2 or o.status = 'done');
insert into payment_attempts (id, order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, provider_id, scenario, created, expires_at, country)
select o.id, o.id, 1, o.id || '-1-' || left(md5(o.id::text), 8), m.method, m.provider, case when o.status in ('created', 'failed') then 'expired' when o.status = 'waiting_for_payment' then 'pending' else 'paid' end,
	o.total - o.discount, 0, m.currency, 1, o.total - o.discount, 'pay' || o.id, '{"type":"qr"}', o.created, o.created + interval '30 minutes', m.country
from orders o cross join lateral (
	select (array['tbank_sbp', 'payselection', 'getpay', 'payin'])[1 + o.id % 4] as method, (array['tbank', 'payselection', 'getpay', 'payin'])[1 + o.id % 4] as provider,
		case when o.id % 16 = 3 then 'KZ' else 'RU' end as country, case when o.id % 16 = 3 then 'KZT' else 'RUB' end as currency
) m where o.id between {from} and {to} and o.status <> 'created';
insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, received_at, handed_at, settled_at)
select a.provider, a.reference, 'webhook', a.id, a.order_id, 'paid', a.provider_id, a.amount, a.currency, a.created, a.created, a.created
from payment_attempts a where a.order_id between {from} and {to} and a.status = 'paid';
insert into payments (order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
select n.order_id, n.attempt_id, n.id, n.provider, n.provider_id, n.amount, n.currency, 'order', n.received_at from payment_notices n where n.order_id between {from} and {to};
insert into delivery_units (id, order_id, line_id, n, state, supplier, supplier_ref, delivered_at, held_until)
select o.id, o.id, o.id, 1, case when o.status = 'done' then 'delivered' when o.next_action = 'correct' then 'wrong_details' when o.next_action = 'operator' then 'queued' else 'waiting' end,
	case when o.status = 'done' then (array['moogold', 'nsgifts', 'gamesdrop'])[1 + o.id % 3] end, case when o.status = 'done' then 'sup' || o.id end, o.done_at,
	case when o.next_action = 'deliver' and o.id % 7 = 0 then now() end
from orders o where o.id between {from} and {to} and o.status not in ('created', 'waiting_for_payment', 'failed');
insert into delivery_attempts (id, unit_id, offer_id, supplier, key, state, ref, cost, cost_currency, created, ended_at)
select u.id, u.id, 1, u.supplier, u.order_id || '-1-1-' || left(md5(u.id::text), 8), 'delivered', u.supplier_ref, 1, 'USD', u.delivered_at - interval '20 seconds', u.delivered_at
from delivery_units u where u.order_id between {from} and {to} and u.state = 'delivered';
insert into delivery_exchanges (attempt_id, at, request, response, status)
select d.id, d.created, 'POST /order {}', '{"status":"ok"}', 200 from delivery_attempts d where d.id between {from} and {to};
insert into operator_tasks (unit_id, order_id, kind, due_at, created)
select u.id, u.order_id, (array['unknown', 'by_hand'])[1 + u.id % 2], now() + interval '1 hour', now() from delivery_units u where u.order_id between {from} and {to} and u.state = 'queued';
insert into letters (order_id, event, state, created, sent_at)
select o.id, 'paid', case when o.id % 5003 = 0 then 'given_up' else 'sent' end, o.created, case when o.id % 5003 <> 0 then o.created end from orders o where o.id between {from} and {to} and o.status = 'done';
insert into ledger_groups (at, reason, ref, order_id) select o.created, 'payment', o.id::text, o.id from orders o where o.id between {from} and {to} and o.status = 'done';
insert into ledger_postings (group_id, account, currency, amount)
select g.id, a.account, 'RUB', a.sign * 100 from ledger_groups g, (values ('provider:tbank', 1), ('orders', -1)) a (account, sign) where g.order_id between {from} and {to};
insert into promo_uses (order_id, promo_code_id, buyer, state, reserved_at)
select o.id, o.promo_code_id, decode(md5(o.id::text), 'hex'), 'released', o.created from orders o where o.id between {from} and {to} and o.promo_code_id is not null;
