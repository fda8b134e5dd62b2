-- +goose Up
-- A game or a product that is shown to buyers or hidden at a time. What was refused then
-- says why.
create table showing_plans (
	id bigint generated always as identity primary key,
	game_id bigint,
	product_id bigint,
	shown boolean not null,
	at timestamptz not null,
	state text not null default 'scheduled',
	refusal text not null default '',
	created_by bigint not null,
	ended_at timestamptz,
	constraint showing_plans_target_check check (num_nonnulls(game_id, product_id) = 1),
	constraint showing_plans_state_check check (state in ('scheduled', 'applied', 'refused', 'cancelled')),
	constraint showing_plans_ended_at_check check ((state = 'scheduled') = (ended_at is null)),
	constraint showing_plans_game_id_fkey foreign key (game_id) references games (id),
	constraint showing_plans_product_id_fkey foreign key (product_id) references products (id),
	constraint showing_plans_created_by_fkey foreign key (created_by) references staff (id)
);
create index showing_plans_due_idx on showing_plans (at, id) where state = 'scheduled';
create unique index showing_plans_game_idx on showing_plans (game_id, shown) where state = 'scheduled' and game_id is not null;
create unique index showing_plans_product_idx on showing_plans (product_id, shown) where state = 'scheduled' and product_id is not null;
create index showing_plans_refused_idx on showing_plans (ended_at) where state = 'refused';
