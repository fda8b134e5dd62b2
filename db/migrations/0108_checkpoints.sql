-- +goose Up
-- The books as they were, one row a day: a chain over ranges of entries. content is the
-- digest of the entries of the range, digest a keyed one of the row, its sums and the
-- digest before; the key is not in the database. day is the day of Moscow on which it was
-- made.
create table ledger_checkpoints (
	id bigint primary key,
	day date not null,
	from_id bigint not null,
	to_id bigint not null,
	entries bigint not null,
	postings bigint not null,
	content bytea not null,
	digest bytea not null,
	at timestamptz not null,
	constraint ledger_checkpoints_day_key unique (day),
	constraint ledger_checkpoints_from_id_key unique (from_id),
	constraint ledger_checkpoints_to_id_key unique (to_id),
	constraint ledger_checkpoints_range_check check (id > 0 and from_id <= to_id and entries between 1 and to_id - from_id + 1 and postings >= entries),
	constraint ledger_checkpoints_digest_check check (octet_length(content) = 32 and octet_length(digest) = 32)
);

-- What the entries of a range did to each account, and what is on it since the beginning.
-- Buyers' accounts are one account here, as in ledger_daily.
create table ledger_checkpoint_sums (
	checkpoint_id bigint not null,
	account text not null,
	currency text not null,
	debit numeric not null,
	credit numeric not null,
	balance numeric not null,
	constraint ledger_checkpoint_sums_pkey primary key (checkpoint_id, account, currency),
	constraint ledger_checkpoint_sums_checkpoint_id_fkey foreign key (checkpoint_id) references ledger_checkpoints (id),
	constraint ledger_checkpoint_sums_sums_check check (debit >= 0 and credit >= 0)
);

create trigger ledger_checkpoints_append_only before update or delete or truncate on ledger_checkpoints
	for each statement execute function refuse_change();
create trigger ledger_checkpoint_sums_append_only before update or delete or truncate on ledger_checkpoint_sums
	for each statement execute function refuse_change();
revoke update, delete on ledger_checkpoints, ledger_checkpoint_sums from larek_app;
