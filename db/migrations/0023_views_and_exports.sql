-- +goose Up
-- Filters of the console's lists that operators keep, for themselves or for everybody.
create table console_views (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	title text not null,
	is_shared boolean not null default false,
	is_pinned boolean not null default false,
	-- The part of an address after the question mark, checked when it was saved.
	query text not null,
	columns text[] not null default '{}',
	created timestamptz not null,
	version bigint not null default 1,
	constraint console_views_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint console_views_title_check check (length(title) between 1 and 60),
	constraint console_views_query_check check (length(query) <= 2000),
	constraint console_views_columns_check check (cardinality(columns) <= 30),
	constraint console_views_title_key unique (staff_id, title)
);
create index console_views_shared_idx on console_views (id) where is_shared;

-- Files of orders that operators asked for. The worker makes them and deletes them
-- after a week.
create table console_exports (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	filter jsonb not null,
	columns text[] not null,
	has_people boolean not null,
	state text not null default 'waiting',
	rows_done bigint not null default 0,
	-- Where in the shop's files it is, and its SHA-256.
	blob text,
	digest bytea,
	error text,
	created timestamptz not null,
	-- Until when a worker makes it; another may take over afterwards.
	leased_until timestamptz,
	tries integer not null default 0,
	ended_at timestamptz,
	expires_at timestamptz,
	constraint console_exports_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint console_exports_state_check check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
	constraint console_exports_running_check check ((state = 'running') = (leased_until is not null)),
	constraint console_exports_done_check check ((state = 'done') = (blob is not null) and (state <> 'done' or expires_at is not null and digest is not null)),
	constraint console_exports_ended_check check ((state in ('done', 'failed', 'expired')) = (ended_at is not null)),
	constraint console_exports_columns_check check (cardinality(columns) between 1 and 30)
);
create index console_exports_staff_id_idx on console_exports (staff_id, id desc);
create index console_exports_waiting_idx on console_exports (id) where state in ('waiting', 'running');
create index console_exports_expires_at_idx on console_exports (expires_at) where state = 'done';
