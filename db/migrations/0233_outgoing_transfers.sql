-- +goose Up
-- Statements of the bank: transfers that left the account, against top-ups of suppliers, refunds by hand,
-- balances that were paid out and entries by hand.
set local lock_timeout = '2s';
set local statement_timeout = '5s';
alter table settlement_rows
	add column entry_id bigint,
	drop constraint settlement_rows_kind_check,
	add constraint settlement_rows_kind_check check (kind in ('payment', 'refund', 'chargeback', 'payout', 'charge', 'topup', 'incoming', 'outgoing')) not valid,
	drop constraint settlement_rows_match_check,
	add constraint settlement_rows_match_check check (num_nonnulls(payment_id, coalesce(refund_id, outside_id), attempt_id, payout_id, entry_id) <= 1) not valid,
	add constraint settlement_rows_entry_id_fkey foreign key (entry_id) references ledger_groups (id) not valid;
alter table settlement_differences
	add column our_entry_id bigint,
	add constraint settlement_differences_our_entry_id_fkey foreign key (our_entry_id) references ledger_groups (id) not valid;

-- What must leave our account: entries that say so. A difference is corrected or explained by entries
-- that are no transfers.
create view bank_outgoings as
select g.id, g.reason, case g.reason when 'topup' then substr(g.ref, strpos(g.ref, '-') + 1)
		when 'refund' then (select f.proof from refunds f where f.id = g.ref::bigint) end as number,
	g.ref, g.order_id, (g.at at time zone 'Europe/Moscow')::date as day, -p.amount as amount, p.currency
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = 'bank' and p.currency = 'RUB' and p.amount < 0 and g.reason in ('topup', 'refund', 'balance_paid_out', 'manual')
	and not exists (select from settlement_differences d where d.entry_id = g.id);

-- +goose Down
drop view bank_outgoings;
alter table settlement_differences drop column our_entry_id;
delete from settlement_differences where row_kind = 'outgoing';
delete from settlement_rows where kind = 'outgoing';
alter table settlement_rows
	drop constraint settlement_rows_match_check,
	add constraint settlement_rows_match_check check (num_nonnulls(payment_id, coalesce(refund_id, outside_id), attempt_id, payout_id) <= 1) not valid,
	drop constraint settlement_rows_kind_check,
	add constraint settlement_rows_kind_check check (kind in ('payment', 'refund', 'chargeback', 'payout', 'charge', 'topup', 'incoming')) not valid,
	drop column entry_id;
