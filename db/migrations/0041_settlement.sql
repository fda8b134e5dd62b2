-- +goose Up
-- What providers and suppliers say they did, line by line, against our books.

-- What a provider may keep of a payment by contract, since a day.
create table settlement_terms (
	party text not null,
	since date not null,
	rate numeric(5, 2) not null,
	constraint settlement_terms_pkey primary key (party, since),
	constraint settlement_terms_rate_check check (rate between 0 and 50)
);

create table settlement_imports (
	id bigint generated always as identity primary key,
	party text not null,
	-- The day the file is for; some of its lines may be of others.
	day date not null,
	file_name text not null,
	-- SHA-256 of the file: the same one is loaded once.
	digest bytea not null,
	rows_count int not null,
	loaded_by bigint not null,
	loaded_at timestamptz not null,
	constraint settlement_imports_digest_key unique (digest),
	constraint settlement_imports_digest_check check (length(digest) = 32),
	constraint settlement_imports_loaded_by_fkey foreign key (loaded_by) references staff (id)
);

create index settlement_imports_day_idx on settlement_imports (party, day);

create table settlement_rows (
	id bigint generated always as identity primary key,
	import_id bigint not null,
	line int not null,
	party text not null,
	kind text not null,
	external_id text not null,
	reference text not null,
	at timestamptz not null,
	day date not null,
	-- Positive: what they collected, or returned, or charged.
	amount numeric(18, 4) not null,
	commission numeric(18, 4) not null,
	currency text not null,
	-- Which of ours it is; each is matched once.
	payment_id bigint,
	refund_id bigint,
	outside_id bigint,
	attempt_id bigint,
	constraint settlement_rows_line_key unique (import_id, line),
	constraint settlement_rows_kind_check check (kind in ('payment', 'refund', 'chargeback', 'payout', 'charge', 'topup')),
	constraint settlement_rows_amount_check check (amount > 0 and commission >= 0),
	constraint settlement_rows_currency_check check (currency ~ '^[A-Z]{3}$'),
	constraint settlement_rows_match_check check (num_nonnulls(payment_id, refund_id, outside_id, attempt_id) <= 1),
	constraint settlement_rows_import_id_fkey foreign key (import_id) references settlement_imports (id),
	constraint settlement_rows_payment_id_fkey foreign key (payment_id) references payments (id),
	constraint settlement_rows_refund_id_fkey foreign key (refund_id) references refunds (id),
	constraint settlement_rows_outside_id_fkey foreign key (outside_id) references outside_refunds (id),
	constraint settlement_rows_attempt_id_fkey foreign key (attempt_id) references delivery_attempts (id)
);
create unique index settlement_rows_payment_id_key on settlement_rows (payment_id) where payment_id is not null;
create unique index settlement_rows_refund_id_key on settlement_rows (refund_id) where refund_id is not null;
create unique index settlement_rows_outside_id_key on settlement_rows (outside_id) where outside_id is not null;
create unique index settlement_rows_attempt_id_key on settlement_rows (attempt_id) where attempt_id is not null;

create table settlement_differences (
	id bigint generated always as identity primary key,
	party text not null,
	-- Of the file, and of ours if we have it.
	day date not null,
	our_day date,
	kind text not null,
	row_kind text not null,
	row_id bigint,
	payment_id bigint,
	refund_id bigint,
	outside_id bigint,
	attempt_id bigint,
	order_id bigint,
	name text not null,
	ours numeric(18, 4) not null,
	theirs numeric(18, 4) not null,
	currency text not null,
	created timestamptz not null,
	state text not null default 'open',
	way text,
	reason text,
	-- The entry that explains it, each for one difference.
	entry_id bigint,
	resolved_by bigint,
	resolved_at timestamptz,
	constraint settlement_differences_kind_check check (kind in ('theirs_only', 'ours_only', 'amount', 'day', 'commission')),
	constraint settlement_differences_our_day_check check ((kind = 'theirs_only') = (our_day is null)),
	constraint settlement_differences_row_check check ((kind = 'ours_only') = (row_id is null)),
	constraint settlement_differences_state_check check (state in ('open', 'resolved')),
	constraint settlement_differences_resolved_check check ((state = 'resolved') = (resolved_at is not null) and (state = 'resolved') = (way is not null)),
	constraint settlement_differences_way_check check (way in ('book', 'write_off', 'accept', 'entry', 'appeared')),
	constraint settlement_differences_entry_id_key unique (entry_id),
	constraint settlement_differences_entry_check check ((way is not distinct from 'entry') = (entry_id is not null)),
	constraint settlement_differences_entry_id_fkey foreign key (entry_id) references ledger_groups (id),
	constraint settlement_differences_row_id_fkey foreign key (row_id) references settlement_rows (id),
	constraint settlement_differences_resolved_by_fkey foreign key (resolved_by) references staff (id)
);
create unique index settlement_differences_row_id_key on settlement_differences (row_id, kind) where row_id is not null;
create unique index settlement_differences_payment_id_key on settlement_differences (payment_id) where kind = 'ours_only';
create unique index settlement_differences_refund_id_key on settlement_differences (refund_id) where kind = 'ours_only';
create unique index settlement_differences_outside_id_key on settlement_differences (outside_id) where kind = 'ours_only';
create unique index settlement_differences_attempt_id_key on settlement_differences (attempt_id) where kind = 'ours_only';
create index settlement_differences_open_idx on settlement_differences (created, id) where state = 'open';
create index settlement_differences_day_idx on settlement_differences (party, day, id);
create index payments_received_at_idx on payments (provider, received_at);
create index refunds_done_at_idx on refunds (done_at) where status = 'done';
create index outside_refunds_found_at_idx on outside_refunds (found_at);

insert into settlement_terms (party, since, rate) values
	('tbank', '2020-01-01', 0.70), ('payselection', '2020-01-01', 2.50), ('payin', '2020-01-01', 3.00), ('getpay', '2020-01-01', 4.00);
