-- +goose Up
-- A function in SQL is planned again at every call, which is nine tenths of what this one costs:
-- seventeen tables, read by index. In PL/pgSQL a session plans it once: 3.3 ms become 0.3.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- +goose StatementBegin
create or replace function order_version(order_id bigint) returns text language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
	return (
		select coalesce((select max(e.id) from order_events e where e.order_id = o.id), 0) || '-' || left(md5(concat_ws('|',
			o.status, o.next_action, o.refund_to, o.email, o.detail::text,
			(select string_agg(l.id || l.status, ',' order by l.id) from order_lines l where l.order_id = o.id),
			(select string_agg(a.id || a.status, ',' order by a.id) from payment_attempts a where a.order_id = o.id),
			(select max(n.id) from payment_notices n where n.order_id = o.id),
			(select max(p.id) from payments p where p.order_id = o.id),
			(select string_agg(concat_ws(' ', r.id, r.status, r.destination, r.covered, r.round), ',' order by r.id) from refunds r where r.order_id = o.id),
			(select string_agg(g.id || g.state, ',' order by g.id) from refund_grants g where g.order_id = o.id),
			(select max(x.id) from outside_refunds x where x.order_id = o.id),
			(select string_agg(concat_ws(' ', u.id, case when u.held_until is null then u.state || coalesce(u.reason, '') when u.state = 'placed' then 'waiting' else u.state end, u.supplier, u.retried_at, u.preferred_offer_id, u.excluded_offers::text), ',' order by u.id)
				from delivery_units u where u.order_id = o.id),
			(select string_agg(d.id || d.state, ',' order by d.id) from delivery_units u join delivery_attempts d on d.unit_id = u.id
				where u.order_id = o.id and (u.held_until is null or d.state <> 'asking' and (d.state <> 'rejected' or d.reason not in ('away', 'no_funds', 'price_changed')))),
			(select string_agg(c.id || c.state, ',' order by c.id) from order_lines l join codes c on c.line_id = l.id where l.order_id = o.id),
			(select max(c.id) from code_replacements c where c.order_id = o.id),
			(select string_agg(t.id || t.state, ',' order by t.id) from operator_tasks t where t.order_id = o.id),
			(select string_agg(concat_ws(' ', t.id, t.closed_at), ',' order by t.id) from payment_tasks t where t.order_id = o.id),
			(select max(l.id) from ledger_groups l where l.order_id = o.id),
			(select p.paused_at from delivery_pauses p where p.order_id = o.id)
		)), 12)
		from orders o where o.id = $1
	);
end
$$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
create or replace function order_version(order_id bigint) returns text language sql stable as $$
	select coalesce((select max(e.id) from order_events e where e.order_id = o.id), 0) || '-' || left(md5(concat_ws('|',
		o.status, o.next_action, o.refund_to, o.email, o.detail::text,
		(select string_agg(l.id || l.status, ',' order by l.id) from order_lines l where l.order_id = o.id),
		(select string_agg(a.id || a.status, ',' order by a.id) from payment_attempts a where a.order_id = o.id),
		(select max(n.id) from payment_notices n where n.order_id = o.id),
		(select max(p.id) from payments p where p.order_id = o.id),
		(select string_agg(concat_ws(' ', r.id, r.status, r.destination, r.covered, r.round), ',' order by r.id) from refunds r where r.order_id = o.id),
		(select string_agg(g.id || g.state, ',' order by g.id) from refund_grants g where g.order_id = o.id),
		(select max(x.id) from outside_refunds x where x.order_id = o.id),
		(select string_agg(concat_ws(' ', u.id, case when u.held_until is null then u.state || coalesce(u.reason, '') when u.state = 'placed' then 'waiting' else u.state end, u.supplier, u.retried_at, u.preferred_offer_id, u.excluded_offers::text), ',' order by u.id)
			from delivery_units u where u.order_id = o.id),
		(select string_agg(d.id || d.state, ',' order by d.id) from delivery_units u join delivery_attempts d on d.unit_id = u.id
			where u.order_id = o.id and (u.held_until is null or d.state <> 'asking' and (d.state <> 'rejected' or d.reason not in ('away', 'no_funds', 'price_changed')))),
		(select string_agg(c.id || c.state, ',' order by c.id) from order_lines l join codes c on c.line_id = l.id where l.order_id = o.id),
		(select max(c.id) from code_replacements c where c.order_id = o.id),
		(select string_agg(t.id || t.state, ',' order by t.id) from operator_tasks t where t.order_id = o.id),
		(select string_agg(concat_ws(' ', t.id, t.closed_at), ',' order by t.id) from payment_tasks t where t.order_id = o.id),
		(select max(l.id) from ledger_groups l where l.order_id = o.id),
		(select p.paused_at from delivery_pauses p where p.order_id = o.id)
	)), 12)
	from orders o where o.id = $1
$$;
-- +goose StatementEnd
