-- name: LockOrder :one
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to
from orders
where id = @id
for update;

-- name: LockOrderForStep :one
-- is_failing: a step of the order has failed and not succeeded since.
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to,
	exists (select from order_failing_steps f where f.order_id = orders.id)::boolean as is_failing
from orders
where id = @id
for update;

-- name: LockOrderForOwner :one
-- Owners are the account of the order and, for a guest's order, the browser
-- that created it or one that has proved its email address.
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to
from orders
where id = @id
	and order_viewer(id, hash, user_id, guest, email, sqlc.narg('owner_user')::bigint, sqlc.narg('owner_guest')::uuid, sqlc.narg('owner_hash')::uuid)
		in ('account', 'browser', 'proof')
for update;

-- name: OrderForOwner :one
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to
from orders
where id = @id
	and order_viewer(id, hash, user_id, guest, email, sqlc.narg('owner_user')::bigint, sqlc.narg('owner_guest')::uuid, sqlc.narg('owner_hash')::uuid)
		in ('account', 'browser', 'proof');

-- name: LockPayableOrder :one
-- For the owner or a caller who knows the hash.
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to,
	order_viewer(id, hash, user_id, guest, email, sqlc.narg('owner_user')::bigint, sqlc.narg('owner_guest')::uuid, sqlc.narg('owner_hash')::uuid)::text as viewer
from orders
where id = @id
	and order_viewer(id, hash, user_id, guest, email, sqlc.narg('owner_user')::bigint, sqlc.narg('owner_guest')::uuid, sqlc.narg('owner_hash')::uuid)
		in ('account', 'browser', 'proof', 'link')
for update;

-- name: ReadableOrder :one
-- For the owner or a caller who knows the hash.
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to
from orders
where id = @id
	and order_viewer(id, hash, user_id, guest, email, sqlc.narg('owner_user')::bigint, sqlc.narg('owner_guest')::uuid, sqlc.narg('owner_hash')::uuid)
		in ('account', 'browser', 'proof', 'link');

-- name: ViewerOfOrder :one
select order_viewer(id, hash, user_id, guest, email, sqlc.narg('owner_user')::bigint, sqlc.narg('owner_guest')::uuid, sqlc.narg('owner_hash')::uuid)::text as viewer,
	(user_id is null)::boolean as is_guests
from orders
where id = @id;

-- name: OrderByHash :one
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to
from orders
where hash = @hash;

-- name: OrderByID :one
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to
from orders
where id = @id;

-- name: OrderLines :many
select order_id, id, product_id, title, quantity, unit_price, discount, status
from order_lines
where order_id = any(@order_ids::bigint[])
order by id;

-- name: TransitionOrder :one
-- Status and event are written by one statement, so neither exists without the
-- other.
with moved as (
	update orders
	set status = @to_status, next_action = sqlc.narg('next_action'), due_at = sqlc.narg('due_at'),
		done_at = sqlc.narg('done_at'), reject_reason = sqlc.narg('reject_reason')
	where orders.id = @id and orders.status = @from_status
	returning orders.id, orders.status
)
insert into order_events (order_id, at, event, status, facts)
select moved.id, @at, @event, moved.status, @facts from moved
returning id;

-- name: TransitionSeveral :one
-- Several changes that follow each other, with their events, by one statement: the order
-- from its first status to its last one, and lines. It returns how many were changed.
with moved as (
	update orders
	set status = @to_status, next_action = sqlc.narg('next_action'), due_at = sqlc.narg('due_at'),
		done_at = sqlc.narg('done_at'), reject_reason = sqlc.narg('reject_reason')
	where orders.id = @id and orders.status = @from_status
	returning orders.id
), lines as (
	update order_lines l
	set status = c.to_status
	from (select unnest(@line_ids::bigint[]) as id, unnest(@line_froms::text[]) as from_status, unnest(@line_tos::text[]) as to_status) c
	where l.id = c.id and l.order_id = @id and l.status = c.from_status
	returning l.id
), logged as (
	insert into order_events (order_id, line_id, at, event, status, facts)
	select moved.id, nullif(e.line_id, 0), @at, e.event, e.status, e.facts::jsonb
	from moved, (
		select unnest(@event_lines::bigint[]) as line_id, unnest(@events::text[]) as event, unnest(@statuses::text[]) as status, unnest(@facts::text[]) as facts,
			generate_subscripts(@events::text[], 1) as n
	) e
	order by e.n
)
select (select count(*) from moved)::int as orders, (select count(*) from lines)::int as lines;

-- name: TransitionLine :one
with moved as (
	update order_lines
	set status = @to_status
	where order_lines.id = @id and order_lines.order_id = @order_id and order_lines.status = @from_status
	returning order_lines.id, order_lines.order_id, order_lines.status
)
insert into order_events (order_id, line_id, at, event, status, facts)
select moved.order_id, moved.id, @at, @event, moved.status, @facts from moved
returning id;

-- name: AppendEvent :exec
insert into order_events (order_id, at, event, facts) values (@order_id, @at, @event, @facts);

-- name: AppendEventOnce :exec
-- The caller holds the order's lock.
insert into order_events (order_id, at, event, facts)
select @order_id, @at, @event, @facts
where not exists (select from order_events e where e.order_id = @order_id and e.event = @event and e.facts = @facts);

-- name: SetNextAction :exec
update orders set next_action = @next_action::text, due_at = @due_at::timestamptz where id = @id;

-- name: SetPromo :exec
with lines as (
	update order_lines l set discount = d.discount
	from (select unnest(@line_ids::bigint[]) as id, unnest(@discounts::numeric[]) as discount) d
	where l.id = d.id and l.order_id = @id
)
update orders set promo_code_id = sqlc.narg('promo_code_id'), discount = @discount where orders.id = @id;

-- name: OrderEvents :many
select id, line_id, at, event, status, facts
from order_events
where order_id = @order_id and id > @after
order by id;

-- name: Overdue :many
-- Uses orders_due_at_idx: only unfinished orders have due_at.
select id from orders where due_at <= @now order by due_at, id limit @page_limit;

-- name: Lapsed :many
-- Uses orders_due_at_idx.
select o.id from orders o
where o.due_at <= sqlc.arg('now')::timestamptz and o.status = 'waiting_for_payment'
	and not exists (select from payment_attempts a where a.order_id = o.id and a.status in ('starting', 'pending'))
order by o.due_at, o.id limit @page_limit;

-- name: Unfinished :many
-- Orders that a workflow is responsible for, by ID.
select o.id from orders o
where o.id > @after and (o.status in ('paid', 'sending', 'sent') or o.status = 'waiting_for_payment'
	and exists (select from payment_notices n where n.order_id = o.id and n.settled_at is null))
order by o.id limit @page_limit;

-- name: CountStuck :one
-- Unfinished orders without a next action, without a deadline, or with a
-- deadline exceeded for too long.
select count(*) from orders
where status in ('created', 'waiting_for_payment', 'paid', 'sending', 'sent') and (next_action is null or due_at is null or due_at < @exceeded_before::timestamptz);

-- name: CloseExpired :many
-- Only orders without any payment attempt; the others belong to their workflow.
with expired as (
	select o.id from orders o
	where o.due_at <= @now and o.status = 'created'
	order by o.due_at, o.id
	limit @page_limit
	for update skip locked
), closed as (
	update orders set status = 'failed', next_action = null, due_at = null, reject_reason = @reason
	from expired where orders.id = expired.id
	returning orders.id
)
insert into order_events (order_id, at, event, status, facts)
select closed.id, @now, 'order.failed', 'failed', @facts from closed
returning order_id;

-- name: CreateLines :many
-- Inserts an order priced from the catalogue. It returns no row if any line
-- cannot be sold.
with requested as (
	select unnest(@product_ids::bigint[]) as product_id, unnest(@quantities::int[]) as quantity,
		generate_subscripts(@product_ids::bigint[], 1) as n
), priced as (
	select a.n, a.quantity, p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture,
		p.min_quantity, p.max_quantity, p.is_active, p.amount_uc, p.gold, p.game_id, g.title as game_title
	from requested a
	join products p on p.id = a.product_id and p.is_active and a.quantity between p.min_quantity and p.max_quantity
	join games g on g.id = p.game_id and g.is_active and g.kind = @game_kind::text
		and (not g.is_auth_required or sqlc.narg('user_id')::bigint is not null)
), goods as (
	-- All products were found and belong to one game.
	select p.game_id, sum(p.final_price * p.quantity)::numeric(14, 2) as total, sum(p.gold * p.quantity)::bigint as gold
	from priced p
	group by p.game_id
	having count(*) = cardinality(@product_ids::bigint[])
), placed as (
	select goods.game_id, goods.total, @detail::jsonb || jsonb_strip_nulls(jsonb_build_object(
		'gold', goods.gold, 'market_fee_bp', (s.market_fee * 10000)::int,
		'surplus', case when s.is_surplus_enabled then sqlc.narg('surplus')::text end,
		'moogold_server', v.id, 'moogold_server_name', v.name)) as detail
	from goods
	join games g on g.id = goods.game_id
	left join standoff_settings s on g.kind = 'standoff'
	left join game_servers v on v.game_id = g.id and v.id = sqlc.narg('server_id')::bigint and v.is_active
	where (sqlc.narg('server_id')::bigint is null or v.id is not null)
		and (not g.is_server_needed or v.id is not null or (not g.is_server_enum and @has_custom_server::boolean))
), made as (
	insert into orders (hash, kind, status, user_id, guest, email, game_id, total, detail, created, next_action, due_at)
	select @hash, @kind, 'created', sqlc.narg('user_id')::bigint, sqlc.narg('guest')::uuid,
		coalesce(sqlc.narg('email')::text, (select u.email from users u where u.id = sqlc.narg('user_id')::bigint)),
		placed.game_id, placed.total, placed.detail, @now, 'pay', @due_at
	from placed
	returning orders.id, orders.total
), sold as (
	insert into order_lines (order_id, product_id, title, quantity, unit_price, status)
	select made.id, priced.id, priced.title, priced.quantity, priced.final_price, 'processing'
	from made, priced
	order by priced.n
	returning order_lines.id, order_lines.product_id, order_lines.quantity
), logged as (
	insert into order_events (order_id, at, event, status) select made.id, @now, 'order.created', 'created' from made
)
select made.id as order_id, made.total, sold.id as line_id, sold.quantity,
	p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity,
	p.is_active, p.amount_uc, p.gold, p.game_id, p.game_title
from made, sold
join priced p on p.id = sold.product_id
order by sold.id;

-- name: CreateSteam :one
with offer as (
	select p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity,
		p.is_active, p.amount_uc, p.gold, p.game_id, g.title as game_title, (s.commission * 100)::int as commission_bp
	from products p
	join games g on g.id = p.game_id and g.is_active and g.kind = 'steam'
		and (not g.is_auth_required or sqlc.narg('user_id')::bigint is not null)
	join steam_settings s on @amount::numeric between s.min_amount and s.max_amount
	where p.is_active and p.kind = 'steam'
	order by g.position, g.id, p.position, p.id
	limit 1
), made as (
	insert into orders (hash, kind, status, user_id, guest, email, game_id, total, detail, created, next_action, due_at)
	select @hash, 'steam', 'created', sqlc.narg('user_id')::bigint, sqlc.narg('guest')::uuid,
		coalesce(sqlc.narg('email')::text, (select u.email from users u where u.id = sqlc.narg('user_id')::bigint)),
		offer.game_id, @amount::numeric, @detail::jsonb || jsonb_build_object('commission_bp', offer.commission_bp), @now, 'pay', @due_at
	from offer
	returning orders.id, orders.total
), sold as (
	insert into order_lines (order_id, product_id, title, quantity, unit_price, status)
	select made.id, offer.id, @line_title, 1, made.total, 'processing' from made, offer
	returning order_lines.id, order_lines.quantity
), logged as (
	insert into order_events (order_id, at, event, status) select made.id, @now, 'order.created', 'created' from made
)
select made.id as order_id, made.total, sold.id as line_id, sold.quantity,
	p.id, p.kind, p.title, p.price, p.discount_percent, p.final_price, p.picture, p.min_quantity, p.max_quantity,
	p.is_active, p.amount_uc, p.gold, p.game_id, p.game_title
from made, sold, offer p;

-- name: CreateGift :one
with offer as (
	select g.id, g.title, g.type, g.region, g.price, g.discount_percent, g.final_price, g.logo
	from gifts g
	where g.id = @gift_id and g.is_active
), made as (
	insert into orders (hash, kind, status, user_id, guest, email, gift_id, total, created, next_action, due_at)
	select @hash, 'rokky', 'created', sqlc.narg('user_id')::bigint, sqlc.narg('guest')::uuid,
		coalesce(sqlc.narg('email')::text, (select u.email from users u where u.id = sqlc.narg('user_id')::bigint)),
		offer.id, offer.final_price, @now, 'pay', @due_at
	from offer
	returning orders.id, orders.total
), sold as (
	insert into order_lines (order_id, title, quantity, unit_price, status)
	select made.id, offer.title, 1, made.total, 'processing' from made, offer
), logged as (
	insert into order_events (order_id, at, event, status) select made.id, @now, 'order.created', 'created' from made
)
select made.id as order_id, made.total, g.id, g.title, g.type, g.region, g.price, g.discount_percent, g.final_price, g.logo
from made, offer g;

-- name: LinesForRefusal :many
-- Read only after an order was refused, to find the reason.
select p.id, p.title, p.is_active, p.min_quantity, p.max_quantity, p.game_id, g.kind as game_kind, g.is_active as is_game_active,
	g.is_auth_required, g.is_server_needed, g.is_server_enum,
	exists (select from game_servers v where v.game_id = g.id and v.id = sqlc.narg('server_id')::bigint and v.is_active) as is_server_known
from products p
join games g on g.id = p.game_id
where p.id = any(@product_ids::bigint[]);

-- name: SteamForRefusal :one
select g.is_auth_required, s.min_amount, s.max_amount
from games g, steam_settings s
where g.kind = 'steam' and g.is_active
order by g.position, g.id
limit 1;

-- name: AccountEmail :one
-- The address of the account an order belongs to; none for a guest's.
select u.email from orders o join users u on u.id = o.user_id where o.id = @order_id and u.email is not null;

-- name: SetEmail :exec
update orders set email = @email::text where id = @id;

-- name: SetDetail :exec
update orders set email = sqlc.narg('email'), detail = @detail where id = @id;

-- name: HasPayment :one
-- A declined or failed attempt is closed. Any other may still be paid at its
-- quoted price.
select exists (select from payment_attempts where order_id = @order_id and status not in ('declined', 'failed'));

-- name: ServerOfGame :one
select g.is_server_needed, g.is_server_enum, v.id, v.name
from games g
left join game_servers v on v.game_id = g.id and v.id = sqlc.narg('server_id')::bigint and v.is_active
where g.id = @game_id;

-- name: RepriceLines :execrows
-- Sets new quantities at the current prices and deletes the lines that are not
-- listed. The caller applies the promo code again.
with requested as (
	select unnest(@line_ids::bigint[]) as line_id, unnest(@quantities::int[]) as quantity
), fits as (
	select l.id, a.quantity, p.final_price, p.title, p.gold
	from requested a
	join order_lines l on l.id = a.line_id and l.order_id = @order_id
	join products p on p.id = l.product_id and p.is_active and a.quantity between p.min_quantity and p.max_quantity
	join games g on g.id = p.game_id and g.is_active
), good as (
	select sum(f.final_price * f.quantity)::numeric(14, 2) as total, sum(f.gold * f.quantity)::bigint as gold
	from fits f
	having count(*) = cardinality(@line_ids::bigint[])
), removed as (
	delete from order_lines using good
	where order_lines.order_id = @order_id and order_lines.id <> all (@line_ids::bigint[])
), updated as (
	update order_lines set quantity = f.quantity, unit_price = f.final_price, title = f.title, discount = 0
	from fits f, good
	where order_lines.id = f.id
), logged as (
	insert into order_events (order_id, at, event) select @order_id, @now, 'order.changed' from good
)
update orders set total = good.total, discount = 0,
	detail = orders.detail || jsonb_strip_nulls(jsonb_build_object('gold', good.gold))
from good
where orders.id = @order_id;

-- name: RepriceSteam :execrows
with good as (
	select s.min_amount from steam_settings s where @amount::numeric between s.min_amount and s.max_amount
), updated as (
	update order_lines set unit_price = @amount::numeric, discount = 0 from good where order_lines.order_id = @order_id
), logged as (
	insert into order_events (order_id, at, event) select @order_id, @now, 'order.changed' from good
)
update orders set total = @amount::numeric, discount = 0 from good where orders.id = @order_id;

-- name: RepriceGift :execrows
with good as (
	select g.id, g.title, g.final_price from gifts g where g.id = @gift_id and g.is_active
), updated as (
	update order_lines set title = good.title, unit_price = good.final_price, discount = 0
	from good where order_lines.order_id = @order_id
), logged as (
	insert into order_events (order_id, at, event) select @order_id, @now, 'order.changed' from good
)
update orders set gift_id = good.id, total = good.final_price, discount = 0 from good where orders.id = @order_id;

-- name: ListOrders :many
select id, hash, kind, status, user_id, guest, email, game_id, gift_id, total, discount, promo_code_id,
	reject_reason, detail, next_action, due_at, created, done_at, refund_to
from orders
where user_id = @user_id::bigint and (sqlc.narg('status')::text is null or status = sqlc.narg('status'))
order by created desc, id desc
limit @page_limit offset @page_offset;

-- name: CountOrders :one
select count(*) from orders
where user_id = @user_id::bigint and (sqlc.narg('status')::text is null or status = sqlc.narg('status'));

-- name: LatestOrder :one
select id, email, detail from orders
where user_id = @user_id::bigint and kind = @kind and (sqlc.narg('game_id')::bigint is null or game_id = sqlc.narg('game_id'))
order by created desc, id desc
limit 1;

-- name: HasFeedback :one
select exists (select from feedback where order_id = @order_id);

-- name: PricesChanged :one
-- Whether the catalogue has another price than the order, or no longer sells
-- one of its goods. The price of a Steam top-up is its amount and cannot
-- change.
select exists (
	select from order_lines l
	join orders o on o.id = l.order_id
	left join products p on p.id = l.product_id and p.is_active
	left join games g on g.id = p.game_id and g.is_active
	left join gifts f on f.id = o.gift_id and f.is_active
	where l.order_id = @order_id and case
		when o.kind = 'steam' then g.id is null
		when o.kind = 'rokky' then f.id is null or f.final_price <> l.unit_price
		else g.id is null or p.final_price <> l.unit_price
	end
);

-- name: TodaysPrice :one
-- What the goods of an order cost today, whether all of them are sold, and how far a price
-- may move before a person decides.
select coalesce(sum(l.quantity * case o.kind when 'steam' then l.unit_price when 'rokky' then f.final_price else p.final_price end), 0)::numeric(14, 2) as total,
	bool_and(case o.kind when 'rokky' then f.id is not null else g.id is not null end)::boolean as is_sold,
	coalesce((select (s.largest_step * 100)::int from price_settings s), sqlc.arg('default_step')::int)::int as largest_step
from order_lines l
join orders o on o.id = l.order_id
left join products p on p.id = l.product_id and p.is_active
left join games g on g.id = p.game_id and g.is_active
left join gifts f on f.id = o.gift_id and f.is_active
where l.order_id = @order_id;

-- name: SetRefundTo :exec
update orders set refund_to = @refund_to where id = @id;

-- name: ClaimOrders :execrows
update orders set user_id = @user_id, guest = null
where user_id is null and lower(email) = lower(@email::text);

-- name: CountActive :one
select count(*) from orders where user_id = @user_id::bigint and status not in ('done', 'failed');

-- name: HasUnsettled :one
-- Whether the shop owes a buyer money or an answer, or money of theirs is looked into: refunds
-- under way and granted, complaints, refunds and chargebacks made outside, differences.
select exists (
	select from orders o where o.user_id = @user_id::bigint and (
		exists (select from refunds r where r.order_id = o.id and r.status not in ('done', 'covered'))
		or exists (select from refund_grants g where g.order_id = o.id and g.state = 'granted')
		or exists (select from code_complaints c where c.order_id = o.id and c.state = 'open')
		or exists (select from payment_tasks t where t.order_id = o.id and t.closed_at is null)
		or exists (select from settlement_differences d where d.order_id = o.id and d.state = 'open')
	)
);

-- name: HasBalance :one
-- Whether the order has an account that money can be credited to: not one that was erased.
select exists (select from orders o join users u on u.id = o.user_id where o.id = @order_id and u.erased_at is null);

-- name: EraseBuyer :exec
-- Keeps what was bought and for how much; removes the accounts and the email
-- address.
with proofs as (
	delete from order_proofs p using orders o where o.id = p.order_id and o.user_id = @user_id::bigint
)
update orders set email = null, guest = null, refund_to = 'method',
	detail = detail - array['steam_account_id', 'game_account_id', 'game_avatar', 'moogold_user_id', 'moogold_server_custom_id', 'account_name']
where user_id = @user_id::bigint;

-- name: InsertProof :one
-- Only for a guest's order that still has the address the email goes to.
insert into order_proofs (order_id, digest, address_digest, created, expires_at)
select o.id, @digest, sha256(convert_to(lower(o.email), 'UTF8')), @now, @expires_at
from orders o
where o.id = @order_id and o.user_id is null and lower(o.email) = lower(@email::text)
returning id;

-- name: SpendProof :one
-- The first browser wins; another one gets no row. The same browser may repeat
-- the call, because the first response may have been lost.
update order_proofs p set spent_at = coalesce(p.spent_at, @now::timestamptz), spent_by = @browser
from orders o
where p.digest = @digest and o.id = p.order_id and o.hash = @hash and o.user_id is null
	and p.address_digest = sha256(convert_to(lower(o.email), 'UTF8'))
	and (p.spent_by is null and p.expires_at > @now::timestamptz or p.spent_by = @browser)
returning p.order_id;

-- name: GuestOrder :one
-- Returns an order a proof can be sent for.
select id, email::text as email from orders where hash = @hash and user_id is null and email is not null;

-- name: RecordStepFailure :exec
-- One row per step, however many workers fail. greatest() ignores a worker
-- whose clock is behind. For a refund the caller knows only the refund's ID.
insert into order_failing_steps as f (step, subject, order_id, reason, since, last_at)
select @step, @subject, o.id, @reason, @at::timestamptz, @at::timestamptz
from orders o
where o.id = case when @step = 'refund' then (select r.order_id from refunds r where r.id = @subject) else @order_id::bigint end
on conflict (step, subject) do update
set reason = excluded.reason, tries = f.tries + 1, last_at = greatest(f.last_at, excluded.last_at);

-- name: DeleteStepFailure :exec
delete from order_failing_steps where step = @step and subject = @subject;

-- name: FailingSteps :many
-- Only steps that have failed for long enough to need an operator.
select step, subject, order_id, reason, tries, since, last_at
from order_failing_steps
where extract(epoch from last_at - since) >= @at_least_seconds::float8
order by since, order_id, step, subject
limit @page_limit;

-- name: ClaimReminders :many
-- Orders whose deadline has passed, and the named ones, without those that were
-- reminded recently. The rows are leased to the caller; the condition of the
-- update lets only one of several workers through. Orders that wait for a payment have
-- no workflow; the sweeper closes them, and only what it leaves for long is reminded of.
with waiting as (
	select o.id, o.due_at from orders o
	where o.due_at <= @now::timestamptz and (o.status <> 'waiting_for_payment' or o.due_at <= sqlc.arg('forgotten')::timestamptz)
	union
	select o.id, o.due_at from orders o where o.id = any(@named::bigint[])
), due as (
	select w.id, w.due_at
	from waiting w
	left join order_reminders r on r.order_id = w.id
	where r.order_id is null or r.next_at <= @now::timestamptz or r.due_at is distinct from w.due_at
	order by w.id
	limit @page_limit
)
insert into order_reminders as r (order_id, due_at, next_at)
select due.id, due.due_at, @lease_until::timestamptz from due order by due.id
on conflict (order_id) do update
set due_at = excluded.due_at, next_at = excluded.next_at,
	reminded = case when r.due_at is distinct from excluded.due_at then 0 else r.reminded end
where r.next_at <= @now::timestamptz or r.due_at is distinct from excluded.due_at
returning r.order_id, r.reminded;

-- name: MarkReminded :exec
update order_reminders r set reminded = r.reminded + 1, next_at = a.next_at
from (select unnest(@order_ids::bigint[]) as order_id, unnest(@next_ats::timestamptz[]) as next_at) a
where r.order_id = a.order_id;

-- name: IsBlocked :one
-- Whether the shop sells nothing to this email address or player.
select exists (
	select from blocked_buyers b where b.lifted_at is null
		and (b.kind = 'email' and b.value = lower(sqlc.arg('email')::text) or b.kind = 'player' and b.value = lower(sqlc.arg('player')::text))
);

-- name: BlocksOfOrder :many
-- What of an order the shop sells nothing to: its account, its email address, its player.
select 'account'::text as kind from orders o join users u on u.id = o.user_id where o.id = @order_id and u.barred is not null
union all
select b.kind from blocked_buyers b
where b.lifted_at is null and (b.kind = 'email' and b.value = lower(sqlc.arg('email')::text) or b.kind = 'player' and b.value = lower(sqlc.arg('player')::text))
order by 1;

-- name: BlockBuyer :execrows
insert into blocked_buyers (kind, value, reason, blocked_by, blocked_at) values (@kind, lower(sqlc.arg('value')::text), @reason, @blocked_by, @blocked_at)
on conflict do nothing;

-- name: UnblockBuyer :execrows
update blocked_buyers set lifted_at = @now::timestamptz, lifted_by = @lifted_by::bigint
where kind = @kind and value = lower(sqlc.arg('value')::text) and lifted_at is null;

-- name: OrderVersion :one
select coalesce(order_version(@order_id), '')::text as version;

-- name: InsertNote :one
insert into order_notes (order_id, staff_id, at, text, mentions) values (@order_id, @staff_id, @at, @text, @mentions) returning id;

-- name: OrderNotes :many
select id, staff_id, at, text, mentions from order_notes where order_id = @order_id order by id;
