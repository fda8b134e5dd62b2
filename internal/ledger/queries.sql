-- name: Post :execrows
-- One statement, because an entry must balance as soon as it is visible. An entry
-- that is posted already inserts neither a group nor postings.
with booked as (
	insert into ledger_groups (reason, ref, order_id, at, booked_at)
	select @reason, @ref, sqlc.narg('order_id')::bigint, coalesce(d.dated, now()), (select now() where d.dated is not null)
	from (select sqlc.narg('dated')::timestamptz as dated) d
	on conflict on constraint ledger_groups_ref_key do nothing
	returning id
)
insert into ledger_postings (group_id, account, currency, amount)
select b.id, p.account, p.currency, round(p.ten_thousandths / 10000.0, 4)
from booked b, (
	select unnest(@accounts::text[]) as account, unnest(@currencies::text[]) as currency, unnest(@ten_thousandths::bigint[]) as ten_thousandths
) p;

-- name: IsPosted :one
select exists (select from ledger_groups where reason = @reason and ref = @ref);

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

-- name: WrongSums :many
-- Accounts whose sums by day, with the entries not summed yet, differ from their postings.
with posted as (
	select case when p.account like 'customer:%' then 'customer' else p.account end as account, p.currency, sum(p.amount) as amount from ledger_postings p group by 1, 2
), summed as (
	select d.account, d.currency, sum(d.amount) as amount from (
		select x.account, x.currency, x.debit - x.credit as amount from ledger_daily x
		union all
		select case when p.account like 'customer:%' then 'customer' else p.account end, p.currency, p.amount
		from ledger_unsummed u join ledger_postings p on p.group_id = u.group_id
	) d group by 1, 2
)
select account::text from posted full join summed using (account, currency)
where coalesce(posted.amount, 0) <> coalesce(summed.amount, 0) order by 1 limit 100;

-- name: OrderBalance :one
-- What the shop owes for one order, as a positive number.
select coalesce(-sum(p.amount), 0)::numeric from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and p.account = 'orders' and p.currency = 'RUB';

-- name: VATRate :one
-- The rate of a kind today, in hundredths of a percent.
select (percent * 100)::bigint from vat_rates where kind = @kind and since <= (now() at time zone 'Europe/Moscow')::date order by since desc limit 1;

-- name: OrderTax :one
-- What was earned for one order, and the tax inside it.
select coalesce(-sum(p.amount) filter (where p.account <> 'vat' and g.reason <> 'vat'), 0)::numeric as earned, coalesce(-sum(p.amount) filter (where p.account = 'vat'), 0)::numeric as tax
from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and p.account in ('revenue', 'fees', 'discounts', 'vat') and p.currency = 'RUB' and g.reason in ('payment', 'balance', 'delivery', 'refund', 'vat');

-- name: OrderGoodwill :one
-- What was given for one order as an apology.
select coalesce(sum(p.amount), 0)::numeric from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and p.account = 'goodwill' and p.currency = 'RUB';

-- name: CustomerGoodwill :one
-- What was given to a buyer as an apology for no order in particular, since a time.
select coalesce(-sum(p.amount), 0)::numeric from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = @account and p.currency = 'RUB' and g.reason = 'goodwill' and g.order_id is null and g.at >= @since;

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

-- name: LockSums :exec
-- One summing at a time: the rows of a day are added to in any order.
select pg_advisory_xact_lock(hashtextextended('ledger_daily', 0));

-- name: SumUp :one
-- Moves entries into the sums of their days, at most page_limit of them.
with taken as (
	delete from ledger_unsummed where group_id in (select u.group_id from ledger_unsummed u order by u.group_id limit @page_limit) returning group_id
), sums as (
	select (g.at at time zone 'Europe/Moscow')::date as day, case when p.account like 'customer:%' then 'customer' else p.account end as account, p.currency,
		coalesce(sum(p.amount) filter (where p.amount > 0), 0) as debit, coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as credit
	from taken t join ledger_groups g on g.id = t.group_id join ledger_postings p on p.group_id = g.id
	group by 1, 2, 3
), added as (
	insert into ledger_daily as d (day, account, currency, debit, credit) select day, account, currency, debit, credit from sums
	on conflict on constraint ledger_daily_pkey do update set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit
	returning 1
)
select (select count(*) from taken)::bigint as entries, (select count(*) from added)::bigint as days;

-- name: TrialBalance :many
-- The sums of all accounts over some days, with what was before and is after. Entries
-- that are not summed yet are added: one statement sees each of them once.
with sums as (
	select d.account, d.currency, d.day, d.debit, d.credit from ledger_daily d where d.day <= @until::date
	union all
	select case when p.account like 'customer:%' then 'customer' else p.account end, p.currency, (g.at at time zone 'Europe/Moscow')::date, greatest(p.amount, 0), greatest(-p.amount, 0)
	from ledger_unsummed u join ledger_groups g on g.id = u.group_id join ledger_postings p on p.group_id = g.id
	where (g.at at time zone 'Europe/Moscow')::date <= @until::date
)
select account::text as account, currency::text as currency,
	(coalesce(sum(debit - credit) filter (where day < @since::date), 0) * 10000)::bigint as opening,
	(coalesce(sum(debit) filter (where day >= @since::date), 0) * 10000)::bigint as debit,
	(coalesce(sum(credit) filter (where day >= @since::date), 0) * 10000)::bigint as credit
from sums
where sqlc.arg('account')::text = '' or account = sqlc.arg('account')::text
group by account, currency
order by account, currency;

-- name: CustomerTurnover :many
-- As TrialBalance for one buyer's account, of which there are no sums by day.
select p.currency::text as currency,
	(coalesce(sum(p.amount) filter (where g.at < @since::timestamptz), 0) * 10000)::bigint as opening,
	(coalesce(sum(p.amount) filter (where g.at >= @since::timestamptz and p.amount > 0), 0) * 10000)::bigint as debit,
	(coalesce(-sum(p.amount) filter (where g.at >= @since::timestamptz and p.amount < 0), 0) * 10000)::bigint as credit
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = @account and g.at < @until::timestamptz
group by p.currency order by p.currency;

-- name: AccountCard :many
-- The postings of an account, newest entry first. Entries are numbered as they are
-- booked, so dates bound the numbers, with an hour for transactions that took long;
-- entries that were dated by hand are read by their dates.
with bounds as (
	select coalesce((select g.id from ledger_groups g where g.at >= sqlc.arg('since')::timestamptz - interval '1 hour' and g.booked_at is null order by g.at, g.id limit 1), 9223372036854775807) as low,
		coalesce((select g.id from ledger_groups g where g.at < sqlc.arg('until')::timestamptz + interval '1 hour' and g.booked_at is null order by g.at desc, g.id desc limit 1), 0) as high
)
select x.id::bigint as id, x.at::timestamptz as at, x.booked_at, x.reason::text as reason, x.ref::text as ref, x.order_id, x.account::text as account, x.currency::text as currency, x.ten_thousandths::bigint as ten_thousandths from ((
	select g.id, g.at, g.booked_at, g.reason, g.ref, g.order_id, p.account, p.currency, (p.amount * 10000)::bigint as ten_thousandths
	from ledger_postings p join ledger_groups g on g.id = p.group_id
	where p.account = sqlc.arg('account') and p.group_id between (select low from bounds) and (select high from bounds)
		and p.group_id <= sqlc.arg('before_id')::bigint and (p.group_id, p.currency) < (sqlc.arg('before_id')::bigint, sqlc.arg('before_currency')::text)
		and g.booked_at is null and g.at >= sqlc.arg('since') and g.at < sqlc.arg('until') and (sqlc.arg('currency')::text = '' or p.currency = sqlc.arg('currency')::text)
	order by p.group_id desc, p.currency desc limit sqlc.arg('page_limit')
) union all (
	select g.id, g.at, g.booked_at, g.reason, g.ref, g.order_id, p.account, p.currency, (p.amount * 10000)::bigint
	from ledger_groups g join ledger_postings p on p.group_id = g.id
	where g.booked_at is not null and g.at >= sqlc.arg('since') and g.at < sqlc.arg('until') and p.account = sqlc.arg('account')
		and (p.group_id, p.currency) < (sqlc.arg('before_id')::bigint, sqlc.arg('before_currency')::text) and (sqlc.arg('currency')::text = '' or p.currency = sqlc.arg('currency')::text)
	order by p.group_id desc, p.currency desc limit sqlc.arg('page_limit')
)) x
order by x.id desc, x.currency desc limit sqlc.arg('page_limit');

-- name: CustomersCard :many
-- The postings of all buyers' accounts, newest entry first.
select g.id, g.at, g.booked_at, g.reason, g.ref, g.order_id, p.account, p.currency::text as currency, (p.amount * 10000)::bigint as ten_thousandths
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account like 'customer:%' and p.group_id < @before_id::bigint and g.at >= @since and g.at < @until
order by p.group_id desc, p.account, p.currency desc limit @page_limit;

-- name: Entries :many
-- Entries, newest first, of an order or of all.
select g.id, g.at, g.booked_at, g.reason, g.ref, g.order_id from ledger_groups g
where g.id < @before_id::bigint and (sqlc.narg('order_id')::bigint is null or g.order_id = sqlc.narg('order_id')::bigint)
order by g.id desc limit @page_limit;

-- name: EntriesBetween :many
-- Entries of some days, oldest first, after a place.
select g.id, g.at, g.booked_at, g.reason, g.ref, g.order_id from ledger_groups g
where g.at >= @since::timestamptz and g.at < @until::timestamptz and (g.at, g.id) > (@after_at::timestamptz, @after_id::bigint)
order by g.at, g.id limit @page_limit;

-- name: GetEntry :one
select id, at, booked_at, reason, ref, order_id from ledger_groups where id = @id;

-- name: PostingsOf :many
select group_id, account, currency, (amount * 10000)::bigint as ten_thousandths from ledger_postings
where group_id = any (@ids::bigint[]) order by group_id, amount < 0, account, currency;

-- name: LockBooks :exec
-- Waits for entries that are being posted, and keeps others waiting until the
-- transaction ends.
lock table ledger_groups in share row exclusive mode;

-- name: FirstOpenDay :one
-- The first day with entries of a month that is not closed.
select x.day::date as day from (
	select d.day from ledger_daily d
	union all select (g.at at time zone 'Europe/Moscow')::date from ledger_unsummed u join ledger_groups g on g.id = u.group_id
) x where x.day >= coalesce((select max(p.month) + interval '1 month' from ledger_periods p), '-infinity')
order by 1 limit 1;

-- name: Periods :many
select p.month, p.closed_at, p.asked_by, p.closed_by, a.name as asked_name, c.name as closed_name, p.digest
from ledger_periods p join staff a on a.id = p.asked_by join staff c on c.id = p.closed_by order by p.month desc limit 120;

-- name: GetPeriod :one
select month, summary, digest from ledger_periods where month = @month;

-- name: LastPeriod :one
select month, digest from ledger_periods order by month desc limit 1;

-- name: InsertPeriod :exec
insert into ledger_periods (month, closed_at, asked_by, closed_by, summary, digest) values (@month, @closed_at, @asked_by, @closed_by, @summary, @digest);

-- name: InsertRequest :one
insert into ledger_requests (kind, month, entry, reason, asked_by, asked_at)
values (@kind, sqlc.narg('month')::date, sqlc.narg('entry')::jsonb, @reason, @asked_by, @asked_at) returning id;

-- name: OpenRequests :many
select r.id, r.kind, r.month, r.entry, r.reason, r.asked_by, r.asked_at, s.name as asked_name
from ledger_requests r join staff s on s.id = r.asked_by where r.state = 'open' order by r.asked_at, r.id limit 100;

-- name: LockRequest :one
select id, kind, month, entry, reason, state, asked_by from ledger_requests where id = @id for update;

-- name: DecideRequest :exec
update ledger_requests set state = @state, decided_by = @decided_by, decided_at = @decided_at where id = @id;
