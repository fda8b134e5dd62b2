-- sessions

-- name: SessionByDigest :one
-- Everything a request needs to know about who makes it.
select x.id, x.name, x.staff_id, x.device, x.address, x.created, x.used_at, x.expires_at, x.factor_at, x.fresh_at,
	s.name as staff_name, s.email, s.role_id, r.name as role_name, r.title as role_title,
	(s.totp_key is not null)::boolean as has_totp,
	exists (select from staff_passkeys p where p.staff_id = s.id) as has_passkey,
	coalesce((select array_agg(g.permission order by g.permission) from staff_role_permissions g where g.role_id = s.role_id), '{}')::text[] as permissions,
	coalesce((select array_agg(coalesce(g.alone_limit, 0) order by g.permission) from staff_role_permissions g where g.role_id = s.role_id), '{}')::numeric[] as limits
from staff_sessions x join staff s on s.id = x.staff_id join staff_roles r on r.id = s.role_id
where x.digest = @digest and x.ended_at is null and x.expires_at > @now and s.suspended_at is null;

-- name: TouchSession :exec
-- One statement, because both say when the person was last here.
-- One that was locked meanwhile stays locked.
with touched as (update staff_sessions set used_at = @now where staff_sessions.id = @id and staff_sessions.used_at >= @idle_since returning staff_id)
update staff set seen_at = @now from touched where staff.id = touched.staff_id;

-- name: CreateSession :exec
insert into staff_sessions (name, staff_id, digest, device, address, created, used_at, expires_at)
values (@name, @staff_id, @digest, @device, @address, @now, @now, @expires_at);

-- name: SetProven :execrows
-- The secret of the cookie changes when the session gets more rights.
update staff_sessions set digest = @digest, used_at = @now, challenge = null, pending_totp_key = null, pending_totp_sealed = null,
	factor_at = coalesce(factor_at, sqlc.narg('factor_at')), fresh_at = coalesce(sqlc.narg('fresh_at'), fresh_at)
where id = @id and ended_at is null;

-- name: SetChallenge :exec
update staff_sessions set challenge = @challenge where id = @id;

-- name: TakeChallenge :one
-- A challenge is answered once.
with old as (select x.id, x.challenge from staff_sessions x where x.id = @id and x.challenge is not null for update)
update staff_sessions set challenge = null from old where staff_sessions.id = old.id returning old.challenge;

-- name: SetPendingTOTP :exec
update staff_sessions set pending_totp_key = @key, pending_totp_sealed = @sealed where id = @id;

-- name: PendingTOTP :one
select pending_totp_key, pending_totp_sealed from staff_sessions where id = @id and pending_totp_key is not null for update;

-- name: LockSession :execrows
-- As if it had not been used for a while. A proof that is fresh ends with it.
update staff_sessions set used_at = @used_at, fresh_at = null where name = @name and staff_id = @staff_id and ended_at is null;

-- name: EndSession :execrows
update staff_sessions set ended_at = @now where name = @name and staff_id = @staff_id and ended_at is null and expires_at > @now;

-- name: EndSessions :execrows
-- All of a person, or all but one.
update staff_sessions set ended_at = @now
where staff_id = @staff_id and ended_at is null and expires_at > @now and name is distinct from sqlc.narg('keep');

-- name: ListSessions :many
select name, device, address, created, used_at, expires_at, (factor_at is not null)::boolean as proven from staff_sessions
where staff_id = @staff_id and ended_at is null and expires_at > @now order by used_at desc, id desc limit 100;

-- name: DeleteOldSessions :execrows
delete from staff_sessions where expires_at < @before::timestamptz;

-- name: InsertSignIn :exec
insert into staff_sign_ins (at, staff_id, event, method, device, address, session)
values (@at, @staff_id, @event, @method, @device, @address, @session);

-- name: RefusedProofs :one
-- Second factors refused to a person since a time, of the newest 50 tries, and the address to
-- warn.
with newest as (select at, event, method from staff_sign_ins where staff_id = @staff_id::bigint order by id desc limit 50)
select s.email, (select count(*) from newest n where n.at > @since::timestamptz and n.event = 'refused' and n.method <> 'password') as refused
from staff s where s.id = @staff_id::bigint;

-- name: ListSignIns :many
select at, event, method, device, address from staff_sign_ins where staff_id = @staff_id order by id desc limit 50;

-- people

-- name: PersonByEmail :one
select id, name, password, suspended_at, seen_at from staff where lower(email) = lower(@email::text);

-- name: PersonSecrets :one
select password, totp_key, totp_sealed from staff where id = @id;

-- name: LockPerson :one
select s.id, s.name, s.email, s.role_id, s.suspended_at, s.version, (s.totp_key is not null)::boolean as has_totp,
	(select count(*) from staff_passkeys p where p.staff_id = s.id) as passkeys
from staff s where s.id = @id for update;

-- name: SetPassword :exec
update staff set password = @password where id = @id;

-- name: SetTOTP :exec
update staff set totp_key = sqlc.narg('key'), totp_sealed = sqlc.narg('sealed'), totp_step = @step where id = @id;

-- name: UseTOTP :execrows
update staff set totp_step = @step where id = @id and totp_step < @step;

-- name: CreatePerson :one
insert into staff (email, name, role_id, password, created, seen_at) values (@email, @name, @role_id, @password, @now, @now) returning id;

-- name: UpdatePerson :execrows
update staff set name = @name, role_id = @role_id, version = version + 1 where id = @id and version = @version;

-- name: Suspend :execrows
update staff set suspended_at = @now, suspended_for = @reason, version = version + 1 where id = @id and suspended_at is null;

-- name: Restore :execrows
-- Seen now, so that the person is not suspended again for having been away.
update staff set suspended_at = null, suspended_for = null, seen_at = @now, version = version + 1 where id = @id and suspended_at is not null;

-- name: IdlePeople :many
select id, name from staff where suspended_at is null and seen_at < @before::timestamptz order by id limit 100;

-- name: ListPeople :many
select s.id, s.name, s.email, s.version, s.created, s.seen_at, s.suspended_at, s.suspended_for,
	s.role_id, r.name as role_name, r.title as role_title, (s.totp_key is not null)::boolean as has_totp,
	(select count(*) from staff_passkeys p where p.staff_id = s.id) as passkeys,
	(select count(*) from staff_sessions x where x.staff_id = s.id and x.ended_at is null and x.expires_at > @now) as sessions
from staff s join staff_roles r on r.id = s.role_id
where sqlc.narg('only')::bigint is null or s.id = sqlc.narg('only')::bigint
order by s.name, s.id limit 500;

-- name: Colleagues :many
select id, name from staff where suspended_at is null order by name, id limit 500;

-- factors

-- name: Passkeys :many
select id, credential, name, created, used_at from staff_passkeys where staff_id = @staff_id order by id;

-- name: AddPasskey :exec
insert into staff_passkeys (staff_id, credential_id, credential, name, created) values (@staff_id, @credential_id, @credential, @name, @now);

-- name: UsePasskey :execrows
update staff_passkeys set credential = @credential, used_at = @now where staff_id = @staff_id and credential_id = @credential_id;

-- name: RemovePasskey :many
delete from staff_passkeys where id = @id and staff_id = @staff_id returning name;

-- name: RemovePasskeys :execrows
delete from staff_passkeys where staff_id = @staff_id;

-- name: DeleteRecoveryCodes :exec
delete from staff_recovery_codes where staff_id = @staff_id;

-- name: AddRecoveryCodes :exec
insert into staff_recovery_codes (staff_id, digest) select @staff_id, unnest(@digests::bytea[]);

-- name: UseRecoveryCode :execrows
update staff_recovery_codes set used_at = @now where staff_id = @staff_id and digest = @digest and used_at is null;

-- name: RecoveryCodesLeft :one
select count(*) from staff_recovery_codes where staff_id = @staff_id and used_at is null;

-- invitations

-- name: CreateInvitation :one
insert into staff_invitations (email, role_id, digest, created_by, created, expires_at)
values (@email, @role_id, @digest, sqlc.narg('created_by'), @created, @expires_at) returning id;

-- name: RevokeExpiredInvitations :exec
-- An expired invitation must not stand in the way of a new one.
update staff_invitations set revoked_at = @now
where lower(email) = lower(@email::text) and accepted_at is null and revoked_at is null and expires_at <= @now;

-- name: Invitation :one
select i.id, i.email, i.role_id, i.expires_at, r.title as role_title from staff_invitations i join staff_roles r on r.id = i.role_id
where i.digest = @digest and i.accepted_at is null and i.revoked_at is null and i.expires_at > @now;

-- name: LockInvitation :one
select id, email, role_id from staff_invitations
where digest = @digest and accepted_at is null and revoked_at is null and expires_at > @now for update;

-- name: AcceptInvitation :exec
update staff_invitations set accepted_at = @now, accepted_by = @accepted_by where id = @id;

-- name: RevokeInvitation :many
update staff_invitations set revoked_at = @now where id = @id and accepted_at is null and revoked_at is null returning role_id;

-- name: ListInvitations :many
select i.id, i.email, i.role_id, r.name as role_name, r.title as role_title, i.created, i.expires_at, coalesce(s.name, '') as created_by
from staff_invitations i join staff_roles r on r.id = i.role_id left join staff s on s.id = i.created_by
where i.accepted_at is null and i.revoked_at is null order by i.id desc limit 200;

-- roles

-- name: RoleGrants :many
select permission, coalesce(alone_limit, 0)::numeric as alone_limit from staff_role_permissions where role_id = @role_id order by permission;

-- name: ListRoles :many
select r.id, r.name, r.title, r.version, (select count(*) from staff s where s.role_id = r.id and s.suspended_at is null) as people
from staff_roles r order by r.id;

-- name: ListGrants :many
select role_id, permission, coalesce(alone_limit, 0)::numeric as alone_limit from staff_role_permissions order by role_id, permission;

-- name: RoleByName :one
select id, name, title from staff_roles where name = @name;

-- name: LockRole :one
select id, name, title, version from staff_roles where id = @id for update;

-- name: CreateRole :one
insert into staff_roles (name, title) values (@name, @title) returning id;

-- name: UpdateRole :execrows
update staff_roles set title = @title, version = version + 1 where id = @id and version = @version;

-- name: DeleteGrants :exec
delete from staff_role_permissions where role_id = @role_id;

-- name: AddGrant :exec
insert into staff_role_permissions (role_id, permission, has_limit, alone_limit) values (@role_id, @permission, @has_limit, sqlc.narg('alone_limit'));
