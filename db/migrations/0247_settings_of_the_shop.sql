-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';
-- Who changed the settings of each area last; null: nobody since the shop was made.
alter table steam_settings add column version int not null default 1, add column changed_at timestamptz, add column changed_by bigint;
alter table standoff_settings add column version int not null default 1, add column changed_at timestamptz, add column changed_by bigint;
alter table delivery_settings add column version int not null default 1, add column changed_at timestamptz, add column changed_by bigint;

create table feedback_settings (
	id int primary key default 1,
	-- From how many stars a review is shown without a person; 6 shows none.
	publish_from int not null default 4,
	version int not null default 1,
	changed_at timestamptz,
	changed_by bigint,
	constraint feedback_settings_one_check check (id = 1),
	constraint feedback_settings_publish_from_check check (publish_from between 1 and 6),
	constraint feedback_settings_changed_by_fkey foreign key (changed_by) references staff (id)
);
insert into feedback_settings default values;

create table payment_settings (
	id int primary key default 1,
	-- How long after the expiry of its invoice a payment is accepted.
	late_hours int not null default 24,
	version int not null default 1,
	changed_at timestamptz,
	changed_by bigint,
	constraint payment_settings_one_check check (id = 1),
	constraint payment_settings_late_hours_check check (late_hours between 1 and 720),
	constraint payment_settings_changed_by_fkey foreign key (changed_by) references staff (id)
);
insert into payment_settings default values;

-- Within how many minutes an operator ends a row of the queue, by its kind.
create table queue_settings (
	id int primary key default 1,
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
	constraint queue_settings_one_check check (id = 1),
	constraint queue_settings_minutes_check check (least(code_minutes, refund_minutes, unmatched_minutes, review_minutes, difference_minutes,
		cost_minutes, price_minutes, letter_minutes) >= 5 and greatest(code_minutes, refund_minutes, unmatched_minutes, review_minutes,
		difference_minutes, cost_minutes, price_minutes, letter_minutes) <= 14400),
	constraint queue_settings_changed_by_fkey foreign key (changed_by) references staff (id)
);
insert into queue_settings default values;

-- +goose Down
drop table queue_settings;
drop table payment_settings;
drop table feedback_settings;
alter table delivery_settings drop column version, drop column changed_at, drop column changed_by;
alter table standoff_settings drop column version, drop column changed_at, drop column changed_by;
alter table steam_settings drop column version, drop column changed_at, drop column changed_by;
