-- +goose Up
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
	constraint price_rules_game_id_fkey foreign key (game_id) references games (id),
	constraint price_rules_changed_by_fkey foreign key (changed_by) references staff (id),
	constraint price_rules_percent_check check (percent between 0 and 900),
	constraint price_rules_ending_check check (ending in (0, 90)),
	constraint price_rules_floor_check check (floor >= 0)
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
	constraint price_rule_steps_product_id_fkey foreign key (product_id) references products (id),
	constraint price_rule_steps_state_check check (state in ('done', 'waits', 'declined'))
);
create index price_rule_steps_waits_idx on price_rule_steps (at, product_id) where state = 'waits';
