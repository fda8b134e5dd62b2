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
