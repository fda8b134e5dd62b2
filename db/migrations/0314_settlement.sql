-- +goose Up
-- What providers, suppliers and the bank say they did, line by line, against our books.

-- What a provider may keep of a payment by contract, since a day.
create table settlement_terms (
	party text not null,
	since date not null,
	rate numeric(5, 2) not null,
	constraint settlement_terms_pkey primary key (party, since),
	constraint settlement_terms_rate_check check (rate between 0 and 50)
);
insert into settlement_terms (party, since, rate) values
	('tbank', '2020-01-01', 0.70), ('payselection', '2020-01-01', 2.50), ('payin', '2020-01-01', 3.00), ('getpay', '2020-01-01', 4.00);

create table settlement_imports (
	id bigint generated always as identity primary key,
	party text not null,
	-- The day the file is for; some of its lines may be of others.
	day date not null,
	file_name text not null,
	-- SHA-256 of the file: the same one is loaded once.
	digest bytea not null,
	rows_count int not null,
	-- Null: the worker loaded it.
	loaded_by bigint,
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
	currency currency not null,
	-- Which of ours it is; each is matched once.
	payment_id bigint,
	-- A payment by several transfers is one payment of ours and several lines: one of them has
	-- it as payment_id, the others are parts of it.
	part_of bigint,
	refund_id bigint,
	outside_id bigint,
	attempt_id bigint,
	-- Of a statement of the bank: the payout that came in, and the entry of what left.
	payout_id bigint,
	entry_id bigint,
	constraint settlement_rows_line_key unique (import_id, line),
	constraint settlement_rows_amount_check check (amount > 0 and commission >= 0),
	constraint settlement_rows_part_check check (part_of is null or payment_id is null),
	constraint settlement_rows_kind_check check (kind in ('payment', 'refund', 'chargeback', 'payout', 'charge', 'topup', 'incoming', 'outgoing')),
	-- A line may be a refund of ours and an outside one together: what is refunded in a
	-- provider's cabinet while our own call has no answer.
	constraint settlement_rows_match_check check (num_nonnulls(payment_id, coalesce(refund_id, outside_id), attempt_id, payout_id, entry_id) <= 1),
	constraint settlement_rows_import_id_fkey foreign key (import_id) references settlement_imports (id),
	constraint settlement_rows_payment_id_fkey foreign key (payment_id) references payments (id),
	constraint settlement_rows_refund_id_fkey foreign key (refund_id) references refunds (id),
	constraint settlement_rows_outside_id_fkey foreign key (outside_id) references outside_refunds (id),
	constraint settlement_rows_attempt_id_fkey foreign key (attempt_id) references delivery_attempts (id),
	constraint settlement_rows_payout_id_fkey foreign key (payout_id) references settlement_rows (id),
	constraint settlement_rows_part_of_fkey foreign key (part_of) references payments (id),
	constraint settlement_rows_entry_id_fkey foreign key (entry_id) references ledger_groups (id)
);
create unique index settlement_rows_payment_id_key on settlement_rows (payment_id) where payment_id is not null;
create unique index settlement_rows_refund_id_key on settlement_rows (refund_id) where refund_id is not null;
create unique index settlement_rows_outside_id_key on settlement_rows (outside_id) where outside_id is not null;
create unique index settlement_rows_attempt_id_key on settlement_rows (attempt_id) where attempt_id is not null;
-- Files overlap: a line that came before is found by its number.
create index settlement_rows_external_id_idx on settlement_rows (party, external_id);
create unique index settlement_rows_payout_id_key on settlement_rows (payout_id) where payout_id is not null;
create index settlement_rows_payouts_idx on settlement_rows (day, id) where kind = 'payout';
create index settlement_rows_incoming_idx on settlement_rows (day, id) where kind = 'incoming';
create unique index settlement_rows_entry_id_key on settlement_rows (entry_id) where entry_id is not null;
create index settlement_rows_outgoing_idx on settlement_rows (day, id) where kind = 'outgoing';

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
	payout_id bigint,
	our_entry_id bigint,
	order_id bigint,
	name text not null,
	ours numeric(18, 4) not null,
	theirs numeric(18, 4) not null,
	currency currency not null,
	created timestamptz not null,
	state text not null default 'open',
	way text,
	reason text,
	-- The entry that explains it, each for one difference.
	entry_id bigint,
	resolved_by bigint,
	resolved_at timestamptz,
	constraint settlement_differences_entry_id_key unique (entry_id),
	constraint settlement_differences_kind_check check (kind in ('theirs_only', 'ours_only', 'amount', 'day', 'commission')),
	constraint settlement_differences_our_day_check check ((kind = 'theirs_only') = (our_day is null)),
	constraint settlement_differences_row_check check ((kind = 'ours_only') = (row_id is null)),
	constraint settlement_differences_state_check check (state in ('open', 'resolved')),
	constraint settlement_differences_resolved_check check ((state = 'resolved') = (resolved_at is not null) and (state = 'resolved') = (way is not null)),
	constraint settlement_differences_entry_check check ((way is not distinct from 'entry') = (entry_id is not null)),
	constraint settlement_differences_entry_id_fkey foreign key (entry_id) references ledger_groups (id),
	constraint settlement_differences_row_id_fkey foreign key (row_id) references settlement_rows (id),
	constraint settlement_differences_payment_id_fkey foreign key (payment_id) references payments (id),
	constraint settlement_differences_refund_id_fkey foreign key (refund_id) references refunds (id),
	constraint settlement_differences_outside_id_fkey foreign key (outside_id) references outside_refunds (id),
	constraint settlement_differences_attempt_id_fkey foreign key (attempt_id) references delivery_attempts (id),
	constraint settlement_differences_order_id_fkey foreign key (order_id) references orders (id),
	constraint settlement_differences_resolved_by_fkey foreign key (resolved_by) references staff (id),
	constraint settlement_differences_payout_id_fkey foreign key (payout_id) references settlement_rows (id),
	constraint settlement_differences_way_check check (way in ('book', 'write_off', 'accept', 'entry', 'appeared', 'give')),
	constraint settlement_differences_our_entry_id_fkey foreign key (our_entry_id) references ledger_groups (id)
);
create unique index settlement_differences_row_id_key on settlement_differences (row_id, kind) where row_id is not null;
create unique index settlement_differences_payment_id_key on settlement_differences (payment_id) where kind = 'ours_only';
create unique index settlement_differences_refund_id_key on settlement_differences (refund_id) where kind = 'ours_only';
create unique index settlement_differences_outside_id_key on settlement_differences (outside_id) where kind = 'ours_only';
create unique index settlement_differences_attempt_id_key on settlement_differences (attempt_id) where kind = 'ours_only';
create index settlement_differences_open_idx on settlement_differences (created, id) where state = 'open';
create index settlement_differences_day_idx on settlement_differences (party, day, id);
create unique index settlement_differences_payout_id_key on settlement_differences (payout_id) where kind = 'ours_only';
-- What keeps an account from being erased is found by the order.
create index settlement_differences_order_id_idx on settlement_differences (order_id) where state = 'open';
-- Lines given to an order wait until its payment is recorded.
create index settlement_differences_given_idx on settlement_differences (row_id) where way = 'give' and ours = 0;
create unique index settlement_differences_our_entry_id_key on settlement_differences (our_entry_id) where kind = 'ours_only';

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

-- What must come to our account: payouts that the books have, in its currency. A payout is on
-- transit from the registry that names it until a statement brings it.
create view bank_payouts as
select r.id, r.party, r.external_id, r.day, r.amount, r.currency
from settlement_rows r
where r.kind = 'payout' and r.currency = 'RUB' and exists (
	select from ledger_groups g join ledger_postings p on p.group_id = g.id
	where g.reason = 'settlement' and g.ref = r.party || '-' || r.external_id and p.account in ('bank', 'transit') and p.currency = r.currency and p.amount = r.amount
);

-- What must leave our account: entries that say so. A difference is corrected or explained by entries
-- that are no transfers.
create view bank_outgoings as
select g.id, g.reason, case g.reason when 'topup' then substr(g.ref, strpos(g.ref, '-') + 1)
		when 'refund' then (select f.proof from refunds f where f.id = g.ref::bigint) end as number,
	g.ref, g.order_id, (g.at at time zone 'Europe/Moscow')::date as day, -p.amount as amount, p.currency
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = 'bank' and p.currency = 'RUB' and p.amount < 0 and g.reason in ('topup', 'refund', 'balance_paid_out', 'manual')
	and not exists (select from settlement_differences d where d.entry_id = g.id);
