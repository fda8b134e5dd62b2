-- +goose Up
-- How far a rule may move a price by itself, once the owner has set it; without a row it is
-- 30 %.
create table price_settings (
	id boolean primary key default true,
	largest_step numeric(5, 2) not null,
	version int not null default 1,
	changed_at timestamptz not null,
	changed_by bigint not null,
	constraint price_settings_id_check check (id),
	constraint price_settings_largest_step_check check (largest_step between 1 and 300),
	constraint price_settings_changed_by_fkey foreign key (changed_by) references staff (id)
);
