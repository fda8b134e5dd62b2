-- +goose Up
-- The books: double entry, only ever added to, by day and by month.

-- +goose StatementBegin
create function stamp_entry() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	new.xid := pg_current_xact_id();
	return new;
end
$$;
-- +goose StatementEnd

-- Closing a month waits for entries that are being posted. Who posts shares this lock before a
-- number is drawn: locking the table would need the privilege to change it.
-- +goose StatementBegin
create function share_books_lock() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	perform pg_advisory_xact_lock_shared(hashtextextended('ledger_groups', 0));
	return null;
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function refuse_closed_month() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	-- Read anew for each entry: a month may have been closed while this waited.
	if new.at < ledger_closed_until() then
		raise exception 'the month of % is closed', new.at using errcode = 'check_violation', constraint = 'ledger_groups_month_closed';
	end if;
	return new;
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function note_unsummed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	insert into ledger_unsummed (group_id) select id from new_groups;
	return null;
end
$$;
-- +goose StatementEnd

create table ledger_groups (
	id bigint generated always as identity primary key,
	at timestamptz not null default now(),
	-- When an entry was booked that is dated otherwise; null: when it says.
	booked_at timestamptz,
	reason text not null,
	-- The fact that is booked; booking it again changes nothing.
	ref text not null,
	order_id bigint,
	-- Its transaction: postings are added to an entry in that one only.
	xid xid8,
	constraint ledger_groups_ref_key unique (reason, ref),
	constraint ledger_groups_order_id_fkey foreign key (order_id) references orders (id)
);
create index ledger_groups_order_id_idx on ledger_groups (order_id) where order_id is not null;
create index ledger_groups_at_idx on ledger_groups (at, id);
create index ledger_groups_backdated_idx on ledger_groups (at, id) where booked_at is not null;
create trigger ledger_groups_append_only before update or delete or truncate on ledger_groups
	for each statement execute function refuse_change();
create trigger ledger_groups_month_closed before insert on ledger_groups
	for each row execute function refuse_closed_month();
create trigger ledger_groups_unsummed after insert on ledger_groups referencing new table as new_groups
	for each statement execute function note_unsummed();
create trigger ledger_groups_share_lock before insert on ledger_groups for each statement execute function share_books_lock();
create trigger ledger_groups_stamp before insert on ledger_groups for each row execute function stamp_entry();

-- Postings of an entry are inserted in its transaction, so that nothing is added to one of a
-- closed month, and every statement balances in every currency. Postings that exist are not
-- read.
-- +goose StatementBegin
create function check_ledger() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	if exists (select from new_postings group by group_id, currency having sum(amount) <> 0) then
		raise exception 'postings of a group must sum to zero in every currency'
			using errcode = 'check_violation', constraint = 'ledger_postings_zero_check';
	end if;
	if exists (
		select from (select distinct group_id from new_postings) n
		where (select g.xid from ledger_groups g where g.id = n.group_id) is distinct from pg_current_xact_id()
	) then
		raise exception 'postings of an entry are inserted in its transaction'
			using errcode = 'check_violation', constraint = 'ledger_postings_entry_check';
	end if;
	return null;
end
$$;
-- +goose StatementEnd

-- A buyer's balance cannot be spent below zero, whoever posts: what a buyer is owed is negative in
-- the books, and a posting that takes from it leaves it negative or zero. The lock is that of
-- everybody who spends a balance, so that two transactions do not both see what one may take.
-- Money of a balance may be frozen (customer:7_frozen), which an operator then decides about.
-- +goose StatementBegin
create function check_customer_balance() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare spent record;
begin
	for spent in select distinct account, currency from new_postings where account like 'customer:%' and amount > 0 order by account, currency loop
		perform pg_advisory_xact_lock(hashtextextended('ledger:' || spent.account, 0));
		if (select sum(amount) from ledger_postings where account = spent.account and currency = spent.currency) > 0 then
			raise exception '% would be below zero', spent.account using errcode = 'check_violation', constraint = 'ledger_postings_balance_check';
		end if;
	end loop;
	return null;
end
$$;
-- +goose StatementEnd

create table ledger_postings (
	group_id bigint not null,
	account text not null,
	currency currency not null,
	-- Suppliers count in ten-thousandths, as Go does for every account.
	amount numeric(18, 4) not null,
	constraint ledger_postings_pkey primary key (group_id, account, currency),
	constraint ledger_postings_amount_check check (amount <> 0),
	constraint ledger_postings_account_check check (account ~ '^[a-z_]+(:[a-z0-9_]+)?$'),
	constraint ledger_postings_group_id_fkey foreign key (group_id) references ledger_groups (id)
);
create index ledger_postings_customers_idx on ledger_postings (group_id) where account like 'customer:%';
-- A card of an account is read newest first, 50 postings at a time. With the amounts in the
-- index and in the card's order it is read alone, also for balances; without it the planner
-- walked the entries of the whole month (5 700 pages among a million orders).
create index ledger_postings_by_card_idx on ledger_postings (account, group_id, currency) include (amount);
create trigger ledger_postings_zero_check after insert on ledger_postings referencing new table as new_postings
	for each statement execute function check_ledger();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
	for each statement execute function refuse_change();
create trigger ledger_postings_balance_check after insert on ledger_postings
	referencing new table as new_postings for each statement execute function check_customer_balance();

-- Entries that are not in ledger_daily yet. Adding to its rows while posting would make
-- all orders of a day wait for each other; a worker moves them instead, and who reads
-- the books adds the rest.
create table ledger_unsummed (
	group_id bigint not null,
	constraint ledger_unsummed_pkey primary key (group_id)
);

-- The shop's role may change sums of days, but not of a closed month: the trial balance is read
-- from them.
-- +goose StatementBegin
create function refuse_closed_day() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	if least(new.day, old.day) < (ledger_closed_until() at time zone 'Europe/Moscow')::date then
		raise exception 'the month of % is closed', new.day using errcode = 'check_violation', constraint = 'ledger_daily_month_closed';
	end if;
	return new;
end
$$;
-- +goose StatementEnd

-- Sums of each day of Moscow. Buyers' accounts are one account here: there are as many
-- as buyers.
create table ledger_daily (
	day date not null,
	account text not null,
	currency currency not null,
	debit numeric(18, 4) not null,
	credit numeric(18, 4) not null,
	-- Months are read at once: with the sums in the index it is read alone, 500 pages for the
	-- trial balance of three years instead of 35 000.
	constraint ledger_daily_pkey primary key (account, currency, day) include (debit, credit),
	constraint ledger_daily_sums_check check (debit >= 0 and credit >= 0)
);
create trigger ledger_daily_month_closed before insert or update on ledger_daily for each row execute function refuse_closed_day();

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
create trigger ledger_periods_append_only before update or delete or truncate on ledger_periods
	for each statement execute function refuse_change();

-- Until when the books are closed; null if no month is.
-- +goose StatementBegin
create function ledger_closed_until() returns timestamptz language sql stable as $$
	select (max(month) + interval '1 month')::timestamp at time zone 'Europe/Moscow' from ledger_periods
$$;
-- +goose StatementEnd

-- What one person asks for and another decides: closing a month, an entry by hand, a taking
-- above the limit of the role.
create table ledger_requests (
	id bigint generated always as identity primary key,
	kind text not null,
	month date,
	entry jsonb,
	door text,
	subject text,
	rubles numeric(14, 2),
	reason text not null,
	state text not null default 'open',
	asked_by bigint not null,
	asked_at timestamptz not null,
	decided_by bigint,
	decided_at timestamptz,
	constraint ledger_requests_reason_check check (length(reason) between 1 and 1000),
	constraint ledger_requests_state_check check (state in ('open', 'approved', 'declined')),
	constraint ledger_requests_decided_check check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
	constraint ledger_requests_people_check check (state <> 'approved' or decided_by <> asked_by),
	constraint ledger_requests_kind_check check (kind in ('close', 'entry', 'taking')),
	constraint ledger_requests_subject_check check (
		(kind = 'close') = (month is not null) and (kind = 'entry') = (entry is not null)
		and (kind = 'taking') = (door is not null) and (door is null) = (subject is null) and (door is null) = (rubles is null)),
	constraint ledger_requests_asked_by_fkey foreign key (asked_by) references staff (id),
	constraint ledger_requests_decided_by_fkey foreign key (decided_by) references staff (id)
);
create unique index ledger_requests_month_key on ledger_requests (month) where state = 'open';
create index ledger_requests_open_idx on ledger_requests (asked_at, id) where state = 'open';
-- A person asks once for one thing, and finds the approval of it again.
create unique index ledger_requests_taking_key on ledger_requests (asked_by, door, subject) where kind = 'taking' and state = 'open';
create index ledger_requests_approved_idx on ledger_requests (asked_by, door, subject) where kind = 'taking' and state = 'approved';

-- What leaves the shop by the decision of a person, in rubles at cost: apologies, replaced codes,
-- losses that are written off. A person takes up to the limit of the role in a day alone; above it
-- another person approves a request first, which one taking uses.
create table staff_takings (
	id bigint generated always as identity,
	at timestamptz not null,
	day date not null,
	staff_id bigint not null,
	permission text not null,
	door text not null,
	subject text not null,
	rubles numeric(14, 2) not null,
	order_id bigint,
	user_id bigint,
	request_id bigint,
	constraint staff_takings_pkey primary key (id),
	constraint staff_takings_request_id_key unique (request_id),
	constraint staff_takings_rubles_check check (rubles >= 0),
	constraint staff_takings_staff_id_fkey foreign key (staff_id) references staff (id),
	constraint staff_takings_permission_fkey foreign key (permission) references staff_permissions (name),
	constraint staff_takings_order_id_fkey foreign key (order_id) references orders (id),
	constraint staff_takings_user_id_fkey foreign key (user_id) references users (id),
	constraint staff_takings_request_id_fkey foreign key (request_id) references ledger_requests (id)
);
create index staff_takings_person_idx on staff_takings (staff_id, permission, day);
create index staff_takings_buyer_idx on staff_takings (user_id, permission, at) where user_id is not null;
create trigger staff_takings_append_only before update or delete or truncate on staff_takings
	for each statement execute function refuse_change();

-- What was prepaid to suppliers in another currency, at the rate of a day. Each account is
-- revalued once for a day.
create table ledger_revaluations (
	id bigint generated always as identity primary key,
	account text not null,
	currency currency not null,
	day date not null,
	balance numeric(18, 4) not null,
	rate numeric(18, 8) not null,
	-- In rubles, by the books and at the rate.
	worth_before numeric(14, 2) not null,
	worth numeric(14, 2) not null,
	-- Null: the rate has changed nothing.
	entry_id bigint,
	made_by bigint not null,
	made_at timestamptz not null,
	constraint ledger_revaluations_day_key unique (account, currency, day),
	constraint ledger_revaluations_entry_id_key unique (entry_id),
	constraint ledger_revaluations_currency_check check (currency <> 'RUB'),
	constraint ledger_revaluations_entry_check check ((worth = worth_before) = (entry_id is null)),
	constraint ledger_revaluations_entry_id_fkey foreign key (entry_id) references ledger_groups (id),
	constraint ledger_revaluations_made_by_fkey foreign key (made_by) references staff (id)
);

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
create trigger ledger_checkpoints_append_only before update or delete or truncate on ledger_checkpoints
	for each statement execute function refuse_change();

-- What the entries of a range did to each account, and what is on it since the beginning.
-- Buyers' accounts are one account here, as in ledger_daily.
create table ledger_checkpoint_sums (
	checkpoint_id bigint not null,
	account text not null,
	currency currency not null,
	debit numeric(18, 4) not null,
	credit numeric(18, 4) not null,
	balance numeric(18, 4) not null,
	constraint ledger_checkpoint_sums_pkey primary key (checkpoint_id, account, currency),
	constraint ledger_checkpoint_sums_sums_check check (debit >= 0 and credit >= 0),
	constraint ledger_checkpoint_sums_checkpoint_id_fkey foreign key (checkpoint_id) references ledger_checkpoints (id)
);
create trigger ledger_checkpoint_sums_append_only before update or delete or truncate on ledger_checkpoint_sums
	for each statement execute function refuse_change();
