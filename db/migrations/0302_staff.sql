-- +goose Up
-- The people who run the shop. They are no buyers: other tables, other passwords,
-- other sessions.

-- What a role may be given. Some permissions carry the largest sum they may be used
-- for alone.
create table staff_permissions (
	name text primary key,
	has_limit boolean not null,
	constraint staff_permissions_limit_key unique (name, has_limit),
	constraint staff_permissions_name_check check (name ~ '^[a-z]+(\.[a-z_]+)?$')
);

create table staff_roles (
	id bigint generated always as identity primary key,
	name text not null,
	title text not null,
	-- Counts the changes, so that two editors do not undo each other.
	version bigint not null default 1,
	constraint staff_roles_name_key unique (name),
	constraint staff_roles_name_check check (name ~ '^[a-z][a-z_]{1,39}$'),
	constraint staff_roles_title_check check (title <> '' and length(title) <= 60)
);

create table staff_role_permissions (
	role_id bigint not null,
	permission text not null,
	has_limit boolean not null,
	alone_limit numeric(14, 2),
	primary key (role_id, permission),
	constraint staff_role_permissions_limit_check check (has_limit = (alone_limit is not null) and alone_limit >= 0),
	constraint staff_role_permissions_role_id_fkey foreign key (role_id) references staff_roles (id),
	constraint staff_role_permissions_permission_fkey foreign key (permission, has_limit) references staff_permissions (name, has_limit)
);

insert into staff_permissions (name, has_limit) values
	('home', false),
	('orders.read', false),
	('catalog.read', false),
	('payments.read', false),
	('pii.read', false),
	('task.take', false),
	('order.note', false),
	('order.ask', false),
	('task.resolve', false),
	('order.retry', false),
	('order.correct', false),
	('order.write_buyer', false),
	('order.reroute', false),
	('code.replace', false),
	('refund.grant', false),
	('refund.grant_delivered', false),
	('refund.send', true),
	('refund.send_other', false),
	('refund.settle', false),
	('money.match', false),
	('goodwill.give', true),
	('customer.read', false),
	('customer.view_as', false),
	('customer.bar', false),
	('customer.export', false),
	('customer.erase', false),
	('review.moderate', false),
	('catalog.write', false),
	('price.write', false),
	('promo.write', false),
	('content.write', false),
	('price.below_cost', false),
	('code.load', false),
	('code.void', false),
	('code.write_off', true),
	('code.reveal', false),
	('offer.write', false),
	('offer.approve', false),
	('supplier.switch', false),
	('provider.switch', false),
	('payment.write', false),
	('margin.read', false),
	('books.read', false),
	('recon.write', false),
	('recon.write_off', true),
	('chargeback.write', false),
	('export.money', false),
	('books.entry', false),
	('period.close', false),
	('view.share', false),
	('audit.read', false),
	('staff.write', false),
	('role.write', false),
	('settings.write', false);

insert into staff_roles (name, title) values
	('operator', 'Оператор'), ('senior', 'Старший оператор'), ('catalog', 'Каталог'), ('finance', 'Финансы'), ('admin', 'Администратор');

insert into staff_role_permissions (role_id, permission, has_limit)
select r.id, p.permission, false
from (values
	('home', '{operator,senior,catalog,finance,admin}'),
	('orders.read', '{operator,senior,catalog,finance,admin}'),
	('catalog.read', '{operator,senior,catalog,finance,admin}'),
	('payments.read', '{operator,senior,catalog,finance,admin}'),
	('pii.read', '{operator,senior,finance,admin}'),
	('task.take', '{operator,senior,catalog,finance,admin}'),
	('order.note', '{operator,senior,catalog,finance,admin}'),
	('order.ask', '{operator,senior,catalog,finance,admin}'),
	('task.resolve', '{operator,senior,admin}'),
	('order.retry', '{operator,senior,admin}'),
	('order.correct', '{operator,senior,admin}'),
	('order.write_buyer', '{operator,senior,admin}'),
	('order.reroute', '{senior,admin}'),
	('code.replace', '{senior,admin}'),
	('refund.grant', '{operator,senior,finance,admin}'),
	('refund.grant_delivered', '{senior,finance,admin}'),
	('refund.send_other', '{senior,finance,admin}'),
	('refund.settle', '{finance,admin}'),
	('money.match', '{finance,admin}'),
	('customer.read', '{operator,senior,finance,admin}'),
	('customer.view_as', '{operator,senior,finance,admin}'),
	('customer.bar', '{senior,admin}'),
	('customer.export', '{admin}'),
	('customer.erase', '{admin}'),
	('review.moderate', '{operator,senior,catalog,admin}'),
	('catalog.write', '{catalog,admin}'),
	('price.write', '{catalog,admin}'),
	('promo.write', '{catalog,admin}'),
	('content.write', '{catalog,admin}'),
	('price.below_cost', '{admin}'),
	('code.load', '{catalog,admin}'),
	('code.void', '{catalog,admin}'),
	('code.reveal', '{senior,admin}'),
	('offer.write', '{catalog,admin}'),
	('offer.approve', '{catalog,admin}'),
	('supplier.switch', '{senior,catalog,admin}'),
	('provider.switch', '{senior,catalog,admin}'),
	('payment.write', '{finance,admin}'),
	('margin.read', '{catalog,finance,admin}'),
	('books.read', '{finance,admin}'),
	('recon.write', '{finance,admin}'),
	('chargeback.write', '{finance,admin}'),
	('export.money', '{finance,admin}'),
	('books.entry', '{finance,admin}'),
	('period.close', '{finance,admin}'),
	('view.share', '{operator,senior,catalog,finance,admin}'),
	('audit.read', '{senior,finance,admin}'),
	('staff.write', '{admin}'),
	('role.write', '{admin}'),
	('settings.write', '{admin}')
) as p (permission, roles) join staff_roles r on r.name = any (p.roles::text[]);

insert into staff_role_permissions (role_id, permission, has_limit, alone_limit)
select r.id, p.permission, true, p.alone_limit
from (values
	('refund.send', 'operator', 1000),
	('refund.send', 'senior', 5000),
	('refund.send', 'finance', 20000),
	('refund.send', 'admin', 20000),
	-- How much of a difference, and of codes that are voided, a person gives up alone.
	('recon.write_off', 'finance', 1000),
	('recon.write_off', 'admin', 1000),
	('code.write_off', 'catalog', 3000),
	('code.write_off', 'finance', 3000),
	('code.write_off', 'admin', 3000),
	('goodwill.give', 'operator', 300),
	('goodwill.give', 'senior', 1000),
	('goodwill.give', 'finance', 1000),
	('goodwill.give', 'admin', 3000)
) as p (permission, role, alone_limit) join staff_roles r on r.name = p.role;

create table staff (
	id bigint generated always as identity primary key,
	email text not null,
	name text not null,
	role_id bigint not null,
	password text not null,
	totp_key text,
	totp_sealed bytea,
	-- The step of the last code, so that no code is taken twice.
	totp_step bigint not null default 0,
	suspended_at timestamptz,
	suspended_for text,
	created timestamptz not null,
	seen_at timestamptz not null,
	version bigint not null default 1,
	constraint staff_email_check check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
	constraint staff_name_check check (name <> '' and length(name) <= 100),
	constraint staff_totp_check check ((totp_key is null) = (totp_sealed is null)),
	constraint staff_suspended_check check ((suspended_at is null) = (suspended_for is null)),
	constraint staff_role_id_fkey foreign key (role_id) references staff_roles (id)
);
create unique index staff_email_key on staff (lower(email));
create index staff_role_id_idx on staff (role_id);
create index staff_seen_at_idx on staff (seen_at) where suspended_at is null;

-- A link that makes one person staff, once. Only its digest is kept.
create table staff_invitations (
	id bigint generated always as identity primary key,
	email text not null,
	role_id bigint not null,
	digest bytea not null,
	-- Null: made on the command line.
	created_by bigint,
	created timestamptz not null,
	expires_at timestamptz not null,
	accepted_at timestamptz,
	accepted_by bigint,
	revoked_at timestamptz,
	constraint staff_invitations_digest_key unique (digest),
	constraint staff_invitations_accepted_check check ((accepted_at is null) = (accepted_by is null)),
	constraint staff_invitations_end_check check (num_nonnulls(accepted_at, revoked_at) <= 1),
	constraint staff_invitations_expires_at_check check (expires_at > created),
	constraint staff_invitations_role_id_fkey foreign key (role_id) references staff_roles (id),
	constraint staff_invitations_created_by_fkey foreign key (created_by) references staff (id),
	constraint staff_invitations_accepted_by_fkey foreign key (accepted_by) references staff (id)
);
create index staff_invitations_created_by_idx on staff_invitations (created_by);
create index staff_invitations_accepted_by_idx on staff_invitations (accepted_by);
create index staff_invitations_role_id_idx on staff_invitations (role_id);
-- One open invitation an address.
create unique index staff_invitations_open_key on staff_invitations (lower(email)) where accepted_at is null and revoked_at is null;

create table staff_passkeys (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	credential_id bytea not null,
	-- The credential as the library keeps it: public key, counters and flags.
	credential jsonb not null,
	name text not null,
	created timestamptz not null,
	used_at timestamptz,
	constraint staff_passkeys_credential_id_key unique (credential_id),
	constraint staff_passkeys_name_check check (name <> '' and length(name) <= 60),
	constraint staff_passkeys_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index staff_passkeys_staff_id_idx on staff_passkeys (staff_id);

create table staff_recovery_codes (
	staff_id bigint not null,
	digest bytea not null,
	used_at timestamptz,
	primary key (staff_id, digest),
	constraint staff_recovery_codes_digest_check check (octet_length(digest) = 32),
	constraint staff_recovery_codes_staff_id_fkey foreign key (staff_id) references staff (id)
);

create table staff_sessions (
	id bigint generated always as identity primary key,
	-- Shown in lists; the secret of the cookie is another one.
	name uuid not null,
	staff_id bigint not null,
	digest bytea not null,
	device text not null,
	address text not null,
	created timestamptz not null,
	used_at timestamptz not null,
	expires_at timestamptz not null,
	-- When the second factor was first proven; null: only signing in goes on.
	factor_at timestamptz,
	-- When a factor was last proven.
	fresh_at timestamptz,
	-- What a passkey was asked to sign, and a TOTP secret that is not confirmed yet.
	challenge jsonb,
	pending_totp_key text,
	pending_totp_sealed bytea,
	ended_at timestamptz,
	constraint staff_sessions_name_key unique (name),
	constraint staff_sessions_digest_key unique (digest),
	constraint staff_sessions_digest_check check (octet_length(digest) = 32),
	constraint staff_sessions_factor_check check (factor_at is not null or fresh_at is null),
	constraint staff_sessions_expires_at_check check (expires_at > created),
	constraint staff_sessions_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index staff_sessions_staff_id_idx on staff_sessions (staff_id) where ended_at is null;
create index staff_sessions_expires_at_idx on staff_sessions (expires_at);

-- Every try to come in, and how it ended. Nothing of what was typed is kept.
create table staff_sign_ins (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	-- Null: no person has the address that was given.
	staff_id bigint,
	event text not null,
	method text not null,
	device text not null,
	address text not null,
	session uuid,
	constraint staff_sign_ins_event_check check (event in ('accepted', 'refused', 'suspended')),
	constraint staff_sign_ins_method_check check (method in ('password', 'passkey', 'totp', 'recovery')),
	constraint staff_sign_ins_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index staff_sign_ins_staff_id_idx on staff_sign_ins (staff_id, id);
create trigger staff_sign_ins_append_only before update or delete or truncate on staff_sign_ins
	for each statement execute function refuse_change();

-- Who was on duty, and when.
create table staff_shifts (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	started_at timestamptz not null,
	ended_at timestamptz,
	constraint staff_shifts_ended_at_check check (ended_at >= started_at),
	constraint staff_shifts_staff_id_fkey foreign key (staff_id) references staff (id)
);
create unique index staff_shifts_open_key on staff_shifts (staff_id) where ended_at is null;

-- What one shift writes for the next.
create table shift_notes (
	id bigint generated always as identity primary key,
	created timestamptz not null,
	staff_id bigint not null,
	given_to bigint,
	text text not null,
	constraint shift_notes_text_check check (length(text) between 1 and 1000),
	constraint shift_notes_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint shift_notes_given_to_fkey foreign key (given_to) references staff (id)
);

-- Before the number of a row is drawn its transaction takes a lock that others share.
-- Whoever seals takes it alone for a moment, and so knows that no smaller number
-- will appear later.
-- +goose StatementBegin
create function share_audit_lock() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	perform pg_advisory_xact_lock_shared(hashtext('audit'));
	return null;
end
$$;
-- +goose StatementEnd

-- One row for each action of an operator, written in the transaction that makes it true. Nothing
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
	constraint audit_action_check check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
	constraint audit_object_kind_check check (object_kind ~ '^[a-z_]+$'),
	constraint audit_object_id_check check (object_id <> '' and length(object_id) <= 100),
	constraint audit_reason_check check (length(reason_code) <= 40 and length(reason_text) <= 1000),
	constraint audit_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index audit_at_idx on audit (at, id);
create index audit_staff_id_idx on audit (staff_id, at, id);
create index audit_action_idx on audit (action, at, id);
create index audit_object_idx on audit (object_kind, object_id, at, id);
create index audit_order_id_idx on audit (order_id, at, id) where order_id is not null;
create index audit_batch_idx on audit (batch, at, id) where batch is not null;
create trigger audit_append_only before update or delete or truncate on audit
	for each statement execute function refuse_change();
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
	constraint desk_requests_digest_check check (octet_length(digest) = 32),
	constraint desk_requests_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index desk_requests_at_idx on desk_requests (at);
