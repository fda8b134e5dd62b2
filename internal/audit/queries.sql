-- name: InsertAudit :one
insert into audit (at, staff_id, actor, session, permission, action, object_kind, object_id, order_id, reason_code, reason_text, before, after, batch, request_id, address)
values (@at, @staff_id, @actor, @session, @permission, @action, @object_kind, @object_id, @order_id, @reason_code, @reason_text, @before, @after, @batch, @request_id, @address)
returning id;

-- name: LockAudit :exec
-- Waits until every transaction that has added a row is over, and keeps new ones from
-- adding until this one is.
select pg_advisory_xact_lock(hashtext('audit'));

-- name: LastAuditID :one
select coalesce(max(id), 0)::bigint from audit;

-- name: LastSeal :one
select id, from_id, to_id, rows_count, digest, at from audit_seals order by id desc limit 1;

-- name: Seals :many
select id, from_id, to_id, rows_count, digest, at from audit_seals order by id;

-- name: InsertSeal :exec
insert into audit_seals (id, from_id, to_id, rows_count, digest, at) values (@id, @from_id, @to_id, @rows_count, @digest, @at);

-- name: AuditRange :many
select * from audit where id between @from_id and @to_id order by id limit @max_rows;

-- name: ListAudit :many
-- Newest first, from a place on. Every filter has an index that ends with the order.
select * from audit a
where (sqlc.narg('staff_id')::bigint is null or a.staff_id = sqlc.narg('staff_id')::bigint)
	and (sqlc.narg('action')::text is null or a.action = sqlc.narg('action')::text)
	and (sqlc.narg('object_kind')::text is null or a.object_kind = sqlc.narg('object_kind')::text)
	and (sqlc.narg('object_id')::text is null or a.object_id = sqlc.narg('object_id')::text)
	and (sqlc.narg('order_id')::bigint is null or a.order_id = sqlc.narg('order_id')::bigint)
	and (sqlc.narg('batch')::uuid is null or a.batch = sqlc.narg('batch')::uuid)
	and (sqlc.narg('since')::timestamptz is null or a.at >= sqlc.narg('since')::timestamptz)
	and (sqlc.narg('until')::timestamptz is null or a.at < sqlc.narg('until')::timestamptz)
	and (sqlc.narg('after_at')::timestamptz is null or (a.at, a.id) < (sqlc.narg('after_at')::timestamptz, sqlc.narg('after_id')::bigint))
order by a.at desc, a.id desc limit @max_rows;
