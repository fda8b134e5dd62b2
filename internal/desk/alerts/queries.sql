-- name: AlertSettings :one
select email, push, quiet_from, quiet_until, on_duty_only, report_hour from alert_settings where staff_id = @staff_id;

-- name: SaveAlertSettings :exec
insert into alert_settings (staff_id, email, push, quiet_from, quiet_until, on_duty_only, report_hour)
values (@staff_id, @email, @push, sqlc.narg('quiet_from'), sqlc.narg('quiet_until'), @on_duty_only, sqlc.narg('report_hour'))
on conflict (staff_id) do update set email = excluded.email, push = excluded.push, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
	on_duty_only = excluded.on_duty_only, report_hour = excluded.report_hour;

-- name: AlertedPeople :many
-- Those who want alerts or reports and may come in, with what they may see.
select s.id, a.email, a.push, a.quiet_from, a.quiet_until, a.on_duty_only, a.report_hour,
	exists (select from staff_shifts h where h.staff_id = s.id and h.ended_at is null and s.seen_at > @awake_after::timestamptz)::boolean as is_on_duty,
	array(select p.permission from staff_role_permissions p where p.role_id = s.role_id)::text[] as permissions
from alert_settings a join staff s on s.id = a.staff_id
where s.suspended_at is null
order by s.id;

-- name: MessagePerson :one
-- Who a message goes to, if they may still come in.
select s.email, array(select p.permission from staff_role_permissions p where p.role_id = s.role_id)::text[] as permissions
from staff s where s.id = @id and s.suspended_at is null;

-- name: SuppliersDown :many
-- Suppliers that do not answer although we want to buy from them.
select h.id::bigint as id from supplier_health h
where h.down_since <= @down_before::timestamptz and not exists (select from supplier_switches w where w.supplier = h.supplier)
	and exists (select from offers f where f.supplier = h.supplier and f.is_active)
order by h.id;

-- name: BooksBalance :one
-- Whether the books add up to zero in every currency.
select (count(*) = 0)::boolean as balance from (
	select b.currency from (
		select d.currency, d.debit - d.credit as amount from ledger_daily d
		union all
		select p.currency, p.amount from ledger_unsummed u join ledger_postings p on p.group_id = u.group_id
	) b group by b.currency having sum(b.amount) <> 0
) c;

-- name: LockAlerts :exec
-- Two workers that look for facts at once do it one after the other.
select pg_advisory_xact_lock(hashtextextended('alerts', 0));

-- name: AlertFacts :many
select id, kind, source, source_id, (gone_at is not null)::boolean as is_gone from alert_facts;

-- name: AddAlertFacts :exec
insert into alert_facts (kind, source, source_id, found_at)
select unnest(@kinds::text[]), unnest(@sources::text[]), unnest(@source_ids::bigint[]), @found_at
on conflict on constraint alert_facts_source_key do nothing;

-- name: SetFactsGone :exec
update alert_facts set gone_at = sqlc.narg('gone_at') where id = any (@ids::bigint[]);

-- name: DeleteGoneFacts :exec
delete from alert_facts where gone_at < @gone_before::timestamptz;

-- name: FactsToTell :many
select f.id, f.kind, f.source from alert_facts f
where f.gone_at is null and f.kind = any (@kinds::text[])
	and not exists (select from alerts a where a.staff_id = @staff_id and a.channel = @channel and a.fact_id = f.id);

-- name: QueueMessage :one
insert into staff_messages (staff_id, channel, kind, day, created, next_try_at)
values (@staff_id, @channel, @kind, sqlc.narg('day'), @now, @now::timestamptz)
on conflict (staff_id, channel, day) where kind = 'report' do nothing
returning id;

-- name: RecordAlerts :exec
-- Fails if the person was alerted to one of the facts already.
insert into alerts (staff_id, channel, fact_id, message_id)
select @staff_id, @channel, unnest(@fact_ids::bigint[]), @message_id;

-- name: ClaimMessage :one
-- Committed before anything is sent. While it is being sent, next_try_at is when it is
-- abandoned.
update staff_messages set state = 'sending', tries = staff_messages.tries + 1, next_try_at = @give_up_at::timestamptz
where staff_messages.id = (
	select w.id from staff_messages w where w.state = 'waiting' and w.next_try_at <= @now::timestamptz
	order by w.next_try_at, w.id limit 1
	for update skip locked
)
returning id, staff_id, channel, kind, day, created, tries;

-- name: AbandonMessages :many
-- It is unknown whether these were delivered, and no message is sent twice.
update staff_messages set state = 'given_up', next_try_at = null where state = 'sending' and next_try_at <= @now::timestamptz returning id;

-- name: EndMessage :exec
update staff_messages set state = @state, sent_at = sqlc.narg('sent_at'), next_try_at = null where id = @id and state = 'sending';

-- name: RescheduleMessage :exec
update staff_messages set state = 'waiting', next_try_at = @next_try_at::timestamptz where id = @id and state = 'sending';

-- name: MessageFacts :many
-- What a message is about.
select f.kind, f.source, count(*) as n from alerts a join alert_facts f on f.id = a.fact_id where a.message_id = @message_id group by f.kind, f.source;

-- name: DeleteOldMessages :exec
delete from staff_messages m where m.created < @created_before::timestamptz and m.next_try_at is null and not exists (select from alerts a where a.message_id = m.id);

-- name: SavePushSubscription :exec
-- A browser belongs to whoever turned pushes on in it last.
insert into push_subscriptions (staff_id, endpoint, p256dh, auth, created) values (@staff_id, @endpoint, @p256dh, @auth, @now)
on conflict on constraint push_subscriptions_endpoint_key do update
set staff_id = excluded.staff_id, p256dh = excluded.p256dh, auth = excluded.auth, created = excluded.created;

-- name: DeleteOldPushSubscriptions :exec
delete from push_subscriptions p where p.staff_id = @staff_id and p.id not in (
	select n.id from push_subscriptions n where n.staff_id = @staff_id order by n.created desc, n.id desc limit @kept
);

-- name: DeletePushSubscription :exec
delete from push_subscriptions where staff_id = @staff_id and endpoint = @endpoint;

-- name: PushSubscriptions :many
select endpoint, p256dh, auth from push_subscriptions where staff_id = @staff_id order by id;
