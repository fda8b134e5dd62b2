-- +goose Up
-- What operators did, and the first answer to each of their requests.

-- One row for each action, written in the transaction that makes it true. Nothing
-- secret and no personal data is inside.
create table audit (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	-- Null: the shop itself or its command line.
	staff_id bigint,
	actor text not null,
	session uuid,
	permission text not null,
	action text not null,
	object_kind text not null,
	object_id text not null,
	-- No foreign key: what was done outlives the demo orders it was done to.
	order_id bigint,
	reason_code text not null,
	reason_text text not null,
	before jsonb,
	after jsonb,
	batch uuid,
	request_id text not null,
	address text not null,
	constraint audit_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint audit_action_check check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
	constraint audit_object_kind_check check (object_kind ~ '^[a-z_]+$'),
	constraint audit_object_id_check check (object_id <> '' and length(object_id) <= 100),
	constraint audit_reason_check check (length(reason_code) <= 40 and length(reason_text) <= 1000)
);
create index audit_at_idx on audit (at desc, id desc);
create index audit_staff_id_idx on audit (staff_id, at desc, id desc);
create index audit_action_idx on audit (action, at desc, id desc);
create index audit_object_idx on audit (object_kind, object_id, at desc, id desc);
create index audit_order_id_idx on audit (order_id, at desc, id desc) where order_id is not null;
create index audit_batch_idx on audit (batch, at desc, id desc) where batch is not null;
create trigger audit_append_only before update or delete or truncate on audit
	for each statement execute function refuse_change();

-- Before the number of a row is drawn its transaction takes a lock that others share.
-- Whoever seals takes it alone for a moment, and so knows that no smaller number
-- will appear later.
-- +goose StatementBegin
create function share_audit_lock() returns trigger language plpgsql as $$
begin
	perform pg_advisory_xact_lock_shared(hashtext('audit'));
	return null;
end
$$;
-- +goose StatementEnd
create trigger audit_share_lock before insert on audit for each statement execute function share_audit_lock();

-- A chain over ranges of the rows: each link is a keyed digest of the rows of its
-- range and of the link before. The key is not in the database.
create table audit_seals (
	id bigint primary key,
	from_id bigint not null,
	to_id bigint not null,
	rows_count bigint not null,
	digest bytea not null,
	at timestamptz not null,
	constraint audit_seals_from_id_key unique (from_id),
	constraint audit_seals_to_id_key unique (to_id),
	constraint audit_seals_range_check check (id > 0 and from_id <= to_id and rows_count between 1 and to_id - from_id + 1),
	constraint audit_seals_digest_check check (octet_length(digest) = 32)
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
	for each statement execute function refuse_change();

-- Where the database has a role of its own for the running shop, that role may add
-- and read and nothing else; the trigger holds for every role.
-- +goose StatementBegin
do $$
begin
	if exists (select from pg_roles where rolname = 'larek_app') then
		revoke all on audit, audit_seals, staff_sign_ins from larek_app;
		grant select, insert on audit, audit_seals, staff_sign_ins to larek_app;
	end if;
end
$$;
-- +goose StatementEnd

-- The answer to each request of an operator, by the key the client made: the same
-- key has one effect. Rows older than a few days are deleted.
create table desk_requests (
	staff_id bigint not null,
	key uuid not null,
	action text not null,
	-- Of what was asked: a key used for something else is refused.
	digest bytea not null,
	answer jsonb,
	at timestamptz not null,
	primary key (staff_id, key),
	constraint desk_requests_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint desk_requests_digest_check check (octet_length(digest) = 32)
);
create index desk_requests_at_idx on desk_requests (at);
