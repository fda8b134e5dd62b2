-- name: FindCode :one
select * from promo_codes where code = @code;

-- name: GetCode :one
select * from promo_codes where id = @id;

-- name: ActiveCode :one
select c.*
from promo_active a join promo_codes c on c.id = a.promo_code_id
where a.user_id = @user_id;

-- name: CurrentCode :one
-- The current code of a kind; the newest if there are several.
select *
from promo_codes c
where kind = @kind and is_active and valid_from <= @now and (valid_until is null or valid_until > @now)
	and (total_limit is null or exists (select from promo_slots s where s.promo_code_id = c.id and s.order_id is null))
order by valid_from desc, id desc limit 1;

-- name: SetActive :exec
insert into promo_active (user_id, promo_code_id, since) values (@user_id, @promo_code_id, @since)
on conflict (user_id) do update set promo_code_id = excluded.promo_code_id, since = excluded.since;

-- name: DeleteActive :exec
delete from promo_active where user_id = @user_id;

-- name: Eligibility :one
-- The input of Evaluate: redemptions by this buyer besides the current order,
-- whether an order of theirs was delivered before, and whether the code is
-- exhausted. Each part is computed only for codes that need it.
select
	(select count(*) from promo_uses u where u.promo_code_id = c.id and u.nth is not null and u.order_id <> @order_id
		and u.buyer = case when p.proven then sqlc.narg(address)::bytea else @buyer::bytea end)::int as uses,
	p.proven::boolean as proven,
	(c.first_order_only and (
		exists (select from orders o where o.status = 'done' and o.user_id = sqlc.narg(user_id)::bigint)
		-- An account's address is proven; one typed into an order is not, unless a guest has proved it.
		or exists (select from orders o join users w on w.id = sqlc.narg(user_id)::bigint and lower(w.email) = lower(o.email) where o.status = 'done')
		or (p.proven and exists (select from orders o where o.status = 'done' and o.email is not null and lower(o.email) = sqlc.narg(email)::text))
	))::boolean as bought_before,
	(c.total_limit is not null
		and not exists (select from promo_slots s where s.promo_code_id = c.id and s.order_id = @order_id)
		and not exists (select from promo_slots s where s.promo_code_id = c.id and s.order_id is null))::boolean as used_up
from promo_codes c, lateral (
	select exists (select from promo_proofs f where f.order_id = @order_id and f.proven_at is not null and f.buyer = sqlc.narg(address)::bytea) as proven
) p
where c.id = @promo_code_id;

-- name: ReserveInfo :one
select c.first_order_only,
	exists (select from promo_proofs f where f.order_id = @order_id and f.proven_at is not null and f.buyer = sqlc.narg(address)::bytea)::boolean as proven
from promo_codes c where c.id = @promo_code_id;

-- name: RequestProof :execrows
-- One row means that an e-mail may be sent now; the rate and the total per
-- order are limited.
insert into promo_proofs (order_id, buyer, asked_at, letters) values (@order_id, @buyer, @now, 1)
on conflict (order_id) do update set buyer = excluded.buyer, asked_at = excluded.asked_at, letters = promo_proofs.letters + 1, proven_at = null
where promo_proofs.letters < 5 and (promo_proofs.asked_at < @before or promo_proofs.buyer <> excluded.buyer);

-- name: Prove :exec
insert into promo_proofs (order_id, buyer, asked_at, letters, proven_at) values (@order_id, @buyer, @now, 1, @now)
on conflict (order_id) do update set buyer = excluded.buyer, proven_at = excluded.proven_at;

-- name: GetRedemption :one
select u.promo_code_id, u.buyer, u.state from promo_uses u where u.order_id = @order_id;

-- name: InsertRedemption :execrows
-- Takes the buyer's smallest free number. A concurrent order of the same buyer
-- makes this wait and insert nothing; the caller retries.
insert into promo_uses (order_id, promo_code_id, buyer, nth, state, reserved_at)
select @order_id, c.id, @buyer::bytea, n, 'reserved', now()
from promo_codes c, generate_series(1, c.per_buyer_limit) n
where c.id = @promo_code_id
	and not exists (select from promo_uses u where u.promo_code_id = c.id and u.buyer = @buyer and u.nth = n)
order by n limit 1
on conflict on constraint promo_uses_nth_key do nothing;

-- name: BuyerHasRedemptionLeft :one
select (select count(*) from promo_uses u where u.promo_code_id = c.id and u.buyer = @buyer and u.nth is not null) < c.per_buyer_limit
from promo_codes c where c.id = @promo_code_id;

-- name: TakeSlot :one
-- True if the code has no limit or a free slot was taken. Slots locked by other
-- transactions are skipped.
with free as (
	select s.promo_code_id, s.slot from promo_slots s
	where s.promo_code_id = @promo_code_id and s.order_id is null
	order by s.slot limit 1 for update skip locked
), taken as (
	update promo_slots s set order_id = @order_id::bigint from free f
	where s.promo_code_id = f.promo_code_id and s.slot = f.slot returning s.slot
)
select (c.total_limit is null or exists (select from taken))::boolean
from promo_codes c where c.id = @promo_code_id;

-- name: ConsumeRedemption :exec
update promo_uses set state = 'consumed' where order_id = @order_id and state = 'reserved';

-- name: ReleaseRedemption :exec
with released as (
	update promo_uses u set state = 'released', nth = null where u.order_id = @order_id and u.state = 'reserved'
	returning u.order_id, u.promo_code_id
)
update promo_slots s set order_id = null from released r
where s.promo_code_id = r.promo_code_id and s.order_id = r.order_id;

-- name: DeleteReleased :exec
delete from promo_uses where order_id = @order_id and state = 'released';

-- name: LockBuyer :exec
-- Concurrent requests must not create two personal codes.
select pg_advisory_xact_lock(hashtextextended('promo-claim', @user_id::bigint));

-- name: LastPersonalCode :one
select sqlc.embed(c),
	exists (select from promo_uses u where u.promo_code_id = c.id and u.state <> 'released') as used
from promo_codes c
where c.user_id = @user_id and c.created > @since
order by c.created desc, c.id desc limit 1;

-- name: DeliveredSince :one
select count(*) from orders where user_id = @user_id and status = 'done' and created > @since;

-- name: InsertPersonalCode :one
insert into promo_codes (code, kind, percent, goods, user_id, valid_from, valid_until, total_limit, per_buyer_limit, created)
values (@code, 'personal', @percent, 'all', @user_id, @now, @valid_until, 1, 1, @now)
returning *;
