-- +goose Up
-- Statements of the bank: transfers that came in against payouts of providers.
alter table settlement_rows
	add column payout_id bigint,
	drop constraint settlement_rows_kind_check,
	add constraint settlement_rows_kind_check check (kind in ('payment', 'refund', 'chargeback', 'payout', 'charge', 'topup', 'incoming')),
	drop constraint settlement_rows_match_check,
	add constraint settlement_rows_match_check check (num_nonnulls(payment_id, refund_id, outside_id, attempt_id, payout_id) <= 1),
	add constraint settlement_rows_payout_id_fkey foreign key (payout_id) references settlement_rows (id);
create unique index settlement_rows_payout_id_key on settlement_rows (payout_id) where payout_id is not null;
create index settlement_rows_payouts_idx on settlement_rows (day, id) where kind = 'payout';
create index settlement_rows_incoming_idx on settlement_rows (day, id) where kind = 'incoming';

alter table settlement_differences
	add column payout_id bigint,
	add constraint settlement_differences_payout_id_fkey foreign key (payout_id) references settlement_rows (id);
create unique index settlement_differences_payout_id_key on settlement_differences (payout_id) where kind = 'ours_only';

-- What must come to our account: payouts that the books have, in its currency.
create view bank_payouts as
select r.id, r.party, r.external_id, r.day, r.amount, r.currency
from settlement_rows r
where r.kind = 'payout' and r.currency = 'RUB' and exists (
	select from ledger_groups g join ledger_postings p on p.group_id = g.id
	where g.reason = 'settlement' and g.ref = r.party || '-' || r.external_id and p.account = 'bank' and p.currency = r.currency and p.amount = r.amount
);
