-- +goose Up
-- Registries and statements that the worker fetches by itself, one row for each party and
-- day. A row is leased by moving next_at on; tries tells one lease from the next.
create table registry_fetches (
	id bigint generated always as identity primary key,
	party text not null,
	day date not null,
	state text not null default 'due',
	tries int not null default 0,
	next_at timestamptz not null,
	note text not null default '',
	changed timestamptz not null,
	constraint registry_fetches_day_key unique (party, day),
	constraint registry_fetches_state_check check (state in ('due', 'done', 'failed')),
	constraint registry_fetches_tries_check check (tries >= 0)
);
create index registry_fetches_due_idx on registry_fetches (next_at) where state = 'due';
create index registry_fetches_failed_idx on registry_fetches (changed, id) where state = 'failed';

-- Null: the worker loaded it.
alter table settlement_imports alter column loaded_by drop not null;
