insert into orders (id, hash, kind, status, user_id, email, game_id, gift_id, total, detail, created, done_at, guest, promo_code_id, discount, reject_reason)
select id, code::uuid, kind, status, user_id, email, game_id, gift_id, total,
	case kind when 'supply_channel' then jsonb_build_object('moogold_user_id', (500000000 + r6 % 400000000)::text) || case when history = 'corrected' then jsonb_build_object('corrected_at', corrected_at) else '{}' end
		when 'steam' then jsonb_build_object('steam_account_id', 'login' || r6 % 3000000, 'commission_bp', 900)
		when 'standoff' then jsonb_build_object('game_account_id', (40000000 + r6 % 60000000)::text, 'gold', gold * quantity, 'market_fee_bp', 2000) else '{}' end || '{"seeded": true}',
	created, case when status = 'done' then ended_at end, case when user_id is null then md5('browser' || r6)::uuid end, promo_id, discount,
	case when history = 'undelivered' then 'Доставить не удалось. Деньги возвращаем.' when status = 'failed' then 'Время на оплату вышло.' end
from filling;
insert into order_lines (id, order_id, product_id, title, quantity, unit_price, status, discount)
select id, id, product_id, case when kind = 'steam' then 'Пополнение кошелька Steam' else title end, quantity, unit_price,
	case when history = 'undelivered' then 'refunded' when is_paid then 'completed' else 'processing' end, discount from filling;
insert into order_events (id, order_id, line_id, at, event, status, facts) overriding system value
select f.id * 16 + e.k, f.id, case when e.of_line then f.id end, e.at, e.event, e.status, coalesce(e.facts, '{}')
from filling f
cross join lateral (values
	(0, true, false, f.created, 'order.created', 'created', null::jsonb),
	(1, f.history <> 'draft', false, f.started_at, 'payment.started', 'waiting_for_payment', case when f.history <> 'draft' then jsonb_build_object('amount', f.amount::text, 'currency', f.currency, 'method', f.method_title) end),
	(2, f.history in ('declined', 'declined_paid'), false, f.started_at + interval '100 seconds', 'payment.declined', null, null),
	(3, f.history = 'declined_paid', false, f.started_at + interval '140 seconds', 'payment.started', null, case when f.history = 'declined_paid' then jsonb_build_object('amount', f.amount::text, 'currency', f.currency, 'method', f.method_title) end),
	(3, f.history = 'abandoned', false, f.started_at + interval '30 minutes', 'payment.expired', null, null),
	(4, f.is_paid, false, f.paid_at, 'payment.received', 'paid', case when f.is_paid then jsonb_build_object('amount', f.amount::text, 'currency', f.currency) end),
	(5, f.is_paid and f.kind <> 'pubg', true, f.paid_at, 'delivery.sending', 'sending', null),
	(6, f.is_paid, false, f.paid_at, case when f.kind = 'pubg' then 'delivery.sending' else 'order.sending' end, 'sending', null),
	(7, f.history = 'corrected', true, f.paid_at + interval '9 seconds', 'details.needed', 'incorrect-details', null),
	(8, f.history = 'corrected', true, f.corrected_at, 'details.corrected', 'processing', null),
	(9, f.history = 'corrected', true, f.corrected_at, 'delivery.sending', 'sending', null),
	(10, f.delivered > 0 and f.is_paid, true, f.ended_at, case when f.history = 'partly' then 'delivery.partly' else 'delivery.completed' end, 'completed',
		case when f.is_paid and f.kind <> 'pubg' then jsonb_build_object('delivered', f.delivered, 'of', f.units) end),
	(10, f.history = 'undelivered', true, f.ended_at, 'delivery.refunded', 'refunded', null),
	(11, f.status = 'done', false, f.ended_at, 'delivery.sent', 'sent', null),
	(12, true, false, f.ended_at, case when f.status = 'done' then 'order.done' else 'order.failed' end, f.status, null),
	(13, f.back_at is not null, false, f.back_at, case when f.history = 'charged_back' then 'refund.chargeback' else 'refund.done' end, null,
		case when f.back_at is not null then jsonb_build_object('amount', f.back::text, 'currency', f.currency) end)
) e (k, happened, of_line, at, event, status, facts) where e.happened;
insert into payment_attempts (id, order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, provider_id, scenario, created, expires_at, country)
select a.id, f.id, a.number, f.id || '-' || a.number || '-' || left(f.code, 8), f.method, f.provider, a.status, f.net, f.fee, f.currency, f.rate, f.amount,
	'pay' || a.id, f.scenario, a.at, a.at + interval '30 minutes', f.country
from filling f cross join lateral (values
	(f.id * 2 - 1, 1, f.started_at, case when f.history in ('declined', 'declined_paid') then 'declined' when f.history = 'abandoned' then 'expired' else 'paid' end, f.history <> 'draft'),
	(f.id * 2, 2, f.started_at + interval '140 seconds', 'paid', f.history = 'declined_paid')
) a (id, number, at, status, happened) where a.happened;
insert into payment_notices (id, provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, received_at, handed_at, settled_at, reference, confirmed_at) overriding system value
select a.attempt, f.provider, 'pay' || a.attempt || ':' || a.kind, 'webhook', a.attempt, f.id, a.kind, 'pay' || a.attempt, f.amount, f.currency, a.at, a.at, a.at,
	f.id || '-' || a.number || '-' || left(f.code, 8), a.at
from filling f cross join lateral (values
	(f.id * 2 - 1, 1, 'declined', f.started_at + interval '100 seconds', f.history in ('declined', 'declined_paid')),
	(f.paying, case when f.history = 'declined_paid' then 2 else 1 end, 'paid', f.paid_at, f.is_paid)
) a (attempt, number, kind, at, happened) where a.happened;
insert into payments (id, order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
select id, id, paying, paying, provider, 'pay' || paying, amount, currency, 'order', paid_at from filling where is_paid;
insert into fiscal_receipts (id, attempt_id, kind, body, created)
select a.id * 2, a.id, 'sale', case when f.provider = 'tbank' then jsonb_build_object('Email', f.email, 'Taxation', 'usn_income', 'Items', jsonb_build_array(jsonb_build_object(
		'Name', f.title, 'Price', (f.charged * 100)::bigint, 'Quantity', 1, 'Amount', (f.charged * 100)::bigint, 'Tax', 'none', 'PaymentMethod', 'full_payment', 'PaymentObject', 'service')))
	else jsonb_build_object('timestamp', to_char(a.at, 'DD.MM.YYYY HH24:MI:SS'), 'external_id', f.id || '-' || a.number, 'receipt', jsonb_build_object('client', jsonb_build_object('email', f.email),
		'company', jsonb_build_object('inn', '7700000000', 'sno', 'usn_income', 'payment_address', 'larek.example.test'), 'total', f.charged,
		'items', jsonb_build_array(jsonb_build_object('name', f.title, 'price', f.charged, 'quantity', 1, 'sum', f.charged, 'payment_method', 'full_payment', 'payment_object', 'service', 'vat', '{"type": "none"}'::jsonb)),
		'payments', jsonb_build_array(jsonb_build_object('type', 1, 'sum', f.charged)))) end, a.at
from filling f cross join lateral (values
	(f.id * 2 - 1, 1, f.started_at, f.history <> 'draft'), (f.id * 2, 2, f.started_at + interval '140 seconds', f.history = 'declined_paid')
) a (id, number, at, happened) where a.happened and f.currency = 'RUB' and f.provider in ('tbank', 'payselection');

create temporary table unit on commit drop as
select f.id * 4 + n - 1 as id, f.id as order_id, n, n <= f.delivered as is_delivered, f.kind, f.history, f.delivered_by, f.ended_at, f.unit_cost, f.cost_currency, f.rubles_cost
from filling f, generate_series(1, f.units) n where f.is_paid and f.kind <> 'pubg';
insert into delivery_units (id, order_id, line_id, n, state, supplier, supplier_ref, sealed, key_id, delivered_at, tries, proof, cost, cost_currency)
select u.id, u.order_id, u.order_id, u.n, case when u.is_delivered then 'delivered' else 'refunded' end, case when u.is_delivered then u.delivered_by end,
	case when u.is_delivered and u.kind <> 'standoff' then 'sup' || u.id end, s.sealed, s.key_id, case when u.is_delivered then u.ended_at end,
	case when u.kind = 'standoff' then 0 when u.history in ('retried', 'corrected') or not u.is_delivered then 2 else 1 end,
	case when u.kind = 'standoff' then 'Лот куплен на рынке' end, case when u.kind = 'standoff' then u.unit_cost end, case when u.kind = 'standoff' then u.cost_currency end
from unit u left join sealed s on s.order_id = u.order_id and s.n = u.n;
create temporary table asked on commit drop as
select u.id * 2 + t.k as id, u.id as unit_id, u.order_id, u.n, t.k, t.offer, t.supplier, t.cost, t.state, t.reason, t.at, t.until, t.state = 'delivered' as is_delivered, f.code
from unit u join filling f on f.id = u.order_id cross join lateral (values
	(0, u.history in ('retried', 'corrected') or not u.is_delivered, f.offer, f.supplier, f.cost, 'rejected', case when u.history = 'corrected' then 'wrong_details' else 'out_of_stock' end,
		f.paid_at, f.paid_at + interval '4 seconds'),
	(1, true, case when u.history in ('retried', 'partly', 'undelivered') and (u.history = 'retried' or not u.is_delivered) then f.other_offer else f.offer end,
		case when u.is_delivered then u.delivered_by else f.other_supplier end, u.unit_cost, case when u.is_delivered then 'delivered' else 'rejected' end,
		case when not u.is_delivered then 'out_of_stock' end, greatest(f.ended_at - interval '12 seconds', f.paid_at), f.ended_at)
) t (k, happened, offer, supplier, cost, state, reason, at, until) where t.happened and u.kind <> 'standoff';
insert into delivery_attempts (id, unit_id, offer_id, supplier, key, state, reason, ref, cost, cost_currency, created, ended_at, asks)
select id, unit_id, offer, supplier, order_id || '-' || n || '-' || k + 1 || '-' || left(code, 8), state, reason, case when is_delivered then 'sup' || unit_id end, cost, 'USD', at, until, 1 + is_delivered::int from asked;
insert into delivery_exchanges (id, attempt_id, at, request, response, status) overriding system value
select a.id * 2 + x.k, a.id, x.at, x.request, x.response, x.status from asked a cross join lateral (values
	(0, true, a.at, 'POST /api/v1/order/create {"path":"order/create","partner_order_id":"' || a.order_id || '-' || a.n || '-' || a.k + 1 || '","data":{"category":1,"product_id":"' || a.offer || '","quantity":1,"user_id":"***217"}}',
		case when a.state = 'rejected' then '{"status":"error","err_code":"410","err_message":"' || a.reason || '"}' else '{"status":"ok","order_id":"sup' || a.unit_id || '","message":"Order has been created successfully","account_details":{"user_id":"***217"}}' end, 200),
	(1, a.is_delivered, a.until, 'POST /api/v1/order/order_detail {"path":"order/order_detail","order_id":"sup' || a.unit_id || '"}',
		'{"order_id":"sup' || a.unit_id || '","order_status":"completed","date_created":"' || a.at || '","item":[{"product_id":"' || a.offer || '","quantity":1,"price":"' || a.cost || '"}]}', 200)
) x (k, happened, at, request, response, status) where x.happened;
insert into operator_tasks (id, unit_id, order_id, kind, state, due_at, taken_by, proof, created, closed_at, closed_by)
select u.id, u.id, u.order_id, 'standoff', 'done', f.paid_at + interval '1 hour', 'Демо-смена', 'Лот куплен на рынке', f.paid_at, f.ended_at, 'Демо-смена'
from unit u join filling f on f.id = u.order_id where u.kind = 'standoff';
insert into codes (id, product_id, sealed, key_id, fingerprint, state, line_id, loaded_at, reserved_at, given_at, batch_id) overriding system value
select {codes_from} + f.id * 2 + s.n, f.product_id, s.sealed, s.key_id, s.mark, 'given', f.id, {start}, f.started_at, f.ended_at, f.product_id
from filling f join sealed s on s.order_id = f.id where f.kind = 'pubg';
insert into code_marks (fingerprint, unit_id) select s.mark, s.order_id * 4 + s.n - 1 from sealed s join filling f on f.id = s.order_id where f.kind = 'rokky';
insert into code_reveals (id, code_id, unit_id, at, viewer, user_id, browser, hour) overriding system value
select f.id * 2 + s.n, case when f.kind = 'pubg' then {codes_from} + f.id * 2 + s.n end, case when f.kind = 'rokky' then f.id * 4 + s.n - 1 end, f.ended_at + interval '20 seconds',
	case when f.user_id is null then 'browser' else 'account' end, f.user_id, case when f.user_id is null then md5('browser' || f.r6)::uuid end, date_trunc('hour', f.ended_at + interval '20 seconds')
from filling f join sealed s on s.order_id = f.id where f.u4 < 0.95;
insert into letters (id, order_id, event, state, created, sent_at, tries)
select f.id * 4 + l.k, f.id, l.event, 'sent', l.at, l.at + interval '2 seconds', 1 from filling f cross join lateral (values
	(0, 'paid', f.paid_at, f.is_paid), (1, 'delivered', f.ended_at, f.status = 'done'), (2, 'details_needed', f.paid_at + interval '9 seconds', f.history = 'corrected'),
	(3, 'refunded', f.back_at, f.history in ('partly', 'undelivered', 'refunded'))
) l (k, event, at, happened) where l.happened;

insert into refund_grants (id, order_id, state, destination, amount, currency, rubles, reason_code, reason, granted_by, granted_at, expires_at, decided_by, decided_at, alone_limit)
select f.id, f.id, 'sent', f.back_to, f.back, f.currency, f.back, 'goods', 'Товар не подошёл', s.id, f.back_at - interval '1 minute', f.back_at + interval '3 days', s.id, f.back_at - interval '30 seconds', 1000000
from filling f cross join (select id from staff where email = 'demo-shift@example.test') s where f.history = 'refunded';
insert into refund_grant_lines (grant_id, line_id, is_delivered, units, amount)
select f.id, f.id, true, case when f.kind = 'pubg' then '{}' else (select array_agg(f.id * 4 + n - 1) from generate_series(1, f.units) n) end, f.back from filling f where f.history = 'refunded';
insert into refunds (id, payment_id, order_id, amount, currency, reason, destination, status, provider_id, created, done_at, tries, line_id, net, sent_at, request, grant_id)
select id, id, id, back, currency, case when history = 'refunded' then 'after_delivery' else 'undelivered' end, back_to, 'done', case when back_to = 'method' then 'ref' || id end,
	back_at - interval '15 seconds', back_at, 1, id, back_net, back_at - interval '5 seconds', case when history = 'refunded' then 'grant:' || id end, case when history = 'refunded' then id end
from filling where back_to is not null;
insert into fiscal_receipts (id, refund_id, kind, body, created)
select id * 4 - 1, id, 'refund', jsonb_build_object('Email', email, 'Taxation', 'usn_income', 'Items', jsonb_build_array(jsonb_build_object('Name', title, 'Price', (back * 100)::bigint, 'Quantity', 1,
	'Amount', (back * 100)::bigint, 'Tax', 'none', 'PaymentMethod', 'full_payment', 'PaymentObject', 'service'))), back_at
from filling where back_to = 'method' and provider in ('tbank', 'payselection');
insert into outside_refunds (id, payment_id, order_id, kind, amount, currency, found_at, recorded_by, proof, request)
select id, id, id, 'chargeback', back, currency, back_at, 'Демо-смена', 'Реестр эквайера', 'chargeback:' || id from filling where history = 'charged_back';
insert into promo_uses (order_id, promo_code_id, buyer, nth, state, reserved_at)
select id, promo_id, sha256(convert_to('larek/promo-buyer ' || email, 'UTF8')), case when is_paid then 1 end, case when is_paid then 'consumed' else 'released' end, started_at
from filling where promo_id is not null and history <> 'draft';
insert into feedback (id, order_id, text, rating, state, created)
select f.id, f.id, r.text, r.stars, 'published', f.ended_at + least((5 + f.u1 * 600) * interval '1 minute', ({now} - f.ended_at) / 2)
from filling f join seeding.reviews r on r.n = f.r6 % (select count(*) from seeding.reviews) where f.status = 'done' and f.u2 between 0.4 and 0.46;
