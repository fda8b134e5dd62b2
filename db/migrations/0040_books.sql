-- +goose Up
-- The books by day, and months after whose end nothing is booked in them.

lock table ledger_groups in share row exclusive mode; -- no entry comes in between the sums and their trigger

-- When an entry was booked that is dated otherwise; null: when it says.
alter table ledger_groups add column booked_at timestamptz;
create index ledger_groups_at_idx on ledger_groups (at, id);
create index ledger_groups_backdated_idx on ledger_groups (at, id) where booked_at is not null;
create index ledger_postings_card_idx on ledger_postings (account, group_id desc);
create index ledger_postings_customers_idx on ledger_postings (group_id desc) where account like 'customer:%';

-- Sums of each day of Moscow. Buyers' accounts are one account here: there are as many
-- as buyers.
create table ledger_daily (
	day date not null,
	account text not null,
	currency text not null,
	debit numeric not null,
	credit numeric not null,
	constraint ledger_daily_pkey primary key (account, currency, day),
	constraint ledger_daily_sums_check check (debit >= 0 and credit >= 0)
);

-- Entries that are not in ledger_daily yet. Adding to its rows while posting would make
-- all orders of a day wait for each other; a worker moves them instead, and who reads
-- the books adds the rest.
create table ledger_unsummed (
	group_id bigint not null,
	constraint ledger_unsummed_pkey primary key (group_id)
);

create table ledger_periods (
	month date not null,
	closed_at timestamptz not null,
	asked_by bigint not null,
	closed_by bigint not null,
	-- The books at the end of the month in words, signed; and the digest of that.
	summary text not null,
	digest bytea not null,
	constraint ledger_periods_pkey primary key (month),
	constraint ledger_periods_month_check check (month = date_trunc('month', month)),
	constraint ledger_periods_people_check check (asked_by <> closed_by),
	constraint ledger_periods_digest_check check (length(digest) = 32),
	constraint ledger_periods_asked_by_fkey foreign key (asked_by) references staff (id),
	constraint ledger_periods_closed_by_fkey foreign key (closed_by) references staff (id)
);

-- What one person asks for and another decides: closing a month, an entry by hand.
create table ledger_requests (
	id bigint generated always as identity primary key,
	kind text not null,
	month date,
	entry jsonb,
	reason text not null,
	state text not null default 'open',
	asked_by bigint not null,
	asked_at timestamptz not null,
	decided_by bigint,
	decided_at timestamptz,
	constraint ledger_requests_kind_check check (kind in ('close', 'entry')),
	constraint ledger_requests_subject_check check ((kind = 'close') = (month is not null) and (kind = 'entry') = (entry is not null)),
	constraint ledger_requests_reason_check check (length(reason) between 1 and 1000),
	constraint ledger_requests_state_check check (state in ('open', 'approved', 'declined')),
	constraint ledger_requests_decided_check check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
	constraint ledger_requests_people_check check (state <> 'approved' or decided_by <> asked_by),
	constraint ledger_requests_asked_by_fkey foreign key (asked_by) references staff (id),
	constraint ledger_requests_decided_by_fkey foreign key (decided_by) references staff (id)
);
create unique index ledger_requests_month_key on ledger_requests (month) where state = 'open';
create index ledger_requests_open_idx on ledger_requests (asked_at, id) where state = 'open';

-- +goose StatementBegin
-- Until when the books are closed; null if no month is.
create function ledger_closed_until() returns timestamptz language sql stable as $$
	select (max(month) + interval '1 month')::timestamp at time zone 'Europe/Moscow' from ledger_periods
$$;
create function refuse_closed_month() returns trigger language plpgsql as $$
begin
	-- Read anew for each entry: a month may have been closed while this waited.
	if new.at < ledger_closed_until() then
		raise exception 'the month of % is closed', new.at using errcode = 'check_violation', constraint = 'ledger_groups_month_closed';
	end if;
	return new;
end
$$;
create function note_unsummed() returns trigger language plpgsql as $$
begin
	insert into ledger_unsummed (group_id) select id from new_groups;
	return null;
end
$$;
-- +goose StatementEnd
create trigger ledger_groups_month_closed before insert on ledger_groups
	for each row execute function refuse_closed_month();
create trigger ledger_groups_unsummed after insert on ledger_groups referencing new table as new_groups
	for each statement execute function note_unsummed();
create trigger ledger_periods_append_only before update or delete or truncate on ledger_periods
	for each statement execute function refuse_change();

insert into ledger_daily (day, account, currency, debit, credit)
select (g.at at time zone 'Europe/Moscow')::date, case when p.account like 'customer:%' then 'customer' else p.account end, p.currency,
	coalesce(sum(p.amount) filter (where p.amount > 0), 0), coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
from ledger_groups g join ledger_postings p on p.group_id = g.id
group by 1, 2, 3;

-- Files of the books are made by the worker that makes those of orders.
alter table console_exports add column kind text not null default 'orders',
	add constraint console_exports_kind_check check (kind in ('orders', 'trial', 'entries')),
	drop constraint console_exports_columns_check,
	add constraint console_exports_columns_check check (kind <> 'orders' and cardinality(columns) = 0 or kind = 'orders' and cardinality(columns) between 1 and 30);
