-- +goose Up
-- The desk of the operators: who works on what, lists, files, and what they are alerted to.

-- Who has taken a row of the queue, until when. Tasks of deliveries keep their own lease.
create table queue_claims (
	kind text not null,
	id bigint not null,
	staff_id bigint not null,
	until timestamptz not null,
	constraint queue_claims_pkey primary key (kind, id),
	constraint queue_claims_staff_id_fkey foreign key (staff_id) references staff (id)
);
-- Claims that ran out stay, so those that hold now need an index.
create index queue_claims_until_idx on queue_claims (until);

-- Within how many minutes an operator ends a row of the queue, by its kind.
create table queue_settings (
	one boolean primary key default true,
	code_minutes int not null default 60,
	refund_minutes int not null default 1440,
	unmatched_minutes int not null default 1440,
	review_minutes int not null default 1440,
	difference_minutes int not null default 1440,
	cost_minutes int not null default 720,
	price_minutes int not null default 720,
	letter_minutes int not null default 2160,
	version int not null default 1,
	changed_at timestamptz,
	changed_by bigint,
	constraint queue_settings_one_check check (one),
	constraint queue_settings_minutes_check check (least(code_minutes, refund_minutes, unmatched_minutes, review_minutes, difference_minutes,
		cost_minutes, price_minutes, letter_minutes) >= 5 and greatest(code_minutes, refund_minutes, unmatched_minutes, review_minutes,
		difference_minutes, cost_minutes, price_minutes, letter_minutes) <= 14400),
	constraint queue_settings_changed_by_fkey foreign key (changed_by) references staff (id)
);
insert into queue_settings default values;

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
	constraint console_views_title_key unique (staff_id, title),
	constraint console_views_title_check check (length(title) between 1 and 60),
	constraint console_views_query_check check (length(query) <= 2000),
	constraint console_views_columns_check check (cardinality(columns) <= 30),
	constraint console_views_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index console_views_shared_idx on console_views (id) where is_shared;

-- Files that operators asked for. The worker makes them and deletes them after a week.
create table console_exports (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	kind text not null default 'orders',
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
	tries int not null default 0,
	ended_at timestamptz,
	expires_at timestamptz,
	constraint console_exports_state_check check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
	constraint console_exports_running_check check ((state = 'running') = (leased_until is not null)),
	constraint console_exports_done_check check ((state = 'done') = (blob is not null) and (state <> 'done' or expires_at is not null and digest is not null)),
	constraint console_exports_ended_check check ((state in ('done', 'failed', 'expired')) = (ended_at is not null)),
	constraint console_exports_columns_check check (kind <> 'orders' and cardinality(columns) = 0 or kind = 'orders' and cardinality(columns) between 1 and 30),
	constraint console_exports_kind_check check (kind in ('orders', 'trial', 'entries', 'profit', 'customer', 'prices')),
	constraint console_exports_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index console_exports_staff_id_idx on console_exports (staff_id, id);
create index console_exports_waiting_idx on console_exports (id) where state in ('waiting', 'running');
create index console_exports_expires_at_idx on console_exports (expires_at) where state = 'done';

-- What each member of staff is alerted to, by channel, and when.
create table alert_settings (
	staff_id bigint primary key,
	email text[] not null default '{}',
	push text[] not null default '{}',
	quiet_from smallint,
	quiet_until smallint,
	on_duty_only boolean not null default false,
	report_hour smallint,
	constraint alert_settings_kinds_check check (email || push <@ array['row', 'late', 'supplier', 'stock', 'method', 'books']),
	constraint alert_settings_quiet_check check ((quiet_from is null) = (quiet_until is null) and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until),
	constraint alert_settings_report_hour_check check (report_hour between 0 and 23),
	constraint alert_settings_staff_id_fkey foreign key (staff_id) references staff (id)
);

-- What people are alerted to. A fact that is gone is kept for a while, so that one that comes
-- and goes is told once.
create table alert_facts (
	id bigint generated always as identity primary key,
	kind text not null,
	source text not null,
	source_id bigint not null,
	found_at timestamptz not null,
	gone_at timestamptz,
	constraint alert_facts_source_key unique (kind, source, source_id),
	constraint alert_facts_kind_check check (kind in ('row', 'late', 'supplier', 'stock', 'method', 'books'))
);
create index alert_facts_gone_idx on alert_facts (gone_at) where gone_at is not null;

-- The messages to members of staff, as letters holds those to buyers. They have no text: it is
-- made when they are sent, of what the person may see then.
create table staff_messages (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	channel text not null,
	kind text not null,
	day date,
	state text not null default 'waiting',
	created timestamptz not null,
	next_try_at timestamptz,
	sent_at timestamptz,
	tries int not null default 0,
	constraint staff_messages_channel_check check (channel in ('email', 'push')),
	constraint staff_messages_kind_check check (kind in ('alerts', 'report', 'test')),
	constraint staff_messages_day_check check ((kind = 'report') = (day is not null)),
	constraint staff_messages_state_check check (state in ('waiting', 'sending', 'sent', 'given_up', 'dropped')),
	constraint staff_messages_next_try_at_check check ((state in ('waiting', 'sending')) = (next_try_at is not null)),
	constraint staff_messages_staff_id_fkey foreign key (staff_id) references staff (id)
);
create unique index staff_messages_report_key on staff_messages (staff_id, channel, day) where kind = 'report';
create index staff_messages_due_idx on staff_messages (next_try_at) where next_try_at is not null;
create index staff_messages_created_idx on staff_messages (created);

-- Which person was alerted to which fact: once by each channel.
create table alerts (
	staff_id bigint not null,
	channel text not null,
	fact_id bigint not null,
	message_id bigint not null,
	primary key (staff_id, channel, fact_id),
	constraint alerts_fact_id_fkey foreign key (fact_id) references alert_facts (id) on delete cascade,
	constraint alerts_message_id_fkey foreign key (message_id) references staff_messages (id)
);
create index alerts_fact_id_idx on alerts (fact_id);
create index alerts_message_id_idx on alerts (message_id);

-- The browsers in which members of staff turned pushes on. The keys are not sealed: they are of
-- no use without LAREK_PUSH_KEY, and a push has counts only.
create table push_subscriptions (
	id bigint generated always as identity primary key,
	staff_id bigint not null,
	endpoint text not null,
	p256dh bytea not null,
	auth bytea not null,
	created timestamptz not null,
	constraint push_subscriptions_endpoint_key unique (endpoint),
	constraint push_subscriptions_endpoint_check check (length(endpoint) <= 1000),
	constraint push_subscriptions_keys_check check (length(p256dh) = 65 and length(auth) = 16),
	constraint push_subscriptions_staff_id_fkey foreign key (staff_id) references staff (id)
);
create index push_subscriptions_staff_id_idx on push_subscriptions (staff_id);
