-- +goose Up
-- Suppliers that are slow, dear, out of our money or down: what is waited for,
-- how long, at what cost, and what is not sold meanwhile.

-- What the operator decides about buying, in one row.
create table delivery_settings (
	id int primary key default 1,
	-- How long a paid order waits for suppliers before its money goes back.
	hold_minutes int not null default 30,
	-- How little of the price may be left to us when a cost has gone up.
	min_margin_percent numeric(5, 2) not null default 5,
	-- How far a cost may move from the last approved one without anybody looking.
	cost_limit_percent int not null default 10,
	-- For how many days a prepaid balance has to last before somebody is warned.
	prepaid_days int not null default 3,
	constraint delivery_settings_one_check check (id = 1),
	constraint delivery_settings_hold_minutes_check check (hold_minutes between 1 and 1440),
	constraint delivery_settings_min_margin_percent_check check (min_margin_percent between 0 and 90),
	constraint delivery_settings_cost_limit_percent_check check (cost_limit_percent between 0 and 100),
	constraint delivery_settings_prepaid_days_check check (prepaid_days between 0 and 365)
);
insert into delivery_settings default values;

-- A product's own floor; null is the one of the settings.
alter table products add min_margin_percent numeric(5, 2),
	add constraint products_min_margin_percent_check check (min_margin_percent between 0 and 90);
alter table gifts add min_margin_percent numeric(5, 2),
	add constraint gifts_min_margin_percent_check check (min_margin_percent between 0 and 90);

-- The cost a person last agreed to: small moves add up against it. Null until
-- the first sync, which takes the cost of then.
alter table offers add approved_cost numeric(14, 4),
	add constraint offers_approved_cost_check check (approved_cost >= 0);
update offers set approved_cost = cost;

-- When to ask a supplier whether it is there, has our money and still sells;
-- null when there is no doubt.
alter table supplier_health add check_at timestamptz,
	add check_offers boolean not null default false,
	add down_since timestamptz;

alter table delivery_units
	-- Until when suppliers are waited for, shown to the buyer.
	add held_until timestamptz,
	-- Set when the unit is to fail as soon as its tries are known to have failed.
	add ends_as text,
	add ends_at timestamptz,
	-- What an operator says the buyer has got, in words the buyer reads.
	add proof text,
	-- What an operator's delivery cost; a supplier's cost is with its try.
	add cost numeric(14, 4),
	add cost_currency text,
	add constraint delivery_units_ends_as_check check (ends_as in ('nobody', 'hold', 'wrong_details')),
	add constraint delivery_units_ends_at_check check ((ends_as is null) = (ends_at is null)),
	add constraint delivery_units_cost_check check (cost >= 0 and (cost is null) = (cost_currency is null));

alter table delivery_attempts
	-- Refused before any order was sent: there is nothing to ask about.
	add unsent boolean not null default false,
	-- When the supplier delivered something that was given up by force.
	add late_at timestamptz;
create index delivery_attempts_unit_id_idx on delivery_attempts (unit_id);
create index delivery_attempts_ended_at_idx on delivery_attempts (supplier, ended_at) where state = 'delivered';
create index delivery_attempts_forced_idx on delivery_attempts (supplier) where reason = 'forced';

alter table operator_tasks
	add closed_by text,
	-- Closed while a supplier might still deliver: a risk of loss somebody took.
	add forced boolean not null default false;

-- Fingerprints of codes that were handed over from outside our stock: one code
-- is never sold twice.
create table code_marks (
	fingerprint bytea not null,
	unit_id bigint not null,
	constraint code_marks_pkey primary key (fingerprint),
	constraint code_marks_unit_id_fkey foreign key (unit_id) references delivery_units (id)
);

-- Goods no usable offer can serve now. The catalogue shows them as not sold.
create table unavailable_goods (
	id bigint generated always as identity primary key,
	product_id bigint,
	gift_id bigint,
	since timestamptz not null,
	constraint unavailable_goods_target_check check (num_nonnulls(product_id, gift_id) = 1),
	constraint unavailable_goods_product_id_key unique (product_id),
	constraint unavailable_goods_gift_id_key unique (gift_id),
	constraint unavailable_goods_product_id_fkey foreign key (product_id) references products (id) on delete cascade,
	constraint unavailable_goods_gift_id_fkey foreign key (gift_id) references gifts (id) on delete cascade
);
create trigger unavailable_goods_version after insert or update or delete or truncate on unavailable_goods
	for each statement execute function bump_data_version('catalog');

-- Suppliers count in ten-thousandths. Taking the limit off rewrites nothing.
alter table ledger_postings alter amount type numeric,
	add constraint ledger_postings_fine_check check (amount = round(amount, 4)) not valid;
