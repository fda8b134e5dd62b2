-- +goose Up
-- What left a provider without us was on two accounts, by the way it became known: a notice and a
-- person booked it as losses, a registry as chargebacks. A notice often cannot tell a chargeback from a
-- refund, so both are on chargebacks now; what is on losses is carried over by entries.
set local lock_timeout = '2s';
set local statement_timeout = '60s';
with rest as (
	select currency, sum(amount) as amount from ledger_postings where account = 'losses' group by currency having sum(amount) <> 0
), booked as (
	insert into ledger_groups (reason, ref) select 'carried', 'losses-' || currency || '-' || pg_current_xact_id() from rest returning id, ref
)
insert into ledger_postings (group_id, account, currency, amount)
select b.id, x.account, r.currency, x.sign * r.amount
from rest r join booked b on b.ref = 'losses-' || r.currency || '-' || pg_current_xact_id() cross join (values ('losses', -1), ('chargebacks', 1)) x (account, sign);

-- +goose Down
select 1; -- entries are never removed
