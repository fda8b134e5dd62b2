-- name: InsertLetters :exec
-- One email per order and kind, however often it is requested.
insert into letters (order_id, event, created, next_try_at)
select @order_id, unnest(@events::text[]), @now, unnest(@due::timestamptz[])
on conflict on constraint letters_event_key do nothing;

-- name: RequeueLetter :exec
-- For an email a buyer requests: it is sent each time, unless one is already
-- queued.
insert into letters as l (order_id, event, created, next_try_at)
values (@order_id, @event, @now, @now)
on conflict on constraint letters_event_key do update
set state = 'waiting', created = excluded.created, next_try_at = excluded.next_try_at, sent_at = null, tries = 0, dismissed_at = null
where l.state in ('sent', 'given_up');

-- name: ClaimLetter :one
-- One statement, committed before anything is sent. While it is being sent,
-- next_try_at is when the email is abandoned.
update letters set state = 'sending', tries = letters.tries + 1, next_try_at = @give_up_at
where letters.id = (
	select w.id from letters w
	where w.state = 'waiting' and w.next_try_at <= @now
	order by w.next_try_at, w.id limit 1
	for update skip locked
)
returning id, order_id, event, created, tries;

-- name: MarkLetterSent :exec
update letters set state = 'sent', sent_at = @sent_at::timestamptz, next_try_at = null where id = @id and state = 'sending';

-- name: RescheduleLetter :exec
update letters set state = 'waiting', next_try_at = @next_try_at::timestamptz where id = @id and state = 'sending';

-- name: AbandonLetter :exec
-- One that has no address needs no operator.
update letters set state = 'given_up', next_try_at = null, dismissed_at = sqlc.narg('dismissed_at') where id = @id and state = 'sending';

-- name: LetterOfOrder :one
select id, order_id, event, state from letters where id = @id;

-- name: DismissLetter :execrows
update letters set dismissed_at = @now::timestamptz where id = @id and state = 'given_up' and dismissed_at is null;

-- name: OrderLetters :many
select id, event, state from letters where order_id = @order_id order by id;

-- name: AbandonUnknown :many
-- It is unknown whether these were delivered, and no email is sent twice.
update letters set state = 'given_up', next_try_at = null
where state = 'sending' and next_try_at <= @now
returning id;

-- name: LetterOrder :one
select o.id, o.hash, coalesce(o.email, u.email, '')::text as email, o.total, o.discount, o.due_at, o.next_action, o.status,
	coalesce(g.title, '')::text as game, (o.user_id is null)::boolean as is_guests,
	coalesce(a.fee, 0)::numeric(14, 2) as fee, (coalesce(p.amount, 0) * 100)::bigint as paid_hundredths, coalesce(p.currency, '')::text as paid_currency
from orders o
left join users u on u.id = o.user_id
left join games g on g.id = o.game_id
left join payments p on p.order_id = o.id and p.use = 'order'
left join payment_attempts a on a.id = p.attempt_id
where o.id = @id;

-- name: LetterLines :many
select title, quantity, (quantity * unit_price - discount)::numeric(14, 2) as sum, status
from order_lines where order_id = @order_id order by id;

-- name: LetterUnneeded :many
-- Payments that the order did not use.
select (sum(amount) * 100)::bigint as hundredths, currency
from payments where order_id = @order_id and use in ('short', 'late')
group by currency order by min(id);

-- name: LetterRefunds :many
-- Completed refunds only.
select (sum(amount) * 100)::bigint as hundredths, currency, destination
from refunds where order_id = @order_id and status = 'done'
group by currency, destination order by min(id);

-- name: TextsVersions :many
select t.kind, t.version, t.body, t.created, s.name as author
from letter_texts t
join staff s on s.id = t.staff_id
where t.kind = @kind
order by t.version desc
limit @most;

-- name: InsertTexts :execrows
-- Of two editors who saw the same version the second inserts nothing.
insert into letter_texts (kind, version, body, staff_id, created)
select @kind, @version, @body, @staff_id, @created
where coalesce((select max(t.version) from letter_texts t where t.kind = @kind), 0) + 1 = @version
on conflict do nothing;
