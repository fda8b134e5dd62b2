import { sql } from '../shop.ts'

/** Two pages of delivered orders, and tasks of which each turn takes one. */
export function fillShop(): void {
	const goods = `(select p.id as product, p.game_id as game, p.title, o.id as offer, o.supplier
		from products p join offers o on o.product_id = p.id join games g on g.id = p.game_id where g.kind = 'supply' order by p.id limit 1) g`
	sql(`begin;
	insert into orders (id, hash, kind, status, email, game_id, total, detail, created, done_at, guest, next_action, due_at)
		select i, gen_random_uuid(), 'supply_channel', case when i % 4 = 0 then 'sending' else 'done' end, 'buyer' || i || '@example.test', g.game,
			500 + i % 1000, jsonb_build_object('moogold_user_id', (700000000 + i)::text), now() - i % 1000 * interval '1 minute',
			case when i % 4 <> 0 then now() end, gen_random_uuid(), case when i % 4 = 0 then 'operator' end, case when i % 4 = 0 then now() + interval '2 hours' end
		from generate_series(900001, 900120) i, ${goods};
	insert into order_lines (id, order_id, product_id, title, quantity, unit_price, status)
		select o.id, o.id, g.product, g.title, 1, o.total, case when o.status = 'done' then 'completed' else 'processing' end
		from orders o, ${goods} where o.id between 900001 and 900120;
	insert into order_events (order_id, at, event, status)
		select o.id, o.created + k * interval '10 seconds', (array['order.created', 'payment.started', 'payment.received'])[k], (array['created', 'waiting_for_payment', 'paid'])[k]
		from orders o, generate_series(1, 3) k where o.id between 900001 and 900120;
	insert into payment_attempts (id, order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, provider_id, scenario, created, expires_at, country)
		select o.id, o.id, 1, o.id || '-1-click', 'tbank_sbp', 'tbank', 'paid', o.total, 0, 'RUB', 1, o.total, 'click' || o.id, '{"type":"qr"}', o.created, o.created + interval '30 minutes', 'RU'
		from orders o where o.id between 900001 and 900120;
	insert into payment_notices (id, provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, handed_at, settled_at) overriding system value
		select o.id, 'tbank', 'click' || o.id, 'webhook', o.id, o.id, 'paid', 'click' || o.id, o.total, 'RUB', now(), now() from orders o where o.id between 900001 and 900120;
	insert into payments (id, order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
		select o.id, o.id, o.id, o.id, 'tbank', 'click' || o.id, o.total, 'RUB', 'order', now() from orders o where o.id between 900001 and 900120;
	insert into delivery_units (id, order_id, line_id, n, state, supplier, supplier_ref, delivered_at)
		select o.id, o.id, o.id, 1, case when o.status = 'done' then 'delivered' else 'queued' end, case when o.status = 'done' then g.supplier end,
			case when o.status = 'done' then 'click' || o.id end, o.done_at
		from orders o, ${goods} where o.id between 900001 and 900120;
	insert into operator_tasks (unit_id, order_id, kind, due_at, created)
		select u.id, u.order_id, 'by_hand', now() + interval '2 hours', now() from delivery_units u where u.state = 'queued' and u.order_id between 900001 and 900120;
	commit;`)
}

/** A delivered order that may be refunded. */
export const delivered = 900101
