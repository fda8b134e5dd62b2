-- +goose Up
-- A payout of a provider was on our bank account as soon as a registry named it, days before a statement
-- did. It is on transit until a transfer of a statement brings it. Payouts that no statement has shown yet,
-- and what transfers lacked, are carried over by entries; those of before the first statement stay.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
with late as (
	select (case when z.id is null then 'payout-' else 'payout-rest-' end) || p.id as ref, p.amount - coalesce(z.amount, 0) as amount, p.currency
	from bank_payouts p left join settlement_rows z on z.payout_id = p.id
	where p.day >= (select min(i.day) from settlement_imports i where i.party = 'bank') and p.amount <> coalesce(z.amount, 0)
		and not exists (select from settlement_differences d where d.payout_id = p.id and d.kind in ('amount', 'ours_only') and d.way in ('write_off', 'entry'))
), booked as (
	insert into ledger_groups (reason, ref) select 'carried', l.ref from late l
	on conflict on constraint ledger_groups_ref_key do nothing returning id, ref
)
insert into ledger_postings (group_id, account, currency, amount)
select b.id, x.account, l.currency, x.sign * l.amount
from late l join booked b on b.ref = l.ref cross join (values ('bank', -1), ('transit', 1)) x (account, sign);

create or replace view bank_payouts as
select r.id, r.party, r.external_id, r.day, r.amount, r.currency
from settlement_rows r
where r.kind = 'payout' and r.currency = 'RUB' and exists (
	select from ledger_groups g join ledger_postings p on p.group_id = g.id
	where g.reason = 'settlement' and g.ref = r.party || '-' || r.external_id and p.account in ('bank', 'transit') and p.currency = r.currency and p.amount = r.amount
);

-- +goose Down
create or replace view bank_payouts as
select r.id, r.party, r.external_id, r.day, r.amount, r.currency
from settlement_rows r
where r.kind = 'payout' and r.currency = 'RUB' and exists (
	select from ledger_groups g join ledger_postings p on p.group_id = g.id
	where g.reason = 'settlement' and g.ref = r.party || '-' || r.external_id and p.account = 'bank' and p.currency = r.currency and p.amount = r.amount
);
