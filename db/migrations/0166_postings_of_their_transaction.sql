-- +goose Up
-- The role of the shop could add balanced postings to an entry that was posted before, also to one
-- of a closed month: the month is compared when an entry is inserted. Now an entry keeps the number of
-- its transaction, and gets its postings in that one. What a statement inserts has to balance, since
-- what was there did; the postings that exist are no longer read.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
alter table ledger_groups add column xid xid8;

-- +goose StatementBegin
create function stamp_entry() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	new.xid := pg_current_xact_id();
	return new;
end
$$;
-- +goose StatementEnd
create trigger ledger_groups_stamp before insert on ledger_groups for each row execute function stamp_entry();

-- +goose StatementBegin
create or replace function check_ledger() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

-- +goose Down
-- +goose StatementBegin
create or replace function check_ledger() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	if exists (
		select from ledger_postings p where p.group_id in (select group_id from new_postings)
		group by p.group_id, p.currency having sum(p.amount) <> 0
	) then
		raise exception 'postings of a group must sum to zero in every currency'
			using errcode = 'check_violation', constraint = 'ledger_postings_zero_check';
	end if;
	return null;
end
$$;
-- +goose StatementEnd
drop trigger ledger_groups_stamp on ledger_groups;
drop function stamp_entry();
alter table ledger_groups drop column xid;
