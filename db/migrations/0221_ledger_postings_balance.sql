-- +goose Up
-- A buyer's balance cannot be spent below zero, whoever posts: what a buyer is owed is negative in
-- the books, and a posting that takes from it leaves it negative or zero. The lock is that of
-- everybody who spends a balance, so that two transactions do not both see what one may take.
-- Money of a balance may be frozen (customer:7_frozen), which an operator then decides about.
set local lock_timeout = '2s';
set local statement_timeout = '5s';
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
create trigger ledger_postings_balance_check after insert on ledger_postings
	referencing new table as new_postings for each statement execute function check_customer_balance();
alter table payment_tasks drop constraint payment_tasks_kind_check;
alter table payment_tasks add constraint payment_tasks_kind_check
	check (kind in ('outside_refund', 'chargeback', 'refund_too_large', 'balance_frozen')) not valid;

-- +goose Down
set local lock_timeout = '2s';
set local statement_timeout = '5s';
alter table payment_tasks drop constraint payment_tasks_kind_check;
alter table payment_tasks add constraint payment_tasks_kind_check
	check (kind in ('outside_refund', 'chargeback', 'refund_too_large')) not valid;
drop trigger ledger_postings_balance_check on ledger_postings;
drop function check_customer_balance();
