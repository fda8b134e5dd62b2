-- +goose Up
-- Prices: by a rule, by hand at a time, or from a file.

-- How far a rule may move a price by itself, once the owner has set it; without a row it is
-- 30 %.
create table price_settings (
	one boolean primary key default true,
	largest_step numeric(5, 2) not null,
	version int not null default 1,
	changed_at timestamptz not null,
	changed_by bigint not null,
	constraint price_settings_one_check check (one),
	constraint price_settings_largest_step_check check (largest_step between 1 and 300),
	constraint price_settings_changed_by_fkey foreign key (changed_by) references staff (id)
);

-- Prices of a game that follow what its products cost: the cost and a percentage, up to a
-- price that ends in .00 or .90, not below the floor.
create table price_rules (
	game_id bigint primary key,
	percent numeric(5, 2) not null,
	ending smallint not null,
	floor numeric(14, 2) not null,
	is_active boolean not null,
	version int not null default 1,
	changed_at timestamptz not null,
	changed_by bigint not null,
	constraint price_rules_percent_check check (percent between 0 and 900),
	constraint price_rules_ending_check check (ending in (0, 90)),
	constraint price_rules_floor_check check (floor >= 0),
	constraint price_rules_game_id_fkey foreign key (game_id) references games (id),
	constraint price_rules_changed_by_fkey foreign key (changed_by) references staff (id)
);

-- What a rule has made of a cost. It acts again when the cost or the rule changes, so that a
-- price set by hand stays until then. A large change waits for a person.
create table price_rule_steps (
	product_id bigint primary key,
	rule_version int not null,
	cost numeric(14, 2) not null,
	price numeric(14, 2) not null,
	old_price numeric(14, 2) not null,
	state text not null,
	at timestamptz not null,
	constraint price_rule_steps_state_check check (state in ('done', 'waits', 'declined')),
	constraint price_rule_steps_product_id_fkey foreign key (product_id) references products (id)
);
create index price_rule_steps_waits_idx on price_rule_steps (at, product_id) where state = 'waits';

-- Prices that were saved together.
create table price_batches (
	id bigint generated always as identity primary key,
	created timestamptz not null,
	created_by bigint not null,
	reason_code text not null,
	reason_text text not null,
	apply_at timestamptz not null,
	state text not null default 'scheduled',
	ended_at timestamptz,
	-- Whoever made it could sell below cost.
	may_lose boolean not null default false,
	constraint price_batches_state_check check (state in ('scheduled', 'applied', 'cancelled')),
	constraint price_batches_ended_at_check check ((state = 'scheduled') = (ended_at is null)),
	constraint price_batches_created_by_fkey foreign key (created_by) references staff (id)
);
create index price_batches_due_idx on price_batches (apply_at, id) where state = 'scheduled';

-- One price of a batch. What was before, and what the goods cost then, is written down
-- when it is applied: that is the history of a price.
create table price_changes (
	id bigint generated always as identity primary key,
	batch_id bigint not null,
	product_id bigint,
	gift_id bigint,
	price numeric(14, 2) not null,
	state text not null default 'scheduled',
	refusal text,
	old_price numeric(14, 2) not null,
	-- What buyers paid before and pay since, with the discount of then.
	old_final numeric(14, 2),
	final_price numeric(14, 2),
	cost numeric(14, 2),
	applied_at timestamptz,
	constraint price_changes_product_id_key unique (batch_id, product_id),
	constraint price_changes_gift_id_key unique (batch_id, gift_id),
	constraint price_changes_price_check check (price > 0),
	constraint price_changes_state_check check (state in ('scheduled', 'applied', 'refused', 'cancelled')),
	constraint price_changes_refusal_check check ((state = 'refused') = (refusal is not null)),
	constraint price_changes_applied_check check ((state = 'applied') = (applied_at is not null) and (applied_at is null) = (final_price is null) and (final_price is null) = (old_final is null)),
	constraint price_changes_goods_check check (num_nonnulls(product_id, gift_id) = 1),
	constraint price_changes_batch_id_fkey foreign key (batch_id) references price_batches (id),
	constraint price_changes_product_id_fkey foreign key (product_id) references products (id),
	constraint price_changes_gift_id_fkey foreign key (gift_id) references gifts (id)
);
create index price_changes_history_idx on price_changes (product_id, applied_at, id) where state = 'applied';
create index price_changes_scheduled_idx on price_changes (product_id, id) where state = 'scheduled';
create index price_changes_gift_history_idx on price_changes (gift_id, applied_at, id) where state = 'applied' and gift_id is not null;
create index price_changes_gift_scheduled_idx on price_changes (gift_id, id) where state = 'scheduled' and gift_id is not null;

-- A file of prices: it is looked at line by line when it is loaded, and applied by a worker
-- once a person has read what would change.
create table price_imports (
	id bigint generated always as identity primary key,
	created timestamptz not null,
	created_by bigint not null,
	name text not null,
	state text not null default 'checked',
	lines int not null,
	ready int not null,
	same int not null,
	applied int not null default 0,
	-- Who applies it, why, and whether they may sell below cost.
	applied_by bigint,
	may_lose boolean not null default false,
	reason_code text not null default '',
	reason_text text not null default '',
	ended_at timestamptz,
	constraint price_imports_state_check check (state in ('checked', 'applying', 'applied')),
	constraint price_imports_applied_by_check check ((state = 'checked') = (applied_by is null)),
	constraint price_imports_ended_at_check check ((state = 'applied') = (ended_at is not null)),
	constraint price_imports_created_by_fkey foreign key (created_by) references staff (id),
	constraint price_imports_applied_by_fkey foreign key (applied_by) references staff (id)
);
create index price_imports_applying_idx on price_imports (id) where state = 'applying';

-- One line of a file. The numbers are as they were written, so they may name nothing.
create table price_import_lines (
	import_id bigint not null,
	line int not null,
	product_id bigint,
	gift_id bigint,
	title text not null,
	text text not null,
	old_price numeric(14, 2),
	price numeric(14, 2),
	version int,
	verdict text not null,
	words text not null,
	constraint price_import_lines_pkey primary key (import_id, line),
	constraint price_import_lines_verdict_check check (verdict in ('ready', 'same', 'below_cost', 'refused', 'not_found', 'unclear', 'repeated', 'applied')),
	constraint price_import_lines_import_id_fkey foreign key (import_id) references price_imports (id)
);
