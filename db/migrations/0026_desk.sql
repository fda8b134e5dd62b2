-- +goose Up
-- The desk of the operators: who works on what, notes, and what the shop does not sell to.

-- Who has taken a row of the queue, until when. Tasks of deliveries keep their own lease.
create table queue_claims (
	kind text not null,
	id bigint not null,
	staff_id bigint not null,
	until timestamptz not null,
	constraint queue_claims_pkey primary key (kind, id),
	constraint queue_claims_staff_id_fkey foreign key (staff_id) references staff (id)
);

create table order_notes (
	id bigint generated always as identity primary key,
	order_id bigint not null,
	staff_id bigint not null,
	at timestamptz not null,
	text text not null,
	-- Whom it mentions.
	mentions bigint[] not null default '{}',
	constraint order_notes_text_check check (length(text) between 1 and 2000),
	constraint order_notes_order_id_fkey foreign key (order_id) references orders (id),
	constraint order_notes_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index order_notes_order_id_idx on order_notes (order_id, id);
create index order_notes_mentions_idx on order_notes using gin (mentions);
create trigger order_notes_append_only before update or delete or truncate on order_notes
	for each statement execute function refuse_change();

-- E-mail addresses and player IDs the shop does not sell to.
create table blocked_buyers (
	id bigint generated always as identity primary key,
	kind text not null,
	value text not null,
	reason text not null,
	blocked_by bigint not null,
	blocked_at timestamptz not null,
	lifted_at timestamptz,
	lifted_by bigint,
	constraint blocked_buyers_kind_check check (kind in ('email', 'player')),
	constraint blocked_buyers_value_check check (value = lower(value) and length(value) between 1 and 254),
	constraint blocked_buyers_lifted_check check ((lifted_at is null) = (lifted_by is null)),
	constraint blocked_buyers_blocked_by_fkey foreign key (blocked_by) references staff (id),
	constraint blocked_buyers_lifted_by_fkey foreign key (lifted_by) references staff (id)
);
create unique index blocked_buyers_value_key on blocked_buyers (kind, value) where lifted_at is null;

-- The version of an order now also changes with what operators decide. Its first part
-- is the latest event, so that what happened since a version can be named.
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
		(select string_agg(concat_ws(' ', u.id, u.state, u.reason, u.supplier, u.retried_at, u.preferred_offer_id, u.excluded_offers::text), ',' order by u.id)
			from delivery_units u where u.order_id = o.id),
		(select string_agg(d.id || d.state, ',' order by d.id) from delivery_units u join delivery_attempts d on d.unit_id = u.id where u.order_id = o.id),
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
