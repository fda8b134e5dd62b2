-- +goose Up
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

alter table console_exports drop constraint console_exports_kind_check,
	add constraint console_exports_kind_check check (kind in ('orders', 'trial', 'entries', 'profit', 'customer', 'prices'));
