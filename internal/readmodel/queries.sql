-- name: LiveFeed :many
select o.id, o.hash, o.kind, o.created, o.done_at, o.total, o.discount,
	u.nickname, u.avatar,
	o.game_id, o.gift_id
from orders o
left join users u on u.id = o.user_id
where o.status = 'done'
order by o.done_at desc, o.id desc
limit @page_limit offset @page_offset;

-- name: LiveFeedLines :many
select order_id, id, product_id, title, quantity, unit_price, status from order_lines where order_id = any(@order_ids::bigint[]) order by id;

-- name: CountLiveFeed :one
-- Only the newest are shown, so only those are counted.
select count(*) from (select from orders where status = 'done' order by done_at desc, id desc limit @cap::int) newest;

-- name: NewestDelivered :one
select coalesce((select id from orders where status = 'done' order by done_at desc, id desc limit 1), 0)::bigint;

-- name: Movements :many
select g.id, g.at, g.order_id, p.amount::numeric(14, 2) as amount
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = @account and p.currency = 'RUB'
order by g.id desc
limit @page_limit offset @page_offset;

-- name: CountMovements :one
select count(*) from ledger_postings where account = @account and currency = 'RUB';

-- name: Delivered :many
-- What was delivered for an order: units by suppliers and operators, and codes
-- of the stock.
select l.title, h.units::int as units, h.at::timestamptz as at, h.refs::text[] as refs, h.proofs::text[] as proofs
from order_lines l
join lateral (
	select count(*) as units, max(u.at) as at, coalesce(array_agg(u.ref order by u.at, u.ref) filter (where u.ref <> ''), '{}') as refs,
		coalesce(array_agg(distinct u.proof) filter (where u.proof <> ''), '{}') as proofs
	from (
		select d.delivered_at as at, d.supplier_ref as ref, d.proof from delivery_units d where d.line_id = l.id and d.state = 'delivered'
		union all
		select c.given_at, null, null from codes c where c.line_id = l.id and c.state = 'given'
	) u
) h on h.units > 0
where l.order_id = @order_id
order by l.id;
