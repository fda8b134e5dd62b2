-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- What each member of staff is alerted to, by channel, and when.
create table alert_settings (
	staff_id bigint primary key,
	email text[] not null default '{}',
	push text[] not null default '{}',
	quiet_from smallint,
	quiet_until smallint,
	on_duty_only boolean not null default false,
	report_hour smallint,
	constraint alert_settings_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint alert_settings_kinds_check check (email || push <@ array['row', 'late', 'supplier', 'stock', 'method', 'books']),
	constraint alert_settings_quiet_check check ((quiet_from is null) = (quiet_until is null) and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until),
	constraint alert_settings_report_hour_check check (report_hour between 0 and 23)
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
	constraint staff_messages_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint staff_messages_channel_check check (channel in ('email', 'push')),
	constraint staff_messages_kind_check check (kind in ('alerts', 'report', 'test')),
	constraint staff_messages_day_check check ((kind = 'report') = (day is not null)),
	constraint staff_messages_state_check check (state in ('waiting', 'sending', 'sent', 'given_up', 'dropped')),
	constraint staff_messages_next_try_at_check check ((state in ('waiting', 'sending')) = (next_try_at is not null))
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
grant delete on alert_facts, staff_messages to larek_app;

-- +goose Down
drop table alerts;
drop table staff_messages;
drop table alert_facts;
drop table alert_settings;
