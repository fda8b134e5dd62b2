-- name: InsertExport :one
insert into console_exports (staff_id, kind, filter, columns, has_people, created) values (@staff_id, @kind, @filter, @columns::text[], @has_people, @created)
returning id;

-- name: CountUnfinishedExports :one
select count(*)::int from console_exports where staff_id = @staff_id and state in ('waiting', 'running');

-- name: GetExport :one
select id, staff_id, kind, filter, columns, has_people, state, rows_done, coalesce(blob, '')::text as blob, created, ended_at, expires_at, digest
from console_exports where id = @id;

-- name: ListExports :many
select id, staff_id, kind, filter, columns, has_people, state, rows_done, coalesce(blob, '')::text as blob, created, ended_at, expires_at, digest
from console_exports where staff_id = @staff_id order by id desc limit 50;

-- name: LeaseExport :one
-- The oldest file that is not being made, or whose worker has gone.
update console_exports e set state = 'running', leased_until = @until::timestamptz, tries = tries + 1, rows_done = 0
where e.id = (
	select x.id from console_exports x
	where x.state = 'waiting' or x.state = 'running' and x.leased_until < @now::timestamptz
	order by x.id limit 1 for update skip locked
)
returning e.id, e.kind, e.filter, e.columns, e.has_people, e.tries;

-- name: KeepExport :execrows
-- Reports progress; no row if another worker has taken over.
update console_exports set rows_done = @rows_done, leased_until = @until::timestamptz
where id = @id and state = 'running' and tries = @tries;

-- name: EndExport :execrows
update console_exports set state = 'done', leased_until = null, rows_done = @rows_done, blob = @blob::text, digest = @digest::bytea, ended_at = @now::timestamptz, expires_at = @expires_at::timestamptz
where id = @id and state = 'running' and tries = @tries;

-- name: FailExport :exec
update console_exports set state = 'failed', leased_until = null, error = @error::text, ended_at = @now::timestamptz
where id = @id and state = 'running' and tries = @tries;

-- name: ExpiredExports :many
select id, blob::text as blob from console_exports where state = 'done' and expires_at < @now::timestamptz order by id limit 20;

-- name: ExpireExport :exec
update console_exports set state = 'expired', blob = null where id = @id and state = 'done';

-- name: CustomerDevices :many
-- Where an account is signed in, for a copy of personal data.
select device, created, used_at from sessions where user_id = @user_id::bigint and ended_at is null order by id desc;

-- name: CustomerConsentsAll :many
-- Every consent an account gave or withdrew, for a copy of personal data.
select kind, given, revision, version, at from consents where user_id = @user_id::bigint order by kind, id desc;

-- name: CustomerOrdersAll :many
-- All orders of an account as they are kept, for a copy of personal data.
select o.id, o.created, o.status, coalesce(o.email, '')::text as email, (o.total - o.discount)::numeric as sum, coalesce(order_player(o.detail), '')::text as player,
	coalesce((select string_agg(l.title || ' × ' || l.quantity, ', ' order by l.id) from order_lines l where l.order_id = o.id), '')::text as goods
from orders o where o.user_id = @user_id::bigint and o.id < @before order by o.id desc limit 1000;

-- name: CustomerExists :one
select exists (select from users where id = @id);
