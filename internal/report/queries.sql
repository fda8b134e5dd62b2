-- name: LiveFeed :many
select o.id, o.done_at,
	u.nickname, u.avatar,
	o.game_id, o.gift_id
from orders o
left join users u on u.id = o.user_id
where o.status = 'done'
order by o.done_at desc, o.id desc
limit @page_limit offset @page_offset;

-- name: LiveFeedLines :many
select order_id, title, quantity from order_lines where order_id = any(@order_ids::bigint[]) order by id;

-- name: CountLiveFeed :one
-- The feed shows the newest ones only; counting ten million would serve nobody.
select count(*) from (select from orders where status = 'done' order by done_at desc, id desc limit @cap::int) newest;

-- name: NewestDelivered :one
select coalesce((select id from orders where status = 'done' order by done_at desc, id desc limit 1), 0)::bigint;

-- name: Movements :many
select g.id, g.at, g.order_id, p.amount
from ledger_postings p join ledger_groups g on g.id = p.group_id
where p.account = @account and p.currency = 'RUB'
order by g.id desc
limit @page_limit offset @page_offset;

-- name: CountMovements :one
select count(*) from ledger_postings where account = @account and currency = 'RUB';
