-- name: Post :many
-- Several entries by one statement, because an entry must balance as soon as it is
-- visible. An entry that is posted already inserts neither a group nor postings; the
-- places of the others are returned. An entry without an order has 0, one without a date
-- of its own the epoch.
with wanted as (
	select unnest(@reasons::text[]) as reason, unnest(@refs::text[]) as ref, unnest(@order_ids::bigint[]) as order_id, unnest(@dates::timestamptz[]) as dated,
		generate_subscripts(@reasons::text[], 1) as n
), booked as (
	insert into ledger_groups (reason, ref, order_id, at, booked_at)
	select w.reason, w.ref, nullif(w.order_id, 0), coalesce(nullif(w.dated, 'epoch'), now()), (select now() where w.dated <> 'epoch')
	from wanted w order by w.n
	on conflict on constraint ledger_groups_ref_key do nothing
	returning id, reason, ref
), posted as (
	insert into ledger_postings (group_id, account, currency, amount)
	select b.id, p.account, p.currency, round(p.ten_thousandths / 10000.0, 4)
	from (
		select unnest(@entries::int[]) as n, unnest(@accounts::text[]) as account, unnest(@currencies::text[]) as currency, unnest(@ten_thousandths::bigint[]) as ten_thousandths
	) p join wanted w on w.n = p.n join booked b on b.reason = w.reason and b.ref = w.ref
)
select w.n::int as n from wanted w join booked b on b.reason = w.reason and b.ref = w.ref order by w.n;

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
-- Of all postings: those after an entry, and the sums of the checkpoint that ends with it.
select x.currency::text as currency, (sum(x.amount) * 100)::bigint as hundredths from (
	select p.currency, p.amount from ledger_postings p where p.group_id > @after_id::bigint
	union all select c.currency, c.balance from ledger_checkpoint_sums c where c.checkpoint_id = @checkpoint_id::bigint
) x group by x.currency order by x.currency;

-- name: UnbalancedGroups :many
select group_id from ledger_postings where group_id > @after_id::bigint and group_id <= @until_id::bigint group by group_id, currency having sum(amount) <> 0 order by group_id limit 100;

-- name: WrongSums :many
-- Accounts whose sums by day, with the entries not summed yet, differ from their postings:
-- those after an entry, and the sums of the checkpoint that ends with it.
with posted as (
	select x.account, x.currency, sum(x.amount) as amount from (
		select case when p.account like 'customer:%' then 'customer' else p.account end as account, p.currency, p.amount from ledger_postings p where p.group_id > @after_id::bigint
		union all select c.account, c.currency, c.balance from ledger_checkpoint_sums c where c.checkpoint_id = @checkpoint_id::bigint
	) x group by 1, 2
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

-- name: VATRateOn :one
-- The rate of a kind on a day, in hundredths of a percent.
select (percent * 100)::bigint from vat_rates where kind = @kind and since <= @day::date order by since desc limit 1;

-- name: OrderTax :one
-- What was earned for one order, and the tax inside it.
select coalesce(-sum(p.amount) filter (where p.account <> 'vat' and g.reason <> 'vat'), 0)::numeric as earned, coalesce(-sum(p.amount) filter (where p.account = 'vat'), 0)::numeric as tax
from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and p.account in ('revenue', 'fees', 'discounts', 'vat') and p.currency = 'RUB' and g.reason in ('payment', 'balance', 'delivery', 'refund', 'vat');

-- name: OrderReturned :one
-- What refunds of one order have returned of goods and fee, and of the fee alone.
select coalesce(sum(p.amount), 0)::numeric as rubles, coalesce(sum(p.amount) filter (where p.account = 'fees'), 0)::numeric as fee
from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and g.reason = 'refund' and p.account in ('orders', 'revenue', 'fees') and p.currency = 'RUB';

-- name: OrderGoodwill :one
-- What was given for one order as an apology.
select coalesce(sum(p.amount), 0)::numeric from ledger_groups g join ledger_postings p on p.group_id = g.id
where g.order_id = @order_id and p.account = 'goodwill' and p.currency = 'RUB';

-- name: UnitCostEntries :one
-- How many entries the cost of a unit that an operator delivered has, and what it is in rubles.
select count(distinct g.id) as entries, coalesce(sum(p.amount) filter (where p.currency = 'RUB'), 0)::numeric as rubles
from ledger_groups g join ledger_postings p on p.group_id = g.id and p.account = 'cost'
where g.order_id = @order_id and g.reason = 'cost' and (g.ref = @ref::text or g.ref like @ref::text || '-%');

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
select pg_advisory_xact_lock(hashtextextended('ledger_groups', 0));

-- name: FirstOpenDay :one
-- The first day with entries of a month that is not closed.
select x.day::date as day from (
	select d.day from ledger_daily d
	union all select (g.at at time zone 'Europe/Moscow')::date from ledger_unsummed u join ledger_groups g on g.id = u.group_id
) x where x.day >= coalesce((select max(p.month) + interval '1 month' from ledger_periods p), '-infinity')
order by 1 limit 1;

-- name: FirstDay :one
-- The day of the first entry.
select (g.at at time zone 'Europe/Moscow')::date as day from ledger_groups g order by g.at, g.id limit 1;

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
select r.id, r.kind, r.month, r.entry, r.door, r.subject, r.rubles, r.reason, r.asked_by, r.asked_at, s.name as asked_name
from ledger_requests r join staff s on s.id = r.asked_by where r.state = 'open' order by r.asked_at, r.id limit 100;

-- name: AskToTake :one
-- A repeated request replaces the earlier one.
insert into ledger_requests (kind, door, subject, rubles, reason, asked_by, asked_at)
values ('taking', @door::text, @subject::text, @rubles::numeric, @reason, @asked_by, @asked_at)
on conflict (asked_by, door, subject) where kind = 'taking' and state = 'open'
do update set rubles = excluded.rubles, reason = excluded.reason, asked_at = excluded.asked_at
returning id;

-- name: ApprovedTaking :one
-- An approval that was not used yet.
select r.id from ledger_requests r
where r.kind = 'taking' and r.state = 'approved' and r.asked_by = @asked_by and r.door = @door::text and r.subject = @subject::text
	and r.rubles >= @rubles::numeric and r.decided_at >= @since::timestamptz and not exists (select from staff_takings t where t.request_id = r.id)
order by r.id limit 1 for update of r;

-- name: IsBalanceAsked :one
select exists (
	select from ledger_requests r where r.kind = 'taking' and r.door = 'balance' and right(r.subject, length(@suffix::text)) = @suffix::text
		and (r.state = 'open' or r.state = 'approved' and r.decided_at >= @since::timestamptz and not exists (select from staff_takings t where t.request_id = r.id))
);

-- name: LockRequest :one
select id, kind, month, entry, door, reason, state, asked_by from ledger_requests where id = @id for update;

-- name: DecideRequest :exec
update ledger_requests set state = @state, decided_by = @decided_by, decided_at = @decided_at where id = @id;

-- name: LastEntryID :one
select coalesce(max(id), 0)::bigint from ledger_groups;

-- name: LastCheckpoint :one
select id, day, from_id, to_id, entries, postings, content, digest, at from ledger_checkpoints order by id desc limit 1;

-- name: Checkpoints :many
select id, day, from_id, to_id, entries, postings, content, digest, at from ledger_checkpoints order by id;

-- name: InsertCheckpoint :execrows
insert into ledger_checkpoints (id, day, from_id, to_id, entries, postings, content, digest, at)
values (@id, @day, @from_id, @to_id, @entries, @postings, @content, @digest, @at) on conflict do nothing;

-- name: CheckpointSums :many
select checkpoint_id, account, currency, (debit * 10000)::bigint as debit, (credit * 10000)::bigint as credit, (balance * 10000)::bigint as balance
from ledger_checkpoint_sums where checkpoint_id >= @since::bigint order by checkpoint_id, account collate "C", currency collate "C";

-- name: InsertCheckpointSums :exec
insert into ledger_checkpoint_sums (checkpoint_id, account, currency, debit, credit, balance)
select @checkpoint_id, x.account, x.currency, round(x.debit / 10000.0, 4), round(x.credit / 10000.0, 4), round(x.balance / 10000.0, 4)
from (select unnest(@accounts::text[]) as account, unnest(@currencies::text[]) as currency,
	unnest(@debits::bigint[]) as debit, unnest(@credits::bigint[]) as credit, unnest(@balances::bigint[]) as balance) x;

-- name: SumsOfRange :many
-- What the entries of a range did to each account.
select (case when p.account like 'customer:%' then 'customer' else p.account end)::text as account, p.currency::text as currency,
	(coalesce(sum(p.amount) filter (where p.amount > 0), 0) * 10000)::bigint as debit, (coalesce(-sum(p.amount) filter (where p.amount < 0), 0) * 10000)::bigint as credit
from ledger_postings p where p.group_id between @from_id and @to_id group by 1, 2;

-- name: DigestOfRange :one
-- The bytes are those of the wire: each value with its type and length, whatever the
-- settings of the session.
select g.n::bigint as entries, p.n::bigint as postings, sha256(g.digest || p.digest)::bytea as digest
from (
	select count(*) as n, sha256(coalesce(string_agg(record_send(row(x.id, x.at, x.reason, x.ref, x.order_id, x.booked_at)), '' order by x.id), '')) as digest
	from ledger_groups x where x.id between @from_id and @to_id
) g, (
	select count(*) as n, sha256(coalesce(string_agg(record_send(row(y.group_id, y.account, y.currency, y.amount)), '' order by y.group_id, y.account collate "C", y.currency collate "C"), '')) as digest
	from ledger_postings y where y.group_id between @from_id and @to_id
) p;

-- name: LockRevaluations :exec
select pg_advisory_xact_lock(hashtextextended('ledger_revaluations', 0));

-- name: LastRevaluations :many
-- The newest revaluation of each account.
select distinct on (r.account, r.currency) r.account, r.currency, r.day, (r.worth * 100)::bigint as worth, (r.balance * 10000)::bigint as ten_thousandths, r.made_at
from ledger_revaluations r order by r.account, r.currency, r.day desc;

-- name: RateOfDay :one
-- The rate that was known at the end of a day.
select rate::text from currency_rates where currency = @currency and set_at < @until::timestamptz order by set_at desc limit 1;

-- name: RubleLegs :one
-- What the entries of one account in a currency have put on the ruble side, and of that those which have
-- added to it, with how much; since its last revaluation: entries of later days, and those booked backwards after it. Entries
-- are numbered as they are booked, so the day bounds the numbers.
select (coalesce(sum(x.amount), 0) * 100)::bigint as hundredths, (coalesce(sum(x.amount) filter (where s.amount > 0), 0) * 100)::bigint as bought,
	(coalesce(sum(s.amount) filter (where s.amount > 0), 0) * 10000)::bigint as ten_thousandths
from ledger_postings s join ledger_groups g on g.id = s.group_id
join ledger_postings x on x.group_id = s.group_id and x.account = 'exchange' and x.currency = 'RUB'
where s.account = sqlc.arg('account')::text and s.currency = sqlc.arg('currency')::text and g.at < sqlc.arg('until')::timestamptz and (g.at >= sqlc.arg('since')::timestamptz or g.booked_at > sqlc.arg('made_at')::timestamptz)
	and s.group_id >= coalesce((select b.id from ledger_groups b where b.at >= sqlc.arg('since')::timestamptz - interval '1 hour' and b.booked_at is null order by b.at, b.id limit 1), 0);

-- name: InsertRevaluation :exec
-- The clock is that of entries, which are booked before or after it.
insert into ledger_revaluations (account, currency, day, balance, rate, worth_before, worth, entry_id, made_by, made_at)
select sqlc.arg('account'), sqlc.arg('currency'), sqlc.arg('day'), round(sqlc.arg('ten_thousandths')::bigint / 10000.0, 4), (sqlc.arg('rate')::text)::numeric, round(sqlc.arg('kopecks_before')::bigint / 100.0, 2), round(sqlc.arg('kopecks_now')::bigint / 100.0, 2),
	(select g.id from ledger_groups g where g.reason = 'revaluation' and g.ref = sqlc.arg('ref')::text), sqlc.arg('made_by'), now();

-- name: Movements :many
select g.id, g.at, g.order_id, p.amount::numeric(14, 2) as amount
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = @account and p.currency = 'RUB'
order by g.id desc
limit @page_limit offset @page_offset;

-- name: CountMovements :one
select count(*) from ledger_postings where account = @account and currency = 'RUB';
