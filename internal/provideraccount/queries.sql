-- name: ListAccounts :many
-- The newest first.
select a.id, a.kind, a.name, a.version, a.settings, a.secrets, a.key_id, a.changed_at, s.name as changed_by, a.tested_at
from provider_accounts a join staff s on s.id = a.changed_by
order by a.kind, a.name, a.version desc;

-- name: AccountsVersion :one
select coalesce(max(version), 0)::bigint from data_versions where scope = 'accounts';

-- name: InsertAccount :execrows
-- Only with the next number, so that nobody replaces what they have not seen.
insert into provider_accounts (kind, name, version, settings, secrets, key_id, changed_by, changed_at, tested_at)
select @kind::text, @name::text, @version::int, @settings::jsonb, sqlc.narg('secrets')::bytea, sqlc.narg('key_id')::text, @changed_by::bigint,
	@changed_at::timestamptz, sqlc.narg('tested_at')::timestamptz
where @version::int = 1 + (select coalesce(max(p.version), 0) from provider_accounts p where p.kind = @kind and p.name = @name)
on conflict on constraint provider_accounts_version_key do nothing;

-- name: MarkTested :exec
update provider_accounts set tested_at = @tested_at::timestamptz where id = @id;

-- name: HasPayments :one
select exists (select from payments)::boolean;
