-- +goose Up
-- Where a payment was started from: the market the buyer chose, and a keyed digest
-- of the phone that was given, by which support finds a payer whose number the shop
-- does not keep.
alter table payment_attempts add column country text;
alter table payment_attempts add column phone_digest bytea;

-- The account goods are delivered to, as typed by the buyer, in lower case. Of codes
-- and gifts there is none.
-- +goose StatementBegin
create function order_player(detail jsonb) returns text language sql immutable parallel safe as $$
	select lower(coalesce(detail ->> 'moogold_user_id', detail ->> 'game_account_id', detail ->> 'steam_account_id'))
$$;
-- +goose StatementEnd

-- Sums fall into eight bands, so that "from 50 000" need not read every order.
-- +goose StatementBegin
create function order_sum_band(amount numeric) returns integer language sql immutable parallel safe as $$
	select width_bucket(amount, '{100,300,1000,3000,10000,30000,100000}'::numeric[])
$$;
-- +goose StatementEnd

-- A short token that changes with every fact about an order that may change what an
-- operator decides. That a provider or a supplier was asked once more, or that a
-- letter went out, is no such fact: otherwise every decision would come too late.
-- +goose StatementBegin
create function order_version(order_id bigint) returns text language sql stable as $$
	select left(md5(concat_ws('|',
		o.status, o.next_action, o.refund_to, o.email, o.detail::text,
		(select max(e.id) from order_events e where e.order_id = o.id),
		(select string_agg(l.id || l.status, ',' order by l.id) from order_lines l where l.order_id = o.id),
		(select string_agg(a.id || a.status, ',' order by a.id) from payment_attempts a where a.order_id = o.id),
		(select max(n.id) from payment_notices n where n.order_id = o.id),
		(select max(p.id) from payments p where p.order_id = o.id),
		(select string_agg(concat_ws(' ', r.id, r.status, r.destination, r.covered, r.round), ',' order by r.id) from refunds r where r.order_id = o.id),
		(select max(x.id) from outside_refunds x where x.order_id = o.id),
		(select string_agg(concat_ws(' ', u.id, u.state, u.reason, u.supplier), ',' order by u.id) from delivery_units u where u.order_id = o.id),
		(select string_agg(d.id || d.state, ',' order by d.id) from delivery_units u join delivery_attempts d on d.unit_id = u.id where u.order_id = o.id),
		(select string_agg(c.id || c.state, ',' order by c.id) from order_lines l join codes c on c.line_id = l.id where l.order_id = o.id),
		(select string_agg(t.id || t.state, ',' order by t.id) from operator_tasks t where t.order_id = o.id),
		(select string_agg(concat_ws(' ', t.id, t.closed_at), ',' order by t.id) from payment_tasks t where t.order_id = o.id),
		(select max(g.id) from ledger_groups g where g.order_id = o.id)
	)), 16)
	from orders o where o.id = $1
$$;
-- +goose StatementEnd
