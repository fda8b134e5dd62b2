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
