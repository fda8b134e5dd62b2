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
