-- +goose Up
-- What the tables of every part of the shop are made of.

-- Files 0001 to 0263 made databases before the first release. These files make the same
-- schema at once, so the numbers go on behind them, and a database of theirs is refused.
-- +goose StatementBegin
do $$
begin
	if to_regclass('public.orders') is not null then
		raise exception 'this database was made before the first release'
			using hint = 'make it anew: in a clone with `make clean` and `make seed`, elsewhere as an empty database with db/roles.sql';
	end if;
	if not exists (select from pg_roles where rolname = 'larek_app') then
		raise exception 'the role larek_app does not exist' using hint = 'a superuser runs db/roles.sql in this database first';
	end if;
	if current_user = 'larek_app' then
		raise exception 'migrations must not run as larek_app' using hint = 'LAREK_MIGRATE_DATABASE_URL names the role that owns the tables';
	end if;
end
$$;
-- +goose StatementEnd

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Titles are short: «не», «the» and «it» are words of a name, not noise. So
-- the stock stemmers are used without their stop lists.
create text search dictionary larek_russian (template = snowball, language = russian);
create text search dictionary larek_english (template = snowball, language = english);
create text search configuration larek (copy = simple);
alter text search configuration larek
	alter mapping for asciiword, asciihword, hword_asciipart with larek_english;
alter text search configuration larek
	alter mapping for word, hword, hword_part with larek_russian;

-- The key of a picture is the hash of its bytes: an address never changes what it shows.
create domain picture_key as text
	constraint picture_key_format check (value ~ '^[0-9a-z]{26}$');
create domain currency as text
	constraint currency_format check (value ~ '^[A-Z]{3}$');

-- refuse_change keeps tables append-only. A trigger has a search_path of its own, so that a
-- temporary table of the caller cannot answer for a real one; pg_temp is named because it
-- comes first where it is not.
-- +goose StatementBegin
create function refuse_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	raise exception '% is append-only', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_append_only';
end
$$;
-- +goose StatementEnd

-- One row per cached part of the shop. Statement triggers move it on, in the
-- writer's transaction, and every copy of the API watches it.
create table data_versions (
	scope text primary key,
	version bigint not null default 1
);
insert into data_versions (scope) values ('catalog'), ('content'), ('payment'), ('feedback');

-- +goose StatementBegin
create function bump_data_version() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	update data_versions set version = version + 1 where scope = tg_argv[0];
	return null;
end
$$;
-- +goose StatementEnd

-- Which worker does periodic work of seconds. Only the key is indexed, so that a renewal is
-- written in place.
create table periodic_leases (
	name text primary key,
	holder uuid not null,
	until timestamptz not null
) with (fillfactor = 20);

-- Switches of code that is new enough to be wrong. Each has an owner and a day by which the
-- switch is removed, with one of its two ways.
create table features (
	name text primary key check (name ~ '^[a-z][a-z_]{2,40}$'),
	is_on boolean not null,
	owner text not null check (owner <> ''),
	reason text not null check (reason <> ''),
	ends_on date not null,
	changed_at timestamptz not null default now(),
	changed_by text not null default 'migration'
);
insert into features (name, is_on, owner, reason, ends_on) values
	('deliver_with_payment', true, 'orderflow', 'Codes are delivered in the transaction that accepts their payment; off: in the step after it.', '2027-05-31');

-- For how long what is kept by month stays in the database, and why.
create table retention (
	name text primary key,
	months int not null check (months > 0),
	reason text not null
);
insert into retention values ('delivery_exchanges', 36, 'Споры с поставщиками: срок исковой давности три года');

-- Months that were written to files.
create table archives (
	name text not null references retention,
	month date not null check (extract(day from month) = 1),
	path text not null,
	rows bigint not null,
	-- SHA-256 of the file.
	digest bytea not null check (length(digest) = 32),
	made_at timestamptz not null,
	restored_at timestamptz,
	primary key (name, month)
);
