-- +goose Up
-- A webhook of a provider that can be asked is a claim until the provider has
-- said the same when asked. What old code writes is confirmed, as it was.
alter table payment_notices
	-- What the notice names, kept even when it belongs to no attempt.
	add reference text not null default '',
	add confirmed_at timestamptz default now(),
	add constraint payment_notices_confirmed_check check (settled_at is null or confirmed_at is not null),
	-- An order that costs nothing is paid by nobody.
	drop constraint payment_notices_source_check,
	add constraint payment_notices_source_check check (source in ('webhook', 'asked', 'balance', 'free'));
create index payment_notices_unconfirmed_idx on payment_notices (attempt_id) where confirmed_at is null;
