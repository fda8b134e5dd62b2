-- name: Post :execrows
-- One statement, because an entry must balance as soon as it is visible. An entry
-- that is posted already inserts neither a group nor postings.
with booked as (
	insert into ledger_groups (reason, ref, order_id) values (@reason, @ref, sqlc.narg(order_id)::bigint)
	on conflict on constraint ledger_groups_ref_key do nothing
	returning id
)
insert into ledger_postings (group_id, account, currency, amount)
select b.id, p.account, p.currency, round(p.ten_thousandths / 10000.0, 4)
from booked b, (
	select unnest(@accounts::text[]) as account, unnest(@currencies::text[]) as currency, unnest(@ten_thousandths::bigint[]) as ten_thousandths
) p;

-- name: Balance :one
select (coalesce(sum(amount), 0) * 100)::bigint as hundredths from ledger_postings where account = @account and currency = @currency;

-- name: FineBalance :one
select (coalesce(sum(amount), 0) * 10000)::bigint as ten_thousandths from ledger_postings where account = @account and currency = @currency;

-- name: LockAccount :exec
-- Locks the account until the transaction ends, so that the balance read after it
-- can be spent.
select pg_advisory_xact_lock(hashtextextended('ledger:' || @account::text, 0));

-- name: CurrencySums :many
select currency, (sum(amount) * 100)::bigint as hundredths from ledger_postings group by currency order by currency;

-- name: UnbalancedGroups :many
select group_id from ledger_postings group by group_id, currency having sum(amount) <> 0 order by group_id limit 100;

-- name: OrderBalance :one
-- What the shop owes for one order, as a positive number.
select coalesce(-sum(p.amount), 0)::numeric from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and p.account = 'orders' and p.currency = 'RUB';

-- name: OrderGoodwill :one
-- What was given for one order as an apology.
select coalesce(sum(p.amount), 0)::numeric from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and p.account = 'goodwill' and p.currency = 'RUB';

-- name: OwedByFinal :many
-- What is owed for finished orders, as a positive number; negative if more was
-- refunded than paid.
select g.order_id::bigint as order_id, p.account, p.currency, (-sum(p.amount) * 100)::bigint as hundredths
from ledger_postings p
join ledger_groups g on g.id = p.group_id
join orders o on o.id = g.order_id
where p.account in ('orders', 'unapplied') and o.status in ('done', 'failed')
group by g.order_id, p.account, p.currency
having sum(p.amount) <> 0
order by g.order_id
limit 100;
