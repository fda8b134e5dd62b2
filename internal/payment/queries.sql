-- name: ListCountries :many
select id, iso, name, flag, currency from countries where is_active order by position, id;

-- name: GetCountry :one
-- The newest rate of the country's currency; a currency without a rate cannot be sold in.
select c.id, c.iso, c.name, c.flag, c.currency, r.rate::text as rate
from countries c
cross join lateral (
	select rate from currency_rates
	where currency = c.currency
	order by set_at desc
	limit 1
) r
where c.is_active and (c.id = sqlc.narg('id') or c.iso = sqlc.narg('iso'));

-- name: CountryMethods :many
select g.id as group_id, g.name as group_name, g.short_name as group_short_name, g.position as group_position,
	m.name, m.title, m.fee, m.fix_fee, m.min_amount, m.icon, m.currencies, m.required_fields,
	m.is_active, m.is_secondary, m.can_retrieve_payment_data
from method_groups g
join payment_methods m on m.group_id = g.id
where g.country_id = @country_id
order by g.position, g.id, m.position, m.id;

-- name: InsertAttempt :one
-- The reference contains random characters, because providers remember
-- references for longer than a rebuilt database does.
with added as (
	insert into payment_attempts (order_id, number, reference, method, provider, status,
		total, fee, currency, rate, amount, created, expires_at, country, phone_digest, account)
	select @order_id, n, concat(sqlc.arg('order_id')::bigint, '-', n, '-', sqlc.arg('nonce')::text), @method, @provider, 'starting',
		@total, @fee, @currency, sqlc.arg('rate')::text::numeric, @amount, @created, @expires_at, nullif(sqlc.arg('country')::text, ''), @phone_digest,
		nullif(sqlc.arg('account')::text, '')
	from (select coalesce(max(number), 0) + 1 as n from payment_attempts where order_id = @order_id) last
	returning id, reference, provider
), planned as (
	insert into attempt_checks (attempt_id, provider, due_at) select id, provider, @first_check::timestamptz from added
)
select id, reference from added;

-- name: AttemptAccount :one
select coalesce(a.account, '')::text as account, a.created from payment_attempts a
where a.provider = @provider and a.reference = @reference;

-- name: OpenAttempt :one
select id, order_id, number, reference, method, provider, status, total, fee, currency, rate::text as rate, amount,
	provider_id, scenario, created, expires_at, coalesce(account, '')::text as account
from payment_attempts where order_id = @order_id and status in ('starting', 'pending');

-- name: PaidOrOpenAttempt :one
-- The attempt the order was paid by, or its open attempt.
select id, order_id, number, reference, method, provider, status, total, fee, currency, rate::text as rate, amount,
	provider_id, scenario, created, expires_at, coalesce(account, '')::text as account
from payment_attempts where order_id = @order_id and status in ('starting', 'pending', 'paid')
order by status = 'paid' desc, number desc limit 1;

-- name: PaidTotals :many
-- What each order was paid with, and what of it has gone back, by us or without us.
-- An excess over the invoice is no part of either.
select a.order_id, a.amount, a.currency, (
	coalesce((select sum(r.amount - r.covered) from refunds r where r.payment_id = p.id and r.status = 'done' and r.reason <> 'excess'), 0)
	-- The schema of the release before lacks the column, and every page of an order reads this.
	+ coalesce((select sum(x.amount - coalesce((to_jsonb(x) ->> 'returned')::numeric, 0)) from outside_refunds x where x.payment_id = p.id), 0))::numeric(14, 2) as refunded
from payments p
join payment_attempts a on a.id = p.attempt_id
where p.order_id = any(@orders::bigint[]) and p.use = 'order';

-- name: GetAttempt :one
select id, order_id, number, reference, method, provider, status, total, fee, currency, rate::text as rate, amount,
	provider_id, scenario, created, expires_at, coalesce(account, '')::text as account
from payment_attempts where id = @id;

-- name: LatestAttempt :one
select id, status from payment_attempts where order_id = @order_id order by number desc limit 1;

-- name: SaveInvoice :one
-- Saves the invoice only of an attempt that is still starting, so repeating it
-- changes nothing. Payments reported before are matched as MatchNotices does: saving
-- may have changed the amount of the attempt.
with saved as (
	update payment_attempts t set status = 'pending', provider_id = nullif(@provider_id::text, ''), scenario = @scenario,
		fee = t.fee + case when t.currency = 'RUB' then sqlc.arg('amount') - t.amount else 0 end, amount = sqlc.arg('amount'), expires_at = least(t.expires_at, sqlc.arg('expires_at')::timestamptz)
	where t.id = @id and t.status = 'starting'
	returning t.id, t.order_id, t.number, t.reference, t.method, t.provider, t.status, t.total, t.fee, t.currency, t.rate, t.amount,
		t.provider_id, t.scenario, t.created, t.expires_at
), matched as (
	update payment_notices n set attempt_id = a.id, order_id = a.order_id
	from saved a
	where n.order_id is null and n.provider = a.provider and n.reference = a.reference
		and n.currency = a.currency and n.kind = 'paid' and n.amount = a.amount
)
select s.id, s.order_id, s.number, s.reference, s.method, s.provider, s.status, s.total, s.fee, s.currency, s.rate::text as rate, s.amount,
	s.provider_id, s.scenario, s.created, s.expires_at
from saved s;

-- name: CloseAttempt :execrows
-- The poller cancels the invoice at once, where the provider can. One that has expired was
-- asked about a moment ago, and its provider knows when it ends.
with cancelled as (
	update attempt_checks c set due_at = sqlc.arg('now')::timestamptz, asked = c.asked + 1
	from payment_attempts a
	where a.id = @id and @status = 'superseded' and a.status in ('starting', 'pending') and c.attempt_id = a.id and c.provider = any(sqlc.arg('cancellers')::text[])
)
update payment_attempts t set status = @status where t.id = @id and t.status in ('starting', 'pending');

-- name: SupersedeOpenAttempt :execrows
with cancelled as (
	update attempt_checks c set due_at = sqlc.arg('now')::timestamptz, asked = c.asked + 1
	from payment_attempts a
	where a.order_id = @order_id and a.status in ('starting', 'pending') and c.attempt_id = a.id and c.provider = any(sqlc.arg('cancellers')::text[])
)
update payment_attempts t set status = 'superseded' where t.order_id = @order_id and t.status in ('starting', 'pending');

-- name: MarkPaid :exec
update payment_attempts set status = 'paid' where id = @id;

-- name: ProvidersWithDueChecks :many
-- Jumps from provider to provider in the index: one that does not respond may have many
-- attempts that are due.
with recursive p as (
	(select c.provider from attempt_checks c order by c.provider limit 1)
	union all
	(select n.provider from p cross join lateral (
		select c.provider from attempt_checks c where c.provider > p.provider order by c.provider limit 1
	) n)
)
select p.provider::text as provider from p
where exists (select from attempt_checks c where c.provider = p.provider and c.due_at <= sqlc.arg('now')::timestamptz);

-- name: ClaimDueChecks :many
-- Leases a provider's attempts that are due: other instances skip them until the lease
-- ends.
with due as (
	select c.attempt_id from attempt_checks c
	where c.provider = @provider and c.due_at <= sqlc.arg('now')::timestamptz and coalesce(c.leased_until, '-infinity') <= sqlc.arg('now')
	order by c.due_at limit sqlc.arg('at_most')::int for update skip locked
), leased as (
	update attempt_checks c set leased_until = sqlc.arg('lease')::timestamptz
	from due where c.attempt_id = due.attempt_id
	returning c.attempt_id, c.asked, c.failures
)
select a.id, a.order_id, a.reference, a.method, a.provider, a.status, a.amount, a.currency, a.provider_id,
	a.created, a.expires_at, l.asked, l.failures, coalesce(a.account, '')::text as account,
	exists (select from payment_notices n where n.attempt_id = a.id and n.kind = 'refunded' and n.confirmed_at is null)::boolean as is_refund_claimed
from leased l join payment_attempts a on a.id = l.attempt_id;

-- name: AskAboutReferences :execrows
insert into attempt_checks (attempt_id, provider, due_at)
select a.id, a.provider, sqlc.arg('now')::timestamptz from payment_attempts a where a.provider = @provider and a.reference = any(sqlc.arg('refs')::text[])
on conflict on constraint attempt_checks_pkey do update set due_at = excluded.due_at, asked = attempt_checks.asked + 1;

-- name: AskAboutClaim :one
-- A webhook that came before and is not confirmed yet is another reason to ask, a few
-- times: whoever has it may send it for ever.
update attempt_checks c set due_at = least(c.due_at, sqlc.arg('now')::timestamptz), asked = c.asked + 1
from payment_notices n
where n.provider = @provider and n.fact = @dedupe_key and n.confirmed_at is null and c.attempt_id = n.attempt_id and c.asked < sqlc.arg('at_most')::int
returning n.order_id::bigint as order_id;

-- name: ClaimCheckForBuyer :many
-- Leases an attempt for a buyer who waits, at most a few times.
with leased as (
	update attempt_checks c set leased_until = sqlc.arg('lease')::timestamptz, asked = c.asked + 1
	where c.attempt_id = @attempt_id and c.asked < sqlc.arg('at_most')::int and coalesce(c.leased_until, '-infinity') <= sqlc.arg('now')::timestamptz
	returning c.attempt_id, c.asked, c.failures
)
select a.id, a.order_id, a.reference, a.method, a.provider, a.status, a.amount, a.currency, a.provider_id,
	a.created, a.expires_at, l.asked, l.failures, coalesce(a.account, '')::text as account,
	exists (select from payment_notices n where n.attempt_id = a.id and n.kind = 'refunded' and n.confirmed_at is null)::boolean as is_refund_claimed
from leased l join payment_attempts a on a.id = l.attempt_id;

-- name: PlanCheck :exec
-- Ends a lease. Polls requested meanwhile stay due.
update attempt_checks set leased_until = null, calls = calls + @calls::int, failures = @failures,
	due_at = case when asked = @asked then sqlc.arg('due_at')::timestamptz else due_at end
where attempt_id = @attempt_id;

-- name: EndChecks :execrows
-- Nothing more is to be asked, unless somebody asked for it meanwhile or a webhook is
-- not confirmed. That a card was declined is over once the attempt is paid: the provider
-- never confirms it.
with declined as (
	update payment_notices set confirmed_at = sqlc.arg('at')::timestamptz, settled_at = sqlc.arg('at')::timestamptz
	where attempt_id = @attempt_id and confirmed_at is null and kind = 'declined' and sqlc.arg('is_paid')::boolean
)
delete from attempt_checks c where c.attempt_id = @attempt_id and c.asked = @asked
	and not exists (select from payment_notices n where n.attempt_id = c.attempt_id and n.confirmed_at is null and not (n.kind = 'declined' and sqlc.arg('is_paid')::boolean));

-- name: DropChecks :execrows
-- As EndChecks, although a webhook is not confirmed: it has been asked about for long.
delete from attempt_checks where attempt_id = @attempt_id and asked = @asked;

-- name: InsertNotice :one
-- Matches a notice to its attempt and stores it. No row is returned if a notice
-- with the same dedupe key is already stored. Money in another currency than the
-- attempt's matches no order and is left to an operator; so does another amount
-- if the provider cannot be queried (exact). Polling confirms an unconfirmed
-- notice, and the polled values replace those of the webhook.
-- With ask, the attempt is polled now, also one that was no longer polled.
with stored as (
insert into payment_notices (provider, fact, source, attempt_id, order_id, kind, provider_id, amount, currency, left_amount, reference, received_at, confirmed_at)
select @provider, @dedupe_key, @source, a.id, a.order_id, @kind::text, @provider_id, sqlc.arg('amount'), @currency, sqlc.narg('left_amount'), @reference, sqlc.arg('received_at')::timestamptz, sqlc.narg('confirmed_at')::timestamptz
from (select 1) always
left join payment_attempts a on a.reference = @reference and a.provider = @provider and a.currency = @currency
	and (not @exact::boolean or @kind::text not in ('paid', 'partial') or a.amount = sqlc.arg('amount')
		or @kind::text = 'partial' and a.amount > sqlc.arg('amount'))
on conflict on constraint payment_notices_fact_key do update set
	confirmed_at = excluded.confirmed_at, attempt_id = excluded.attempt_id, order_id = excluded.order_id, kind = excluded.kind,
	amount = excluded.amount, currency = excluded.currency, reference = excluded.reference
where payment_notices.confirmed_at is null and excluded.confirmed_at is not null
returning id, order_id, attempt_id
), asked as (
	insert into attempt_checks (attempt_id, provider, due_at)
	select s.attempt_id, @provider, sqlc.arg('received_at')::timestamptz from stored s where @ask::boolean and s.attempt_id is not null
	on conflict on constraint attempt_checks_pkey do update set due_at = excluded.due_at, asked = attempt_checks.asked + 1
)
select id, order_id, attempt_id from stored;

-- name: NoticeAmount :one
-- Only a confirmed notice is known for good: polling replaces the values of others.
select amount, currency from payment_notices where provider = @provider and fact = @dedupe_key and confirmed_at is not null;

-- name: MatchNotices :exec
-- Matches payments reported before the invoice was saved: saving it may have
-- changed the amount of the attempt.
update payment_notices n set attempt_id = a.id, order_id = a.order_id
from payment_attempts a
where a.id = @attempt_id and n.order_id is null and n.provider = a.provider and n.reference = a.reference
	and n.currency = a.currency and n.kind = 'paid' and n.amount = a.amount;

-- name: ConfirmRefunds :execrows
-- Webhooks about refunds of a payment of which no more is left than they say. A status that says
-- only that a part was refunded confirms every part.
update payment_notices set confirmed_at = sqlc.arg('now')::timestamptz
where attempt_id = @attempt_id and provider_id = @provider_id and kind = 'refunded' and confirmed_at is null
	and case when sqlc.narg('left_amount')::numeric is null then left_amount > 0 else left_amount >= sqlc.narg('left_amount')::numeric end;

-- name: OldestUnconfirmedNotice :one
-- When the oldest webhook about an attempt arrived that polling has not confirmed.
select received_at from payment_notices where attempt_id = @attempt_id and confirmed_at is null order by id limit 1;

-- name: ClaimUnconfirmedChecks :many
-- Leases an order's attempts that have an unconfirmed webhook and are due to be
-- polled.
with leased as (
	update attempt_checks c set leased_until = sqlc.arg('lease')::timestamptz
	from payment_attempts a
	where a.order_id = @order_id and c.attempt_id = a.id and c.due_at <= sqlc.arg('now')::timestamptz and coalesce(c.leased_until, '-infinity') <= sqlc.arg('now')
		and c.provider <> all(sqlc.arg('resting')::text[])
		and exists (select from payment_notices n where n.attempt_id = a.id and n.confirmed_at is null)
	returning c.attempt_id, c.asked, c.failures
)
select a.id, a.order_id, a.reference, a.method, a.provider, a.status, a.amount, a.currency, a.provider_id,
	a.created, a.expires_at, l.asked, l.failures, coalesce(a.account, '')::text as account,
	exists (select from payment_notices n where n.attempt_id = a.id and n.kind = 'refunded' and n.confirmed_at is null)::boolean as is_refund_claimed
from leased l join payment_attempts a on a.id = l.attempt_id;

-- name: LatestRate :one
select rate::text as rate from currency_rates where currency = @currency order by set_at desc limit 1;

-- name: LateHours :one
select late_hours from payment_settings;

-- name: ChangeSettings :execrows
update payment_settings set late_hours = @late_hours, version = version + 1, changed_at = @changed_at::timestamptz, changed_by = @changed_by::bigint
where version = @version;

-- name: PendingNotices :many
-- is_refund_known: a provider has reported a refund, maybe before its payment. is_gone: all of
-- this payment is refunded.
select n.id, n.attempt_id, n.kind, n.provider, n.provider_id, n.amount, n.currency, n.received_at,
	a.status as attempt_status, a.expires_at, a.total, a.fee, a.amount as attempt_amount, a.currency as attempt_currency,
	exists (select from payment_notices r where r.order_id = n.order_id and r.kind = 'refunded')::boolean as is_refund_known,
	exists (
		select from payment_notices r where r.order_id = n.order_id and r.attempt_id = n.attempt_id and r.provider_id = n.provider_id
			and r.kind = 'refunded' and r.confirmed_at is not null and r.left_amount = 0
	)::boolean as is_gone
from payment_notices n join payment_attempts a on a.id = n.attempt_id
where n.order_id = @order_id and n.settled_at is null and n.confirmed_at is not null
order by n.id;

-- name: IsPaymentWaiting :one
-- Whether money of an order, or a webhook that says so, is not processed yet.
select exists (
	select from payment_notices n
	where n.order_id = @order_id and n.settled_at is null and n.kind = 'paid' and (n.confirmed_at is not null or @claims::boolean)
)::boolean;

-- name: BeginCancel :execrows
-- No row is changed if anybody has said that money came for the attempt.
update payment_attempts a set cancel_until = sqlc.arg('until')::timestamptz
where a.id = @id and not exists (
	select from payment_notices n where n.order_id = a.order_id and n.attempt_id = a.id and n.kind in ('paid', 'partial', 'refunded')
);

-- name: EndCancel :exec
update payment_attempts set cancel_until = null where id = @id;

-- name: MayBeRefunded :one
-- Whether a payment of the attempt may be refunded already: by a cancellation that was not
-- answered, or as a webhook says that is not confirmed yet.
select (coalesce(a.cancel_until > sqlc.arg('now')::timestamptz, false) or exists (
	select from payment_notices n
	where n.attempt_id = a.id and n.provider_id = @provider_id and n.kind = 'refunded' and n.confirmed_at is null
		and n.received_at > sqlc.arg('claimed_after')::timestamptz
))::boolean from payment_attempts a where a.id = @id;

-- name: MarkNoticeProcessed :exec
update payment_notices set settled_at = @at where id = @id;

-- name: OrdersWithPendingNotices :many
-- Leases notices the order's workflow has not processed, for example because the
-- worker was down when they arrived. A partial payment waits for the rest as long as
-- its attempt is open; one that arrives while the attempt is being closed is seen by
-- neither transaction and is found here.
update payment_notices n set handed_at = sqlc.arg('now')::timestamptz
from (
	select id from payment_notices
	where settled_at is null and confirmed_at is not null and order_id is not null
		and (kind <> 'partial' or not exists (
			select from payment_attempts a where a.id = payment_notices.attempt_id and a.status in ('starting', 'pending')
		))
		and coalesce(handed_at, received_at) < sqlc.arg('before')::timestamptz
	order by id limit sqlc.arg('at_most')::int for update skip locked
) waiting
where n.id = waiting.id
returning n.order_id::bigint as order_id;

-- name: InsertRejectedWebhook :exec
-- Stores at most an_hour rows per hour and provider, so that a flood cannot fill
-- the table.
insert into payment_refusals (provider, reason, body_digest)
select @provider, @reason, @body_digest
where (select count(*) from payment_refusals r where r.provider = @provider and r.at > now() - interval '1 hour') < @an_hour::bigint;

-- name: PaymentsSoFar :one
-- What is recorded of one payment, and whether the order has its own payment.
select (coalesce(sum(p.amount) filter (where p.provider = @provider and p.provider_id = @provider_id and p.attempt_id = @attempt_id), 0) * 100)::bigint as hundredths,
	coalesce(bool_or(p.use = 'order'), false)::boolean as is_paid
from payments p where p.order_id = @order_id;

-- name: AcceptPayment :one
-- The order's own payment. With it its attempt is paid, another open one is superseded,
-- and its notice is processed with those about parts of it.
with ended as (
	update payment_attempts a set status = case when a.id = @attempt_id then 'paid' else 'superseded' end
	where a.order_id = @order_id and (a.id = @attempt_id or a.status in ('starting', 'pending'))
), cancelled as (
	update attempt_checks c set due_at = sqlc.arg('at')::timestamptz, asked = c.asked + 1
	from payment_attempts a
	where a.order_id = @order_id and a.id <> @attempt_id and a.status in ('starting', 'pending') and c.attempt_id = a.id and c.provider = any(sqlc.arg('cancellers')::text[])
), processed as (
	update payment_notices n set settled_at = sqlc.arg('at')::timestamptz
	where n.order_id = @order_id and n.settled_at is null and (n.id = @notice_id or n.attempt_id = @attempt_id and n.kind = 'partial')
)
insert into payments (order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
values (@order_id, @attempt_id, @notice_id, @provider, @provider_id, @amount, @currency, 'order', @received_at)
returning id;

-- name: InsertPayment :one
insert into payments (order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
values (@order_id, @attempt_id, @notice_id, @provider, @provider_id, @amount, @currency, @use, @received_at)
returning id;

-- name: InsertRefund :one
insert into refunds (payment_id, order_id, amount, covered, currency, reason, destination, status, created, next_try_at)
values (@payment_id, @order_id, @amount, @covered, @currency, @reason, @destination, 'pending', @created, @created)
returning id;

-- name: PendingRefunds :many
-- One refund of each payment at a time, first the one that is under way: a
-- provider reports what is left of a payment, not which refund was made.
select distinct on (payment_id) id from refunds where order_id = @order_id and status in ('pending', 'sent', 'unknown', 'refused')
order by payment_id, status in ('sent', 'unknown') desc, id;

-- name: OrdersWithStaleRefunds :many
-- Orders with refunds that have not been tried for a while, or that are new, or retried by an
-- operator, and were not started. All of them: a provider that is down must not hide the refunds of others.
select distinct order_id from refunds
where next_try_at < sqlc.arg('before')::timestamptz
	or next_try_at < sqlc.arg('untried_before')::timestamptz and status = 'pending'
order by order_id;

-- name: LockRefund :one
-- A refund with its payment, the other refunds of that payment, and its quote.
select r.id, r.payment_id, r.order_id, r.amount, r.covered, r.currency, r.reason, r.destination, r.status, r.tries, r.round, r.sent_at,
	r.net, r.nonce, p.amount as paid, p.provider, p.provider_id, a.reference, a.total, a.fee, a.amount as quoted, (a.payer is not null)::boolean as by_link,
	coalesce(a.account, '')::text as account,
	((coalesce((
		select sum(o.amount - o.covered) from refunds o
		where o.payment_id = r.payment_id and o.id <> r.id and o.status = 'done' and o.destination = 'method'
	), 0) + coalesce((select sum(x.amount - x.returned) from outside_refunds x where x.payment_id = r.payment_id), 0)) * 100)::bigint as gone
from refunds r
join payments p on p.id = r.payment_id
join payment_attempts a on a.id = p.attempt_id
where r.id = @id
for update of r, p;

-- name: MarkPartialNoticesProcessed :exec
-- The full amount has arrived, so notices about parts of it need no processing.
update payment_notices set settled_at = @at where attempt_id = @attempt_id and kind = 'partial' and settled_at is null;

-- name: OperatorBacklog :one
select (select count(*) from payment_notices where order_id is null and decision is null) as unmatched,
	(select count(*) from payment_notices n where n.confirmed_at is null and n.received_at < sqlc.arg('claimed_before')::timestamptz) as unconfirmed,
	(select count(*) from refunds where status = 'manual') as manual,
	(select count(*) from refunds where status in ('pending', 'sent', 'unknown', 'refused') and created < sqlc.arg('late')::timestamptz) as late,
	(select count(*) from payment_tasks where closed_at is null) as tasks;

-- name: OrderPayment :one
-- The order's own payment with its quote, and what can still be refunded of it. Locks the
-- payment.
select p.id, p.provider, p.amount, p.currency, p.attempt_id, a.total, a.fee, a.amount as quoted, (a.payer is not null)::boolean as by_link,
	((p.amount - coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id), 0)) * 100)::bigint as refundable
from payments p join payment_attempts a on a.id = p.attempt_id
where p.order_id = @order_id and p.use = 'order'
for update of p;

-- name: InsertLineRefund :execrows
insert into refunds (payment_id, order_id, line_id, amount, covered, net, currency, reason, destination, status, created, next_try_at, grant_id)
values (@payment_id, @order_id, @line_id, @amount, @covered, @net, @currency, 'undelivered', @destination, 'pending', @created, @created, sqlc.narg('grant_id'))
on conflict do nothing;

-- name: RatesInUse :many
-- Every currency in which a price can be shown or charged, with the operators'
-- rule and the newest rate.
select c.currency::text as currency, coalesce(r.margin, 0)::text as margin, coalesce(r.fixed_rate::text, '')::text as fixed_rate,
	coalesce(n.rate::text, '')::text as rate, coalesce(n.set_at, 'epoch')::timestamptz as set_at
from (
	select currency from countries where is_active
	union
	select unnest(currencies) from payment_methods where is_active
) c
left join currency_rules r on r.currency = c.currency
left join lateral (
	select rate, set_at from currency_rates where currency = c.currency order by set_at desc limit 1
) n on true
where c.currency <> 'RUB'
order by c.currency;

-- name: InsertRates :exec
insert into currency_rates (currency, set_at, rate, source)
select unnest(@currencies::text[]), @set_at, unnest(@rates::text[])::numeric, unnest(@sources::text[])
on conflict on constraint currency_rates_pkey do nothing;

-- name: SaveSaleReceipt :exec
insert into fiscal_receipts (attempt_id, kind, body, vat, created)
select a.id, 'sale', @body, @vat::text, @created from payment_attempts a where a.reference = @reference
on conflict on constraint fiscal_receipts_attempt_id_key do nothing;

-- name: SaveRefundReceipt :exec
-- The receipt of the latest call: money refunded outside makes it smaller.
insert into fiscal_receipts (refund_id, kind, body, vat, created)
values (@refund_id::bigint, 'refund', @body, @vat::text, @created)
on conflict on constraint fiscal_receipts_refund_id_key do update set body = excluded.body, vat = excluded.vat;

-- name: VATRateOn :one
-- What providers call the rate of a kind on a day.
select name from vat_rates where kind = @kind and since <= timezone('Europe/Moscow', sqlc.arg('at')::timestamptz)::date order by since desc limit 1;

-- name: RefundedGoods :many
-- The goods of a refund: its line, or all lines of the order.
select r.created, coalesce(o.email, u.email, '')::text as email, l.title, l.quantity, (l.quantity * l.unit_price - l.discount)::numeric(14, 2) as net,
	r.line_id is not null as is_line, a.amount as charged, a.created as sold,
	coalesce((select f.vat from fiscal_receipts f where f.attempt_id = a.id), '')::text as vat_rate
from refunds r
join payments p on p.id = r.payment_id
join payment_attempts a on a.id = p.attempt_id
join orders o on o.id = r.order_id
left join users u on u.id = o.user_id
join order_lines l on l.order_id = r.order_id and l.id = coalesce(r.line_id, l.id)
where r.id = @refund_id
order by l.id;

-- name: SetPayer :exec
update payment_attempts set payer = @payer where id = @id;

-- name: GetPayer :one
select payer from payment_attempts where id = @id;

-- name: OrderOfRefund :one
select order_id from refunds where id = @id;

-- name: ClaimRefund :execrows
-- Runs before the provider is called. Updates no row while another refund of the
-- payment is under way.
update refunds r set status = 'sent', sent_at = sqlc.arg('sent_at'), round = @round, tries = tries + 1, next_try_at = sqlc.arg('next_try_at')
where r.id = @id and not exists (
	select from refunds o where o.payment_id = r.payment_id and o.id <> r.id and o.status in ('sent', 'unknown')
);

-- name: EndRefund :exec
update refunds set status = @status, provider_id = coalesce(nullif(@provider_id::text, ''), provider_id),
	note = coalesce(nullif(@note::text, ''), note), done_at = sqlc.narg('done_at'), next_try_at = sqlc.narg('next_try_at')
where id = @id;

-- name: UpdateManualRefund :exec
update refunds set status = @status, destination = @destination, ended_by = sqlc.arg('who')::text, round = @round,
	proof = coalesce(nullif(sqlc.arg('proof')::text, ''), proof), note = coalesce(nullif(sqlc.arg('note')::text, ''), note),
	done_at = sqlc.narg('done_at'), next_try_at = sqlc.narg('next_try_at')
where id = @id;

-- name: CoverRefund :exec
update refunds set covered = covered + sqlc.arg('part') where id = @id;

-- name: CoverableRefunds :many
select id from refunds where payment_id = @payment_id and status in ('pending', 'refused', 'manual') order by id;

-- name: HasRequestedRefund :one
select exists (select from refunds where request = sqlc.arg('request'));

-- name: InsertOperatorRefund :one
insert into refunds (payment_id, order_id, line_id, amount, covered, currency, reason, destination, status, created, next_try_at, request, note, ended_by, grant_id)
values (@payment_id, @order_id, sqlc.narg('line_id'), @amount, @covered, @currency, 'after_delivery', @destination, 'pending', @created, @created,
	sqlc.arg('request'), sqlc.arg('note')::text, sqlc.arg('who')::text, sqlc.narg('grant_id'))
returning id;

-- name: PaymentOutflows :many
-- What providers report as refunded from each payment of an order at the most, and what we
-- know of, with what came back of it later. Locks the payments.
select p.id, p.provider, p.provider_id, p.amount, p.currency,
	(coalesce((
		select max(p.amount - n.left_amount) from payment_notices n
		where n.attempt_id = p.attempt_id and n.provider = p.provider and n.provider_id = p.provider_id and n.kind = 'refunded' and n.confirmed_at is not null
	), 0) * 100)::bigint as reported,
	(coalesce((
		select sum(r.amount - r.covered) from refunds r where r.payment_id = p.id and r.status = 'done' and r.destination = 'method'
	), 0) * 100)::bigint as ours,
	(coalesce((select sum(x.amount) from outside_refunds x where x.payment_id = p.id), 0) * 100)::bigint as outside,
	coalesce((select r.id from refunds r where r.payment_id = p.id and r.status in ('sent', 'unknown')), 0)::bigint as under_way
from payments p where p.order_id = @order_id
order by p.id
for update of p;

-- name: InsertOutsideRefund :one
insert into outside_refunds (payment_id, order_id, kind, amount, currency, found_at, recorded_by, proof, request)
values (@payment_id, @order_id, @kind, @amount, @currency, @found_at, sqlc.narg('recorded_by'), sqlc.narg('proof'), sqlc.narg('request'))
on conflict on constraint outside_refunds_request_key do nothing
returning id;

-- name: IsOutsideRecorded :one
-- Whether an operator recorded the same before. A payment that is not named may be any.
select exists (
	select from outside_refunds x join payments p on p.id = x.payment_id
	where x.order_id = @order_id and x.kind = @kind and x.amount = @amount and x.currency = @currency and x.proof = @proof::text
		and @provider::text in ('', p.provider) and @provider_id::text in ('', p.provider_id)
);

-- name: NameOutsideRefund :one
-- Gives an operator's proof to what a provider or its registry reported before. A provider whose
-- notices name no chargeback has reported a refund.
update outside_refunds x set recorded_by = @recorded_by::text, proof = @proof::text
from payments p
where p.id = x.payment_id and x.id = (
	select z.id from outside_refunds z join payments y on y.id = z.payment_id
	where z.order_id = @order_id and z.recorded_by is null and z.kind in ('refund', @kind) and z.amount = @amount and z.currency = @currency
		and @provider::text in ('', y.provider) and @provider_id::text in ('', y.provider_id)
		and not exists (select from settlement_rows r where r.outside_id = z.id and r.kind <> @kind)
	order by z.kind <> @kind, z.id limit 1 for update of z
)
returning x.id, x.payment_id, p.provider;

-- name: UnclaimedOutsideRefunds :many
select id, amount, covers from outside_refunds where payment_id = @payment_id and covers < amount and returned = 0 order by id for update;

-- name: UncoveredOutflow :one
-- What left of an order's own payment without us, in hundredths, and is no refund of ours.
select (coalesce(sum(x.amount - x.covers), 0) * 100)::bigint as hundredths
from outside_refunds x join payments p on p.id = x.payment_id where x.order_id = @order_id and p.use = 'order' and x.returned = 0;

-- name: ClaimOutsideRefund :exec
update outside_refunds set covers = covers + sqlc.arg('part') where id = @id;

-- name: OpenPaymentTask :exec
insert into payment_tasks (order_id, kind, ref, amount, currency, note, created)
values (@order_id, @kind, @ref, @amount, @currency, @note, @created)
on conflict on constraint payment_tasks_ref_key do nothing;

-- name: OpenPaymentTasks :many
select id, order_id, kind, amount, currency, note, created from payment_tasks where closed_at is null order by id;

-- name: UnitRefunds :many
-- What sent grants gave back for the delivered units of an order: to each its equal share
-- of what a grant gave for its units.
select u.id::bigint as unit_id, floor(sum(l.amount * 100 / cardinality(l.units)))::bigint as hundredths
from refund_grants g join refund_grant_lines l on l.grant_id = g.id cross join unnest(l.units) as u (id)
where g.order_id = @order_id and g.state = 'sent' and l.is_delivered group by u.id order by u.id;

-- name: ReturnedTwice :one
-- What a buyer got of a payment on the balance and from the provider too, less what of it was
-- frozen before.
select greatest(0, (coalesce((select sum(r.amount - r.covered) from refunds r where r.payment_id = p.id and r.status = 'done'), 0)
	+ coalesce((select sum(x.amount - x.returned) from outside_refunds x where x.payment_id = p.id), 0) - p.amount
	- coalesce((
		select sum(t.amount) from outside_refunds x join payment_tasks t on t.kind = 'balance_frozen' and t.ref = x.id::text where x.payment_id = p.id
	), 0)) * 100)::bigint as hundredths,
	(coalesce((select sum(r.amount - r.covered) from refunds r where r.payment_id = p.id and r.status = 'done' and r.destination = 'balance'), 0) * 100)::bigint as on_balance
from payments p where p.id = @payment_id;

-- name: LockDisputeOfTask :one
-- The dispute of an open task about a chargeback, with what was frozen because of it.
select d.outside_id, d.order_id, d.state, x.amount, x.covers, x.currency, p.provider, t.id as task_id,
	coalesce(f.id, 0)::bigint as frozen_task, coalesce(f.amount, 0)::numeric(14, 2) as frozen, (f.closed_at is null and f.id is not null)::boolean as is_frozen
from payment_tasks t
join disputes d on d.outside_id = t.ref::bigint
join outside_refunds x on x.id = d.outside_id
join payments p on p.id = x.payment_id
left join payment_tasks f on f.kind = 'balance_frozen' and f.ref = t.ref
where t.id = @task_id and t.kind = 'chargeback' and t.closed_at is null
for update of t, d, x;

-- name: AnswerDispute :exec
update disputes set state = 'answered', answered_at = @at::timestamptz, answered_by = @who::text, evidence = @evidence::text, due_at = @due_at where outside_id = @outside_id;

-- name: EndDispute :exec
update disputes set state = @state, ended_at = @at::timestamptz, ended_by = @who::text, note = @note::text where outside_id = @outside_id;

-- name: ReturnOutside :exec
update outside_refunds set returned = amount where id = @id;

-- name: MakeChargeback :one
-- An open task about money that left without us, and that money, become those of a chargeback.
with task as (
	update payment_tasks k set kind = 'chargeback' where k.id = @task_id and k.kind = 'outside_refund' and k.closed_at is null returning k.ref
), left_us as (
	update outside_refunds x set kind = 'chargeback', recorded_by = @recorded_by::text, proof = @proof::text
	from task where x.id = task.ref::bigint and x.kind = 'refund' returning x.id, x.order_id, x.payment_id
)
select l.id, l.order_id, p.provider from left_us l join payments p on p.id = l.payment_id;

-- name: OpenDispute :exec
insert into disputes (outside_id, order_id, opened_at, due_at) values (@outside_id, @order_id, @opened_at, @due_at);

-- name: SetDisputeDue :exec
update disputes set due_at = @due_at where outside_id = @outside_id;

-- name: SetTaskNote :exec
update payment_tasks set note = @note where id = @id;

-- name: LockPaymentTask :one
select id, order_id, kind, ref, amount, currency from payment_tasks where id = @id and closed_at is null for update;

-- name: ClosePaymentTask :execrows
update payment_tasks set closed_at = sqlc.arg('at'), closed_by = sqlc.arg('who'), answer = sqlc.arg('answer') where id = @id and closed_at is null;

-- name: WaitingRefunds :many
-- Refunds only an operator can complete, and those under way for too long.
select r.id, r.order_id, r.status, r.amount, r.covered, r.currency, r.reason, r.destination, coalesce(r.note, '')::text as note, r.created, p.provider
from refunds r join payments p on p.id = r.payment_id
where r.status = 'manual' or (r.status in ('pending', 'sent', 'unknown', 'refused') and r.created < sqlc.arg('late')::timestamptz)
order by r.id;

-- name: RefundableLines :many
-- What each line of an order was worth, and what of it is refunded already.
select l.id, l.title, l.quantity, l.status, (l.quantity * l.unit_price - l.discount)::numeric(14, 2) as net,
	(coalesce((select sum(r.amount) from refunds r where r.line_id = l.id), 0) * 100)::bigint as refunded
from order_lines l where l.order_id = @order_id order by l.id;

-- name: InsertGrant :one
insert into refund_grants (order_id, destination, amount, currency, rubles, is_forced, reason_code, reason, granted_by, granted_at, expires_at)
values (@order_id, @destination, @amount, @currency, @rubles, @is_forced, @reason_code, @reason, @granted_by, @granted_at, @expires_at)
returning id;

-- name: InsertGrantLine :exec
insert into refund_grant_lines (grant_id, line_id, is_delivered, units, amount) values (@grant_id, @line_id, @is_delivered, @units, @amount);

-- name: LockGrant :one
select id, order_id, state, destination, amount, currency, rubles, is_forced, reason_code, reason, granted_by, granted_at, expires_at
from refund_grants where id = @id for update;

-- name: OrderOfGrant :one
select order_id from refund_grants where id = @id;

-- name: GrantLines :many
select line_id, is_delivered, units, amount from refund_grant_lines where grant_id = @grant_id order by line_id, is_delivered;

-- name: OpenGrantOfOrder :one
select id from refund_grants where order_id = @order_id and state = 'granted';

-- name: DecideGrant :exec
update refund_grants set state = @state, decided_by = sqlc.narg('decided_by'), decided_at = @decided_at::timestamptz,
	alone_limit = sqlc.narg('alone_limit'), decline_reason = sqlc.narg('decline_reason')
where id = @id;

-- name: SentAlone :one
-- What one person alone has granted and sent of an order.
select coalesce(sum(rubles), 0)::numeric from refund_grants where order_id = @order_id and state = 'sent' and decided_by = granted_by;

-- name: DeliveredSentAlone :one
-- What one person alone has refunded since a time, of any order, of goods that the buyer has.
select coalesce(sum(g.rubles), 0)::numeric from refund_grants g
where g.granted_by = @staff_id and g.decided_by = @staff_id and g.state = 'sent' and g.decided_at >= @since::timestamptz
	and exists (select from refund_grant_lines l where l.grant_id = g.id and l.is_delivered);

-- name: ExpireGrants :many
update refund_grants set state = 'expired', decided_at = @now::timestamptz where state = 'granted' and expires_at <= @now::timestamptz returning order_id;

-- name: SentGrantOfLine :one
-- The latest sent grant for undelivered goods of a line.
select g.id, g.destination from refund_grants g join refund_grant_lines l on l.grant_id = g.id
where l.line_id = @line_id and not l.is_delivered and g.state = 'sent' order by g.id desc limit 1;

-- name: LockNotice :one
-- fresh: what of it is neither a payment nor booked of an earlier notice with its number, which
-- is about the same money.
select n.id, n.provider, n.provider_id, n.kind, n.amount, n.currency, n.reference, n.received_at, n.order_id, n.decision,
	(greatest(n.amount - coalesce((select sum(p.amount) from payments p where p.provider = n.provider and p.provider_id = n.provider_id and p.currency = n.currency), 0)
		- coalesce((select max(d.amount) from payment_notices d where d.provider = n.provider and d.provider_id = n.provider_id and d.currency = n.currency
			and d.kind = 'paid' and d.decision in ('returned', 'kept')), 0), 0) * 100)::bigint as fresh
from payment_notices n where n.id = @id for update of n;

-- name: InsertFoundNotice :exec
-- What a registry has is the fact that a webhook or the provider's status would report.
insert into payment_notices (provider, fact, source, kind, provider_id, amount, currency, reference, received_at, confirmed_at)
values (@provider, @dedupe_key, 'registry', 'paid', @provider_id, @amount, @currency, @reference, @received_at, @confirmed_at::timestamptz)
on conflict on constraint payment_notices_fact_key do nothing;

-- name: NoticeOfFact :one
select id from payment_notices where provider = @provider and fact = @dedupe_key;

-- name: SetNoticeAmount :exec
-- A registry says what came in all.
update payment_notices set amount = @amount where id = @id and order_id is null and decision is null;

-- name: AttemptForMatch :one
select id, order_id, provider from payment_attempts where order_id = @order_id and provider = @provider order by status in ('starting', 'pending', 'paid') desc, id desc limit 1;

-- name: AttemptOfReference :one
select id, order_id from payment_attempts where reference = @reference and provider = @provider;

-- name: ConfirmNotice :exec
-- As polling does: the status replaces the webhook's amount.
update payment_notices set confirmed_at = @now::timestamptz, amount = @amount where id = @id and confirmed_at is null;

-- name: MatchNotice :exec
update payment_notices set attempt_id = @attempt_id, order_id = @order_id, confirmed_at = coalesce(confirmed_at, @now::timestamptz),
	decision = 'matched', decided_at = @now::timestamptz, decided_by = @decided_by, decision_note = @note
where id = @id;

-- name: DecideNotice :exec
update payment_notices set decision = @decision::text, decided_at = @now::timestamptz, decided_by = @decided_by, decision_note = @note where id = @id;

-- name: AskAboutOpenAttempt :execrows
-- Lets the poller query the provider at once.
update attempt_checks c set due_at = @now::timestamptz, asked = c.asked + 1
from payment_attempts a where a.order_id = @order_id and a.status in ('starting', 'pending') and c.attempt_id = a.id;

-- name: EditedCountries :many
-- The newest rate is empty for a currency that cannot be sold in. The balance is not
-- counted: it is filled by refunds only.
select c.id, c.iso, c.name, c.currency, c.is_active,
	coalesce((select r.rate::text from currency_rates r where r.currency = c.currency order by r.set_at desc limit 1), '')::text as rate,
	(select count(*) from method_groups g join payment_methods m on m.group_id = g.id where g.country_id = c.id and m.is_active and m.name <> 'balance')::int as active
from countries c
order by c.position, c.id;

-- name: EditedMethods :many
select m.id, m.group_id, g.name as group_name, m.name, m.title, m.fee, m.fix_fee, m.min_amount, m.currencies,
	m.is_active, m.is_secondary, m.version,
	s.off_at, coalesce(f.name, '') as off_by, coalesce(s.reason_text, '') as off_reason, coalesce(s.reason_code, '') as off_code,
	coalesce(p.state, '') as pause_state, p.since as pause_since, p.until as pause_until, coalesce(p.tries, 0)::int as pause_tries, coalesce(p.paid, 0)::int as pause_paid,
	coalesce(p.week_tries, 0)::int as pause_week_tries, coalesce(p.week_paid, 0)::int as pause_week_paid, coalesce(k.name, '') as kept_by, coalesce(p.reason, '') as kept_reason
from method_groups g
join payment_methods m on m.group_id = g.id
left join method_switches s on s.method_id = m.id
left join staff f on f.id = s.switched_by
left join method_pauses p on p.method_id = m.id
left join staff k on k.id = p.kept_by
where g.country_id = @country_id
order by g.position, g.id, m.position, m.id;

-- name: MethodHealth :many
-- What ended, or got no invoice: an attempt that the buyer replaced by another or that is under way says nothing of its method.
select a.method,
	count(*) filter (where a.created >= @hour) as hour_tries,
	count(*) filter (where a.created >= @hour and a.status = 'paid') as hour_paid,
	count(*) filter (where a.created >= @day) as day_tries,
	count(*) filter (where a.created >= @day and a.status = 'paid') as day_paid,
	count(*) filter (where a.created < @week_end) as week_tries,
	count(*) filter (where a.created < @week_end and a.status = 'paid') as week_paid
from payment_attempts a
where a.country = sqlc.arg('country')::text
	and (a.status in ('paid', 'declined', 'expired', 'failed') or a.scenario is null and a.created < sqlc.arg('answered_by')::timestamptz)
	and (a.created >= @day or a.created >= @week_start and a.created < @week_end)
group by a.method;

-- name: MethodRates :many
-- How the methods that are on did in the last minutes, or since they were tried again, and
-- in the same hour a week ago. One kept on by an operator is not looked at.
with again as (
	select c.iso, m.name, max(p.since) as since from method_pauses p
	join payment_methods m on m.id = p.method_id join method_groups g on g.id = m.group_id join countries c on c.id = g.country_id
	where p.state = 'trying' group by c.iso, m.name
)
select m.id, m.version, coalesce(p.state, '')::text as state, coalesce(p.times, 0)::int as times, t.tries, t.paid, t.week_tries, t.week_paid
from countries c
cross join lateral (
	select a.method,
		(count(*) filter (where a.created >= greatest(sqlc.arg('since')::timestamptz, r.since)))::int as tries,
		(count(*) filter (where a.created >= greatest(sqlc.arg('since')::timestamptz, r.since) and a.status = 'paid'))::int as paid,
		(count(*) filter (where a.created < sqlc.arg('week_end')::timestamptz))::int as week_tries,
		(count(*) filter (where a.created < sqlc.arg('week_end')::timestamptz and a.status = 'paid'))::int as week_paid
	from payment_attempts a left join again r on r.iso = a.country and r.name = a.method
	where a.country = c.iso
		and (a.status in ('paid', 'declined', 'expired', 'failed') or a.scenario is null and a.created < sqlc.arg('answered_by')::timestamptz)
		and (a.created >= sqlc.arg('since')::timestamptz or a.created >= sqlc.arg('week_start')::timestamptz and a.created < sqlc.arg('week_end')::timestamptz)
	group by a.method
) t
join method_groups g on g.country_id = c.id
join payment_methods m on m.group_id = g.id and m.name = t.method
left join method_pauses p on p.method_id = m.id
where m.is_active and m.name <> 'balance' and p.state is distinct from 'kept'
order by m.id;

-- name: DuePauses :many
select m.id, m.version from method_pauses p join payment_methods m on m.id = p.method_id
where p.state = 'paused' and p.until <= sqlc.arg('now')::timestamptz order by m.id;

-- name: MethodPause :one
select state, times from method_pauses where method_id = @method_id;

-- name: SetMethodPause :exec
insert into method_pauses (method_id, state, since, until, times, tries, paid, week_tries, week_paid, kept_by, reason)
values (@method_id, @state, @since, sqlc.narg('until'), @times, @tries, @paid, @week_tries, @week_paid, sqlc.narg('kept_by'), @reason)
on conflict (method_id) do update set state = excluded.state, since = excluded.since, until = excluded.until, times = excluded.times,
	tries = excluded.tries, paid = excluded.paid, week_tries = excluded.week_tries, week_paid = excluded.week_paid, kept_by = excluded.kept_by, reason = excluded.reason;

-- name: TryMethodAgain :exec
update method_pauses set state = 'trying', since = @since, until = null where method_id = @method_id;

-- name: EndMethodPause :exec
delete from method_pauses where method_id = @method_id;

-- name: ForgetPauses :exec
-- One that is hardly used is not watched more closely for ever.
delete from method_pauses where state = 'trying' and since < sqlc.arg('before')::timestamptz;

-- name: LockMethodCountry :one
-- One switch in a country at a time: two at once could each leave the other's method as the last one.
select c.id, c.iso, c.name from countries c
join method_groups g on g.country_id = c.id
join payment_methods m on m.group_id = g.id
where m.id = @id
for update of c;

-- name: LockMethod :one
select id, group_id, name, title, fee, fix_fee, min_amount, is_active, is_secondary, version
from payment_methods where id = @id for update;

-- name: OtherActiveMethods :one
-- The balance alone is no payment method: refunds fill it.
select count(*) from payment_methods m
join method_groups g on g.id = m.group_id
where g.country_id = @country_id and m.id <> @id and m.is_active and m.name <> 'balance';

-- name: ChangeMethod :exec
update payment_methods set fee = @fee, fix_fee = @fix_fee, min_amount = @min_amount, is_secondary = @is_secondary, version = version + 1
where id = @id;

-- name: SetMethodActive :exec
update payment_methods set is_active = @is_active, version = version + 1 where id = @id;

-- name: InsertMethodSwitch :exec
insert into method_switches (method_id, off_at, switched_by, reason_code, reason_text)
values (@method_id, @off_at, @switched_by, @reason_code, @reason_text)
on conflict (method_id) do update
set off_at = excluded.off_at, switched_by = excluded.switched_by, reason_code = excluded.reason_code, reason_text = excluded.reason_text;

-- name: DeleteMethodSwitch :exec
delete from method_switches where method_id = @method_id;

-- name: LockGroupMethods :many
select id from payment_methods where group_id = (select m.group_id from payment_methods m where m.id = @id) order by position, id for update;

-- name: PlaceMethods :exec
update payment_methods m set position = o.place from unnest(@ids::bigint[]) with ordinality as o (id, place) where m.id = o.id;

-- name: RatesTable :many
-- Every currency in which a price can be shown or charged, with the operators' rule.
select c.currency::text as currency, coalesce(r.margin, 0)::text as margin, coalesce(r.fixed_rate::text, '')::text as fixed_rate,
	coalesce((select string_agg(x.name, ', ' order by x.position, x.id) from countries x where x.currency = c.currency and x.is_active), '')::text as countries
from (
	select currency from countries where is_active
	union
	select unnest(currencies) from payment_methods where is_active
) c
left join currency_rules r on r.currency = c.currency
where c.currency <> 'RUB'
order by c.currency;

-- name: RateHistory :many
select set_at, rate::text as rate, source from currency_rates where currency = @currency order by set_at desc limit @page_limit;

-- name: Routes :many
-- The methods of all countries as buyers see them.
select c.iso, c.name as country, c.is_active as country_is_active, m.id, m.name, m.title, m.is_active, m.is_secondary, coalesce(p.state, '') as pause_state
from countries c
join method_groups g on g.country_id = c.id
join payment_methods m on m.group_id = g.id
left join method_pauses p on p.method_id = m.id
order by c.position, c.id, m.is_secondary, g.position, g.id, m.position, m.id;
