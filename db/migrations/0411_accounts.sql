-- +goose Up
set local lock_timeout = '2s';
set local statement_timeout = '60s';

-- Our accounts with payment providers and suppliers. The row with the highest version is in
-- use; the others stay, because payments and deliveries that began with them are asked about
-- and returned there. Fields are named as in the environment. A row without secrets switches
-- its provider off.
create table provider_accounts (
	id bigint generated always as identity primary key,
	kind text not null,
	name text not null,
	version int not null,
	settings jsonb not null,
	-- A JSON object, sealed and bound to kind/name.
	secrets bytea,
	key_id text,
	changed_by bigint not null,
	changed_at timestamptz not null,
	tested_at timestamptz,
	constraint provider_accounts_version_key unique (kind, name, version),
	constraint provider_accounts_changed_by_fkey foreign key (changed_by) references staff (id),
	constraint provider_accounts_kind_check check (kind in ('provider', 'supplier')),
	constraint provider_accounts_version_check check (version > 0),
	constraint provider_accounts_secrets_check check ((secrets is null) = (key_id is null))
);
-- What was in use is never another: only its seal is renewed.
revoke update on provider_accounts from larek_app;
grant update (secrets, key_id, tested_at) on provider_accounts to larek_app;

insert into data_versions (scope) values ('accounts');
create trigger provider_accounts_version after insert or truncate on provider_accounts
	for each statement execute function bump_data_version('accounts');

-- With which of our accounts an attempt was made; null: with the first one.
alter table payment_attempts add column account text;
alter table delivery_attempts add column account text;
