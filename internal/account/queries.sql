-- users

-- name: ReadUser :one
select u.id, u.email, u.nickname, u.avatar, u.created, u.barred, u.erased_at,
	(u.password is not null)::boolean as has_password,
	coalesce((select array_agg(i.provider order by i.provider) from identities i where i.user_id = u.id), '{}')::text[] as socials,
	coalesce((select c.email from email_changes c where c.user_id = u.id and c.expires_at > @now), '')::text as pending_email
from users u where u.id = @id;

-- name: LockUser :one
-- Rows that refer to the user are written meanwhile, so the key is not locked: whoever waits
-- for another lock would deadlock with them.
select id, email, password, barred, erased_at, is_staff, nickname from users where id = @id for no key update;

-- name: LockOpenUser :one
-- Keeps the user from being erased until the transaction ends; no row for one who was.
select id from users where id = @id and erased_at is null for share;

-- name: PasswordUser :one
select id, password, totp_sealed, totp_key, barred from users
where lower(email) = lower(@email::text) and erased_at is null;

-- name: UseTOTP :execrows
update users set totp_step = @step where id = @id and totp_step < @step;

-- name: SetPassword :exec
update users set password = @password where id = @id;

-- name: CreateUser :one
-- The address is left out if another user has it.
insert into users (email, nickname, password, totp_sealed, totp_key, is_staff, created)
select case when exists (select from users u where lower(u.email) = lower(sqlc.narg('email')::text)) then null else sqlc.narg('email')::text end,
	@nickname, sqlc.narg('password'), sqlc.narg('totp_sealed'), sqlc.narg('totp_key'), @is_staff, @created
returning id, email;

-- name: UserByEmail :one
select id from users where lower(email) = lower(@email::text) and erased_at is null;

-- name: SetEmail :exec
update users set email = @email where id = @id and erased_at is null;

-- name: SetBanned :execrows
update users set barred = sqlc.narg('words') where id = @id and erased_at is null;

-- name: EraseUser :exec
with stops as (delete from email_stops where email_stops.user_id = @id), gone as (delete from identities where identities.user_id = @id), dropped as (delete from email_changes where email_changes.user_id = @id)
update users set email = null, nickname = @nickname, avatar = null, password = null, totp_sealed = null, totp_key = null, erased_at = @now
where users.id = @id;

-- identities

-- name: IdentityUser :one
select user_id from identities where provider = @provider and subject = @subject;

-- name: Bind :execrows
-- Staff accounts are never linked.
insert into identities (provider, subject, user_id, bound_at)
select @provider, @subject, u.id, @now from users u where u.id = @user_id and not u.is_staff
on conflict do nothing;

-- name: IsStaff :one
select is_staff from users where id = @id;

-- name: BoundProviders :many
select provider from identities where user_id = @user_id;

-- name: Unbind :execrows
delete from identities where user_id = @user_id and provider = @provider;

-- sessions

-- name: CreateSession :exec
insert into sessions (name, user_id, device, digest, created, used_at, expires_at)
values (@name, @user_id, @device, @digest, @now, @now, @expires_at);

-- name: Rotate :one
-- Of concurrent requests with one token the row lock lets one through.
with turned as (
	update sessions s set digest = @fresh, used_at = @now, expires_at = least(@expires_at, s.created + make_interval(days => @life_days))
	from users u
	where s.digest = @spent and s.ended_at is null and s.expires_at > @now and s.created + make_interval(days => @life_days) > @now and u.id = s.user_id
	returning s.id, s.name, s.user_id, s.created, u.barred
), kept as (
	insert into spent_refresh (digest, session_id, spent_at, salt) select @spent, turned.id, @now, @salt from turned
)
select name, user_id, created, barred from turned;

-- name: SpentRefresh :one
-- A used token and its session.
select t.spent_at, t.salt, s.name, s.user_id, s.device, s.digest as current, s.created
from spent_refresh t join sessions s on s.id = t.session_id
where t.digest = @spent and t.salt is not null and s.ended_at is null and s.expires_at > @now;

-- name: BannedByToken :one
-- The reason why the user of a token, current or used, is banned.
select u.barred from sessions s join users u on u.id = s.user_id
where u.barred is not null
	and (s.digest = @digest or s.id = (select t.session_id from spent_refresh t where t.digest = @digest));

-- name: EndBanned :many
-- Also covers users who were banned by SQL.
update sessions s set ended_at = @now from users u
where u.barred is not null and s.user_id = u.id and s.ended_at is null
returning s.name;

-- name: EndReused :many
update sessions s set ended_at = @now from spent_refresh t
where t.digest = @spent and s.id = t.session_id and s.ended_at is null
returning s.name;

-- name: EndByToken :many
update sessions s set ended_at = @now where s.ended_at is null
	and (s.digest = @digest or s.id = (select t.session_id from spent_refresh t where t.digest = @digest))
returning s.name;

-- name: EndSession :many
update sessions set ended_at = @now where name = @name and user_id = @user_id and ended_at is null returning name;

-- name: EndSessions :many
update sessions set ended_at = @now where user_id = @user_id and ended_at is null returning name;

-- name: ListSessions :many
select name, device, created, used_at from sessions
where user_id = @user_id and ended_at is null and expires_at > @now
order by used_at desc, id desc limit 100;

-- name: EndedSessions :many
select name, ended_at from sessions where ended_at > @since::timestamptz;

-- name: DeleteEndedSessions :execrows
delete from sessions where ended_at < @before::timestamptz or expires_at < @before::timestamptz;

-- name: TokenKeys :many
select id, signs_from from token_keys order by signs_from, id;

-- name: AddTokenKey :exec
insert into token_keys (id, signs_from) values (@id, @signs_from);

-- name: DeleteRetiredKeys :execrows
-- Keeps the newest key that has been signing for long enough.
delete from token_keys k where exists (
	select from token_keys later where later.signs_from > k.signs_from and later.signs_from < @before::timestamptz
);

-- sign-in

-- name: InsertState :exec
insert into sign_in_states (digest, provider, browser, redirect_uri, expires_at)
values (@digest, @provider, @browser, @redirect_uri, @expires_at);

-- name: TakeState :one
delete from sign_in_states where digest = @digest returning provider, browser, redirect_uri, expires_at;

-- name: InsertReplayKey :execrows
insert into sign_in_answers (digest, expires_at) values (@digest, @expires_at) on conflict do nothing;

-- name: DeleteExpiredSignIns :exec
with states as (delete from sign_in_states where sign_in_states.expires_at < @now),
	stops as (delete from email_stops where email_stops.expires_at < @now)
delete from sign_in_answers where sign_in_answers.expires_at < @now;

-- name: AllowedMethods :many
-- The rule of the country, or the default.
select distinct on (provider) provider, allowed from sign_in_methods
where country in (@country, '**') order by provider, country = '**';

-- name: SetMethod :exec
insert into sign_in_methods (provider, country, allowed) values (@provider, @country, @allowed)
on conflict (provider, country) do update set allowed = excluded.allowed;

-- name: ListMethods :many
select provider, country, allowed from sign_in_methods order by provider, country;

-- name: LockMethods :many
select provider, country, allowed from sign_in_methods order by provider, country for update;

-- email and consents

-- name: InsertEmailChange :exec
insert into email_changes (user_id, email, digest, expires_at) values (@user_id, @email, @digest, @expires_at)
on conflict (user_id) do update set email = excluded.email, digest = excluded.digest, expires_at = excluded.expires_at;

-- name: EmailChange :one
select user_id, email, expires_at from email_changes where digest = @digest;

-- name: TakeEmailChange :one
-- Only for the user who requested it.
delete from email_changes where digest = @digest and user_id = @user_id returning email, expires_at;

-- name: DeleteEmailChange :exec
delete from email_changes where user_id = @user_id;

-- name: InsertEmailStop :exec
insert into email_stops (digest, user_id, expires_at) values (@digest, @user_id, @expires_at);

-- name: EmailStop :one
select e.user_id, e.expires_at, u.nickname from email_stops e join users u on u.id = e.user_id where e.digest = @digest;

-- name: TakeEmailStop :one
delete from email_stops where digest = @digest returning user_id, expires_at;

-- name: Consents :many
select distinct on (kind) kind, given, revision, version, at from consents where user_id = @user_id order by kind, id desc;

-- name: RecordConsent :exec
insert into consents (user_id, kind, given, revision, version, at) values (@user_id, @kind, @given, @revision, sqlc.narg(version), @at);

-- name: DocumentRevision :one
-- The text of a consent: its version, and its digest, which proves what it said.
select version, left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 16)::text as revision from articles where slug = @slug;

-- what operators do

-- name: InsertNote :one
insert into user_notes (user_id, staff_id, at, text) select u.id, @staff_id, @at, @text from users u where u.id = @user_id and u.erased_at is null returning id;

-- name: AskToErase :one
-- Another request that waits for this account gets no second one.
insert into user_erasures (user_id, reason, asked_by, asked_at)
select u.id, @reason, @asked_by, @asked_at from users u where u.id = @user_id and u.erased_at is null
on conflict do nothing returning id;

-- name: LockErasure :one
select e.id, e.asked_by, e.reason, s.name as asked_name from user_erasures e join staff s on s.id = e.asked_by where e.user_id = @user_id and e.state = 'open' for update of e;

-- name: DecideErasure :exec
update user_erasures set state = @state, decided_by = @decided_by, decided_at = @decided_at where id = @id;

-- name: ForgetNotes :exec
-- Operators write about people in them; so do reasons of requests.
with reasons as (update user_erasures set reason = 'стёрто' where user_erasures.user_id = @user_id)
delete from user_notes where user_notes.user_id = @user_id;
