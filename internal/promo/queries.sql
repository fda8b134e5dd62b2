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
	and not exists (select from promo_budgets b where b.promo_code_id = c.id and b.held >= b.budget)
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
		-- Another order may be the first, with this code or another one.
		or exists (select from promo_uses u where u.is_first_order and u.nth is not null and u.order_id <> @order_id
			and u.buyer = case when p.proven then sqlc.narg(address)::bytea else @buyer::bytea end)
	))::boolean as bought_before,
	(c.total_limit is not null
		and not exists (select from promo_slots s where s.promo_code_id = c.id and s.order_id = @order_id)
		and not exists (select from promo_slots s where s.promo_code_id = c.id and s.order_id is null)
	-- What is left of the budget besides what this order holds must suffice for it.
	or exists (
		select from promo_budgets b
		left join orders o on o.id = @order_id
		left join promo_uses u on u.order_id = @order_id and u.promo_code_id = c.id and u.nth is not null
		where b.promo_code_id = c.id and b.budget - b.held + coalesce(u.budget_held, 0) < coalesce(round(o.total * c.percent / 100, 2), 0.01)
	))::boolean as used_up
from promo_codes c, lateral (
	select exists (select from promo_proofs f where f.order_id = @order_id and f.proven_at is not null and f.buyer = sqlc.narg(address)::bytea) as proven
) p
where c.id = @promo_code_id;

-- name: ReserveInfo :one
select c.first_order_only,
	exists (select from promo_proofs f where f.order_id = @order_id and f.proven_at is not null and f.buyer = sqlc.narg(address)::bytea)::boolean as proven
from promo_codes c where c.id = @promo_code_id;

-- name: RequestProof :execrows
-- One row means that an email may be sent now; the rate and the total per
-- order are limited.
insert into promo_proofs (order_id, buyer, asked_at, letters) values (@order_id, @buyer, @now, 1)
on conflict (order_id) do update set buyer = excluded.buyer, asked_at = excluded.asked_at, letters = promo_proofs.letters + 1, proven_at = null
where promo_proofs.letters < 5 and (promo_proofs.asked_at < @before or promo_proofs.buyer <> excluded.buyer);

-- name: Prove :exec
insert into promo_proofs (order_id, buyer, asked_at, letters, proven_at) values (@order_id, @buyer, @now, 1, @now)
on conflict (order_id) do update set buyer = excluded.buyer, proven_at = excluded.proven_at;

-- name: GetRedemption :one
-- is_priced: what it holds of the code's budget is the order's discount.
select u.promo_code_id, u.buyer, u.state,
	(u.budget_held = o.discount or not exists (select from promo_budgets b where b.promo_code_id = u.promo_code_id))::boolean as is_priced
from promo_uses u join orders o on o.id = u.order_id where u.order_id = @order_id;

-- name: InsertRedemption :execrows
-- Takes the buyer's smallest free number. A concurrent order of the same buyer
-- makes this wait and insert nothing; the caller retries.
insert into promo_uses (order_id, promo_code_id, buyer, nth, state, reserved_at, is_first_order)
select @order_id, c.id, @buyer::bytea, n, 'reserved', now(), c.first_order_only
from promo_codes c, generate_series(1, c.per_buyer_limit) n
where c.id = @promo_code_id
	and not exists (select from promo_uses u where u.promo_code_id = c.id and u.buyer = @buyer and u.nth = n)
order by n limit 1
on conflict do nothing;

-- name: BuyerRedemptions :one
-- Whether the buyer has a use of the code left, and whether another order of theirs is the first.
select ((select count(*) from promo_uses u where u.promo_code_id = c.id and u.buyer = @buyer and u.nth is not null) < c.per_buyer_limit)::boolean as has_left,
	(c.first_order_only and exists (select from promo_uses u where u.buyer = @buyer and u.is_first_order and u.nth is not null))::boolean as has_first
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

-- name: HoldBudget :one
-- True if the code has no budget or there was enough of it for the order's discount.
with held as (
	update promo_budgets b set held = b.held + o.discount from orders o
	where b.promo_code_id = @promo_code_id and o.id = @order_id and b.held + o.discount <= b.budget
	returning o.id, o.discount
), noted as (
	update promo_uses u set budget_held = h.discount from held h where u.order_id = h.id
)
select (exists (select from held) or not exists (select from promo_budgets b where b.promo_code_id = @promo_code_id))::boolean;

-- name: ConsumeRedemption :exec
update promo_uses set state = 'consumed' where order_id = @order_id and state = 'reserved';

-- name: ReleaseRedemption :exec
with found as (
	select u.order_id, u.promo_code_id, u.budget_held from promo_uses u where u.order_id = @order_id and u.state = 'reserved' for update
), released as (
	update promo_uses u set state = 'released', nth = null, budget_held = 0 from found f where u.order_id = f.order_id
), freed as (
	update promo_budgets b set held = b.held - f.budget_held from found f where b.promo_code_id = f.promo_code_id and f.budget_held > 0
)
update promo_slots s set order_id = null from found f
where s.promo_code_id = f.promo_code_id and s.order_id = f.order_id;

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

-- name: InsertCodes :many
-- Some of the texts may be taken: those are not inserted.
insert into promo_codes (code, kind, percent, goods, game_id, gift_id, valid_from, valid_until, total_limit, per_buyer_limit, first_order_only, created, batch_id)
select t, @kind, @percent, @goods, sqlc.narg(game_id), sqlc.narg(gift_id), @valid_from, sqlc.narg(valid_until), sqlc.narg(total_limit), @per_buyer_limit, @first_order_only, @now, sqlc.narg(batch_id)
from unnest(@texts::text[]) t
on conflict on constraint promo_codes_code_key do nothing
returning *;

-- name: InsertBatch :one
insert into promo_batches (title, staff_id, created) values (@title, @staff_id, @created) returning id;

-- name: LockCode :one
-- Redemptions go on meanwhile: they lock the key of the code only.
select * from promo_codes where id = @id for no key update;

-- name: ChangeCode :one
update promo_codes set valid_until = sqlc.narg(valid_until), total_limit = sqlc.narg(total_limit), is_active = @is_active, version = version + 1
where id = @id returning *;

-- name: AddSlots :exec
insert into promo_slots (promo_code_id, slot)
select @promo_code_id, n from generate_series(@first::int, @last::int) n;

-- name: LockBudget :one
select budget, held from promo_budgets where promo_code_id = @promo_code_id for update;

-- name: InsertBudgets :exec
insert into promo_budgets (promo_code_id, budget) select unnest(@ids::bigint[]), @budget;

-- name: SetBudget :exec
update promo_budgets set budget = @budget where promo_code_id = @promo_code_id;

-- name: StopBatch :many
update promo_codes set is_active = false, version = version + 1 where batch_id = @batch_id and is_active returning id;

-- name: CampaignIDs :many
-- Codes that are neither of a batch nor of one buyer.
select c.id from promo_codes c
where c.batch_id is null and c.kind <> 'personal' and c.id < @before
	and case @state::text when '' then true
		when 'stopped' then not c.is_active
		when 'ended' then c.is_active and c.valid_until <= @now::timestamptz
		when 'planned' then c.is_active and c.valid_from > @now::timestamptz
		else c.is_active and c.valid_from <= @now::timestamptz and (c.valid_until is null or c.valid_until > @now::timestamptz) end
order by c.id desc limit @page_limit;

-- name: BatchCodeIDs :many
select c.id from promo_codes c where c.batch_id = @batch_id::bigint and c.id < @before order by c.id desc limit @page_limit;

-- name: Campaigns :many
select sqlc.embed(c), b.budget, coalesce(b.held, 0)::numeric(14, 2) as held, t.uses, t.discount, t.revenue, coalesce(g.title, f.title, '')::text as target
from promo_codes c
left join promo_budgets b on b.promo_code_id = c.id
left join games g on g.id = c.game_id
left join gifts f on f.id = c.gift_id
cross join lateral (
	select coalesce(sum(x.uses), 0)::bigint as uses, coalesce(sum(x.discount), 0)::numeric(14, 2) as discount, coalesce(sum(x.revenue), 0)::numeric(14, 2) as revenue
	from promo_totals x where x.promo_code_id = c.id
) t
where c.id = any (@ids::bigint[])
order by c.id desc;

-- name: ReservedNow :one
select count(*)::int from (select from promo_uses where promo_code_id = @promo_code_id and state = 'reserved' limit 99) t;

-- name: UsesOf :many
select u.order_id, u.state, u.reserved_at, o.discount, (o.total - o.discount)::numeric(14, 2) as paid, o.status
from promo_uses u join orders o on o.id = u.order_id
where u.promo_code_id = @promo_code_id and u.order_id < @before
order by u.order_id desc limit @page_limit;

-- name: Batches :many
select b.id, b.title, b.created, s.name as author, z.percent, z.valid_until, t.codes, t.active, t.uses, t.discount, t.revenue
from promo_batches b join staff s on s.id = b.staff_id
join promo_codes z on z.id = (select min(y.id) from promo_codes y where y.batch_id = b.id)
cross join lateral (
	select count(distinct c.id) as codes, count(distinct c.id) filter (where c.is_active) as active,
		coalesce(sum(x.uses), 0)::bigint as uses, coalesce(sum(x.discount), 0)::numeric(14, 2) as discount, coalesce(sum(x.revenue), 0)::numeric(14, 2) as revenue
	from promo_codes c left join promo_totals x on x.promo_code_id = c.id
	where c.batch_id = b.id
) t
where b.id < @before
order by b.id desc limit @page_limit;

-- name: BatchTexts :many
select code from promo_codes where batch_id = @batch_id order by id;

-- name: BelowCost :many
-- What the percentage takes below the cheapest usable offer at the newest rate. Goods
-- whose cost depends on the amount are left out.
select w.title, w.price, w.cost, count(*) over ()::int as total
from (
	select coalesce(m.title || ', ' || p.title, g.title)::text as title,
		round(coalesce(p.final_price, g.final_price) * (100 - @percent::int) / 100, 2)::numeric(14, 2) as price,
		round(min(f.cost * case when f.cost_currency = 'RUB' then 1 else r.rate end), 2)::numeric(14, 2) as cost
	from offers f
	left join products p on p.id = f.product_id and p.is_active
	left join games m on m.id = p.game_id
	left join gifts g on g.id = f.gift_id and g.is_active
	left join lateral (select c.rate from currency_rates c where c.currency = f.cost_currency order by c.set_at desc limit 1) r on true
	where f.is_active and f.in_stock and f.asked_cost is null and f.cost > 0 and coalesce(m.kind, '') not in ('steam', 'standoff')
		and (p.id is not null and @goods::text <> 'gifts' and (sqlc.narg(game_id)::bigint is null or m.id = sqlc.narg(game_id)::bigint)
			or g.id is not null and @goods::text <> 'games' and (sqlc.narg(gift_id)::bigint is null or g.id = sqlc.narg(gift_id)::bigint))
	group by coalesce(m.title || ', ' || p.title, g.title), coalesce(p.final_price, g.final_price), f.product_id, f.gift_id
) w
where w.price < w.cost
order by w.price - w.cost
limit 5;
